import { type RequestAction, type Total, totalText } from "#kit/auto.ts";
import type { BatchVerb } from "#kit/batch.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { Menu } from "#ui/menu.tsx";

const texts = {
  set: { zh: "批量设置", en: "Set fields" },
  all: { zh: "全部 {count} 条", en: "All {count} matching" },
  setAll: { zh: "设置全部 {count} 条", en: "Set fields of all {count}" },
  doAll: { zh: "{name}：全部 {count} 条", en: "{name}: all {count}" },
  deleteAll: { zh: "删除全部 {count} 条", en: "Delete all {count}" },
};

type ButtonsProps = {
  /** The number of selected rows. */
  count: number;
  /** Whether all selectable rows of the page are selected. */
  isWhole: boolean;
  /** The total of the list. */
  total: Total;
  may: Readonly<Record<"update" | "delete", boolean>>;
  /** What else the server can do with many rows. */
  commands: readonly RequestAction[];
  begin: (verb: BatchVerb, scope: "selected" | "all", action?: RequestAction) => void;
};

/** Actions on several rows: on the selected ones, or on all that match. */
export function SelectionButtons({ count, isWhole, total, may, commands, begin }: ButtonsProps) {
  const t = useText();
  const words = { count: totalText(total) };
  const item = (verb: "update" | "delete") => ({
    name: t(formatText(verb === "update" ? texts.setAll : texts.deleteAll, words)),
    run: () => begin(verb, "all"),
  });
  const items = [
    ...commands.map((action) => ({
      name: t(formatText(texts.doAll, { ...words, name: action.name })),
      run: () => begin("command", "all", action),
    })),
    ...(may.update ? [item("update")] : []),
    ...(may.delete ? [item("delete")] : []),
  ];
  return (
    <>
      {may.update && <Button onClick={() => begin("update", "selected")}>{t(texts.set)}</Button>}
      {isWhole && total.total > count && items.length > 0 && (
        <Menu
          label={t(formatText(texts.all, words))}
          trigger={t(formatText(texts.all, words))}
          className="button-link"
          items={items}
        />
      )}
    </>
  );
}
