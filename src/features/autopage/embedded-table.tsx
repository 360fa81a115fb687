import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useId, useMemo, useState } from "react";
import { Link } from "react-router";
import type { ListDescription } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { Filter } from "#kit/filter.ts";
import type { Locale } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { type Person, urlFor, usePerson } from "#client/person.ts";
import { RelationTitles } from "#client/relation-title.tsx";
import { AutoTable } from "#render/table/table.tsx";
import type { TableState } from "#render/table/table-state.ts";
import { QueryContent } from "#ui/query-content.tsx";

type Props = {
  /** Unused: `lazyControl` requires it. */
  id: string;
  source: string;
  columns: readonly string[];
  filter: Filter;
  pageSize: number;
  locale: Locale;
};

const rowAddress = (person: Person | undefined, url: string): string =>
  person === undefined ? url : urlFor(person, url);

const nothing = () => undefined;

/** The description of a list as a table to read: these columns, without search, actions or editing. */
const readOnlyPlay = (play: ListDescription, columns: readonly string[]): ListDescription => ({
  ...play,
  columns: play.columns.filter(({ field }) => columns.includes(field)),
  fields: [],
  actions: [],
  editable: [],
});

/** A table of an entity's rows on an auto page. Its page and its order belong to the widget, not to the address. */
export function EmbeddedTable({ source, columns, filter, pageSize, locale }: Props) {
  const id = useId();
  const [view, setView] = useState<Pick<TableState, "pageIndex" | "pageSize" | "sort" | "after" | "before">>({
    pageIndex: 1,
    pageSize,
  });
  const query = useQuery({
    queryKey: ["table", source, "widget", locale, filter, view],
    queryFn: ({ signal }) =>
      call("POST paas/table/search", { paraModel: { url: `/admin/${source}/list`, filter, ...view } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  const play = useMemo(() => data && readOnlyPlay(data.play as ListDescription, columns), [data, columns]);
  const { data: person } = usePerson();
  const renderLink = useCallback(
    (row: AnyRow, children: ReactNode) => (
      <Link
        to={rowAddress(person, `/paas/${source}/edit?id=${row.id}`)}
        className="font-medium underline-offset-3 hover:text-brand hover:underline"
      >
        {children}
      </Link>
    ),
    [source, person],
  );
  return (
    <QueryContent query={query} height="h-60">
      {({ result, titles }) => (
        <RelationTitles value={titles}>
          <AutoTable
            description={play!}
            result={result}
            rowActions={{ sets: [], rows: [] }}
            state={{ ...view, fields: {} }}
            locale={locale}
            isStale={isPlaceholderData}
            renderLink={renderLink}
            onState={({ fields: _fields, filter: _filter, view: _view, ...next }) => setView(next)}
            onAction={nothing}
            onBatch={nothing}
            onTotalSeen={nothing}
            onWidth={nothing}
            onEditCell={nothing}
            renderSelected={nothing}
            regionId={id}
          />
        </RelationTitles>
      )}
    </QueryContent>
  );
}
