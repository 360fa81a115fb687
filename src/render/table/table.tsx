import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import {
  actionKey,
  actionsByRow,
  isBatchAction,
  type ListDescription,
  pageSizes,
  type RowAction,
  type RowActions,
  type TableResult,
} from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useMedia } from "#ui/media.ts";
import { Pagination } from "#ui/pagination.tsx";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import "#render/usual-field-types.ts";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { useRowPointer } from "./row-pointer.ts";
import { Grid } from "./grid.tsx";
import { buttonCount, type EditCell, menuActions, isSelectableBy, type RenderLink } from "./row-parts.tsx";
import { createSelection } from "./selection.ts";
import { type SelectionAction, SelectionBar } from "./selection-bar.tsx";
import { TableCard } from "./table-card.tsx";
import { toTableColumn } from "./table-cell.tsx";
import { gridMaxHeight, useWidth } from "./use-grid-window.ts";
import { TableSearch } from "./table-search.tsx";
import { TableSkeleton } from "./table-skeleton.tsx";
import {
  isSearched,
  type TableState,
  withoutSearch,
  withPage,
  withPageSize,
  withSearch,
  withSort,
} from "./table-state.ts";

const texts = {
  none: { zh: "暂无内容", en: "Nothing here yet" },
  noMatch: { zh: "没有符合条件的内容", en: "No results" },
  noMatchText: { zh: "请更换条件，或清空搜索。", en: "Try another search, or clear it." },
  clear: { zh: "清空搜索", en: "Clear search" },
  notAll: {
    zh: "所选数据中有 {n} 条不支持此操作",
    en: "{n} of the selected records {n|does|do} not support this action",
  },
  list: { zh: "{name}列表", en: "{name} list" },
  loading: { zh: "正在加载…", en: "Loading…" },
};

type TableProps = {
  description: ListDescription;
  result: TableResult;
  /** The actions of the rows of `result`, if they differ from those of `description`. */
  rowActions: RowActions;
  state: TableState;
  locale: Locale;
  /** True while the next page or search is loading; the current rows stay readable. */
  isStale: boolean;
  /** Must be a stable function, because rows are memoised. */
  renderLink?: RenderLink | undefined;
  onState: (state: TableState) => void;
  onAction: (action: RowAction, row: AnyRow) => void;
  /** Called for an action on several rows. `isReviewed`: the action is unavailable for some of them, which a review shows first. */
  onBatch: (action: RowAction, rows: AnyRow[], isReviewed: boolean) => void;
  /** Called when the total becomes visible. Must be a stable function. */
  onTotalSeen: () => void;
  /** The advanced search: its button, and the bar with its conditions. */
  filter?: { button: ReactNode; bar: ReactNode };
  /** Called with the new width of a column, px; undefined resets it. */
  onWidth: (field: string, width: number | undefined) => void;
  /** Renders the actions on the selected rows. */
  renderSelected: (selected: SelectedRows) => ReactNode;
  /** Opens the inline editor of a cell. */
  onEditCell: EditCell;
  /** Shown when the list is empty without a search. */
  whenEmpty?: ReactNode;
  /** Gives the commands of the list access to its state. */
  handle?: Ref<TableHandle>;
  /** The id of its region, if the table is not the list of a screen. */
  regionId?: string;
};

/** The number of selected rows, whether they are all selectable rows of the page, and the actions on them. */
export type SelectedRows = {
  count: number;
  isAllSelected: boolean;
  actions: readonly SelectionAction[];
  selectAll: () => void;
};

const RowMenu = loadDialogLater(() => import("./row-menu.tsx").then((file) => file.RowMenu));

/** The rules for printing, which the first paint of a list does not need. Without a network, a list prints as it looks on the screen. */
const loadPrintStyle = () => import("./print.css").catch(() => undefined);

/** Access to the current state of a list for its commands. */
export type TableHandle = {
  canSelect: () => boolean;
  selectAll: () => void;
  selectedIds: () => readonly string[];
  /** The actions on the selected rows. */
  selectionActions: () => readonly SelectionAction[];
  canGoToPage: (step: "previous" | "next") => boolean;
  goToPage: (step: "previous" | "next") => void;
};

