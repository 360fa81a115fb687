import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { actionKey, isBatchAction, type Play, pageSizes, type RowAction, type TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { useMedia } from "#ui/media.ts";
import { Pagination } from "#ui/pagination.tsx";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { useRowPointer } from "./row-pointer.ts";
import { TableHead } from "./table-head.tsx";
import { isSelectableBy, type RenderLink, TableCard, TableRow } from "./table-row.tsx";
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
  selected: { zh: "已选 {n} 条", en: "{n} selected" },
  unselect: { zh: "取消选择", en: "Clear selection" },
  ofSelected: { zh: "{name}所选", en: "{name} selected" },
  notAll: { zh: "所选数据中有 {n} 条不支持此操作", en: "This cannot be done with {n} of the selected records" },
  list: { zh: "{name}列表", en: "{name} list" },
  loading: { zh: "正在加载…", en: "Loading…" },
};

/** Something that can be done with the rows that are selected, or why not with all of them. */
export type Batch = { action: RowAction; reason: string | undefined; run: () => void };

type TableProps = {
  play: Play;
  result: TableResult;
  /** What is offered for a row, by id, where that is not what `play` offers for all. */
  rowActions: Readonly<Record<string, readonly RowAction[]>>;
  state: TableState;
  locale: Locale;
  /** True while the next page or search is on its way; what stands here stays readable. */
  isStale: boolean;
  /** Should stay the same from render to render: rows are memoised. */
  renderLink?: RenderLink | undefined;
  onState: (state: TableState) => void;
  onAction: (action: RowAction, row: AnyRow) => void;
  /** With several rows, all of which offer the action. */
  onBatch: (action: RowAction, rows: AnyRow[]) => void;
  /** Called when the total comes into view. Should stay the same from render to render. */
  onTotalSeen: () => void;
  /** Another way to search, beside the search form: its button, and what it asks for. */
  filter?: { button: ReactNode; bar: ReactNode };
  /** What to do where there is nothing at all. */
  whenEmpty?: ReactNode;
  /** For commands: what they can do with the list. */
  handle?: Ref<TableHandle>;
};

/** What can be done with a list from outside, as it stands now. */
export type TableHandle = {
  canSelect: () => boolean;
  selectAll: () => void;
  /** What can be done with the rows that are selected. */
  batch: () => readonly Batch[];
  canTurn: (step: "previous" | "next") => boolean;
  turn: (step: "previous" | "next") => void;
};

/** A function that never changes and calls the newest `run`: memoised rows must not render because their screen did. */
function useStable<A extends unknown[]>(run: (...args: A) => void): (...args: A) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}

