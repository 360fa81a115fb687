/** Files in one language or in both: what an export writes, and what an import reads from it. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { FileLanguage } from "#kit/export.ts";
import { isUnderWay } from "#kit/job.ts";
import type { Locale } from "#kit/text.ts";
import { type Cell, plainText } from "#server/spreadsheet/cell.server.ts";
import { readSheet } from "#server/spreadsheet/sheet-reader.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { type Import, sheetOf, type Table, uploadImport } from "./support/imports.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { grant, roleFactories } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await sharedServer();
const fields = {
  title: { type: "textbox", name: { zh: "标题", en: "Title" }, required: true, localized: true },
  code: { type: "textbox", name: { zh: "编号", en: "Code" }, required: true },
  note: { type: "textarea", name: { zh: "备注", en: "Note" }, localized: true, max: 200 },
  state: {
    type: "dropdownlist",
    name: { zh: "状态", en: "State" },
    options: [{ key: "on", name: { zh: "开启", en: "On" } }],
  },
  isOpen: { type: "switch", name: { zh: "开放", en: "Open" } },
} as const;
const values = {
  title: { zh: "灯, 一", en: "Lamp (one)" },
  code: "a",
  note: { zh: "第一行\n第二行", en: "=one" },
  state: "on",
  isOpen: true,
};
let owner: Person;
let api: Client;

const rowsOf = async () =>
  ((await api.call("GET Api/{type}/QueryList", { type: "lamp" })) as AnyRow[]).toSorted((one, other) =>
    String(one.code) < String(other.code) ? -1 : 1,
  );

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  api = client(server, owner);
  await publish(server, owner.tenantId, definitionOf("lamp", fields as never, { unique: [["code"]] }));
  await vi.waitFor(async () => {
    const answer = await api.send("POST Api/{type}/QueryAdd", { type: "lamp", ...values });
    if (answer.status !== 200) throw new Error(answer.text);
  }, 20_000);
  await api.call("POST Api/{type}/QueryAdd", { type: "lamp", code: "b", title: { en: "Only English" } } as never);
});

async function tableOf(url: string, person: Pick<Person, "token"> = owner): Promise<string[][]> {
  const answer = await fetch(server.url + url, { headers: { authorization: `Bearer ${person.token}` } });
  expect(answer.status).toBe(200);
  const table: string[][] = [];
  for await (const rows of readSheet(Buffer.from(await answer.arrayBuffer()), { rows: 99, columns: 99 }))
    table.push(...rows.map(({ cells }) => cells.map((cell) => plainText(cell as Cell))));
  return table;
}

/** A file of all lamps, by a reader with this language. */
async function exportLamps(locale: Locale, fileLanguage: FileLanguage | undefined, more: object = {}) {
  const input = { type: "lamp", orderBy: "createdAt", timeZone: "UTC", ...(fileLanguage && { fileLanguage }), ...more };
  const answer = await api.send("GET api/Auto/ToExcel", input, { "accept-language": locale });
  expect(answer.status, answer.text).toBe(200);
  const { value, name } = contentOf(answer) as CallOutput<"GET api/Auto/ToExcel">;
  return { name, table: await tableOf(value) };
}

/** Uploads and checks a table, with the guessed mapping of its columns unless another is given. */
async function checkTable(
  table: Table,
  { locale = "en" as Locale, ...changes }: Partial<Import> & { locale?: Locale } = {},
) {
  const { status, text, found } = await uploadImport(server.url, {
    type: "lamp",
    bytes: await sheetOf(table),
    person: owner,
    locale,
  });
  expect(status, text).toBe(200);
  const { id, mapping, keyField } = { ...found, ...changes };
  const input = { type: "lamp", id, mapping, keyField, timeZone: "UTC" };
  const answer = await api.send("POST paas/import/check", input, { "accept-language": locale });
  expect(answer.status, answer.text).toBe(200);
  const { counts } = contentOf(answer) as CallOutput<"POST paas/import/check">;
  const { columns, rows } = (await api.call("POST paas/import/rows", {
    type: "lamp",
    id,
    timeZone: "UTC",
  })) as CallOutput<"POST paas/import/rows">;
  return { id, mapping, counts: counts!, columns, rows, fields: found.fields };
}
const none = { add: 0, update: 0, unchanged: 0, error: 0 };

