import type { Filter } from "#kit/filter.ts";
import { useAdvancedItems } from "./advanced-items.ts";
import { ConditionsDialog, type ConditionsTexts } from "#render/filter/conditions-dialog.tsx";

const texts: ConditionsTexts = {
  title: { zh: "高级搜索", en: "Advanced search" },
  none: { zh: "高级搜索暂时无法使用", en: "Advanced search is not available here" },
  clear: { zh: "清空条件", en: "Clear" },
  submit: { zh: "搜索", en: "Search" },
};

type SearchProps = {
  type: string;
  filter: Filter | undefined;
  onFilter: (filter: Filter | undefined) => void;
  onClose: () => void;
};

/** The advanced search of a list: conditions over all fields that its reader may compare. */
export function AdvancedSearch({ type, ...rest }: SearchProps) {
  return <ConditionsDialog texts={texts} query={useAdvancedItems(type)} {...rest} />;
}
