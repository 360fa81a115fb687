import { ChevronRight, GripVertical, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { type ViewColumn, viewValueKey } from "#kit/joined-view.ts";
import { formatText, textIn } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";

const texts = {
  columns: { zh: "列的顺序", en: "Order of the columns" },
  move: {
    zh: "移动列“{name}”：可拖动，或按上下方向键",
    en: "Move column {name}: drag, or press the up and down arrows",
  },
  position: { zh: "{name}：第 {n} 列，共 {count} 列", en: "{name}: column {n} of {count}" },
  remove: { zh: "移除列“{name}”", en: "Remove column {name}" },
  ascending: { zh: "升序", en: "Ascending" },
  descending: { zh: "降序", en: "Descending" },
};

function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from]!;
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

type ListProps = {
  id: string;
  columns: readonly ViewColumn[];
  /** What columns without a title are called, by the keys of their values. */
  names: Readonly<Record<string, string>>;
  problemOf: (index: number) => string | undefined;
  disabled: boolean;
  onChange: (columns: ViewColumn[]) => void;
  renderSettings: (column: ViewColumn, index: number) => ReactNode;
};

/** The columns of a view in order: dragged, or moved with the arrow keys. Each opens its settings. */
export function ColumnList({ id, columns, names, problemOf, disabled, onChange, renderSettings }: ListProps) {
  const locale = useLocale();
  const t = useText();
  const [openKey, setOpenKey] = useState<string>();
  const [draggedKey, setDraggedKey] = useState<string>();
  const [announcement, setAnnouncement] = useState("");
  const nameOf = (column: ViewColumn) => textIn(column.title, locale) || names[viewValueKey(column)] || column.path;

  function move(from: number, to: number): void {
    const column = columns[from];
    if (from === to || column === undefined || columns[to] === undefined) return;
    onChange(moved(columns, from, to));
    setAnnouncement(t(formatText(texts.position, { name: nameOf(column), n: to + 1, count: columns.length })));
    const key = viewValueKey(column);
    // The item moves within the list, which may take the focus from its handle.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-move="${CSS.escape(key)}"]`)?.focus());
  }
  function moveByKey(event: KeyboardEvent, index: number): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(index, index + step);
  }

  return (
    <>
      <ul aria-label={t(texts.columns)} className="rounded-sm border border-line bg-sheet">
        {columns.map((column, index) => {
          const key = viewValueKey(column);
          const name = nameOf(column);
          const problem = problemOf(index);
          const isOpen = openKey === key;
          return (
            <li
              key={key}
              className={`border-b border-line last:border-b-0 ${draggedKey === key ? "bg-brand-tint" : ""}`}
              onDragOver={(event) => {
                if (draggedKey === undefined) return;
                event.preventDefault();
                const from = columns.findIndex((other) => viewValueKey(other) === draggedKey);
                if (from !== -1) move(from, index);
              }}
            >
              <div className="flex items-center gap-1 pr-1">
                <button
                  type="button"
                  draggable={!disabled}
                  disabled={disabled}
                  data-move={key}
                  className="row-action cursor-grab"
                  aria-label={t(formatText(texts.move, { name }))}
                  onKeyDown={(event) => moveByKey(event, index)}
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = "move";
                    event.dataTransfer.setData("text/plain", name);
                    setDraggedKey(key);
                  }}
                  onDragEnd={() => setDraggedKey(undefined)}
                >
                  <GripVertical size={14} strokeWidth={1.5} aria-hidden="true" />
                </button>
                <button
                  id={`${id}-${index}`}
                  type="button"
                  aria-expanded={isOpen}
                  aria-controls={`${id}-${index}-settings`}
                  className="flex min-h-10 min-w-0 flex-1 items-center gap-2 text-left hover:text-brand pointer-coarse:min-h-11"
                  onClick={() => setOpenKey(isOpen ? undefined : key)}
                >
                  <span className={`min-w-0 flex-1 truncate ${problem === undefined ? "" : "text-danger"}`}>
                    {name}
                  </span>
                  {column.sort && (
                    <span className="shrink-0 text-xs text-ink-3">
                      {t(column.sort === "asc" ? texts.ascending : texts.descending)}
                    </span>
                  )}
                  <ChevronRight
                    size={16}
                    strokeWidth={1.5}
                    aria-hidden="true"
                    className={`shrink-0 text-ink-3 transition-transform ${isOpen ? "rotate-90" : ""}`}
                  />
                </button>
                <Button
                  kind="quiet"
                  size="icon"
                  aria-label={t(formatText(texts.remove, { name }))}
                  disabled={disabled}
                  onClick={() => onChange(columns.toSpliced(index, 1))}
                >
                  <X size={16} strokeWidth={1.5} aria-hidden="true" />
                </Button>
              </div>
              {problem !== undefined && <p className="form-problem px-3 pb-2 text-sm text-danger">{problem}</p>}
              <div id={`${id}-${index}-settings`} hidden={!isOpen} className={isOpen ? "px-3 pt-1 pb-4" : ""}>
                {isOpen && renderSettings(column, index)}
              </div>
            </li>
          );
        })}
      </ul>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}
