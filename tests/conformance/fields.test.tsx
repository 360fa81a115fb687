/** Every field type: its name, its valid and invalid examples, its labelled control, and its values in sheets and in the database. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { sql } from "drizzle-orm";
import type { ReactNode } from "react";
import { prerender } from "react-dom/static";
import { beforeAll, describe, expect, it } from "vitest";
import { safeParse } from "zod/mini";
import news from "#entities/news.ts";
import { type SheetFormat, sheetFormats } from "#kit/export.ts";
import { type FieldConfig, type FieldDefinition, isEmpty, type LocalizedField, storages } from "#kit/field.ts";
import { type Filter, type Operator, operators } from "#kit/filter.ts";
import { noProblems } from "#kit/problem-path.ts";
import { schemas } from "#kit/schemas.ts";
import { type Locale, locales, localize } from "#kit/text.ts";
import { firstCharacters } from "#kit/text-length.ts";
import { FieldTypesBoundary } from "#render/field-types-boundary.tsx";
import { FieldLine } from "#render/form/form-line.tsx";
import { cellOf } from "#records/describe/cells.server.ts";
import { readCell } from "#records/describe/read-cells.server.ts";
import { assignments, searchAssignments } from "#records/change/write.server.ts";
import { programView } from "#records/registry/view.server.ts";
import { whereOf } from "#records/query/where.server.ts";
import { columnsOf } from "#server/postgres/columns.server.ts";
import { type Database, openDatabase } from "#server/postgres/database.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { type Cell, localTimeIn, momentIn, plainText } from "#server/spreadsheet/cell.server.ts";
import { emptyEntry } from "#server/spreadsheet/entry.server.ts";
import type { SheetRow } from "#server/spreadsheet/file-cell.server.ts";
import { readSheet } from "#server/spreadsheet/sheet-reader.server.ts";
import { sheetBytes, sheetChunk } from "#server/spreadsheet/sheet.server.ts";
import { copyDatabase } from "../support/server.ts";

const files = import.meta.glob<FieldDefinition>(["../../src/fields/*.tsx", "../../src/fields/lazy-fields/*.tsx"], {
  eager: true,
  import: "default",
});
const fieldTypes = Object.entries(files).map(
  ([file, definition]) => [path.basename(file, ".tsx"), definition] as const,
);
const byType = new Map<string, FieldDefinition>(
  Object.values(files).map((definition) => [definition.type, definition]),
);

/** PostgreSQL's type for each kind of storage, independent of the program. */
const columnTypes = {
  text: "text",
  integer: "integer",
  decimal: "numeric",
  boolean: "boolean",
  timestamp: "timestamptz",
  date: "date",
  time: "time",
  uuid: "uuid",
  json: "jsonb",
  numberRange: "numrange",
  dateRange: "daterange",
  timestampRange: "tstzrange",
};

const noop = () => undefined;
const name = { zh: "字段", en: "Field" };
const configOf = (definition: FieldDefinition) =>
  ({ type: definition.type, name, ...definition.examples.field }) as FieldConfig;
/** A file with two columns: numbers, and these cells. */
async function fileOf(format: SheetFormat, cells: readonly Cell[]): Promise<Buffer> {
  const columns = ["#", "Value"].map((title) => ({ title, align: "start" as const }));
  const rows = cells.map((cell, n) => [n + 1, cell]);
  const { bytes, state } = await sheetChunk(format, emptyEntry, {
    columns,
    rows,
    before: undefined,
    isLast: true,
  });
  return buffer(sheetBytes(format, { name: "S", state, chunks: [bytes] }));
}

/** Renders an element to HTML after its lazy parts have loaded. */
async function renderHtml(element: ReactNode): Promise<string> {
  const { prelude } = await prerender(<QueryClientProvider client={new QueryClient()}>{element}</QueryClientProvider>);
  return new Response(prelude).text();
}

const comma = sql.raw(", ");

