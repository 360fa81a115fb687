import { memo, useCallback, useId, useLayoutEffect, useRef } from "react";
import { isFieldShown } from "#kit/condition.ts";
import { type Fields, isEmpty, type LocalizedField, localizeFields } from "#kit/field.ts";
import { noProblems, type Problems, replaceAt } from "#kit/problem-path.ts";
import type { Locale } from "#kit/text.ts";
import { NestedEditor } from "#ui/nested-editor.ts";
import { fieldTypeOf, dependenciesIn } from "#render/field-types.ts";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { nullIfEmpty } from "./empty-value.ts";
import { FieldLine, NestedLine } from "./form-line.tsx";
import { useChecks } from "./use-checks.ts";

/** Localizes the fields of a definition for the form engine: `localizeFormFields(hero.settings, "zh")`. */
export function localizeFormFields(fields: Fields, locale: Locale): Record<string, LocalizedField> {
  return localizeFields(fields, locale, fieldTypeOf);
}

/** The problems of a value without those of its empty rows, which the person has just added. */
function withoutNewRowProblems(problems: Problems, value: unknown): Problems {
  if (!Array.isArray(value)) return problems;
  let remaining = problems;
  for (const [index, row] of value.entries())
    if (Object.values(row as object).every(isEmpty)) remaining = replaceAt(remaining, String(index), {});
  return remaining;
}

type FieldsFormProps = {
  fields: Record<string, LocalizedField>;
  values: Readonly<Record<string, unknown>>;
  locale: Locale;
  disabled?: boolean;
  /** The person has not filled in anything yet: empty required fields are not marked. */
  isNew?: boolean;
  /** The form is shown before anybody has reached for it: its values are checked once the browser is idle. */
  isFirst?: boolean;
  /** Problems that the form cannot find itself, by field: shown where the value has none of its own. */
  problems?: Problems;
  /** Called on every edit. */
  onChange: (field: string, value: unknown) => void;
};

function FieldLines(props: FieldsFormProps) {
  const { fields, values, locale, disabled = false, isNew = false, problems: otherProblems, onChange } = props;
  const id = useId();
  const problemsOf = useChecks(props.isFirst === true);
  const latestOnChange = useRef(onChange);
  useLayoutEffect(() => {
    latestOnChange.current = onChange;
  });
  const change = useCallback((name: string, value: unknown) => latestOnChange.current(name, value), []);
  function problemsIn(name: string, field: LocalizedField): Problems {
    const value = values[name];
    const fieldProblems =
      problemsOf === undefined || (isNew && nullIfEmpty(field, value) === null)
        ? noProblems
        : withoutNewRowProblems(problemsOf(field, value, values, { locale }), value);
    const other = otherProblems?.[name];
    return fieldProblems === noProblems && other !== undefined ? { "": other } : fieldProblems;
  }
  const visibleFields = Object.entries(fields).filter(([name]) => isFieldShown(fields, name, values));
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
            dependencies={dependenciesIn(field, values)}
            problems={problemsIn(name, field)}
            locale={locale}
            disabled={disabled}
            onChange={change}
          />
        ))}
      </div>
    </NestedEditor>
  );
}

/** A form without a save button, such as a property panel. Applies `if` rules, marks invalid values, and renders only the edited field again. */
export const FieldsForm = memo(function FieldsForm(props: FieldsFormProps) {
  return (
    <FieldTypesBoundary fields={Object.values(props.fields)} fallback={null}>
      <FieldLines {...props} />
    </FieldTypesBoundary>
  );
});
