/** The required columns of imports, and the templates of imports. */
import { readSheet } from "read-excel-file/node";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import type { SheetFormat } from "#kit/export.ts";
import { type Locale, locales } from "#kit/text.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import type { Cell } from "#server/spreadsheet/cell.server.ts";
import { readSheet as readRows } from "#server/spreadsheet/sheet-reader.server.ts";
import { openZip, unpack } from "#server/spreadsheet/zip-reader.server.ts";
import { client, contentOf } from "./support/client.ts";
import { sheetOf, uploadImport } from "./support/imports.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { sameText, grant, roleFactories } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const api = client(server, owner);
const { memberWith } = roleFactories(server, owner);

const requestTemplate = (type: string, format: SheetFormat, locale: Locale, person: Pick<Person, "token"> = owner) =>
  client(server, person).send("POST paas/import/template", { type, format }, { "accept-language": locale });

/** Creates and downloads a template. */
async function templateOf(...request: Parameters<typeof requestTemplate>): Promise<{ name: string; bytes: Buffer }> {
  const answer = await requestTemplate(...request);
  expect(answer.status, answer.text).toBe(200);
  const { value, name } = contentOf(answer) as { value: string; name: string };
  const person = request[3] ?? owner;
  const file = await fetch(server.url + value, { headers: { authorization: `Bearer ${person.token}` } });
  return { name, bytes: Buffer.from(await file.arrayBuffer()) };
}

/** The headings of a template, parsed like an import. */
async function headingsOf({ bytes }: { bytes: Buffer }): Promise<string[]> {
  const rows = [];
  for await (const chunk of readRows(bytes, { rows: 99, columns: 999 })) rows.push(...chunk);
  expect(rows).toHaveLength(1);
  return rows[0]!.cells.map(String);
}

/** Uploads a sheet with the headings of a template and one row. */
async function uploadRow(type: string, headings: string[], row: Cell[], locale: Locale = "en") {
  const upload = { type, bytes: await sheetOf([headings, row]), person: owner, locale };
  const { status, text, found } = await uploadImport(server.url, upload);
  expect(status, text).toBe(200);
  return found;
}

/** Checks an import and returns the numbers of its new, changed, unchanged and invalid rows. */
async function countsOf({ id, type, mapping, keyField }: Awaited<ReturnType<typeof uploadRow>>): Promise<unknown> {
  const answer = await api.send("POST paas/import/check", { type, id, mapping, keyField, timeZone: "UTC" });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { counts: unknown }).counts;
}

describe("a required column", () => {
  it("has no default value, and is not hidden by a default value", async () => {
    // The required type of news has a default value. It hides the required link to the original article.
    const found = await uploadRow("news", ["Title"], ["With defaults"]);
    expect(found.fields.flatMap(({ field, isRequired }) => (isRequired ? [field] : []))).toEqual([
      "title.en",
      "title.zh",
    ]);
    expect(await countsOf(found)).toMatchObject({ add: 1, error: 0 });
    expect((await api.send("POST paas/import/run", { type: "news", id: found.id })).status).toBe(200);
    const [row] = contentOf(await api.send("GET Api/{type}/QueryList", { type: "news" })) as AnyRow[];
    expect(row).toMatchObject({ title: { en: "With defaults" }, kind: "company", status: "draft" });
  });

  it("does not exist where an import adds no rows", async () => {
    const { fields, mayAdd } = await uploadRow("paasWork", ["ID"], ["x"]);
    expect([mayAdd, fields.filter(({ isRequired }) => isRequired)]).toEqual([false, []]);
  });
});

