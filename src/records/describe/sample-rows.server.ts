import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { schemas } from "#kit/schemas.ts";
import { type Locale, locales } from "#kit/text.ts";
import { columnsFor, fieldTypeOf } from "#records/registry/field-types.server.ts";
import { newId } from "#server/process/id.server.ts";

/** The n-th example of a field's value in one language; null when the field has none, as relations and files do. */
function sampleValue(config: FieldConfig, n: number, locale: Locale): unknown {
  const { check, choices, examples, group, inlineText, references } = fieldTypeOf(config);
  if (references?.(config) !== undefined || group === "file") return null;
  const keys = choices?.(config).map(({ key }) => key) ?? [];
  const candidates = [
    ...(inlineText === undefined ? [] : [`${config.name[locale]} ${n}`]),
    ...(keys.length === 0 ? [examples.sample?.(config, n)] : [keys[n % keys.length], [keys[n % keys.length]]]),
    examples.valid[n % examples.valid.length],
  ];
  return candidates.find((value) => value !== undefined && check(config, schemas).safeParse(value).success) ?? null;
}

/** Rows with examples of values, for showing the list of an entity that has none. They are stored nowhere. */
export function sampleRows(entity: EntityDefinition, count: number, locale: Locale): AnyRow[] {
  const at = new Date().toISOString();
  return Array.from({ length: count }, (_, index) => {
    const values = columnsFor(entity).map(({ field }): [string, unknown] => {
      const config = entity.fields[field]!;
      const inLanguage = (language: Locale) => sampleValue(config, index + 1, language);
      if (config.localized !== true) return [field, inLanguage(locale)];
      return [field, Object.fromEntries(locales.map((language) => [language, inLanguage(language)]))];
    });
    return { ...Object.fromEntries(values), id: newId(), version: 1, createdAt: at, updatedAt: at };
  });
}
