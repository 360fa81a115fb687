import { useContext } from "react";
import { isEmpty, type LocalizedField } from "#kit/field.ts";
import { joinPath, type Problems, problemsAt } from "#kit/problem-path.ts";
import type { Locale } from "#kit/text.ts";
import { NestedEditor } from "./nested-editor.ts";

type SubFieldsProps = {
  id: string;
  value: Readonly<Record<string, unknown>>;
  fields: Readonly<Record<string, unknown>>;
  locale: Locale;
  disabled: boolean;
  problems: Problems;
  /** Called with null when all fields are empty. */
  onChange: (value: Record<string, unknown> | null) => void;
  /** Called when a field loses the focus, with its name and the path below it. */
  onLeave: (path: string) => void;
};

/** The sub-fields of one value, each with the editor of its type. */
export function SubFields({ id, value, fields, locale, disabled, problems, onChange, onLeave }: SubFieldsProps) {
  const Editor = useContext(NestedEditor);
  return (
    <div id={id} tabIndex={-1} className="grid gap-3 border-l-2 border-line pl-4">
      {Object.entries(fields).map(([name, field]) => (
        <Editor
          key={name}
          id={`${id}-${name}`}
          field={field as LocalizedField}
          value={value[name] ?? null}
          row={value}
          problems={problemsAt(problems, name)}
          locale={locale}
          disabled={disabled}
          onChange={(next) => {
            const nextValue = { ...value, [name]: next };
            onChange(Object.values(nextValue).every(isEmpty) ? null : nextValue);
          }}
          onLeave={(path) => onLeave(joinPath(name, path))}
        />
      ))}
    </div>
  );
}
