import { useMutation, useQuery } from "@tanstack/react-query";
import { GripVertical } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useId, useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import {
  columnWidths,
  defaultFrozenCount,
  densities,
  type Density,
  type ListLayout,
  maxColumns,
  maxFrozen,
} from "#kit/list-layout.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Input } from "#ui/input.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useText } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";
import { notify } from "#ui/toast.tsx";

const texts = {
  title: { zh: "列设置", en: "Columns" },
  text: { zh: "仅对您生效，在其他浏览器中同样保留。", en: "Applies only to you, in every browser you use." },
  viewText: {
    zh: "先只对您生效。要存入视图，请在视图菜单中保存修改。",
    en: "Applies only to you until you save the changes in the view menu.",
  },
  move: { zh: "移动{name}：可拖动，或按上下方向键", en: "Move {name}: drag, or press the up and down arrows" },
  width: { zh: "{name}的宽度（像素）", en: "Width of {name} in pixels" },
  automatic: { zh: "自动", en: "Auto" },
  position: { zh: "{name}：第 {n} 列，共 {count} 列", en: "{name}: column {n} of {count}" },
  density: { zh: "行高", en: "Row height" },
  compact: { zh: "紧凑", en: "Compact" },
  normal: { zh: "标准", en: "Standard" },
  roomy: { zh: "宽松", en: "Relaxed" },
  frozen: { zh: "冻结列", en: "Freeze" },
  none: { zh: "不冻结", en: "None" },
  first: { zh: "前 {n} 列", en: "First {n} {n|column|columns}" },
  badWidth: {
    zh: `列宽须为 ${columnWidths.min}–${columnWidths.max} 像素`,
    en: `Widths are from ${columnWidths.min} to ${columnWidths.max} pixels`,
  },
  reset: { zh: "恢复默认", en: "Reset to default" },
  resetToView: { zh: "恢复为视图的设置", en: "Reset to the view" },
  cancel: { zh: "取消", en: "Cancel" },
  save: { zh: "保存", en: "Save" },
};

type Columns = CallOutput<"GET paas/table/columns">;
/** `width`: as typed, in px; "" for automatic. */
type ColumnDraft = { field: string; name: string; isShown: boolean; width: string };
type Draft = { columns: ColumnDraft[]; frozen: number; density: Density };

/** The draft of a stored layout: the visible columns in order, then the hidden ones. */
function draftOf({ choices, layout }: Columns): Draft {
  const visibleColumns = layout?.columns ?? choices.filter(({ isDefault }) => isDefault);
  const indexOf = (field: string) => visibleColumns.findIndex((column) => column.field === field);
  const columns = choices.map(({ field, name }) => ({
    field,
    name,
    isShown: indexOf(field) !== -1,
    width: String(layout?.columns[indexOf(field)]?.width ?? ""),
  }));
  const positionOf = ({ field, isShown }: ColumnDraft) => (isShown ? indexOf(field) : choices.length);
  return {
    columns: columns.toSorted((a, b) => positionOf(a) - positionOf(b)),
    frozen: layout?.frozen ?? defaultFrozenCount(choices.filter(({ isDefault }) => isDefault)),
    density: layout?.density ?? "normal",
  };
}

const isValidWidth = (text: string) =>
  text === "" || (/^\d{2,3}$/.test(text) && Number(text) >= columnWidths.min && Number(text) <= columnWidths.max);

const areWidthsValid = ({ columns }: Draft) => columns.every(({ width, isShown }) => !isShown || isValidWidth(width));

const layoutOfDraft = ({ columns, frozen, density }: Draft): ListLayout => ({
  columns: columns
    .filter(({ isShown }) => isShown)
    .map(({ field, width }) => ({ field, ...(width === "" ? {} : { width: Number(width) }) })),
  frozen,
  density,
});

type ColumnListProps = { columns: readonly ColumnDraft[]; onChange: (columns: ColumnDraft[]) => void };