describe("a template", () => {
  const texts = {
    zh: { name: "新闻导入模板", title: "标题 *", kind: "类型", sheets: ["数据", "列说明"], product: "产品更新" },
    en: {
      name: "News import template",
      title: "Title *",
      kind: "Type",
      sheets: ["Data", "Columns"],
      product: "Product",
    },
  };

  it.each(locales)(
    "in %s has the columns in the reader's language, and a second sheet explains them",
    async (locale) => {
      const t = texts[locale];
      const file = await templateOf("news", "xlsx", locale);
      expect(file.name).toBe(`${t.name}.xlsx`);
      const headings = await headingsOf(file);
      expect(headings).toEqual(expect.arrayContaining([t.title, t.kind]));
      expect(headings.filter((title) => title.endsWith("*"))).toEqual([t.title]);
      expect(await readSheet(file.bytes, t.sheets[0]!)).toEqual([headings]);
      const [, ...lines] = await readSheet(file.bytes, t.sheets[1]!);
      expect(lines.map(([column]) => `${String(column)}${column === t.title.slice(0, -2) ? " *" : ""}`)).toEqual(
        headings,
      );
      expect(lines.find(([column]) => column === t.kind)).toContain(t.product);
      const csv = await templateOf("news", "csv", locale);
      expect([csv.name, await headingsOf(csv)]).toEqual([`${t.name}.csv`, headings]);
    },
  );

  it("offers the choices of its columns from the second sheet, and keeps the digits of texts", async () => {
    const fields = {
      code: { type: "textbox", name: sameText("Code"), required: true },
      size: {
        type: "dropdownlist",
        name: sameText("Size"),
        options: ["S", "M", "L"].map((key) => ({ key, name: sameText(`Size ${key}, "'<&`) })),
      },
      extras: {
        type: "checkboxlist",
        name: sameText("Extras"),
        options: ["Lamp", "Lid"].map((key) => ({ key, name: sameText(key) })),
      },
      isOpen: { type: "switch", name: sameText("Open") },
    };
    await publish(server, owner.tenantId, definitionOf("box", fields as never));
    await expect.poll(async () => (await requestTemplate("box", "xlsx", "en")).status).toBe(200);
    const { bytes } = await templateOf("box", "xlsx", "en");
    const zip = openZip(bytes);
    const sheet = String(await buffer(unpack(zip, zip.files.get("xl/worksheets/sheet1.xml")!, { left: 100_000 })));
    expect([...sheet.matchAll(/<dataValidation .*?<\/dataValidation>/g)].map(([xml]) => xml)).toEqual([
      expect.stringMatching(/showErrorMessage="1" sqref="B2:B1048576"><formula1>'Columns'!\$E\$3:\$G\$3</),
      expect.stringMatching(/allowBlank="1" sqref="C2:C1048576"><formula1>'Columns'!\$E\$4:\$F\$4</),
      expect.stringMatching(/showErrorMessage="1" sqref="D2:D1048576"><formula1>'Columns'!\$E\$5:\$F\$5</),
    ]);
    expect(sheet).toMatch(/<col min="1" max="1" width="[\d.]+" style="4"/);
    const [, ...lines] = await readSheet(bytes, "Columns");
    expect(lines.map((cells) => cells.slice(4).filter((cell) => cell !== null))).toEqual([
      [],
      ["S", "M", "L"].map((key) => `Size ${key}, "'<&`),
      ["Lamp", "Lid"],
      ["Yes", "No"],
    ]);
    // An import accepts the choices of the second sheet.
    const headings = await headingsOf({ bytes });
    const found = await uploadRow("box", headings, ["001", String(lines[1]![6]), "Lamp, Lid", "No"]);
    expect(await countsOf(found)).toMatchObject({ add: 1, error: 0 });
  });

  it("of every entity in either language has columns that an import maps to their fields", async () => {
    const types: string[] = [];
    for (const { type } of codeEntities)
      for (const locale of locales) {
        const answer = await requestTemplate(type, "csv", locale);
        if (answer.status !== 200) continue;
        types.push(type);
        const headings = await headingsOf(await templateOf(type, "csv", locale));
        const { fields, mapping } = await uploadRow(type, headings, ["x"], locale);
        // A text per language is mapped to its column in the language of the template.
        const names = mapping.map((target) =>
          fields.find(({ field }) => field === target)?.name.replace(locale === "zh" ? "（中文）" : " (English)", ""),
        );
        expect([type, names]).toEqual([type, headings.map((title) => title.replace(/ \*$/, ""))]);
        expect([type, new Set(mapping).size]).toEqual([type, headings.length]);
      }
    expect(types).toEqual(expect.arrayContaining(["news", "wiki", "member"]));
  });

  it("maps a column to the field with its title, also when another field has that key", async () => {
    const fields = {
      shown: { type: "textbox", name: sameText("Code"), required: true },
      code: { type: "textbox", name: sameText("Reference"), required: true },
    };
    await publish(server, owner.tenantId, definitionOf("crossed", fields as never, { unique: [["code"]] }));
    await expect.poll(async () => (await requestTemplate("crossed", "csv", "en")).status).toBe(200);
    const headings = await headingsOf(await templateOf("crossed", "csv", "en"));
    expect(headings).toEqual(["Code *", "Reference *"]);
    expect(await uploadRow("crossed", headings, ["a", "b"])).toMatchObject({ mapping: ["shown", "code"] });
  });

  it("has only the columns that the reader may fill in", async () => {
    const writer = await memberWith([grant("wiki", ["add"], undefined, { write: ["slug", "title"] })]);
    expect(await headingsOf(await templateOf("wiki", "csv", "en", writer.person))).toEqual(["Title *", "Slug *"]);
    const updater = await memberWith([grant("wiki", ["update"], undefined, { write: ["sort"] })]);
    expect(await headingsOf(await templateOf("wiki", "csv", "en", updater.person))).toEqual([
      "ID",
      "Slug",
      "Sort order",
    ]);
    const reader = await memberWith([grant("wiki", ["read"])]);
    expect((await requestTemplate("wiki", "csv", "en", reader.person)).status).toBe(403);
  });
});