/** The first text in a value. */
const textIn = (value: unknown): string | undefined =>
  typeof value === "string"
    ? value
    : Object.values((value ?? {}) as object)
        .map(textIn)
        .find((text) => text !== undefined);

/** A part of the searchable text of a value: all but the first character, where there are more. */
function partOf({ searchText }: FieldDefinition, value: unknown): string | undefined {
  const [first, ...others] = searchText === undefined ? (textIn(value) ?? "") : searchText(value as never);
  return others.length === 0 ? first : others.join("");
}

let database: Database;
beforeAll(async () => {
  database = await openDatabase({
    connection: { connectionString: await copyDatabase(), max: 1 },
    log: createLog("silent"),
  });
  return () => database.close();
});

it.each([
  ["B-089", "label"],
  ["B-090", "checkbox"],
  ["B-091", "radiobutton"],
  ["B-092", "textbox"],
  ["B-093", "passwordnumber"],
  ["B-094", "username"],
  ["B-095", "textarea"],
  ["B-096", "dropdownlist"],
  ["B-097", "switch"],
  ["B-098", "number"],
  ["B-099", "decimal"],
  ["B-100", "image"],
  ["B-101", "vedio"],
  ["B-102", "audio"],
  ["B-103", "relation"],
  ["B-103", "relationdropdownlist"],
  ["B-105", "datepicker"],
  ["B-106", "rate"],
  ["B-107", "color"],
  ["B-108", "slider"],
  ["B-109", "icon"],
  ["B-110", "fileupload"],
  ["B-111", "markdown"],
  ["B-112", "hidden"],
  ["B-113", "province"],
  ["B-114", "city"],
  ["B-115", "county"],
  ["B-116", "editor"],
  ["B-117", "password"],
  ["B-118", "timepicker"],
  ["B-119", "phoneverifiy"],
] as const)("%s: the field type %s shows its values and has a control if it is editable", async (_id, type) => {
  const definition = fieldTypes.find(([file]) => file === type)![1];
  const { Show, Edit } = definition;
  const field = localize(configOf(definition), "en") as never;
  const value = definition.examples.valid[0] as never;
  const common = {
    field,
    locale: "en",
    problems: noProblems,
    dependencies: {},
    onChange: noop,
    onBlur: noop,
    onLeave: noop,
  } as const;
  const control =
    Edit === undefined
      ? ""
      : await renderHtml(
          <Edit {...common} id="own-id" value={value} invalid={false} disabled={false} describedBy={undefined} />,
        );
  expect(control.includes('id="own-id"')).toBe(!["label", "hidden"].includes(type));
  expect((await renderHtml(<Show value={value} field={field} locale="en" />)) === "").toBe(type === "hidden");
});

it("B-145, B-360: the field type switch shows 是 or 否 in Chinese and Yes or No in English, in a column of the bool style", async () => {
  const definition = fieldTypes.find(([file]) => file === "switch")![1];
  const { Show, cellStyle } = definition;
  const field = localize(configOf(definition), "en") as never;
  const html = (value: boolean, locale: Locale) =>
    renderHtml(<Show value={value as never} field={field} locale={locale} />);
  expect([await html(true, "zh"), await html(false, "zh")]).toEqual(["是", "否"]);
  expect([await html(true, "en"), await html(false, "en")]).toEqual(["Yes", "No"]);
  expect(cellStyle!(configOf(definition))).toEqual({ type: "bool" });
});

it("B-136, B-354: a number is at least 0 unless the column sets another minimum", () => {
  const definition = fieldTypes.find(([file]) => file === "number")![1];
  const accepts = (more: object, value: unknown) =>
    safeParse(definition.check({ ...configOf(definition), max: 10, ...more } as never, schemas), value).success;
  expect([0, 10, -1, 11].map((value) => accepts({}, value))).toEqual([true, true, false, false]);
  expect([-5, -6].map((value) => accepts({ min: -5 }, value))).toEqual([true, false]);
  expect([3, 2].map((value) => accepts({ min: 3 }, value))).toEqual([true, false]);
});

