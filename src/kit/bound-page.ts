import type { Fields } from "./field.ts";
import type { PageDocument, PageRecord } from "./page.ts";

/** What a setting shows of a field: its text, the address of its image, or that of its link. */
export type BoundPart = "text" | "picture" | "link";
/** The row of a page, by field: what each kind of setting shows of it. */
export type BoundRow = {
  id: string;
  title: string;
  values: Readonly<Record<string, Partial<Record<BoundPart, string>>>>;
};

/** Stands for a row that is missing: all bound settings are empty. */
export const noRow: BoundRow = { id: "", title: "", values: {} };

/** The part of a row that a setting shows; undefined for a setting that shows none. Its field type says so. */
export type PartOfSetting = (field: Fields[string]) => BoundPart | undefined;

export type BoundSettings = { settingsOf: (record: PageRecord) => Fields | undefined; partOf: PartOfSetting };

/** The settings of a record that can show a field of the page's row, with what they show of it. */
export function bindableSettings(
  record: PageRecord,
  { settingsOf, partOf }: BoundSettings,
): [name: string, part: BoundPart][] {
  return Object.entries(settingsOf(record) ?? {}).flatMap(([name, field]): [string, BoundPart][] => {
    const part = partOf(field);
    return part === undefined ? [] : [[name, part]];
  });
}

/**
 * The record with the values of the row in place of its own, in the settings that are bound. The text of the row has no format. A field that the row does
 * not have is empty.
 */
export function boundRecord<R extends PageRecord>(record: R, row: BoundRow, settings: BoundSettings): R {
  const { bindings } = record;
  if (bindings === undefined) return record;
  const value: Record<string, unknown> = { ...record.value };
  const bound = new Set<string>();
  for (const [name, part] of bindableSettings(record, settings)) {
    const field = Object.hasOwn(bindings, name) ? bindings[name]! : undefined;
    if (field === undefined) continue;
    const content = (Object.hasOwn(row.values, field) ? row.values[field]?.[part] : undefined) ?? "";
    const isLocalized = settings.settingsOf(record)?.[name]?.localized === true;
    value[name] = isLocalized ? { zh: content, en: content } : content === "" ? null : content;
    bound.add(name);
  }
  if (record.kind !== "node" || record.formats === undefined) return { ...record, value };
  const formats = Object.fromEntries(Object.entries(record.formats).filter(([name]) => !bound.has(name)));
  return { ...record, value, formats };
}

/** The page with the values of its row. */
export const boundPage = (page: PageDocument, row: BoundRow, settings: BoundSettings): PageDocument => ({
  ...page,
  records: Object.fromEntries(
    Object.entries(page.records).map(([id, record]) => [id, boundRecord(record, row, settings)]),
  ),
});

/** The fields that the records of a page show of its row. */
export const boundFields = (page: PageDocument): string[] => [
  ...new Set(Object.values(page.records).flatMap(({ bindings = {} }) => Object.values(bindings))),
];
