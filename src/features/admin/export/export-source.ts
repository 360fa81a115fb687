import { useQueries, useQuery } from "@tanstack/react-query";
import type { CallOutput } from "#kit/call.ts";
import type { Filter, SortOrder } from "#kit/filter.ts";
import type { SavedView } from "#kit/saved-view.ts";
import { formatText, type Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useLocale, useText } from "#ui/locale.ts";

const texts = {
  selected: { zh: "所选数据", en: "Selected records" },
  list: { zh: "当前列表", en: "This list" },
  view: { zh: "当前视图", en: "This view" },
  searchResults: { zh: "搜索结果", en: "Search results" },
  all: { zh: "全部数据", en: "All records" },
  saved: { zh: "已保存的视图", en: "A saved view" },
  counted: { zh: "{name}（{count} 条）", en: "{name} ({count})" },
} satisfies Record<string, Text>;

/** The current state of a list. */
export type ExportedList = {
  type: string;
  fields: Readonly<Record<string, string>>;
  filter?: Filter | undefined;
  sort?: SortOrder | undefined;
  /** The id of the displayed saved view. */
  viewId?: string | undefined;
  /** The fields of the list's columns, in order. */
  columns: readonly string[];
  /** The ids of the selected rows. */
  selectedIds: readonly string[];
};

/** The rows to export: the selected ones, those of the list in its current state, all, or those of a saved view. */
export type SourceKey = "selected" | "list" | "all" | "view";

/** The rows of an export, their order, and the fields that its list shows. */
export type ExportSource = Pick<ExportedList, "fields" | "filter" | "sort" | "columns">;

type Sources = { list: ExportSource } & { [K in SourceKey]?: ExportSource };

/** The sources that a list offers: `selected` if rows are selected, `all` if the list is searched, `view` if there is a saved view. */
function sourcesOf(list: ExportedList, view: SavedView | undefined): Sources {
  const { fields, filter, sort, columns, selectedIds } = list;
  const isSearched = filter !== undefined || Object.keys(fields).length > 0;
  const order = { sort, columns };
  return {
    ...(selectedIds.length > 0 && {
      selected: { fields: {}, filter: { field: "id", op: "in", value: [...selectedIds] }, ...order },
    }),
    list: { fields, filter, ...order },
    ...(isSearched && { all: { fields: {}, ...order } }),
    ...(view && {
      view: {
        fields: view.content.fields,
        filter: view.content.filter,
        sort: view.content.sort,
        columns: view.content.layout?.columns.map(({ field }) => field) ?? columns,
      },
    }),
  };
}

/** The input of calls that read the rows of a source. */
export const rowsInput = (type: string, { fields, filter }: ExportSource) => ({
  type,
  fields: { ...fields },
  ...(filter && { filter }),
});

export type ExportOptions = CallOutput<"POST paas/export/options">;

/**
 * The sources of an export with their numbers of records, and the query of the chosen source. While the records of this source are counted
 * (`isCounting`), `query` is that of another source, because all sources have the same columns. `viewId`: the chosen saved view.
 */
export function useExportSources(list: ExportedList, chosenKey: SourceKey, viewId: string | null) {
  const { type } = list;
  const t = useText();
  const locale = useLocale();
  const { data } = useQuery({
    queryKey: ["views", type, locale],
    queryFn: ({ signal }) => call("GET paas/table/views", { type }, { signal }),
  });
  const views: readonly SavedView[] = (data?.views ?? []).filter(({ problem }) => problem === undefined);
  const sources = sourcesOf(list, views.find(({ id }) => id === viewId) ?? views[0]);
  // The rows of a saved view are counted only while it is chosen.
  const keys = (Object.keys(sources) as SourceKey[]).filter((key) => key !== "view" || chosenKey === "view");
  const results = useQueries({
    queries: keys.map((key) => {
      const rows = rowsInput(type, sources[key] ?? sources.list);
      return {
        queryKey: ["export", key, locale, rows],
        queryFn: ({ signal }: { signal: AbortSignal }) => call("POST paas/export/options", rows, { signal }),
        staleTime: 0,
        gcTime: 0,
      };
    }),
  });
  const resultOf = (key: SourceKey) => results[keys.indexOf(key)];
  const chosenResult = resultOf(chosenKey) ?? results[0]!;
  const isCounting = chosenResult.data === undefined && chosenResult.error === null;
  const isSearched = sources.all !== undefined;
  const names: Record<SourceKey, Text> = {
    selected: texts.selected,
    list: list.viewId !== undefined ? texts.view : isSearched ? texts.searchResults : texts.list,
    all: texts.all,
    view: texts.saved,
  };
  const nameOf = (key: SourceKey) => {
    const total = resultOf(key)?.data?.total;
    const name = t(names[key]);
    return total === undefined ? name : t(formatText(texts.counted, { name, count: total.toLocaleString("en") }));
  };
  return {
    choices: (Object.keys(sources) as SourceKey[]).map((key) => ({ key, name: nameOf(key) })),
    views: views.map(({ id, name }) => ({ key: id, name })),
    viewId: viewId ?? views[0]?.id ?? null,
    source: sources[chosenKey] ?? sources.list,
    query: isCounting ? (results.find((result) => result.data !== undefined) ?? chosenResult) : chosenResult,
    isCounting,
  };
}