it("B-121: shows a value of an unknown field type read-only with a warning and keeps it", async () => {
  const field = { type: "seal", name: "Seal" } satisfies LocalizedField;
  const line = await renderHtml(
    <FieldLine
      id="seal"
      name="seal"
      field={field}
      value="red"
      problems={noProblems}
      locale="en"
      onChange={() => undefined}
    />,
  );
  expect(line).toMatch(/<input[^>]*readOnly=""[^>]*value="red"/);
  expect(line).toContain("can’t be edited here");
});

describe.each(fieldTypes)("%s", (file, definition) => {
  const config = configOf(definition);

  it("is named after its file and has a title and a message in both languages", () => {
    expect(definition.type).toBe(file);
    for (const text of [definition.title, definition.message(config)])
      for (const locale of locales) expect(text[locale]).not.toBe("");
    expect(storages).toContain(definition.storage);
    for (const operator of definition.operators) expect(operators).toContain(operator);
  });

  it("accepts its valid examples and refuses its invalid ones", () => {
    const check = definition.check(config, schemas);
    expect(definition.examples.valid.length).toBeGreaterThan(0);
    for (const value of definition.examples.valid)
      expect([value, safeParse(check, value).success]).toEqual([value, true]);
    for (const value of definition.examples.invalid)
      expect([value, safeParse(check, value).success]).toEqual([value, false]);
  });

  it.each(locales)("shows and edits every valid example in %s", async (locale) => {
    const field = localize(config, locale) as never;
    const { Show, Edit } = definition;
    for (const value of [null, ...definition.examples.valid]) {
      const html = await renderHtml(<Show value={value as never} field={field} locale={locale} />);
      expect(html).not.toMatch(/\[object|undefined|NaN/);
      if (Edit === undefined) continue;
      const common = {
        field,
        locale,
        problems: noProblems,
        dependencies: {},
        onChange: noop,
        onBlur: noop,
        onLeave: noop,
      };
      const control = await renderHtml(
        <Edit {...common} id="own-id" value={value as never} invalid disabled describedBy="own-note" />,
      );
      expect(control).toContain('id="own-id"');
      expect(control).not.toMatch(/\[object|undefined|NaN/);
    }
  });

  it.each(locales)("writes its values into a sheet as text for people, in %s", (locale) => {
    if (definition.storage === "none") return;
    for (const value of definition.examples.valid) {
      const text = plainText(cellOf(value, config, { locale, titles: {}, toLocalTime: (moment) => moment }));
      expect(text).not.toMatch(/[[{]"|\[object|undefined|null|NaN/);
    }
  });

  it.each(locales)("reads its values back from an xlsx file and from a CSV file, in %s", async (locale) => {
    if (definition.storage === "none") return;
    const titleOf = (id: string) => `Row, ${id}`;
    const ids = [definition.examples.valid].flat(3).filter((value): value is string => typeof value === "string");
    const titles = Object.fromEntries(ids.map((id) => [id, titleOf(id)]));
    const zone = "America/New_York";
    const author = {
      locale,
      fromLocalTime: momentIn(zone),
      idOf: (_target: unknown, title: string) => ids.find((id) => titleOf(id) === title),
    };
    const values = definition.examples.valid.filter((item) => !isEmpty(item));
    const cells = values.map((value) => cellOf(value, config, { locale, titles, toLocalTime: localTimeIn(zone) }));
    for (const format of sheetFormats) {
      const bytes = await fileOf(format, cells);
      const rows: SheetRow[] = [];
      for await (const chunk of readSheet(bytes, { rows: 100, columns: 9 })) rows.push(...chunk);
      expect(rows.slice(1).map((row) => readCell(row.cells[1] ?? null, config, author))).toEqual(
        values.map((value) => ({ value })),
      );
    }
  });

  it("has a search control whose values fit into the query string", () => {
    for (const operator of definition.operators) {
      const control = definition.searchControl?.(config, operator) ?? config;
      const { Edit, examples, toText, fromText } = byType.get(control.type)!;
      expect([operator, control.type, Edit]).not.toEqual([operator, control.type, undefined]);
      for (const value of examples.valid) {
        const text = toText === undefined ? value : toText(value as never);
        expect(typeof text).toBe("string");
        expect(fromText === undefined ? text : fromText(text as string)).toEqual(value);
      }
    }
  });

  it("stores every valid example in the database and finds it by every operator", async () => {
    if (definition.storage === "none") return expect(definition.operators).toEqual([]);
    const { type, storage } = definition;
    // PostgreSQL prepares a statement once, for the column type of its first use. Each field type therefore needs a separate table.
    const table = sql.identifier(`sample_${type}`);
    const tenantId = randomUUID();
    const entity = {
      ...news,
      fields: { value: { ...config, search: definition.operators[0] } },
      searchable: definition.operators.includes("contains") ? ["value"] : [],
    } as never;
    const { readable } = programView(entity);
    const operands = (value: unknown): Partial<Record<Operator, unknown>> => {
      const ends = Array.isArray(value) ? value : [value, value];
      const text = (Array.isArray(value) ? value[0] : value) as string;
      return {
        eq: value,
        in: [value],
        gte: value,
        lte: value,
        between: ends,
        overlaps: value,
        has: text,
        prefix: firstCharacters(String(text), 1),
        contains: partOf(definition, value),
      };
    };
    for (const value of definition.examples.valid.filter((item) => !isEmpty(item)))
      await database.system(async (tx) => {
        await tx.rows(
          sql`create temporary table ${table} (value ${sql.raw(columnTypes[storage])}, search_text jsonb, search bigint[]) on commit drop`,
        );
        const changed = { value };
        const all = [
          ...assignments(entity, changed),
          ...searchAssignments(entity, tenantId, { changed, row: changed }),
        ];
        const columns = all.map(({ column }) => column);
        const values = all.map((assignment) => assignment.value);
        const [row] = await tx.rows<{ value: unknown }>(
          sql`insert into ${table} (${sql.join(columns, comma)}) values (${sql.join(values, comma)}) returning value`,
        );
        expect(row!.value).toEqual(value);
        // No operator finds this row.
        await tx.rows(sql`insert into ${table} (value) values (null)`);
        for (const op of definition.operators)
          for (const mode of ["index", "text"] as const) {
            const filter = { field: "value", op, value: operands(value)[op] } as Filter;
            const where = whereOf({ readable, tenantId }, filter, mode);
            const found = await tx.rows(sql`select value from ${table} where ${where}`);
            expect([type, op, mode, found]).toEqual([type, op, mode, [{ value }]]);
          }
      });
  });
});

it("B-089, B-112: shows a label in a form as its sentence without a value, and a hidden field not at all", async () => {
  const line = (field: FieldConfig, value: unknown, readOnly: boolean) =>
    renderHtml(
      <FieldTypesBoundary fields={[field]} fallback={null}>
        <FieldLine
          {...{ id: "line", name: "line", locale: "en", problems: {}, value, readOnly }}
          field={localize(field, "en") as LocalizedField}
          onChange={() => undefined}
        />
      </FieldTypesBoundary>,
    );
  const label = { type: "label", name, text: { zh: "一句话", en: "One sentence." } } as const;
  for (const readOnly of [true, false]) {
    const sentence = await line(label, null, readOnly);
    expect(sentence).toContain("One sentence.");
    expect(sentence).not.toContain("Not filled in");
    const hidden = await line({ type: "hidden", name }, "secret", readOnly);
    expect(hidden.replaceAll(/<!--.*?-->/g, "")).toBe("");
  }
  const fields = { label, hidden: { type: "hidden", name }, name: { type: "textbox", name } } as const;
  const stored = columnsOf({ ...news, fields }, (field) => byType.get(field.type)!);
  expect(stored.map(({ field }) => field)).toEqual(["name"]);
});
