import { useMemo } from "react";
import type { Fields } from "#kit/field.ts";
import type { ThemeTokens } from "#kit/site.ts";
import { localize } from "#kit/text.ts";
import { colorFields, colorProblems, fallbackColor } from "#kit/theme-colors.ts";
import { isFontField, themeFields, themeGroups } from "#kit/theme-fields.ts";
import { FieldsForm, localizeFormFields } from "#render/form/form-fields.tsx";
import "#render/usual-field-types.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { ContrastList } from "./contrast-list.tsx";
import { tokensOf } from "./theme-values.ts";
import type { ThemeEditing } from "./use-theme.ts";

const nameField: Fields = {
  name: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, required: true, max: 40 },
};
const groups = [
  { name: { zh: "主题", en: "Theme" }, fields: nameField },
  ...themeGroups.map(({ name, fields }) => ({
    name,
    fields: Object.fromEntries(fields.map((field) => [field, themeFields[field]])) as Fields,
  })),
];

type DescribedFields = ReturnType<typeof localizeFormFields>;

/** The fields with the colours that pages have in place of those that are not set. */
const withFallbacks = (fields: DescribedFields, tokens: ThemeTokens): DescribedFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const color = colorFields.find((candidate) => candidate === name);
      return [name, color === undefined ? field : { ...field, fallback: fallbackColor(tokens, color) }];
    }),
  );

/** The settings of a theme, group by group, and the contrast of its colours. */
export function ThemePanel({ values, edit, set }: Pick<ThemeEditing, "values" | "edit" | "set">) {
  const locale = useLocale();
  const t = useText();
  const described = useMemo(
    () => groups.map(({ name, fields }) => ({ name, fields: localizeFormFields(fields, locale) })),
    [locale],
  );
  const tokens = tokensOf(values);
  // An upload is a step of its own; what is typed in one field is one step.
  const change = (field: string, value: unknown) => (isFontField(field) ? set : edit)(field, value);
  const problems = localize(colorProblems(tokens), locale) as Record<string, string>;
  return (
    <div className="grid content-start gap-6 p-4">
      {described.map(({ name, fields }) => (
        <fieldset key={name.en} className="min-w-0">
          <legend className="panel-title mb-3">{t(name)}</legend>
          <FieldsForm
            fields={withFallbacks(fields, tokens)}
            values={values}
            problems={problems}
            locale={locale}
            onChange={change}
          />
        </fieldset>
      ))}
      <ContrastList tokens={tokens} onMend={set} />
    </div>
  );
}
