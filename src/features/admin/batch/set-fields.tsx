import { X } from "lucide-react";
import { useId } from "react";
import type { AutoColumn } from "#kit/auto.ts";
import { noProblems } from "#kit/problem-path.ts";
import { formatText } from "#kit/text.ts";
import { fieldTypeOf } from "#render/field-types.ts";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { FieldLine } from "#render/form/form-line.tsx";
import { Button } from "#ui/button.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const texts = {
  add: { zh: "选择要设置的字段", en: "Choose a field to set" },
  remove: { zh: "不设置{name}", en: "Do not set {name}" },
  empty: { zh: "留空将清空原有内容。", en: "Empty fields clear the existing values." },
};

export type FieldValues = Readonly<Record<string, unknown>>;

/** The values as the controls show them: a switch that nobody touched is off, not empty. */
export const shownValues = (columns: readonly AutoColumn[], values: FieldValues): FieldValues =>
  Object.fromEntries(
    columns
      .filter(({ field }) => Object.hasOwn(values, field))
      .map(({ field, config }) => [field, values[field] ?? fieldTypeOf(config).whenEmpty ?? null]),
  );

type SetProps = { columns: readonly AutoColumn[]; values: FieldValues; onChange: (values: FieldValues) => void };

/** Chooses fields and their new values for many rows. */
export function SetFields({ columns, values, onChange }: SetProps) {
  const t = useText();
  const locale = useLocale();
  const id = useId();
  const chosenColumns = columns.filter(({ field }) => Object.hasOwn(values, field));
  const mayBeEmpty = ({ config }: AutoColumn) =>
    config.required !== true && fieldTypeOf(config).whenEmpty === undefined;
  const remainingColumns = columns.filter(({ field }) => !Object.hasOwn(values, field));
  return (
    <div className="grid gap-4">
      {chosenColumns.map(({ field, config }) => (
        <div key={field} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <FieldTypesBoundary fields={[config]} fallback={<Skeleton className="h-16" />}>
            <FieldLine
              id={`${id}-${field}`}
              name={field}
              field={config}
              value={values[field]}
              problems={noProblems}
              locale={locale}
              onChange={(name, value) => onChange({ ...values, [name]: value })}
            />
          </FieldTypesBoundary>
          <Button
            kind="quiet"
            size="icon"
            className="mt-6 text-ink-3"
            aria-label={t(formatText(texts.remove, { name: config.name }))}
            onClick={() => onChange(Object.fromEntries(Object.entries(values).filter(([name]) => name !== field)))}
          >
            <X size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </div>
      ))}
      {remainingColumns.length > 0 && (
        <Select
          label={t(texts.add)}
          placeholder={t(texts.add)}
          value={null}
          options={remainingColumns.map(({ field, config }) => ({ key: field, name: config.name }))}
          onChange={(field) => field !== null && onChange({ ...values, [field]: null })}
        />
      )}
      {chosenColumns.some(mayBeEmpty) && <p className="text-sm text-ink-3">{t(texts.empty)}</p>}
    </div>
  );
}
