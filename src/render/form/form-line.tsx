import { memo, use } from "react";
import { isEmpty, type LocalizedField } from "#kit/field.ts";
import { ownLocaleNames } from "#kit/locale-names.ts";
import type { Problems } from "#kit/problem-path.ts";
import { type Locale, type LocalizedValue, locales } from "#kit/text.ts";
import { loadLater } from "#ui/load-later.ts";
import { ContentOnly, type NestedEditorProps } from "#ui/nested-editor.ts";
import { fieldTypeOf, noDependencies, dependenciesIn } from "#render/field-types.ts";

const assist = loadLater(() => import("./assist.tsx").then((file) => file.Assist));

const requiredWord = { zh: "必填", en: "required" };
const emptyText = { zh: "未填写", en: "Not filled in" };

export type LineProps = {
  id: string;
  name: string;
  field: LocalizedField;
  value: unknown;
  /** See `EditProps`. Must be the same object while the values are the same, because fields are memoized. */
  dependencies?: Readonly<Record<string, unknown>>;
  problems: Problems;
  locale: Locale;
  readOnly?: boolean;
  disabled?: boolean;
  onChange: (name: string, value: unknown) => void;
  /** Called when focus leaves the field, or the part of its value at `path`. */
  onBlur?: (name: string, path?: string) => void;
};

/** Shows the value of a field; a localized value in both languages. */
export function FieldValue({ field, value, locale }: { field: LocalizedField; value: unknown; locale: Locale }) {
  const { Show, storage } = fieldTypeOf(field);
  // A type without stored values, such as a label, is shown although its value is empty.
  if (isEmpty(value) && storage !== "none")
    return field.whenEmpty ?? <span className="text-ink-3">{emptyText[locale]}</span>;
  if (field.localized !== true || typeof value !== "object")
    return <Show isWhole field={field} value={value} locale={locale} />;
  return locales.map((language) => (
    <span key={language} lang={language} className="block">
      <span className="mr-2 text-ink-3">{ownLocaleNames[language]}</span>
      <Show isWhole field={field} value={(value as LocalizedValue<unknown>)[language] ?? null} locale={locale} />
    </span>
  ));
}

function FieldControls({ describedBy, ...props }: LineProps & { describedBy: string | undefined }) {
  const { id, name, field, value, dependencies = noDependencies, problems, locale, onChange, onBlur } = props;
  const { Edit, isWide, isContent, subFields } = fieldTypeOf(field);
  const isFixed = use(ContentOnly) && isContent !== true && subFields === undefined;
  const disabled = props.disabled === true || isFixed;
  if (Edit === undefined) return <FieldValue field={field} value={value} locale={locale} />;
  const common = {
    field,
    locale,
    disabled,
    problems,
    dependencies,
    invalid: problems[""] !== undefined,
    describedBy,
    onBlur: () => onBlur?.(name),
    onLeave: (path: string) => onBlur?.(name, path),
  };
  if (field.localized !== true)
    return (
      <>
        <Edit {...common} id={id} value={value ?? null} onChange={(next) => onChange(name, next)} />
        <assist.Component {...props} />
      </>
    );
  const localizedValue = (value ?? {}) as LocalizedValue<unknown>;
  return (
    <div className="@container">
      <div className={`grid grid-cols-1 gap-3 ${isWide === true ? "" : "@md:grid-cols-2"}`}>
        {locales.map((language) => (
          <div key={language} lang={language} className="relative">
            <label htmlFor={`${id}-${language}`} className="mb-1 block text-xs text-ink-3">
              <span className="sr-only">{field.name} </span>
              {ownLocaleNames[language]}
            </label>
            <Edit
              {...common}
              field={field.placeholders === undefined ? field : { ...field, placeholder: field.placeholders[language] }}
              id={`${id}-${language}`}
              value={localizedValue[language] ?? null}
              onChange={(next) => onChange(name, { ...localizedValue, [language]: next })}
            />
            <assist.Component {...props} language={language} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** One field of a form: name, control (one per language if localized), help, and problem. */
export const FieldLine = memo(function FieldLine(props: LineProps) {
  const { id, field, value, problems, locale, readOnly = false } = props;
  const problem = problems[""];
  const type = fieldTypeOf(field);
  if (type.isHidden === true) return null;
  const noteId = `${id}-note`;
  const hasNote = problem !== undefined || field.helpBlock !== undefined;
  const isGroup = readOnly || field.localized === true || type.Edit === undefined || type.isGroup === true;
  const name = (
    <>
      {field.name}
      {field.required === true && !readOnly && (
        <span className="text-danger">
          <span aria-hidden="true"> *</span>
          <span className="sr-only"> ({requiredWord[locale]})</span>
        </span>
      )}
    </>
  );
  return (
    <div
      className={`relative grid min-w-0 gap-1.5 ${type.isWide === true ? "" : "field-line max-w-[720px]"}`}
      {...(isGroup ? { role: "group", "aria-labelledby": `${id}-name` } : {})}
    >
      {isGroup ? (
        <span id={`${id}-name`} className="text-sm font-medium text-ink-2">
          {name}
        </span>
      ) : (
        <label htmlFor={id} className="justify-self-start text-sm font-medium text-ink-2">
          {name}
        </label>
      )}
      {readOnly ? (
        <div className="min-h-9 py-1.5 break-words">
          <FieldValue field={field} value={value} locale={locale} />
        </div>
      ) : (
        <FieldControls {...props} describedBy={hasNote ? noteId : undefined} />
      )}
      {hasNote && (
        <p id={noteId} className={problem === undefined ? "text-sm text-ink-3" : "form-problem text-sm text-danger"}>
          {problem ?? field.helpBlock}
        </p>
      )}
    </div>
  );
});

/**
 * A sub-field of a value, such as a cell in a row of a `table` field. Controls read this component from the context `NestedEditor`, because `fields`
 * and `ui` must not import `render`.
 */
export function NestedLine({ row, onChange, onLeave, ...props }: NestedEditorProps) {
  return (
    <FieldLine
      {...props}
      name=""
      dependencies={dependenciesIn(props.field, row)}
      onChange={(_name, next) => onChange(next)}
      onBlur={(_name, path = "") => onLeave(path)}
    />
  );
}
