import { ArrowDown, ArrowUp, ChevronRight, Plus, Trash2 } from "lucide-react";
import { type RefObject, useContext, useEffect, useRef, useState } from "react";
import type { LocalizedField } from "#kit/field.ts";
import { joinPath, noProblems, type Problems, problemsAt } from "#kit/problem-path.ts";
import { type Locale, textIn } from "#kit/text.ts";
import { Button } from "./button.tsx";
import { ContentOnly, NestedEditor } from "./nested-editor.ts";

type SubRow = Record<string, unknown>;
type Fields = Record<string, LocalizedField>;
type SubRowsProps = {
  id: string;
  rows: SubRow[];
  fields: Record<string, unknown>;
  max: number;
  locale: Locale;
  disabled: boolean;
  problems: Problems;
  onChange: (rows: SubRow[]) => void;
  /** Called when a cell loses the focus, with its path. */
  onLeave: (path: string) => void;
};

const texts = {
  add: { zh: "添加一行", en: "Add a row" },
  up: { zh: "上移", en: "Move up" },
  down: { zh: "下移", en: "Move down" },
  remove: { zh: "删除此行", en: "Remove this row" },
  blank: { zh: "未填写", en: "Not filled in" },
  invalid: { zh: "填写有误", en: "needs attention" },
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** The title of a collapsed row: its required fields first, then the optional ones. */
function titleOf(row: SubRow, fields: Fields, locale: Locale): string {
  const ordered = Object.entries(fields).toSorted(
    ([, a], [, b]) => Number(b.required ?? false) - Number(a.required ?? false),
  );
  const titles = ordered.map(([name]) => textIn(row[name], locale));
  return titles.find((text) => text !== "") ?? "";
}

type RowProps = Pick<SubRowsProps, "id" | "locale" | "disabled" | "problems" | "onLeave"> & {
  row: SubRow;
  index: number;
  count: number;
  fields: Fields;
  isOpen: boolean;
  onOpen: () => void;
  onEdit: (row: SubRow) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

function SubRowItem(props: RowProps) {
  const { id, row, index, count, fields, locale, disabled, problems, isOpen } = props;
  const { onOpen, onEdit, onMove, onRemove, onLeave } = props;
  const Editor = useContext(NestedEditor);
  const isFixed = useContext(ContentOnly);
  const isInvalid = problems !== noProblems;
  const title = titleOf(row, fields, locale);
  return (
    <li className="border-b border-line last:border-b-0">
      <div className="flex items-center gap-1 pr-1">
        <button
          id={id}
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-cells`}
          className="flex min-h-10 min-w-0 flex-1 items-center gap-2 pl-2 text-left hover:text-brand pointer-coarse:min-h-11"
          onClick={onOpen}
        >
          <ChevronRight {...icon} className={`shrink-0 text-ink-3 transition-transform ${isOpen ? "rotate-90" : ""}`} />
          <span className={`w-5 shrink-0 text-sm tabular-nums ${isInvalid ? "font-medium text-danger" : "text-ink-3"}`}>
            {index + 1}
          </span>
          {/* In a narrow row, the title keeps a line of its own. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
            <span className={`min-w-24 flex-1 truncate ${title === "" ? "text-ink-3" : ""}`}>
              {title === "" ? texts.blank[locale] : title}
            </span>
            {isInvalid && <span className="shrink-0 text-sm text-danger">{texts.invalid[locale]}</span>}
          </span>
        </button>
        {count > 1 && !isFixed && (
          <>
            <Button
              kind="quiet"
              size="icon"
              id={`${id}-up`}
              aria-label={`${texts.up[locale]} ${index + 1}`}
              disabled={disabled || index === 0}
              onClick={() => onMove(index - 1)}
            >
              <ArrowUp {...icon} />
            </Button>
            <Button
              kind="quiet"
              size="icon"
              id={`${id}-down`}
              aria-label={`${texts.down[locale]} ${index + 1}`}
              disabled={disabled || index === count - 1}
              onClick={() => onMove(index + 1)}
            >
              <ArrowDown {...icon} />
            </Button>
          </>
        )}
        {!isFixed && (
          <Button
            kind="quiet"
            size="icon"
            aria-label={`${texts.remove[locale]} ${index + 1}`}
            disabled={disabled}
            onClick={onRemove}
          >
            <Trash2 {...icon} />
          </Button>
        )}
      </div>
      <div id={`${id}-cells`} hidden={!isOpen} className={isOpen ? "grid gap-3 px-3 pt-1 pb-4" : ""}>
        {isOpen &&
          Object.entries(fields).map(([name, field]) => (
            <Editor
              key={name}
              id={`${id}-${name}`}
              field={field}
              value={row[name] ?? null}
              row={row}
              problems={problemsAt(problems, name)}
              locale={locale}
              disabled={disabled}
              onChange={(value) => onEdit({ ...row, [name]: value })}
              onLeave={(path) => onLeave(joinPath(name, path))}
            />
          ))}
      </div>
    </li>
  );
}

/** Whether each row is expanded, by index, and a function that changes it. A row expands when it becomes invalid. */
function useExpandedRows(
  invalidRows: readonly boolean[],
): [readonly boolean[], (expandedRows: readonly boolean[]) => void] {
  // Rows have no ids: the caller moves these entries together with the rows.
  const [expandedRows, setExpandedRows] = useState<readonly boolean[]>([]);
  const [previousInvalidRows, setPreviousInvalidRows] = useState<readonly boolean[]>([]);
  const allExpanded = invalidRows.map(
    (isInvalid, index) => (expandedRows[index] ?? false) || (isInvalid && previousInvalidRows[index] !== true),
  );
  if (invalidRows.some((isInvalid, index) => isInvalid !== (previousInvalidRows[index] ?? false))) {
    setPreviousInvalidRows(invalidRows);
    setExpandedRows(allExpanded);
  }
  return [allExpanded, setExpandedRows];
}

/** Returns a function that, after the next render, focuses the first of the given elements that exists and is enabled. */
function useNextFocus(): [focusOn: (selectors: readonly string[]) => void, box: RefObject<HTMLDivElement | null>] {
  const box = useRef<HTMLDivElement>(null);
  const next = useRef<readonly string[]>([]);
  useEffect(() => {
    const elements = next.current.map((selector) => box.current?.querySelector<HTMLElement>(`${selector}:enabled`));
    next.current = [];
    elements.find((element) => element !== null && element !== undefined)?.focus();
  });
  return [(selectors) => void (next.current = selectors), box];
}

/** Edits the sub-rows of a value: adds, removes and reorders rows. Rows are collapsed unless the person expands them or they are new or invalid. */
export function SubRows({ id, rows, fields, max, locale, disabled, problems, onChange, onLeave }: SubRowsProps) {
  const problemsOfRows = rows.map((_, index) => problemsAt(problems, String(index)));
  const [expandedRows, setExpandedRows] = useExpandedRows(
    problemsOfRows.map((rowProblems) => rowProblems !== noProblems),
  );
  const [focusOn, box] = useNextFocus();
  const isFixed = useContext(ContentOnly);
  const change = (next: SubRow[], nextExpanded: readonly boolean[], ...focus: string[]) => {
    setExpandedRows(nextExpanded);
    onChange(next);
    focusOn(focus);
  };
  const rowId = (index: number) => `#${CSS.escape(`${id}-${index}`)}`;
  return (
    <div ref={box} id={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {rows.length > 0 && (
        <ul className="rounded-sm border border-line bg-sheet">
          {rows.map((row, index) => (
            <SubRowItem
              key={index}
              id={`${id}-${index}`}
              row={row}
              problems={problemsOfRows[index]!}
              index={index}
              count={rows.length}
              fields={fields as Fields}
              locale={locale}
              disabled={disabled}
              isOpen={expandedRows[index]!}
              onOpen={() => setExpandedRows(expandedRows.with(index, !expandedRows[index]))}
              onEdit={(next) => onChange(rows.with(index, next))}
              onMove={(to) => {
                // The focus follows the move button of the row; if the button is disabled at the end of the list, it goes to the row.
                const button = to < index ? "up" : "down";
                change(
                  moveItem(rows, index, to),
                  moveItem(expandedRows, index, to),
                  `${rowId(to)}-${button}`,
                  rowId(to),
                );
              }}
              onRemove={() =>
                change(
                  rows.toSpliced(index, 1),
                  expandedRows.toSpliced(index, 1),
                  rowId(index),
                  rowId(index - 1),
                  "[data-add]",
                )
              }
              onLeave={(path) => onLeave(joinPath(String(index), path))}
            />
          ))}
        </ul>
      )}
      <Button
        data-add=""
        className="justify-self-start"
        disabled={disabled || isFixed || rows.length >= max}
        onClick={() => {
          const cells = `${rowId(rows.length)}-cells`;
          change([...rows, {}], [...expandedRows, true], `${cells} :is(input, textarea, button)`, rowId(rows.length));
        }}
      >
        <Plus {...icon} />
        {texts.add[locale]}
      </Button>
    </div>
  );
}
