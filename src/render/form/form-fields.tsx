import { memo, useCallback, useId, useLayoutEffect, useRef } from "react";
import { showsIn } from "#kit/condition.ts";
import { type Fields, isEmpty, type LocalizedField, localizeFields } from "#kit/field.ts";
import { noProblems, type Problems, replaceAt } from "#kit/problem-path.ts";
import type { Locale } from "#kit/text.ts";
import { NestedEditor } from "#ui/nested-editor.ts";
import { fieldTypeOf, siblingsIn } from "#render/field-types.ts";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { problemsOf, trimValue } from "./auto-fields.ts";
import { FieldLine, NestedLine } from "./form-line.tsx";

/** Localizes the fields of a definition for the form engine: `describeFields(hero.settings, "zh")`. */
export function describeFields(fields: Fields, locale: Locale): Record<string, LocalizedField> {
  return localizeFields(fields, locale, fieldTypeOf);
}

/** Drops the problems of empty rows, which have just been added. */
function apartFromNewRows(problems: Problems, value: unknown): Problems {
  if (!Array.isArray(value)) return problems;
  return value.reduce<Problems>(
    (values, row, index) =>
      Object.values(row as object).every(isEmpty) ? replaceAt(values, String(index), {}) : values,
    problems,
  );
}

type FieldsFormProps = {
  fields: Record<string, LocalizedField>;
  values: Readonly<Record<string, unknown>>;
  locale: Locale;
  disabled?: boolean;
  /** Nothing is filled in yet: empty required fields are not marked. */
  isNew?: boolean;
  /** Called on every edit; there is nothing to save. */
  onChange: (field: string, value: unknown) => void;
};

function Lines({ fields, values, locale, disabled = false, isNew = false, onChange }: FieldsFormProps) {
  const id = useId();
  const latest = useRef(onChange);
  useLayoutEffect(() => {
    latest.current = onChange;
  });
  const change = useCallback((name: string, value: unknown) => latest.current(name, value), []);
  const problemsIn = (field: LocalizedField, value: unknown) =>
    isNew && trimValue(field, value) === null
      ? noProblems
      : apartFromNewRows(problemsOf(field, value, values, { locale }), value);
  const visibleFields = Object.entries(fields).filter(([name]) => showsIn(fields, name, values));
  return (
    <NestedEditor value={NestedLine}>
      <div className="grid gap-4">
        {visibleFields.map(([name, field]) => (
          <FieldLine
            key={name}
            id={`${id}-${name}`}
            name={name}
            field={field}
            value={values[name] ?? null}
            siblings={siblingsIn(field, values)}
            problems={problemsIn(field, values[name])}
            locale={locale}
            disabled={disabled}
            onChange={change}
          />
        ))}
      </div>
    </NestedEditor>
  );
}

/** Fields without a save button: a property panel. `if` rules apply, invalid values are marked, and an edit renders one field only. */
export const FieldsForm = memo(function FieldsForm(props: FieldsFormProps) {
  return (
    <FieldTypesBoundary fields={Object.values(props.fields)} waiting={null}>
      <Lines {...props} />
    </FieldTypesBoundary>
  );
});