describe("an export", () => {
  it.each([
    ["zh", "en", ["Title", "Code", "Note", "State", "Open"], ["Lamp (one)", "a", "=one", "On", "Yes"]],
    ["en", "zh", ["标题", "编号", "备注", "状态", "开放"], ["灯, 一", "a", "第一行\n第二行", "开启", "是"]],
  ] as const)(
    "by a %s reader in %s has its titles, texts and choices in that language",
    async (locale, language, titles, first) => {
      const { table, name } = await exportLamps(locale, language);
      expect(table[0]!.slice(0, 5)).toEqual(titles);
      expect(table[1]!.slice(0, 5)).toEqual(first);
      expect(table[2]![0]).toBe("Only English");
      expect(name).toMatch(/^lamp /);
    },
  );

  it.each([
    ["zh", ["标题（中文）", "标题（English）", "编号", "备注（中文）", "备注（English）", "状态"], "开启"],
    ["en", ["Title (中文)", "Title (English)", "Code", "Note (中文)", "Note (English)", "State"], "On"],
  ] as const)(
    "by a %s reader in both has two columns for each text per language, none of which takes the other’s text",
    async (locale, titles, state) => {
      const { table } = await exportLamps(locale, "both");
      expect(table[0]!.slice(0, 6)).toEqual(titles);
      expect(table[1]!.slice(0, 6)).toEqual(["灯, 一", "Lamp (one)", "a", "第一行\n第二行", "=one", state]);
      expect(table[2]!.slice(0, 3)).toEqual(["", "Only English", "b"]);
    },
  );

  it("has both columns of a chosen field, in the order of the fields, as a workbook and as CSV", async () => {
    for (const format of ["xlsx", "csv"])
      expect((await exportLamps("en", "both", { columns: "code,title", format })).table[0]).toEqual([
        "Code",
        "Title (中文)",
        "Title (English)",
      ]);
  });

  it("refuses another language, and says in its options and its description what there is", async () => {
    const refused = await api.send("GET api/Auto/ToExcel", { type: "lamp", fileLanguage: "fr" });
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ["fileLanguage"]]);
    const { columns } = (await api.call("POST paas/export/options", {
      type: "lamp",
    })) as CallOutput<"POST paas/export/options">;
    expect(columns.filter(({ isLocalized }) => isLocalized).map(({ field }) => field)).toEqual(["title", "note"]);
    const description = await (await fetch(`${server.url}/api/openapi.json`)).text();
    expect(description).toContain('"fileLanguage"');
    expect(description).toContain("such as Title (中文) and Title (English)");
  });

  it("in both languages gives a role no column that it may not export", async () => {
    const more = { read: ["title", "code", "note"], export: ["title", "code"] };
    const { send, person } = await roleFactories(server, owner).memberWith([
      grant("lamp", ["read", "export"], undefined, more),
    ]);
    const answer = await send(
      "GET api/Auto/ToExcel",
      { type: "lamp", fileLanguage: "both" },
      { "accept-language": "en" },
    );
    const { value } = contentOf(answer) as { value: string };
    const [titles] = await tableOf(value, person);
    expect(titles).toEqual(["Title (中文)", "Title (English)", "Code", "Created", "Updated", "ID"]);
    const refused = await send("GET api/Auto/ToExcel", { type: "lamp", fileLanguage: "both", columns: "note" });
    expect(refused.status).toBe(422);
  });

  it("as a job has the same columns and cells", async () => {
    const input = {
      type: "lamp",
      sort: { field: "createdAt", direction: "asc" },
      fileLanguage: "both",
      locale: "en",
      timeZone: "UTC",
    };
    const { id } = contentOf(await api.send("POST Api/Job/Start", { name: "exportRows", input })) as { id: string };
    const job = await vi.waitFor(async () => {
      const { jobs } = (await api.call("GET Api/Job/Mine", {})) as CallOutput<"GET Api/Job/Mine">;
      const found = jobs.find((candidate) => candidate.id === id)!;
      expect(isUnderWay(found.state)).toBe(false);
      return found;
    }, 90_000);
    expect(await tableOf(job.result!.url!)).toEqual((await exportLamps("en", "both")).table);
  });
});