function LoadedTable({
  play,
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
  whenEmpty,
  handle,
}: TableProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const isNarrow = useMedia("(width < 640px)");
  const { rows } = result;
  // Only visible rows are selected, so new rows clear the selection.
  useEffect(() => setSelected(new Set()), [rows]);
  const batchActions = play.actions.filter(isBatchAction);
  const isSelectable = batchActions.length > 0;
  const actionsFor = ({ id }: AnyRow) => rowActions[id] ?? play.actions;
  const selectable = isSelectable ? rows.filter((row) => isSelectableBy(actionsFor(row))) : [];
  const selectRows = (ids: ReadonlySet<string>) =>
    setSelected(new Set(selectable.filter((row) => ids.has(row.id)).map((row) => row.id)));
  const pointer = useRowPointer({ ids: rows.map((row) => row.id), isSelectable, selected, onSelected: selectRows });
  const select = useStable(pointer.select);
  const act = useStable(onAction);
  const Row = isNarrow ? TableCard : TableRow;
  const lines = rows.map((row) => (
    <Row
      key={row.id}
      row={row}
      columns={play.columns}
      actions={actionsFor(row)}
      locale={locale}
      isSelected={selected.has(row.id)}
      isSelectable={isSelectable}
      renderLink={renderLink}
      onSelect={select}
      onAction={act}
    />
  ));
  const isFiltered = isSearched(state);
  const hasNext =
    rows.length === state.pageSize && (result.isCapped || state.pageIndex * state.pageSize < result.total);
  const selectAll = (isAll = true) => selectRows(new Set(isAll ? rows.map((row) => row.id) : []));
  const batch = batchActions.map((action): Batch => {
    const chosen = rows.filter((row) => selected.has(row.id));
    const isRefused = (row: AnyRow) =>
      actionsFor(row).every((one) => actionKey(one) !== actionKey(action) || one.disabled !== undefined);
    const refusedCount = chosen.filter(isRefused).length;
    const reason = refusedCount === 0 ? undefined : formatText(texts.notAll, { n: refusedCount })[locale];
    return { action, reason, run: () => onBatch(action, chosen) };
  });
  const turn = (step: "previous" | "next") => onState(withPage(state, step, rows));
  useImperativeHandle(handle, () => ({
    canSelect: () => selectable.length > 0,
    selectAll: () => selectAll(),
    batch: () => (selected.size === 0 ? [] : batch),
    canTurn: (step) => (step === "next" ? hasNext : state.pageIndex > 1),
    turn,
  }));

  return (
    <div className="grid gap-4">
      <TableSearch
        items={play.fields}
        values={state.fields}
        locale={locale}
        onSearch={(fields) => onState(withSearch(state, fields))}
        button={filter?.button}
      >
        {filter?.bar}
      </TableSearch>
      {selected.size > 0 && (
        // Floats, so that the list does not move under the pointer.
        <div className="enter fixed bottom-6 left-1/2 z-20 flex w-max max-w-[calc(100vw-32px)] -translate-x-1/2 flex-wrap items-center gap-2 rounded-md border border-line bg-sheet py-1.5 pr-1.5 pl-4 text-sm shadow-lg">
          <span role="status" className="mr-2 whitespace-nowrap">
            {formatText(texts.selected, { n: selected.size })[locale]}
          </span>
          <Button kind="quiet" onClick={() => setSelected(new Set())}>
            {texts.unselect[locale]}
          </Button>
          {batch.map(({ action, reason, run }) => (
            <Button
              key={actionKey(action)}
              kind={action.event === "delete" ? "danger" : "plain"}
              disabled={reason !== undefined}
              title={reason}
              onClick={run}
            >
              {action.event === "delete" ? formatText(texts.ofSelected, { name: action.name })[locale] : action.name}
            </Button>
          ))}
        </div>
      )}
      {/* Focusable, so that the keyboard can scroll what is wider than the screen. */}
      <div
        role="region"
        id="list"
        tabIndex={0}
        aria-label={formatText(texts.list, { name: play.name })[locale]}
        aria-busy={isStale}
        {...pointer.handlers}
        className={`relative overflow-auto border border-line bg-sheet transition-opacity ${isStale ? "opacity-60" : ""}`}
      >
        {rows.length === 0 ? (
          <EmptyState
            title={(isFiltered ? texts.noMatch : texts.none)[locale]}
            text={isFiltered ? texts.noMatchText[locale] : undefined}
          >
            {isFiltered ? (
              <Button onClick={() => onState(withoutSearch(state))}>{texts.clear[locale]}</Button>
            ) : (
              whenEmpty
            )}
          </EmptyState>
        ) : isNarrow ? (
          <ul>{lines}</ul>
        ) : (
          <table className="w-full border-collapse text-[0.9375rem]">
            <TableHead
              columns={play.columns}
              sort={state.sort ?? play.sort}
              locale={locale}
              selection={
                isSelectable
                  ? {
                      isAll: selectable.length > 0 && selected.size === selectable.length,
                      isSome: selected.size > 0,
                      onAll: selectAll,
                    }
                  : undefined
              }
              hasActions={play.actions.length > 0}
              onSort={(field) => onState(withSort(state, field))}
            />
            <tbody>{lines}</tbody>
          </table>
        )}
      </div>
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
          onPage={turn}
          onPageSize={(size) => onState(withPageSize(state, size))}
          onSeen={onTotalSeen}
        />
      )}
    </div>
  );
}

/** A list made from the server's description (B-138): search, sort, pages, selection, row actions. */
export function AutoTable(props: TableProps) {
  const { columns, fields } = props.play;
  return (
    <FieldTypesBoundary
      fields={[...columns, ...fields].map(({ config }) => config)}
      waiting={<TableSkeleton label={texts.loading[props.locale]} />}
    >
      <LoadedTable {...props} />
    </FieldTypesBoundary>
  );
}