/** The columns: shown or hidden by checkboxes, ordered by dragging or arrow keys, with widths. */
function ColumnList({ columns, onChange }: ColumnListProps) {
  const t = useText();
  const [draggedField, setDraggedField] = useState<string>();
  const [announcement, setAnnouncement] = useState("");
  const change = (field: string, changes: Partial<ColumnDraft>) =>
    onChange(columns.map((column) => (column.field === field ? { ...column, ...changes } : column)));
  function move(from: number, to: number): void {
    if (from === to || to < 0 || to >= columns.length) return;
    const next = [...columns];
    next.splice(to, 0, ...next.splice(from, 1));
    onChange(next);
    setAnnouncement(t(formatText(texts.position, { name: columns[from]!.name, n: to + 1, count: columns.length })));
  }
  function moveByKey(event: KeyboardEvent, index: number): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(index, index + step);
  }
  const dragOver = (index: number) => (event: DragEvent) => {
    if (draggedField === undefined) return;
    event.preventDefault();
    move(
      columns.findIndex(({ field }) => field === draggedField),
      index,
    );
  };
  return (
    <>
      <ul className="max-h-[46dvh] overflow-auto rounded-sm border border-line">
        {columns.map(({ field, name, isShown, width }, index) => (
          <li
            key={field}
            onDragOver={dragOver(index)}
            className={`flex items-center gap-2 border-b border-line px-2 py-1 last:border-b-0 ${draggedField === field ? "bg-brand-tint" : ""}`}
          >
            <button
              type="button"
              draggable
              className="row-action cursor-grab"
              aria-label={t(formatText(texts.move, { name }))}
              onKeyDown={(event) => moveByKey(event, index)}
              onDragStart={() => setDraggedField(field)}
              onDragEnd={() => setDraggedField(undefined)}
            >
              <GripVertical size={16} strokeWidth={1.5} aria-hidden="true" />
            </button>
            <span className="min-w-0 flex-1">
              <LabelledCheckbox
                checked={isShown}
                disabled={false}
                onChange={(isTicked) => change(field, { isShown: isTicked })}
              >
                {name}
              </LabelledCheckbox>
            </span>
            <Input
              className="w-20 text-right tabular-nums max-sm:hidden"
              inputMode="numeric"
              aria-label={t(formatText(texts.width, { name }))}
              placeholder={t(texts.automatic)}
              disabled={!isShown}
              value={width}
              aria-invalid={!isValidWidth(width)}
              onChange={(event) => change(field, { width: event.target.value.trim() })}
            />
          </li>
        ))}
      </ul>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}

type LayoutFormProps = { draft: Draft; onChange: (draft: Draft) => void };

function LayoutForm({ draft, onChange }: LayoutFormProps) {
  const t = useText();
  const id = useId();
  return (
    <div className="mt-4 grid gap-4">
      <ColumnList columns={draft.columns} onChange={(columns) => onChange({ ...draft, columns })} />
      {!areWidthsValid(draft) && <p className="form-problem text-sm text-danger">{t(texts.badWidth)}</p>}
      <div className="grid grid-cols-2 gap-4 max-sm:hidden">
        <label className="grid gap-1.5 text-sm font-medium text-ink-2" htmlFor={`${id}-density`}>
          {t(texts.density)}
          <Select
            id={`${id}-density`}
            value={draft.density}
            options={densities.map((key) => ({ key, name: t(texts[key]) }))}
            onChange={(key) =>
              onChange({ ...draft, density: densities.find((density) => density === key) ?? "normal" })
            }
          />
        </label>
        <label className="grid gap-1.5 text-sm font-medium text-ink-2" htmlFor={`${id}-frozen`}>
          {t(texts.frozen)}
          <Select
            id={`${id}-frozen`}
            value={String(draft.frozen)}
            options={Array.from({ length: maxFrozen + 1 }, (_, n) => ({
              key: String(n),
              name: t(n === 0 ? texts.none : formatText(texts.first, { n })),
            }))}
            onChange={(key) => onChange({ ...draft, frozen: Number(key ?? 0) })}
          />
        </label>
      </div>
    </div>
  );
}

export type ColumnsProps = {
  type: string;
  /** The id of the saved view in which the list is shown. */
  viewId: string | undefined;
  /** Called after the layout was saved. */
  onSaved: () => void;
};

/** The layout of a list for one person: columns with order and width, row height, and frozen columns. */
export function ColumnsDialog({ type, viewId, onSaved, onClose }: ColumnsProps & { onClose: () => void }) {
  const t = useText();
  const [editedDraft, setEditedDraft] = useState<Draft>();
  const list = { type, ...(viewId && { view: viewId }) };
  const query = useQuery({
    queryKey: ["columns", type, viewId],
    queryFn: ({ signal }) => call("GET paas/table/columns", list, { signal }),
    gcTime: 0,
  });
  const draft = editedDraft ?? (query.data && draftOf(query.data));
  const { mutate: save, isPending } = useMutation({
    mutationFn: (layout: ListLayout | null) => call("POST paas/table/layout", { ...list, layout }),
    onSuccess: () => (onSaved(), onClose()),
    onError: (error) => notify("error", error.message),
  });
  const shownCount = draft?.columns.filter(({ isShown }) => isShown).length ?? 0;
  const isSavable = draft !== undefined && areWidthsValid(draft) && shownCount > 0 && shownCount <= maxColumns;
  return (
    <Dialog
      isOpen
      title={t(texts.title)}
      description={t(viewId === undefined ? texts.text : texts.viewText)}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" className="mr-auto max-sm:px-2" disabled={isPending} onClick={() => save(null)}>
            {t(viewId === undefined ? texts.reset : texts.resetToView)}
          </Button>
          <Button onClick={onClose}>{t(texts.cancel)}</Button>
          <Button kind="primary" disabled={isPending || !isSavable} onClick={() => draft && save(layoutOfDraft(draft))}>
            {t(texts.save)}
          </Button>
        </>
      }
    >
      <QueryContent query={query} height="h-80">
        {(columns) => <LayoutForm draft={editedDraft ?? draftOf(columns)} onChange={setEditedDraft} />}
      </QueryContent>
    </Dialog>
  );
}