/** A stable function that calls the latest `run`, so that memoised rows do not render with every render of the screen. */
function useStableCallback<A extends unknown[]>(run: (...args: A) => void): (...args: A) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}

function LoadedTable({
  description,
  result,
  rowActions,
  state,
  locale,
  isStale,
  renderLink,
  onState,
  onAction,
  onBatch,
  onTotalSeen,
  filter,
  onWidth,
  renderSelected,
  onEditCell,
  whenEmpty,
  handle,
  regionId = "list",
}: TableProps) {
  const [selection] = useState(createSelection);
  const isNarrow = useMedia("(width < 640px)");
  const region = useRef<HTMLDivElement>(null);
  const width = useWidth(region);
  const { rows } = result;
  useEffect(() => void loadPrintStyle(), []);
  // Only visible rows are selected.
  useLayoutEffect(() => selection.retain(rows), [selection, rows]);
  const columns = useMemo(
    () => description.columns.map((column) => toTableColumn(column, description.editable)),
    [description.columns, description.editable],
  );
  const batchActions = description.actions.filter(isBatchAction);
  const isSelectable = batchActions.length > 0;
  const actionsById = useMemo(() => actionsByRow(rowActions, rows), [rowActions, rows]);
  const actionsFor = ({ id }: AnyRow) => actionsById.get(id) ?? description.actions;
  const selectable = isSelectable ? rows.filter((row) => isSelectableBy(actionsFor(row))) : [];
  const selectRows = (ids: ReadonlySet<string>) =>
    selection.set(new Set(selectable.filter((row) => ids.has(row.id)).map((row) => row.id)));
  const selectAll = useStableCallback((isAll: boolean) => selectRows(new Set(isAll ? rows.map((row) => row.id) : [])));
  const ids = rows.map((row) => row.id);
  const pointer = useRowPointer({ ids, isSelectable, selected: selection.ids, onSelected: selectRows });
  const selectRow = useStableCallback(pointer.select);
  const runAction = useStableCallback(onAction);
  const [menu, setMenu] = useState<{ row: AnyRow; anchor: { current: HTMLButtonElement } }>();
  const openMenu = useCallback(
    (row: AnyRow, button: HTMLButtonElement) => setMenu({ row, anchor: { current: button } }),
    [],
  );
  const setWidth = useStableCallback(onWidth);
  const editCell = useStableCallback(onEditCell);
  const toggleSort = useStableCallback((field: string) => showState(withSort(state, field)));
  const isFiltered = isSearched(state);
  const hasNext =
    rows.length === state.pageSize && (result.isCapped || state.pageIndex * state.pageSize < result.total);
  const actionCount = Math.max(...[description.actions, ...rowActions.sets].map(buttonCount));
  const selectionActionsOf = (selected: ReadonlySet<string>): SelectionAction[] => {
    const chosenRows = rows.filter((row) => selected.has(row.id));
    return batchActions.flatMap((action) => {
      const offers = chosenRows.map((row) => actionsFor(row).find((offer) => actionKey(offer) === actionKey(action)));
      if (offers.every((offer) => offer === undefined)) return [];
      const refusals = offers.filter((offer) => offer === undefined || offer.disabled !== undefined);
      // If a command is unavailable for only some of the rows, a review lists these rows with the reasons.
      const isReviewed = refusals.length > 0 && refusals.length < chosenRows.length && action.event === "command";
      const commonReason = refusals.length === chosenRows.length ? refusals[0]?.disabled : undefined;
      const reason = commonReason ?? formatText(texts.notAll, { n: refusals.length })[locale];
      return [
        {
          action,
          reason: refusals.length === 0 || isReviewed ? undefined : reason,
          run: () => onBatch(action, chosenRows, isReviewed),
        },
      ];
    });
  };
  /** Changes the state and scrolls to the first row. */
  function showState(next: TableState): void {
    region.current?.scrollTo({ top: 0 });
    onState(next);
  }
  const goToPage = (step: "previous" | "next") => showState(withPage(state, step, rows));
  useImperativeHandle(handle, () => ({
    canSelect: () => selectable.length > 0,
    selectAll: () => selectAll(true),
    selectedIds: () => [...selection.ids()],
    selectionActions: () => (selection.ids().size === 0 ? [] : selectionActionsOf(selection.ids())),
    canGoToPage: (step) => (step === "next" ? hasNext : state.pageIndex > 1),
    goToPage,
  }));
  const label = formatText(texts.list, { name: description.name })[locale];
  const rowProps = {
    columns,
    locale,
    selection,
    isSelectable,
    renderLink,
    onSelect: selectRow,
    onAction: runAction,
    onMenu: openMenu,
  };

  return (
    <div className="grid gap-4">
      <TableSearch
        items={description.fields}
        values={state.fields}
        locale={locale}
        onSearch={(fields) => showState(withSearch(state, fields))}
        button={filter?.button}
      >
        {filter?.bar}
      </TableSearch>
      <SelectionBar
        selection={selection}
        locale={locale}
        renderActions={(selected) =>
          renderSelected({
            count: selected.size,
            isAllSelected: selected.size === selectable.length,
            actions: selectionActionsOf(selected),
            selectAll: () => selectAll(true),
          })
        }
      />
      <div
        ref={region}
        role="region"
        id={regionId}
        // For the skip link.
        tabIndex={-1}
        aria-label={label}
        aria-busy={isStale}
        {...pointer.handlers}
        style={isNarrow ? undefined : { maxHeight: gridMaxHeight }}
        className={`relative overflow-auto border border-line bg-sheet transition-opacity ${isStale ? "opacity-60" : ""}`}
      >
        {rows.length === 0 ? (
          <EmptyState
            title={(isFiltered ? texts.noMatch : texts.none)[locale]}
            text={isFiltered ? texts.noMatchText[locale] : description.purpose}
          >
            {isFiltered ? (
              <Button onClick={() => showState(withoutSearch(state))}>{texts.clear[locale]}</Button>
            ) : (
              whenEmpty
            )}
          </EmptyState>
        ) : isNarrow ? (
          <ul>
            {rows.map((row) => (
              <TableCard key={row.id} {...rowProps} row={row} actions={actionsFor(row)} />
            ))}
          </ul>
        ) : (
          // The widths of columns depend on the width of the region.
          width > 0 && (
            <Grid
              {...rowProps}
              label={label}
              region={region}
              width={width}
              rows={rows}
              actionsFor={actionsFor}
              actionCount={actionCount}
              sort={state.sort ?? description.sort}
              selectableCount={selectable.length}
              onSelectAll={selectAll}
              density={description.density}
              frozenCount={description.frozen}
              onSort={toggleSort}
              onWidth={setWidth}
              onEditCell={editCell}
            />
          )
        )}
      </div>
      {menu !== undefined && (
        <RowMenu
          anchor={menu.anchor}
          actions={menuActions(actionsFor(menu.row))}
          onAction={(action) => runAction(action, menu.row)}
          onClose={() => setMenu(undefined)}
        />
      )}
      {/* No pagination below an empty list. */}
      {(result.total > 0 || state.pageIndex > 1) && (
        <Pagination
          locale={locale}
          pageIndex={state.pageIndex}
          pageSize={state.pageSize}
          pageSizes={pageSizes}
          total={result.total}
          isCapped={result.isCapped}
          hasNext={hasNext}
          onPage={goToPage}
          onPageSize={(size) => showState(withPageSize(state, size))}
          onSeen={onTotalSeen}
        />
      )}
    </div>
  );
}

/** Renders a list as the server describes it (B-138): search, sorting, pages, selection, row actions. */
export function AutoTable(props: TableProps) {
  const { columns, fields } = props.description;
  return (
    <FieldTypesBoundary
      fields={[...columns, ...fields].map(({ config }) => config)}
      fallback={<TableSkeleton label={texts.loading[props.locale]} />}
    >
      <LoadedTable {...props} />
    </FieldTypesBoundary>
  );
}
