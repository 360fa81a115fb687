import { GripVertical } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { formatText, textIn } from "#kit/text.ts";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import type { Draft, EditDraft, FieldTypeInfo } from "../draft/draft.ts";
import { moveColumn, setMembership } from "../draft/edit-draft.ts";
import { PanelSection } from "./panel.tsx";

const texts = {
  title: { zh: "列表的列", en: "Columns of the list" },
  move: {
    zh: "移动列“{name}”：可拖动，或按上下方向键",
    en: "Move column {name}: drag, or press the up and down arrows",
  },
  position: { zh: "{name}：第 {n} 列，共 {count} 列", en: "{name}: column {n} of {count}" },
};

type OrderProps = {
  draft: Draft;
  types: ReadonlyMap<string, FieldTypeInfo>;
  onEdit: EditDraft;
};

/** The columns of the list, in order: dragged, or moved with the arrow keys; below them the fields that are no columns. */
export function ColumnOrder({ draft, types, onEdit }: OrderProps) {
  const locale = useLocale();
  const t = useText();
  const [dragged, setDragged] = useState<string>();
  const [announcement, setAnnouncement] = useState("");
  const { fields, list } = draft.definition;
  const names = new Map(fields.map(({ field, name }) => [field, textIn(name, locale) || field]));
  const columns = list.columns.filter((column) => names.has(column));
  const others = fields.filter(
    ({ field, type }) => !columns.includes(field) && types.get(type.toLowerCase())?.isStored !== false,
  );

  function move(column: string, to: number): void {
    if (columns[to] === undefined || columns[to] === column) return;
    onEdit((current) => moveColumn(current, column, to), `columns ${column}`);
    const place = { name: names.get(column) ?? column, n: to + 1, count: columns.length };
    setAnnouncement(t(formatText(texts.position, place)));
  }
  function moveByKey(event: KeyboardEvent, column: string, index: number): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(column, index + step);
  }
  const checkbox = (field: string, isColumn: boolean) => (
    <LabelledCheckbox
      checked={isColumn}
      // A list has a column.
      disabled={isColumn && columns.length === 1}
      onChange={(isIn) => onEdit((current) => setMembership(current, field, "column", isIn))}
    >
      {names.get(field)}
    </LabelledCheckbox>
  );

  return (
    <PanelSection title={t(texts.title)}>
      <ul data-columns="">
        {columns.map((column, index) => (
          <li
            key={column}
            data-column={column}
            className={`flex items-center gap-1 rounded-sm ${dragged === column ? "bg-brand-tint" : ""}`}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              move(dragged, index);
            }}
          >
            <button
              type="button"
              draggable
              className="row-action cursor-grab"
              aria-label={t(formatText(texts.move, { name: names.get(column) ?? column }))}
              onKeyDown={(event) => moveByKey(event, column, index)}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                event.dataTransfer.setData("text/plain", column);
                setDragged(column);
              }}
              onDragEnd={() => setDragged(undefined)}
            >
              <GripVertical size={14} strokeWidth={1.5} aria-hidden="true" />
            </button>
            {checkbox(column, true)}
          </li>
        ))}
        {others.map(({ field }) => (
          <li key={field} className="flex items-center gap-1">
            <span className="row-action" />
            {checkbox(field, false)}
          </li>
        ))}
      </ul>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </PanelSection>
  );
}
