import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { useContext } from "react";
import type { WordedField } from "#kit/field.ts";
import type { Locale } from "#kit/text.ts";
import { Button } from "./button.tsx";
import { NestedEditor } from "./nested-editor.ts";

type SubRow = Record<string, unknown>;
type SubRowsProps = {
  id: string;
  rows: SubRow[];
  fields: Record<string, unknown>;
  max: number;
  locale: Locale;
  disabled: boolean;
  onChange: (rows: SubRow[]) => void;
};

const words = {
  add: { zh: "添加一行", en: "Add a row" },
  up: { zh: "上移", en: "Move up" },
  down: { zh: "下移", en: "Move down" },
  remove: { zh: "删除此行", en: "Remove this row" },
  row: { zh: "第", en: "Row" },
};

function moved(rows: SubRow[], from: number, to: number): SubRow[] {
  const next = [...rows];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** Rows inside a value: add, remove, reorder, and edit every cell with its own field type. */
export function SubRows({ id, rows, fields, max, locale, disabled, onChange }: SubRowsProps) {
  const Editor = useContext(NestedEditor);
  return (
    <div id={id} className="grid gap-3">
      {rows.map((row, index) => (
        // A row has no identity of its own: its place is what the document stores.
        <fieldset key={index} className="grid gap-3 rounded-sm border border-line p-3">
          <legend className="float-left flex w-full items-center justify-between text-sm text-ink-3">
            <span>
              {words.row[locale]} {index + 1}
              {locale === "zh" ? " 行" : ""}
            </span>
            <span className="flex">
              <Button kind="quiet" size="icon" aria-label={words.up[locale]} disabled={disabled || index === 0} onClick={() => onChange(moved(rows, index, index - 1))}>
                <ArrowUp size={16} strokeWidth={1.5} />
              </Button>
              <Button kind="quiet" size="icon" aria-label={words.down[locale]} disabled={disabled || index === rows.length - 1} onClick={() => onChange(moved(rows, index, index + 1))}>
                <ArrowDown size={16} strokeWidth={1.5} />
              </Button>
              <Button kind="quiet" size="icon" aria-label={words.remove[locale]} disabled={disabled} onClick={() => onChange(rows.filter((_, other) => other !== index))}>
                <Trash2 size={16} strokeWidth={1.5} />
              </Button>
            </span>
          </legend>
          {Object.entries(fields as Record<string, WordedField>).map(([name, field]) => (
            <Editor
              key={name}
              field={field}
              value={row[name] ?? null}
              locale={locale}
              disabled={disabled}
              onChange={(value) => onChange(rows.map((other, at) => (at === index ? { ...other, [name]: value } : other)))}
            />
          ))}
        </fieldset>
      ))}
      <Button className="justify-self-start" disabled={disabled || rows.length >= max} onClick={() => onChange([...rows, {}])}>
        <Plus size={16} strokeWidth={1.5} />
        {words.add[locale]}
      </Button>
    </div>
  );
}
