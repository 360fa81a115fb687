import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useMemo, useState } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import { mayGrow, type Play, type RowAction, type TableResult, type Total } from "#kit/auto.ts";
import type { CallInput } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { call, CallProblem } from "#client/call.ts";
import { useLocale } from "#ui/locale.ts";
import { RelationTitles } from "#client/relation-title.tsx";
import { ScreenProblem } from "#client/screen-states.tsx";
import { useTitle } from "#ui/title.ts";
import { rowName } from "#render/table/table-cell.tsx";
import { TableSkeleton } from "#render/table/table-skeleton.tsx";
import { paged, readTableState, type TableState, writeTableState } from "#render/table/table-state.ts";
import { AutoTable } from "#render/table/table.tsx";
import { inArea } from "./auto-path.ts";
import { deleteRows } from "./delete-rows.ts";
import { JobButtons } from "./job-button.tsx";
import { countInput, searchInput } from "./first-calls.ts";

const texts = {
  add: { zh: "新增", en: "Add" },
  loading: { zh: "正在加载…", en: "Loading…" },
};

/** One page of a list and its description, again for every state; the page before stays until the next one is there. */
function useTable(type: string, state: TableState) {
  const locale = useLocale();
  return useQuery({
    queryKey: ["table", type, locale, state],
    queryFn: ({ signal }) => call("POST paas/table/search", searchInput(type, state), { signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * The total of a list whose page came before it was counted: asked for once it stands before somebody's eyes, and no more when they
 * have gone on. What is known meanwhile is what came with the page.
 */
function useTotal(type: string, state: TableState, { data: table, isPlaceholderData }: ReturnType<typeof useTable>) {
  const known: Total | undefined = isPlaceholderData ? undefined : table?.result;
  const [isSeen, setSeen] = useState(false);
  const { data } = useQuery({
    queryKey: ["table", type, "count", state.fields],
    queryFn: ({ signal }) => call("POST paas/table/count", countInput(type, state), { signal }),
    enabled: isSeen && known !== undefined && mayGrow(known),
  });
  const total = known !== undefined && mayGrow(known) ? (data ?? known) : known;
  return { total, onTotalSeen: useCallback(() => setSeen(true), []) };
}

/** An unknown type leads to the page that says so, with its status. */
function useLeaveUnknown(error: Error | null): boolean {
  const isUnknown = error instanceof CallProblem && error.status === 404;
  useEffect(() => {
    if (isUnknown) location.replace("/404");
  }, [isUnknown]);
  return isUnknown;
}

type ListScreenProps = {
  area: string;
  type: string;
  actions?: ReactNode;
  renderActions?: (row: AnyRow) => ReactNode;
};

const hrefOf = (url: string, area: string, row: AnyRow) => inArea(url, area).replace("{id}", row.id);

/** Where the title of a row leads: the main place where people work on it, else its form. */
function wayOf({ actions }: Play, area: string, row: AnyRow): string {
  const main = actions.find((action) => action.event === "open" && action.isMain);
  const edit = actions.find(({ event }) => event === "edit" || event === "view");
  return main === undefined ? `${inArea(edit?.url ?? "", area)}?id=${row.id}` : hrefOf(main.url, area, row);
}

/** The form of the only row, where there is no list to look at. */
function formOfSingle(data: { play: Play; result: TableResult } | undefined, area: string): string | undefined {
  const [only] = data?.result.rows ?? [];
  return data?.play.isSingle === true && only !== undefined ? wayOf(data.play, area, only) : undefined;
}

/** The auto table of an entity (S-038). Its state stands in the address. */
export function ListScreen({ area, type, actions, renderActions }: ListScreenProps) {
  const locale = useLocale();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const state = useMemo(() => readTableState(query), [query]);
  const table = useTable(type, state);
  const { data, error, isPlaceholderData, refetch } = table;
  const { total, onTotalSeen } = useTotal(type, state, table);
  const { mutateAsync: send } = useMutation({
    mutationFn: (input: CallInput<"DELETE Api/{type}/QueryDelete">) => call("DELETE Api/{type}/QueryDelete", input),
  });
  const play = data?.play;
  const isLeaving = useLeaveUnknown(data === undefined ? error : null);
  useTitle(play?.name);

  const renderLink = useCallback(
    (row: AnyRow, children: ReactNode) => (
      <Link
        to={play === undefined ? "" : wayOf(play, area, row)}
        data-row-link=""
        className="font-medium underline-offset-3 hover:text-brand hover:underline"
      >
        {children}
      </Link>
    ),
    [area, play],
  );

  const show = (next: TableState) => setQuery(writeTableState(query, next), { preventScrollReset: true });

  async function remove(rows: AnyRow[]): Promise<void> {
    const action = play?.actions.find((item) => item.event === "delete");
    const name = rows.length === 1 ? rowName(play?.columns ?? [], rows[0]!, locale) : undefined;
    if (!(await deleteRows({ type, ids: rows.map((row) => row.id), name, action, locale, remove: send }))) return;
    const isPageEmpty = data !== undefined && rows.length === data.result.rows.length && state.pageIndex > 1;
    if (isPageEmpty) show(paged(state, "previous", data.result.rows));
    await client.invalidateQueries({ queryKey: ["table", type] });
  }

  function act(action: RowAction, row: AnyRow): void {
    if (action.event === "open") void navigate(hrefOf(action.url, area, row));
    else if (action.event === "edit" || action.event === "view")
      void navigate(`${inArea(action.url, area)}?id=${row.id}`);
    else void remove([row]);
  }

  if (isLeaving) return null;
  if (error !== null && data === undefined) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  const form = formOfSingle(data, area);
  if (form !== undefined) return <Navigate to={form} replace />;
  const addLink = play?.addUrl !== undefined && (
    <Link to={inArea(play.addUrl, area)} className="button-link primary">
      <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
      {play.addWord ?? texts.add[locale]}
    </Link>
  );
  const isBare =
    data !== undefined && data.result.total === 0 && Object.values(state.fields).every((value) => value === "");
  return (
    <div className="grid gap-5">
      <header className="flex min-h-9 items-center justify-between gap-4">
        <h1 className="text-2xl font-semibold tracking-tight">{play?.name}</h1>
        <div className="flex gap-2">
          {/* An empty list offers both in its middle. */}
          {!isBare && <JobButtons data={data} />}
          {!isBare && actions}
          {!isBare && addLink}
        </div>
      </header>
      {data === undefined ? (
        <TableSkeleton label={texts.loading[locale]} />
      ) : error !== null ? (
        <ScreenProblem problem={error} onRetry={() => void refetch()} />
      ) : (
        <RelationTitles value={data.titles}>
          <AutoTable
            play={data.play}
            result={{ ...data.result, ...total }}
            onTotalSeen={onTotalSeen}
            rowActions={data.rowActions}
            state={state}
            locale={locale}
            isStale={isPlaceholderData}
            renderLink={renderLink}
            renderActions={renderActions}
            onState={show}
            onAction={act}
            onDeleteMany={
              data.play.actions.some((action) => action.event === "delete") ? (rows) => void remove(rows) : undefined
            }
            whenEmpty={
              <span className="flex flex-wrap justify-center gap-2">
                {actions}
                {addLink}
              </span>
            }
          />
        </RelationTitles>
      )}
    </div>
  );
}
