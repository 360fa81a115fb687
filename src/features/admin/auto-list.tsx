import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Link, Navigate, useNavigate, useSearchParams } from "react-router";
import { actionKey, isBatchAction, type ListDescription, type RowAction, type TableResult } from "#kit/auto.ts";
import { betterTotal, mayGrow, type Total } from "#kit/total.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { ViewContent } from "#kit/saved-view.ts";
import { call, CallProblem } from "#client/call.ts";
import { lazyControl } from "#ui/lazy-control.tsx";
import { useLocale } from "#ui/locale.ts";
import { RelationTitles } from "#client/relation-title.tsx";
import { ScreenProblem } from "#client/screen-states.tsx";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import { rowName } from "#render/table/table-cell.tsx";
import { TableSkeleton } from "#render/table/table-skeleton.tsx";
import {
  isSearched,
  readTableState,
  type TableState,
  viewIdOf,
  withFilter,
  withPage,
  writeTableState,
} from "#render/table/table-state.ts";
import { AutoTable, type TableHandle } from "#render/table/table.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { loadAction } from "#ui/load-action.ts";
import { loadLater } from "#ui/load-later.ts";
import { registerScreenCommands } from "#ui/command-state.ts";
import type { CellEdit } from "./rows/cell-editor.tsx";
import { loadRowAction } from "./rows/load-row-action.ts";
import { adminUrlInArea, openUrl } from "./auto-path.ts";
import { countInput, searchInput } from "./first-calls.ts";
import { useListFilter } from "./list-filter.tsx";
import { useListExport } from "./list-export.tsx";
import { useListBatch } from "./list-batch.tsx";
import { useListViews } from "./list-views.tsx";
import type { ListState } from "./list-commands.ts";

/** Loaded after the list, because these buttons are rarely used. */
const ListTools = lazyControl(async () => (await import("./list-tools.tsx")).ListTools, { renderFallback: () => null });

const ListImport = lazyControl(async () => (await import("./import/import-link.tsx")).ImportLink, {
  renderFallback: () => null,
});

const texts = {
  add: { zh: "新增", en: "Add" },
  loading: { zh: "正在加载…", en: "Loading…" },
};

const ListChanges = loadLater(() => import("./rows/list-changes.tsx").then((file) => file.ListChanges));
const PrintHead = loadLater(() => import("./rows/print-head.tsx").then((file) => file.PrintHead));
const CellEditor = loadDialogLater(() => import("./rows/cell-editor.tsx").then((file) => file.CellEditor));

const loadWidth = loadAction(() => import("./columns/save-width.ts"));

// Preloads the form: people who look at a list usually open a row next.
loadLater(async () => (await import("./auto-form.screen.tsx")).AutoFormScreen);

/** One page of a list with its description. The previous page stays until the next one has loaded. */
function useTable(type: string, state: TableState) {
  const locale = useLocale();
  return useQuery({
    queryKey: ["table", type, locale, state],
    queryFn: ({ signal }) => call("POST paas/table/search", searchInput(type, state), { signal }),
    placeholderData: keepPreviousData,
  });
}

/**
 * The total of a list. A page comes with a quick count, which may be a lower bound; an exact count is then requested once the total is visible, and
 * cancelled when the list changes. Undefined until the page has loaded.
 */
function useTotal(type: string, state: TableState, { data: table, isPlaceholderData }: ReturnType<typeof useTable>) {
  const pageTotal: Total | undefined = isPlaceholderData ? undefined : table?.result;
  const [isTotalSeen, setTotalSeen] = useState(false);
  const { data: exactTotal } = useQuery({
    queryKey: ["table", type, "count", state.fields, state.filter],
    queryFn: ({ signal }) => call("POST paas/table/count", countInput(type, state), { signal }),
    enabled: isTotalSeen && pageTotal !== undefined && mayGrow(pageTotal),
  });
  const total = pageTotal !== undefined && mayGrow(pageTotal) ? betterTotal(pageTotal, exactTotal) : pageTotal;
  return { total, onTotalSeen: useCallback(() => setTotalSeen(true), []) };
}

/** Goes to the "not found" page, with its status, for an unknown entity type. Returns true if it does. */
function useNotFoundRedirect(error: Error | null): boolean {
  const isUnknown = error instanceof CallProblem && error.status === 404;
  useEffect(() => {
    if (isUnknown) location.replace("/404");
  }, [isUnknown]);
  return isUnknown;
}

