import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { pageSizes, type ListColumn } from "#kit/auto.ts";
import { isEmpty } from "#kit/field.ts";
import type { AnyRow } from "#kit/entity.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { RelationTitles } from "#client/relation-title.tsx";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { CellValue, toTableColumn } from "#render/table/table-cell.tsx";
import { TableSearch } from "#render/table/table-search.tsx";
import { type TableState, withPage, withPageSize, withSearch } from "#render/table/table-state.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Pagination } from "#ui/pagination.tsx";
import type { PickRowsProps } from "#ui/relation-dialogs.ts";
import { Skeleton } from "#ui/skeleton.tsx";

const texts = {
  title: { zh: "选择{name}", en: "Choose from {name}" },
  choose: { zh: "确定", en: "Choose" },
  chooseMany: { zh: "确定（{n}/{max}）", en: "Choose ({n} of {max})" },
  cancel: { zh: "取消", en: "Cancel" },
  none: { zh: "没有符合条件的内容", en: "No results" },
  full: { zh: "最多选择 {max} 条", en: "You can choose up to {max}" },
  list: { zh: "可选内容", en: "Options" },
};

/** The maximum number of columns shown below the title. */
const maxOtherColumns = 3;

type RowChoiceProps = {
  row: AnyRow;
  columns: readonly ListColumn[];
  /** The `name` that all radio buttons of the dialog share. */
  group: string;
  isChosen: boolean;
  isRadio: boolean;
  /** Whether the row cannot be chosen, because the maximum number of rows has been chosen. */
  isDisabled: boolean;
  onChange: (isChosen: boolean) => void;
};

function RowChoice({ row, columns, group, isChosen, isRadio, isDisabled, onChange }: RowChoiceProps) {
  const locale = useLocale();
  const titleColumn = columns.find(({ isTitle }) => isTitle) ?? columns[0]!;
  const otherColumns = columns
    .filter((column) => column !== titleColumn && !isEmpty(row[column.field]))
    .slice(0, maxOtherColumns);
  return (
    <label
      className={`flex items-start gap-3 px-4 py-2.5 pointer-coarse:py-3 ${isChosen ? "bg-paper-2" : ""} ${isDisabled ? "opacity-55" : "cursor-pointer hover:bg-paper-2"}`}
    >
      <span className="grid h-6 place-items-center">
        {isRadio ? (
          <input
            type="radio"
            name={group}
            checked={isChosen}
            onChange={() => onChange(true)}
            className="size-4 accent-(--brand)"
          />
        ) : (
          <Checkbox checked={isChosen} disabled={isDisabled} onCheckedChange={onChange} />
        )}
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="truncate font-medium">
          <CellValue column={toTableColumn(titleColumn)} value={row[titleColumn.field]} locale={locale} />
        </span>
        {otherColumns.length > 0 && (
          <span className="flex flex-wrap gap-x-4 text-sm text-ink-2">
            {otherColumns.map((column) => (
              <span key={column.field} className="min-w-0 truncate">
                <span className="text-ink-3">{column.name} </span>
                <CellValue column={toTableColumn(column)} value={row[column.field]} locale={locale} />
              </span>
            ))}
          </span>
        )}
      </span>
    </label>
  );
}

/** A dialog with the list of an entity, its search form and its pages, to choose one row or up to `max` rows. */
export function PickRowsDialog({ type, value, max, onPick, onClose }: PickRowsProps) {
  const locale = useLocale();
  const t = useText();
  const group = useId();
  const [state, setState] = useState<TableState>({ pageIndex: 1, pageSize: pageSizes[0], fields: {} });
  const [chosenIds, setChosenIds] = useState<readonly string[]>(value);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ["table", type, "pick", locale, state],
    queryFn: ({ signal }) =>
      call(
        "POST paas/table/search",
        { paraModel: { url: `/admin/${type}/list`, selectable: true, ...state } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  const isRadio = max === 1;
  const isFull = !isRadio && chosenIds.length >= max;
  const toggle = (id: string, isChosen: boolean) =>
    setChosenIds(isRadio ? [id] : isChosen ? [...chosenIds, id] : chosenIds.filter((rowId) => rowId !== id));
  const rows = data?.result.rows ?? [];
  const hasNext =
    data !== undefined &&
    rows.length === state.pageSize &&
    (data.result.isCapped || state.pageIndex * state.pageSize < data.result.total);
  return (
    <Dialog
      isOpen
      size="wide"
      title={formatText(texts.title, { name: data?.play.name ?? "" })[locale]}
      hasClose
      onClose={onClose}
      actions={
        <>
          {isFull && (
            <p role="status" className="mr-auto self-center text-sm text-ink-3">
              {formatText(texts.full, { max })[locale]}
            </p>
          )}
          <Button onClick={onClose}>{t(texts.cancel)}</Button>
          <Button kind="primary" onClick={() => onPick([...chosenIds])}>
            {isRadio ? t(texts.choose) : formatText(texts.chooseMany, { n: chosenIds.length, max })[locale]}
          </Button>
        </>
      }
    >
      {/* React events bubble from the dialog to the form whose field opened it: that form must not be submitted. */}
      <div className="grid gap-4 pt-2" onSubmit={(event) => event.stopPropagation()}>
        {error !== null ? (
          <LoadFailure onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton className="h-60 w-full" />
        ) : (
          <FieldTypesBoundary
            fields={[...data.play.columns, ...data.play.fields].map(({ config }) => config)}
            fallback={<Skeleton className="h-60 w-full" />}
          >
            <RelationTitles value={data.titles}>
              {data.play.fields.length > 0 && (
                <TableSearch
                  items={data.play.fields}
                  values={state.fields}
                  locale={locale}
                  onSearch={(fields) => setState(withSearch(state, fields))}
                />
              )}
              <div
                role={isRadio ? "radiogroup" : "group"}
                aria-label={t(texts.list)}
                aria-busy={isPlaceholderData}
                className={`grid divide-y divide-line border border-line transition-opacity ${isPlaceholderData ? "opacity-60" : ""}`}
              >
                {rows.length === 0 && <p className="px-4 py-6 text-center text-sm text-ink-3">{t(texts.none)}</p>}
                {rows.map((row) => (
                  <RowChoice
                    key={row.id}
                    row={row}
                    columns={data.play.columns}
                    group={group}
                    isChosen={chosenIds.includes(row.id)}
                    isRadio={isRadio}
                    isDisabled={isFull && !chosenIds.includes(row.id)}
                    onChange={(isChosen) => toggle(row.id, isChosen)}
                  />
                ))}
              </div>
              <Pagination
                locale={locale}
                pageIndex={state.pageIndex}
                pageSize={state.pageSize}
                pageSizes={pageSizes}
                total={data.result.total}
                isCapped={data.result.isCapped}
                hasNext={hasNext}
                onPage={(step) => setState(withPage(state, step, rows))}
                onPageSize={(size) => setState(withPageSize(state, size))}
                // The total of the page suffices: it is not counted exactly.
                onSeen={() => undefined}
              />
            </RelationTitles>
          </FieldTypesBoundary>
        )}
      </div>
    </Dialog>
  );
}
