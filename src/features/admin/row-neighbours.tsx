import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Link } from "react-router";
import type { ListDescription, TableResult } from "#kit/auto.ts";
import type { Locale, Text } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import { type TableState, writeTableState } from "#render/table/table-state.ts";

const texts = {
  previous: { zh: "上一条", en: "Previous record" },
  next: { zh: "下一条", en: "Next record" },
};

/** The list page from which a row was opened: its state, and the ids of its rows in order. */
export type ListPage = { state: TableState; ids: string[] };

type ListData = { play: ListDescription; result: TableResult };

/** The most recently loaded page of the list that has this row. The page stays the same while the person navigates between its rows. */
export function useListPage(type: string, locale: Locale, id: string | undefined): ListPage | undefined {
  const cache = useQueryClient().getQueryCache();
  const [page] = useState(() => (id === undefined ? undefined : findPage(cache, type, { locale, id })));
  return id !== undefined && page?.ids.includes(id) === true ? page : undefined;
}

function findPage(
  cache: ReturnType<ReturnType<typeof useQueryClient>["getQueryCache"]>,
  type: string,
  { locale, id }: { locale: Locale; id: string },
): ListPage | undefined {
  const pages = cache
    .findAll({ queryKey: ["table", type, locale] })
    .filter(({ state }) => (state.data as ListData | undefined)?.result.rows.some((row) => row.id === id) === true)
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  const [latestPage] = pages;
  if (latestPage === undefined) return undefined;
  const { result } = latestPage.state.data as ListData;
  return { state: latestPage.queryKey[3] as TableState, ids: result.rows.map((row) => row.id) };
}

/** The address of the list, with the state of the page if there is one. */
export const listAddress = (listUrl: string, page: ListPage | undefined): string => {
  const query = page === undefined ? "" : writeTableState(new URLSearchParams(), page.state).toString();
  return query === "" ? listUrl : `${listUrl}?${query}`;
};

function NeighbourLink({ to, name, Icon }: { to: string | undefined; name: Text; Icon: typeof ChevronLeft }) {
  const t = useText();
  const buttonClass = "grid size-9 place-items-center rounded-sm border border-line-2 pointer-coarse:size-11";
  const icon = <Icon size={16} strokeWidth={1.5} aria-hidden="true" />;
  return to === undefined ? (
    <span role="link" aria-disabled="true" aria-label={t(name)} className={`${buttonClass} text-ink-3 opacity-50`}>
      {icon}
    </span>
  ) : (
    <Link
      to={to}
      aria-label={t(name)}
      title={t(name)}
      className={`${buttonClass} text-ink-2 hover:border-ink hover:text-ink`}
    >
      {icon}
    </Link>
  );
}

/** Links to the previous and next row, in the order of the list from which the form was opened. */
export function RowNeighbours({ page, id, hrefOf }: { page: ListPage; id: string; hrefOf: (id: string) => string }) {
  const index = page.ids.indexOf(id);
  const previousId = page.ids[index - 1];
  const nextId = page.ids[index + 1];
  return (
    <span className="flex items-center gap-1">
      <NeighbourLink to={previousId && hrefOf(previousId)} name={texts.previous} Icon={ChevronLeft} />
      <span className="min-w-14 text-center text-sm text-ink-3 tabular-nums">
        {index + 1} / {page.ids.length}
      </span>
      <NeighbourLink to={nextId && hrefOf(nextId)} name={texts.next} Icon={ChevronRight} />
    </span>
  );
}