/** Registers the commands of the list while the list is mounted. */
function useListCommands(list: ListState): void {
  const latest = useRef(list);
  // The commands depend on the list's batch actions and saved views: these keys change with them.
  const batchActionKeys = list.description?.actions.filter(isBatchAction).map(actionKey).join(" ");
  const viewKeys = list.views.views.map(({ id, name }) => id + name).join(" ");
  useLayoutEffect(() => {
    latest.current = list;
  });
  useEffect(
    () =>
      registerScreenCommands(() =>
        import("./list-commands.ts").then((file) => file.commandsOfList(() => latest.current)),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [batchActionKeys, viewKeys],
  );
}

type ListScreenProps = {
  area: string;
  type: string;
  actions?: ReactNode;
};

const hrefOf = (url: string, area: string, row: AnyRow) => adminUrlInArea(url, area).replace("{id}", row.id);

/** The link of a row's title: the main screen for working on it, else its form. */
function titleLink({ actions }: ListDescription, area: string, row: AnyRow): string {
  const mainAction = actions.find((action) => action.event === "open" && action.isMain);
  const formAction = actions.find(({ event }) => event === "edit" || event === "view");
  if (mainAction !== undefined) return hrefOf(mainAction.url, area, row);
  return `${adminUrlInArea(formAction?.url ?? "", area)}?id=${row.id}`;
}

/** The address of the form of an entity that has only one row, and therefore no list. */
function singleRowHref(data: ReturnType<typeof useTable>["data"], area: string): string | undefined {
  const [onlyRow] = data?.result.rows ?? [];
  return data?.play.isSingle === true && onlyRow !== undefined ? titleLink(data.play, area, onlyRow) : undefined;
}

/** The button that adds a row, if the person may. */
function AddLink({ description: { addUrl, addWord }, area }: { description: ListDescription; area: string }) {
  const locale = useLocale();
  if (addUrl === undefined) return null;
  return (
    <Link to={adminUrlInArea(addUrl, area)} className="button-link primary">
      <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
      {addWord ?? texts.add[locale]}
    </Link>
  );
}

/** The query for the rows of the displayed page. `viewContent`: of the default view, if the list was opened with it. */
function pageQueryOf(type: string, state: TableState, viewContent: ViewContent | undefined) {
  const { opens: _opens, view: _view, ...page } = searchInput(type, state).paraModel;
  const { layout: _layout, ...search } = viewContent ?? {};
  return { ...page, ...search };
}

/** The description of a list: from the current page or, if that failed to load, from another page in the cache. */
function useListDescription(type: string, { data, error }: ReturnType<typeof useTable>): ListDescription | undefined {
  const locale = useLocale();
  const client = useQueryClient();
  if (data !== undefined || error === null) return data?.play;
  const pages = client.getQueriesData<{ play: ListDescription }>({ queryKey: ["table", type, locale] });
  return pages.findLast(([, page]) => page !== undefined)?.[1]?.play;
}

/** Whether a list has no rows at all, as opposed to a search without results. */
const hasNoRows = (data: { result: TableResult } | undefined, state: TableState): boolean =>
  data?.result.total === 0 && !isSearched(state);

/** The auto table of an entity (S-038). Its state is in the address. */
export function ListScreen({ area, type, actions }: ListScreenProps) {
  const locale = useLocale();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const state = useMemo(() => readTableState(query), [query]);
  const table = useTable(type, state);
  const { data, error, isPlaceholderData, refetch } = table;
  const { total, onTotalSeen } = useTotal(type, state, table);
  // After a failed search the title and the buttons of the list stay.
  const description = useListDescription(type, table);
  const isLeaving = useNotFoundRedirect(data === undefined ? error : null);
  useTitle(description?.name);

  const renderLink = useCallback(
    (row: AnyRow, children: ReactNode) => (
      <Link
        to={description === undefined ? "" : titleLink(description, area, row)}
        data-row-link=""
        className="font-medium underline-offset-3 hover:text-brand hover:underline"
      >
        {children}
      </Link>
    ),
    [area, description],
  );

  const show = (next: TableState, replace = false) =>
    setQuery(writeTableState(query, next), { preventScrollReset: true, replace });

  const refreshList = () => client.invalidateQueries({ queryKey: ["table", type] });

  /** Also refetches the saved views, which show whether the layout differs from the view's. */
  const refreshLayout = async () =>
    void (await Promise.all([refreshList(), client.invalidateQueries({ queryKey: ["views", type] })]));

  async function resize(field: string, width: number | undefined): Promise<void> {
    const code = await loadWidth(locale);
    if (code !== undefined && description !== undefined)
      await code.saveWidth(description, viewIdOf(state), { field, width });
    await refreshLayout();
  }

  /** Runs an action on rows, after its confirmation question if it has one. */
  async function runAction(action: RowAction, rows: AnyRow[]): Promise<void> {
    const name = rows.length === 1 ? rowName(description?.columns ?? [], rows[0]!, locale) : undefined;
    const ids = rows.map((row) => row.id);
    const code = await loadRowAction(locale);
    if (code === undefined) return;
    const isDone = await code.runRowAction({ type, ids, name, action, locale, onUndone: refreshList });
    if (!isDone) return;
    const isWholePage = data !== undefined && rows.length === data.result.rows.length && state.pageIndex > 1;
    if (isWholePage && action.event === "delete") show(withPage(state, "previous", data.result.rows));
    await code.refreshAfterAction(client, type, action);
  }

  function handleAction(action: RowAction, row: AnyRow): void {
    if (action.disabled !== undefined) notify("info", action.disabled);
    else if (action.event === "open") openUrl(hrefOf(action.url, area, row), navigate);
    else if (action.event === "edit" || action.event === "view")
      void navigate(`${adminUrlInArea(action.url, area)}?id=${row.id}`);
    else void runAction(action, [row]);
  }

  const [cellEdit, setCellEdit] = useState<CellEdit>();
  const tableHandle = useRef<TableHandle>(null);
  const views = useListViews({ type, state, data, show });
  const filter = useListFilter({ type, filter: state.filter, onFilter: (next) => show(withFilter(state, next)) });
  const listExport = useListExport({ description, state, table: tableHandle });
  const batch = useListBatch({
    description,
    state,
    total,
    table: tableHandle,
    onExport: listExport.open,
    onChanged: refreshList,
  });
  useListCommands({
    description,
    tableHandle,
    openFilter: filter.open,
    batch,
    exportRows: listExport.openFromPalette,
    views,
    add: () => void navigate(adminUrlInArea(description?.addUrl ?? "", area)),
    refresh: () => void refetch(),
    openTimePage: () => void navigate(`/${area === "service" ? "paas" : area}/${type}/time`),
  });

  if (isLeaving) return null;
  if (error !== null && description === undefined)
    return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  const formHref = singleRowHref(data, area);
  if (formHref !== undefined) return <Navigate to={formHref} replace />;
  const addLink = description !== undefined && <AddLink description={description} area={area} />;
  const isEmptyList = hasNoRows(data, state);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2">
          <h1 className="text-2xl font-semibold tracking-tight">{description?.name}</h1>
          {description !== undefined && views.button}
        </div>
        <div className="flex flex-wrap gap-2">
          {/* An empty list shows its buttons in the middle (`whenEmpty`). */}
          {!isEmptyList && (
            <>
              <ListTools
                type={type}
                area={area}
                description={description}
                jobs={data?.jobs}
                state={state}
                onState={show}
                onExport={listExport.open}
                onLayoutSaved={() => void refreshLayout()}
              />
              {actions}
              {addLink}
            </>
          )}
        </div>
      </header>
      {filter.dialog}
      {error !== null ? (
        <ScreenProblem problem={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <TableSkeleton label={texts.loading[locale]} />
      ) : (
        <RelationTitles value={data.titles}>
          <PrintHead.Component
            description={data.play}
            state={state}
            total={total ?? data.result}
            count={data.result.rows.length}
          />
          {!isPlaceholderData && (
            <ListChanges.Component
              list={pageQueryOf(type, state, data.view?.content)}
              rows={data.result.rows}
              type={type}
              onRefresh={() => void refreshList()}
            />
          )}
          <AutoTable
            description={data.play}
            result={{ ...data.result, ...total }}
            onTotalSeen={onTotalSeen}
            rowActions={data.rowActions}
            state={state}
            locale={locale}
            isStale={isPlaceholderData}
            renderLink={renderLink}
            onState={show}
            onAction={handleAction}
            onBatch={(action, rows, isReviewed) =>
              isReviewed && action.event === "command"
                ? batch.openBatchDialog("command", "selected", action)
                : void runAction(action, rows)
            }
            onWidth={(field, width) => void resize(field, width)}
            onEditCell={(row, column, cell) => setCellEdit({ row, column, cell })}
            handle={tableHandle}
            filter={filter}
            renderSelected={batch.renderSelected}
            whenEmpty={
              <span className="flex flex-wrap justify-center gap-2">
                {data.play.addUrl !== undefined && <ListImport description={description} area={area} />}
                {actions}
                {addLink}
              </span>
            }
          />
          {cellEdit !== undefined && (
            <CellEditor
              type={type}
              edit={cellEdit}
              titles={data.titles}
              onSaved={refreshList}
              onClose={() => setCellEdit(undefined)}
            />
          )}
        </RelationTitles>
      )}
      {batch.dialog}
      {listExport.dialog}
    </div>
  );
}
