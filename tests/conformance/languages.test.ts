/** Every field type with a text per language: its values in a file with a column for each language. */
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { sheetFormats, type SheetFormat } from "#kit/export.ts";
import { type FieldConfig, type FieldDefinition, isEmpty } from "#kit/field.ts";
import { type Locale, locales } from "#kit/text.ts";
import { cellsOfColumn } from "#records/describe/cells.server.ts";
import { authorIn, readCell } from "#records/describe/read-cells.server.ts";
import { fieldTypes } from "#records/registry/field-types.server.ts";
import { type Cell, localTimeIn, momentIn } from "#server/spreadsheet/cell.server.ts";
import { emptyEntry } from "#server/spreadsheet/entry.server.ts";
import type { SheetRow } from "#server/spreadsheet/file-cell.server.ts";
import { readSheet } from "#server/spreadsheet/sheet-reader.server.ts";
import { sheetBytes, sheetChunk } from "#server/spreadsheet/sheet.server.ts";

const storedTypes = [...fieldTypes].filter(([, { storage }]) => storage !== "none");
const zone = "America/New_York";

/** The cells of a file with these rows, after it was written and read. */
async function throughFile(format: SheetFormat, rows: readonly (readonly Cell[])[]) {
  const columns = rows[0]!.map((_, index) => ({ title: `Column ${index}`, align: "start" as const }));
  const { bytes, state } = await sheetChunk(format, emptyEntry, { columns, rows, before: undefined, isLast: true });
  const file = await buffer(sheetBytes(format, { name: "S", state, chunks: [bytes] }));
  const found: SheetRow[] = [];
  for await (const chunk of readSheet(file, { rows: 100, columns: 9 })) found.push(...chunk);
  return found.slice(1).map(({ cells }) => cells);
}

it.each(storedTypes)(
  "%s: a column for each language gives both texts back, or the only one",
  async (_type, definition: FieldDefinition) => {
    const field = {
      type: definition.type,
      name: { zh: "字段", en: "Field" },
      ...definition.examples.field,
      localized: true,
    } as FieldConfig;
    const examples: unknown[] = definition.examples.valid.filter((value) => !isEmpty(value));
    const values = examples.flatMap((value, index) => [
      { zh: value, en: examples.at(index - 1) },
      { zh: value },
      { en: value },
    ]);
    const ids = examples.flat(3).filter((value) => typeof value === "string");
    const titles = Object.fromEntries(ids.map((id) => [id, `Row ${id}`]));
    const idOf = (_target: unknown, title: string) => title.replace("Row ", "");
    for (const locale of locales) {
      const reader = { locale, titles, toLocalTime: localTimeIn(zone), languages: locales };
      const author = { locale, fromLocalTime: momentIn(zone), idOf };
      const cellOf = (language: Locale) => cellsOfColumn(field, { field: "value", language }, reader);
      const rows = values.map((value, n) => [n + 1, ...locales.map((language) => cellOf(language)(value))]);
      for (const format of sheetFormats) {
        const read = (await throughFile(format, rows)).map((cells) => {
          const parsed = locales.map((language, index) =>
            readCell(cells[index + 1] ?? null, field, authorIn(author, language)),
          );
          return Object.assign({}, ...parsed.map((cell) => ("fault" in cell ? cell : cell.value)));
        });
        expect(read).toEqual(values);
      }
    }
  },
);

it("the lines of a sub-table in both languages name the language of each text, in either language of the titles", () => {
  const field = {
    type: "table",
    name: { zh: "部件", en: "Parts" },
    fields: {
      label: { type: "textbox", name: { zh: "名称", en: "Label" }, localized: true },
      count: { type: "number", name: { zh: "数量", en: "Count" } },
    },
  } as FieldConfig;
  const rows = [
    { label: { zh: "盖, 一", en: "Lid: one" }, count: 2 },
    { label: { zh: "座" }, count: 1 },
  ];
  const texts = locales.map((locale) => {
    const reader = { locale, titles: {}, toLocalTime: localTimeIn(zone), languages: locales };
    return cellsOfColumn(field, { field: "parts" }, reader)(rows);
  });
  expect(texts[1]).toBe('"Label (中文): 盖, 一", Label (English): Lid: one, Count: 2\nLabel (中文): 座, Count: 1');
  for (const text of texts)
    for (const locale of locales) {
      const author = { locale, fromLocalTime: momentIn(zone), idOf: () => undefined };
      expect(readCell(text!, field, author)).toEqual({ value: rows });
    }
});
