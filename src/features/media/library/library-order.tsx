import { type TableState, withSearch } from "#render/table/table-state.ts";
import { useText } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";

const texts = {
  label: { zh: "排序", en: "Sort" },
  newest: { zh: "最新上传", en: "Newest first" },
  oldest: { zh: "最早上传", en: "Oldest first" },
  largest: { zh: "最大", en: "Largest first" },
  smallest: { zh: "最小", en: "Smallest first" },
};
const orders = [
  { key: "uploadedAt.desc", name: texts.newest },
  { key: "uploadedAt.asc", name: texts.oldest },
  { key: "size.desc", name: texts.largest },
  { key: "size.asc", name: texts.smallest },
] as const;

/** The state in another order, at its first page. */
function withOrder(state: TableState, key: string): TableState {
  const [field = "", direction] = key.split(".");
  const { sort: _sort, ...rest } = withSearch(state, state.fields);
  return key === orders[0].key ? rest : { ...rest, sort: { field, direction: direction === "asc" ? "asc" : "desc" } };
}

/** Chooses the order of the library. */
export function LibraryOrder({ state, onState }: { state: TableState; onState: (state: TableState) => void }) {
  const t = useText();
  const { field, direction } = state.sort ?? { field: "uploadedAt", direction: "desc" };
  return (
    <Select
      label={t(texts.label)}
      className="w-auto! min-w-36"
      value={`${field}.${direction}`}
      options={orders.map(({ key, name }) => ({ key, name: t(name) }))}
      onChange={(key) => key !== null && onState(withOrder(state, key))}
    />
  );
}
