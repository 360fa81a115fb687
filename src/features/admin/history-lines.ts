import { indentedJson } from "#kit/indented-json.ts";
import { isObject } from "#kit/is-object.ts";
import { isEmpty, type LocalizedField } from "#kit/field.ts";
import { listSeparator } from "#kit/list-text.ts";
import { ruleText } from "#kit/row-rule-text.ts";
import { type Locale, locales, type Text } from "#kit/text.ts";
import { verbNames } from "#kit/verb-names.ts";
import type { Grant } from "#kit/access.ts";
import { yesNo } from "#kit/yes-no.ts";
import { fieldTypeOf } from "#render/field-types.ts";

const grantLimits = ["read", "write", "export", "actions", "pages"] as const;

type Values = Readonly<Record<string, unknown>>;
type Titles = Readonly<Record<string, string>>;

/** A text that is a list or an object in JSON. */
const isJsonText = (text: string): boolean => /^\s*[[{]/.test(text);

/** A plain value as its name: that of an option, the title of a row, yes or no. */
function wordOf(field: LocalizedField, value: unknown, { locale, titles }: Reader): string {
  const { options } = field as { options?: unknown };
  const option = Array.isArray(options)
    ? (options as { key?: unknown; name?: unknown }[]).find(({ key }) => key === value)
    : undefined;
  if (typeof option?.name === "string") return option.name;
  if (typeof value === "boolean") return yesNo[value ? "true" : "false"][locale];
  if (typeof value === "string") return Object.hasOwn(titles, value) ? titles[value]! : value;
  return isObject(value) ? JSON.stringify(value) : String(value);
}

type Reader = { locale: Locale; titles: Titles };

/** The lines of one row of a value: a name and a value in each. Rows within it are indented. */
function rowLines(fields: Readonly<Record<string, LocalizedField>>, row: Values, reader: Reader): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = row[name];
    if (isEmpty(value)) return [];
    const inner = fieldTypeOf(field).subFields?.(field);
    if (inner !== undefined) return [`${field.name}:`, ...partLines(inner, value, reader).map((line) => `  ${line}`)];
    if (field.localized === true && isObject(value))
      return locales.flatMap((locale) =>
        isEmpty(value[locale]) ? [] : [`${field.name} (${locale}): ${String(value[locale])}`],
      );
    return [
      `${field.name}: ${[value]
        .flat()
        .map((item) => wordOf(field, item, reader))
        .join(", ")}`,
    ];
  });
}

/** The lines of the rows of a value, or of its only one. The first line of a row begins with a dash. */
function partLines(fields: Readonly<Record<string, LocalizedField>>, value: unknown, reader: Reader): string[] {
  if (!Array.isArray(value)) return isObject(value) ? rowLines(fields, value, reader) : [];
  return value.flatMap((row) =>
    rowLines(fields, isObject(row) ? row : {}, reader).map((line, index) => `${index === 0 ? "- " : "  "}${line}`),
  );
}

const grantTexts = {
  none: { zh: "无", en: "None" },
  read: { zh: "可查看的字段", en: "Fields that can be viewed" },
  write: { zh: "可修改的字段", en: "Fields that can be edited" },
  export: { zh: "可导出的字段", en: "Fields that can be exported" },
  actions: { zh: "操作", en: "Actions" },
  pages: { zh: "页面", en: "Pages" },
  rows: { zh: "数据范围", en: "Records" },
} satisfies Record<string, Text>;

/** The lines of a grant: its entity with what may be done, and each limit on a line of its own. */
function grantLines({ entity, verbs, rows, ...limits }: Grant, { locale }: Pick<Reader, "locale">): string[] {
  const namesOf = (list: (typeof grantLimits)[number]) => {
    const names = limits[list];
    const text = names?.length === 0 ? grantTexts.none[locale] : names?.join(listSeparator[locale]);
    return text === undefined ? [] : [`  ${grantTexts[list][locale]}: ${text}`];
  };
  return [
    `${entity}: ${verbs.map((verb) => verbNames[verb][locale]).join(listSeparator[locale])}`,
    ...grantLimits.flatMap(namesOf),
    ...(rows === undefined ? [] : [`  ${grantTexts.rows[locale]}: ${ruleText(rows)}`]),
  ];
}

/**
 * A value as lines of text, which can be compared with those of another version: rows with the names of their fields, or JSON; undefined for a value
 * that is shown as it is. Null for no value.
 */
export function valueLines(field: LocalizedField, value: unknown, reader: Reader): string | null | undefined {
  const { subFields, grantsIn, storage } = fieldTypeOf(field);
  if (isEmpty(value)) return null;
  if (subFields !== undefined) return partLines(subFields(field), value, reader).join("\n");
  if (grantsIn !== undefined && Array.isArray(value))
    return (value as Grant[]).flatMap((grant) => grantLines(grant, reader)).join("\n");
  return storage === "text" && typeof value === "string" && isJsonText(value) ? indentedJson(value) : undefined;
}