describe("an import", () => {
  it.each(
    (["zh", "en"] as const).flatMap((author) =>
      (["zh", "en", "both"] as const).flatMap((language) =>
        (["zh", "en"] as const).map((reader) => [author, language, reader] as const),
      ),
    ),
  )("of an unchanged file by a %s reader in %s changes nothing for a %s reader", async (author, language, reader) => {
    const { table } = await exportLamps(author, language);
    const { counts, mapping } = await checkTable(table, { locale: reader });
    expect(counts).toEqual({ ...none, unchanged: 2 });
    const titles = language === "both" ? ["title.zh", "title.en"] : [`title.${language}`];
    expect(mapping.slice(0, titles.length)).toEqual(titles);
  });

  it("writes both texts, leaves the other one as it is, empties one, and is undone", async () => {
    const before = await rowsOf();
    const { table } = await exportLamps("zh", "both");
    const changed = table.map((cells) => [...cells]);
    changed[1]![1] = "Lamp";
    changed[1]![3] = "";
    changed[2]![0] = "仅英文";
    changed[2]![4] = "Noted";
    const { id, counts, columns, rows } = await checkTable(changed);
    expect(counts).toEqual({ ...none, update: 2 });
    expect(columns.slice(0, 2).map(({ name }) => name)).toEqual(["Title (中文)", "Title (English)"]);
    expect(rows[0]!.cells.slice(0, 5)).toEqual([
      { text: "灯, 一" },
      { text: "Lamp", before: "Lamp (one)" },
      { text: "a" },
      { text: "", before: "第一行\n第二行" },
      { text: "=one" },
    ]);
    await api.call("POST paas/import/run", { type: "lamp", id });
    expect(await rowsOf()).toMatchObject([
      { title: { zh: "灯, 一", en: "Lamp" }, note: { en: "=one" } },
      { title: { zh: "仅英文", en: "Only English" }, note: { en: "Noted" } },
    ]);
    await api.call("POST paas/import/revert", { type: "lamp", id });
    const withoutVersions = (found: AnyRow[]) => found.map(({ version: _version, updatedAt: _at, ...row }) => row);
    expect(withoutVersions(await rowsOf())).toEqual(withoutVersions(before));
  });

  it.each([
    ["标题（中文）", "Title (English)"],
    ["Title(中文)", "标题 （English）"],
    ["Title (Chinese)", "标题（英文）"],
    ["title.zh", "title.en"],
    ["标题", "Title"],
  ])("finds the columns %s and %s, and adds rows with both texts", async (zh, en) => {
    for (const locale of ["zh", "en"] as const) {
      const { id, mapping, counts } = await checkTable(
        [
          [en, "Code", zh],
          ["English", "c", "中文"],
          ["", "d", "只有中文"],
        ],
        { locale },
      );
      expect([mapping, counts]).toEqual([["title.en", "code", "title.zh"], { ...none, add: 2 }]);
      await api.call("POST paas/import/run", { type: "lamp", id });
      expect((await rowsOf()).slice(2)).toMatchObject([
        { title: { zh: "中文", en: "English" } },
        { title: { zh: "只有中文" } },
      ]);
      await api.call("POST paas/import/revert", { type: "lamp", id });
    }
  });

  it("says in a column of the field what is wrong, and needs a required text in one language only", async () => {
    const tooLong = "长".repeat(300);
    const {
      counts,
      rows,
      fields: offered,
    } = await checkTable([
      ["Title (中文)", "Title (English)", "Code", "Note (中文)", "Note (English)"],
      ["", "", "e", "", ""],
      ["灯", "", "f", "", ""],
      ["灯", "Lamp", "g", "", tooLong],
    ]);
    expect(offered.slice(2, 4)).toEqual([
      { field: "title.en", name: "Title (English)", isRequired: true },
      { field: "title.zh", name: "Title (中文)", isRequired: true },
    ]);
    expect(counts).toEqual({ ...none, add: 1, error: 2 });
    expect(rows[0]!.cells[0]!.problem).toBe("Title is required");
    expect(rows[2]!.cells.some(({ problem }) => problem !== undefined)).toBe(true);
  });

  it("takes a field without a language for a text in the language of the request, and each column once", async () => {
    const table = [
      ["First", "Second", "Third"],
      ["Lamp", "h", "灯"],
    ];
    const { rows, columns } = await checkTable(table, { mapping: ["title", "code", "title.zh"], keyField: null });
    expect([columns.map(({ field }) => field), rows[0]!.state]).toEqual([["title.en", "code", "title.zh"], "add"]);
    const { found } = await uploadImport(server.url, {
      type: "lamp",
      bytes: await sheetOf(table),
      person: owner,
      locale: "zh",
    });
    expect(found.mapping).toEqual(["title.en", "code", "title.zh"]);
    const check = (mapping: string[]) =>
      api.send(
        "POST paas/import/check",
        { type: "lamp", id: found.id, mapping, keyField: null },
        { "accept-language": "en" },
      );
    for (const [mapping, problem] of [
      [["title", "code", "title.en"], "columns.2"],
      [["code.zh", "code", "title"], "columns.0"],
      [["title.fr", "code", "title"], "columns.0"],
    ] as const) {
      const refused = await check([...mapping]);
      expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, [problem]]);
    }
  });
});
