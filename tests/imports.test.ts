/** Imports: the preview of a file, its exact execution with the rights of its sender, and undo. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { ImportCounts } from "#kit/import.ts";
import type { EntityHook } from "#records/change/hooks.server.ts";
import type { Cell } from "#server/spreadsheet/cell.server.ts";
import { readSheet } from "#server/spreadsheet/sheet-reader.server.ts";
import { badWorkbookKindCount, badWorkbook } from "./support/bad-workbooks.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { type Import, sheetOf, type Table, uploadImport } from "./support/imports.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, firstDevice, publish } from "./support/stored-entities.ts";
import { rowOf, workbookOf } from "./support/workbooks.ts";

const server = await sharedServer();
let owner: Person;
let api: Client;

type Rows = CallOutput<"POST paas/import/rows">;

const upload = (type: string, bytes: Buffer, person = owner) => uploadImport(server.url, { type, bytes, person });

/** Uploads and checks a file with the guessed mapping of its columns. */
async function checkFile(
  type: string,
  table: Table | Buffer,
  changes: Partial<Import> = {},
): Promise<Import & { counts: ImportCounts }> {
  const { status, text, found } = await upload(type, Buffer.isBuffer(table) ? table : await sheetOf(table as Table));
  expect(status, text).toBe(200);
  const { id, mapping, keyField } = { ...found, ...changes };
  const answer = await api.send("POST paas/import/check", { type, id, mapping, keyField, timeZone: "UTC" });
  expect(answer.status, answer.text).toBe(200);
  return { ...found, ...(contentOf(answer) as { counts: ImportCounts }) };
}
const rowsOf = async ({ id, type }: Pick<Import, "id" | "type">, options: object = {}) =>
  (await api.call("POST paas/import/rows", { type, id, timeZone: "UTC", ...options })) as Rows;
const run = ({ id, type }: Pick<Import, "id" | "type">, sender = api) =>
  sender.send("POST paas/import/run", { type, id });
const revert = ({ id, type }: Pick<Import, "id" | "type">) => api.send("POST paas/import/revert", { type, id });
const listOf = async (type: string) =>
  (contentOf(await api.send("GET Api/{type}/QueryList", { type })) as AnyRow[]).toSorted((a, b) =>
    a.id < b.id ? -1 : 1,
  );
const add = async (type: string, values: object) =>
  contentOf(await api.send("POST Api/{type}/QueryAdd", { type, ...values })) as AnyRow;
const withoutVersions = (rows: AnyRow[]) =>
  rows.map(({ version: _version, updatedAt: _updatedAt, ...values }) => values);
const sameText = (text: string) => ({ zh: text, en: text });
const countsOf = (counts: Partial<ImportCounts>): ImportCounts => ({
  add: 0,
  update: 0,
  unchanged: 0,
  error: 0,
  ...counts,
});

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  api = client(server, owner);
  await publish(server, owner.tenantId, firstDevice);
});

describe("an import into a runtime entity", () => {
  let table: Cell[][];
  beforeAll(async () => {
    const article = await add("news", { title: sameText("An article"), kind: "company", status: "draft" });
    for (const serial of ["a", "b", "c"])
      await add("device", {
        title: { zh: `设备 ${serial}`, en: `Device ${serial}` },
        serial,
        state: "running",
        power: 12.5,
        isOnline: true,
        installedAt: "2026-11-20T08:00:00.000Z",
        article: article.id,
        articles: [article.id],
        day: "2026-11-22",
        term: ["2026-11-01", null],
        marks: ["x, y", "z"],
        note: "=two\nlines ",
      });
    const file = (await api.call("GET api/Auto/ToExcel", {
      type: "device",
      orderBy: "installedAt",
      timeZone: "UTC",
    })) as {
      value: string;
    };
    const answer = await fetch(server.url + file.value, { headers: { authorization: `Bearer ${owner.token}` } });
    table = [];
    for await (const rows of readSheet(Buffer.from(await answer.arrayBuffer()), { rows: 99, columns: 99 }))
      table.push(...rows.map(({ cells }) => cells as Cell[]));
  });
  const changedRow = (at: number, values: Record<string, Cell>): Cell[] =>
    table[at]!.map((cell, index) => {
      const title = String(table[0]![index]);
      return Object.hasOwn(values, title) ? values[title]! : cell;
    });

  it("of an unchanged export changes nothing, in either language", async () => {
    const found = await checkFile("device", table);
    expect([found.keyField, found.counts]).toEqual(["id", countsOf({ unchanged: 3 })]);
    expect((await run(found)).status).toBe(200);
    expect((await listOf("device")).map(({ version }) => version)).toEqual([1, 1, 1]);
  });

  it("previews every row, executes exactly the preview, and is undone", async () => {
    const before = await listOf("device");
    const found = await checkFile("device", [
      table[0]!,
      changedRow(1, { Title: "Renamed", Power: 99, Marks: "one，two", Day: null }),
      table[2]!,
      changedRow(3, {
        ID: null,
        "Serial number": "d",
        Title: "New",
        Article: "An article",
        Installed: "2026/1/2 3:04",
      }),
      changedRow(3, { Power: "much", Mail: "nobody", Title: null }),
    ]);
    expect(found.counts).toEqual(countsOf({ add: 1, update: 1, unchanged: 1, error: 1 }));
    const { rows, columns } = await rowsOf(found);
    expect(rows.map((row) => [row.number, row.state])).toEqual([
      [2, "update"],
      [3, "unchanged"],
      [4, "add"],
      [5, "error"],
    ]);
    const cell = (at: number, title: string) => rows[at]!.cells[columns.findIndex(({ name }) => name === title)];
    expect(cell(0, "Power")).toEqual({ text: "99", before: "12.5" });
    expect(cell(0, "Day")).toEqual({ text: "", before: "2026-11-22" });
    expect(cell(0, "Note")).not.toHaveProperty("before");
    expect(cell(3, "Power")).toMatchObject({ text: "much", problem: expect.stringContaining("number") });
    expect(cell(3, "Mail")).toMatchObject({ problem: expect.stringContaining("email") });
    expect((await rowsOf(found, { state: "error" })).rows).toHaveLength(1);
    expect(await listOf("device")).toEqual(before);

    expect((await run(found)).status).toBe(200);
    const after = await listOf("device");
    const added = after.find(({ serial }) => serial === "d")!;
    const [first] = after;
    expect(after).toHaveLength(4);
    expect(first).toMatchObject({
      title: { zh: "设备 a", en: "Renamed" },
      power: 99,
      marks: ["one", "two"],
      day: null,
      version: 2,
    });
    expect(added).toMatchObject({
      title: { en: "New" },
      installedAt: "2026-01-02T03:04:00.000Z",
      marks: ["x, y", "z"],
      article: first!.article,
    });
    expect((await run(found)).status).toBe(409);

    expect((await revert(found)).status).toBe(200);
    expect(withoutVersions(await listOf("device"))).toEqual(withoutVersions(before));
    expect((await revert(found)).status).toBe(409);
    const recreated = await api.send("POST Api/{type}/QueryAdd", {
      type: "device",
      title: sameText("d"),
      serial: "d",
      state: "spare",
    });
    expect(recreated.status, recreated.text).toBe(200);
    await api.send("POST Api/{type}/QueryDelete", { type: "device", ids: [(contentOf(recreated) as AnyRow).id] });
  });

  it("cannot be undone after a later change or after its time limit", async () => {
    const found = await checkFile("device", [table[0]!, changedRow(1, { Power: 50 })]);
    expect((await run(found)).status).toBe(200);
    const [first] = await listOf("device");
    const { id, version } = first!;
    expect((await api.send("POST Api/{type}/QueryUpdate", { type: "device", id, version, note: "later" })).status).toBe(
      200,
    );
    expect((await revert(found)).status).toBe(409);
    const second = await checkFile("device", [table[0]!, changedRow(2, { Power: 50 })]);
    expect((await run(second)).status).toBe(200);
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`update sheet_import set done_at = now() - interval '11 minutes' where id = ${second.id}::uuid`),
    );
    expect(await revert(second)).toMatchObject({ status: 409, text: expect.stringContaining("too late") });
  });

  it("merges with concurrent changes and refuses conflicting ones", async () => {
    const found = await checkFile("device", [table[0]!, changedRow(3, { Power: 77 })]);
    const third = (await listOf("device"))[2]!;
    const update = (values: object, version: number) =>
      api.send("POST Api/{type}/QueryUpdate", { type: "device", id: third.id, version, ...values });
    expect((await update({ note: "mine" }, third.version)).status).toBe(200);
    expect((await run(found)).status).toBe(200);
    expect((await listOf("device"))[2]).toMatchObject({ power: 77, note: "mine" });
    const next = await checkFile("device", [table[0]!, changedRow(3, { Power: 78 }), changedRow(1, { Power: 78 })]);
    expect((await update({ power: 5 }, third.version + 2)).status).toBe(200);
    expect(await run(next)).toMatchObject({ status: 409, text: expect.stringContaining("after the check") });
    expect((await listOf("device")).map(({ power }) => power)).not.toContain(78);
  });

  it("T-34: reads no formulas and returns the rows with errors as a workbook", async () => {
    const head = rowOf(["Title", "Serial number", "State"]);
    const rows = `${head}<row><c><f>1+1</f><v>2</v></c><c t="inlineStr"><is><t>f</t></is></c></row>${rowOf(["Good", "g", "spare"])}`;
    const found = await checkFile("device", workbookOf({ rows }));
    expect(found.counts).toEqual(countsOf({ add: 1, error: 1 }));
    const file = (await api.call("POST paas/import/errors", { type: "device", id: found.id })) as { value: string };
    const answer = await fetch(server.url + file.value, { headers: { authorization: `Bearer ${owner.token}` } });
    const sheet: unknown[] = [];
    for await (const chunk of readSheet(Buffer.from(await answer.arrayBuffer()), { rows: 99, columns: 99 }))
      sheet.push(...chunk.map(({ cells }) => cells));
    expect(sheet).toEqual([
      ["Title (English)", "Serial number", "State", "Errors", "Row"],
      [null, "f", null, expect.stringContaining("Title (English): Formulas are not imported"), 2],
    ]);
  });
});

describe("an import into a code entity", () => {
  it("finds rows by a unique value and relations by title, and refuses duplicate rows", async () => {
    const parent = await add("wiki", { slug: "top", title: sameText("Top"), sort: 1, status: "draft" });
    const csv = [
      "Slug,Title,Parent page,Sort order,Status",
      "top,Top,,2,Draft",
      "one,One,Top,1,draft",
      `two,Two,${parent.id},1,草稿`,
      "one,Again,,1,Draft",
      "three,Three,Nobody,1,Draft",
      "four,,,x,Unknown",
    ].join("\n");
    const found = await checkFile("wiki", Buffer.from(csv));
    expect([found.keyField, found.counts]).toEqual(["slug", countsOf({ add: 2, update: 1, error: 3 })]);
    const { rows } = await rowsOf(found, { state: "error" });
    expect(rows[0]!.cells[0]).toMatchObject({ problem: "Row 3 is about the same record" });
    expect(rows[1]!.cells[2]).toMatchObject({ problem: expect.stringContaining("“Nobody”") });
    expect(rows[2]!.cells.map(({ problem }) => problem !== undefined)).toEqual([false, true, false, true, true]);
    expect((await run(found)).status).toBe(200);
    const all = await listOf("wiki");
    expect(all.filter((row) => row.parent === parent.id)).toHaveLength(2);
    expect(all.find(({ slug }) => slug === "top")).toMatchObject({ sort: 2, version: 2 });
    // Imported rows are found by search.
    const searched = contentOf(await api.send("GET Api/{type}/QueryList", { type: "wiki", title: "Two" })) as AnyRow[];
    expect(searched.map(({ slug }) => slug)).toEqual(["two"]);
    expect((await revert(found)).status).toBe(200);
    expect((await listOf("wiki")).map(({ slug }) => slug)).toEqual(["top"]);
  });

  it("reports violations of unique rules in the preview, including relations and several languages", async () => {
    const text = (name: string, options: object = {}) => ({
      type: "textbox",
      name: sameText(name),
      required: true,
      ...options,
    });
    const fields = {
      code: text("Code"),
      label: text("Label", { localized: true }),
      article: { type: "relation", name: sameText("Article"), entity: "news" },
      weight: { type: "decimal", name: sameText("Weight") },
    } as const;
    await publish(
      server,
      owner.tenantId,
      definitionOf("crate", fields as never, { unique: [["code", "article"], ["label"], ["weight"]] }),
    );
    await expect.poll(async () => (await api.send("GET Api/{type}/QueryPageList", { type: "crate" })).status).toBe(200);
    const article = await add("news", { title: sameText("Crated"), kind: "company", status: "draft" });
    await add("crate", { code: "a", label: { zh: "甲", en: "A" }, article: article.id, weight: 1.5 });
    const found = await checkFile(
      "crate",
      [
        ["Code", "Label", "Article", "Weight"],
        ["a", "B", "Crated", 2],
        ["a", "C", null, 3],
        ["b", "D", "Crated", 1.5],
        ["c", "C", "Crated", 4],
        ["a", "E", null, 5],
      ],
      { keyField: null },
    );
    const { rows } = await rowsOf(found);
    expect(rows.map((row) => [row.number, row.cells.findIndex(({ problem }) => problem !== undefined)])).toEqual([
      [2, 0],
      [3, -1],
      [4, 3],
      [5, 1],
      [6, -1],
    ]);
    expect((await run(found)).status).toBe(200);
    expect((await revert(found)).status).toBe(200);
  });

  it("makes every field type searchable, like rows that are added one by one", async () => {
    const fields = {
      name: { type: "textbox", name: sameText("Name"), required: true },
      story: { type: "editor", name: sameText("Story"), search: "contains" },
    } as const;
    await publish(server, owner.tenantId, definitionOf("tale", fields as never, { searchable: ["name", "story"] }));
    // The server is notified a moment later.
    await expect.poll(async () => (await api.send("GET Api/{type}/QueryList", { type: "tale" })).status).toBe(200);
    const found = await checkFile("tale", [["Name", "Story"], ["One", "## Harbour lights"]]); // prettier-ignore
    expect((await run(found)).status).toBe(200);
    const [imported] = await listOf("tale");
    await add("tale", { name: "One", story: imported!.story });
    const withStory = sql`select search, search_text from record where search_text ? 'story'`;
    const columns = await server.database.read(owner.tenantId, withStory);
    expect(columns).toHaveLength(2);
    expect(columns[0]).toEqual(columns[1]);
  });

  it("adds no rows to an entity with a hook for adding, and does not offer it", async () => {
    const { found } = await upload("paasWork", await sheetOf([["Title"], ["x"]])); // prettier-ignore
    expect([found.mayAdd, found.keys]).toEqual([false, ["id"]]);
    const hooks = import.meta.glob<EntityHook>("../src/features/**/hooks/*.server.ts", {
      eager: true,
      import: "default",
    });
    const isImportable = ({ add: hook, entity }: EntityHook) => hook !== undefined && entity.access.export !== "nobody";
    const addHooks = Object.values(hooks).filter(isImportable);
    const entities = addHooks.map(({ entity }): [string, boolean | undefined] => [entity.type, entity.hasAddHook]);
    expect(Object.fromEntries(entities)).toEqual({ paasWork: true });
  });

  it("remembers the mapping of columns with the same titles", async () => {
    const table = [["Where", "What"], ["x", "y"]]; // prettier-ignore
    const first = await upload("wiki", await sheetOf(table));
    expect(first.found.mapping).toEqual([null, null]);
    const { id } = first.found;
    const chosen = { mapping: ["slug", "title.zh"], keyField: "slug" };
    expect((await api.send("POST paas/import/check", { type: "wiki", id, ...chosen })).status).toBe(200);
    expect((await upload("wiki", await sheetOf(table))).found).toMatchObject(chosen);
  });
});

describe("the right to import", () => {
  it("T-04: requires the rights to the entity and its fields, and covers only one's own import", async () => {
    const member = await newMember(server, owner.tenantId);
    const file = await sheetOf([["Slug", "Title", "Sort order"], ["r", "R", 1]]); // prettier-ignore
    expect((await upload("wiki", file, member)).status).toBe(403);
    for (const type of ["role", "page", "nothing"]) expect((await upload(type, file)).status).not.toBe(200);
    const grants = [{ entity: "wiki", verbs: ["read", "update"], read: null, write: ["sort"] }];
    const role = contentOf(
      await api.send("POST Api/{type}/QueryAdd", { type: "role", name: sameText("r"), grants }),
    ) as AnyRow;
    const target = { type: "member", id: member.memberId };
    const { version } = contentOf(await api.send("GET Api/{type}/QueryById", target)) as AnyRow;
    expect((await api.send("POST Api/{type}/QueryUpdate", { ...target, version, roles: [role.id] })).status).toBe(200);
    const reader = client(server, member);
    const { found, text } = await upload("wiki", file, member);
    expect(
      found.fields.map(({ field }) => field),
      text,
    ).toEqual(["id", "slug", "sort"]);
    expect(found.mapping).toEqual(["slug", null, "sort"]);
    const id = found.id;
    const checkAs = (mapping: (string | null)[], keyField: string | null = "slug") =>
      reader.send("POST paas/import/check", { type: "wiki", id, mapping, keyField });
    expect(await checkAs(["slug", "title", "sort"])).toMatchObject({
      status: 422,
      body: { fields: { "columns.1": "This field cannot be imported" } },
    });
    expect((await checkAs(["slug", null, "sort"], null)).status).toBe(422);
    const answer = await checkAs(["slug", null, "sort"]);
    expect(contentOf(answer)).toEqual({ counts: countsOf({ error: 1 }), job: null });
    for (const otherClient of [api, client(server, await newSpaceOwner(server))])
      for (const name of ["open", "rows", "run", "revert", "errors"])
        expect([name, (await otherClient.send(`POST paas/import/${name}`, { type: "wiki", id })).status]).toEqual([
          name,
          404,
        ]);
    expect((await client(server).send("POST paas/import/open", { type: "wiki", id })).status).toBe(401);
  });
});

it("refuses invalid files with a message or reports errors in every row, and changes nothing", async () => {
  const before = await listOf("wiki");
  const validSheet = { head: ["Slug", "Title", "Sort order"], row: ["new", "New", 1] };
  // A sample of the invalid files; the tests of the reader cover all of them.
  for (let n = 0; n < 8; n += 1) {
    const { kind, bytes, isReadable } = badWorkbook(
      Math.floor((n * badWorkbookKindCount) / 8) + (n === 7 ? 2 : 0),
      validSheet,
    );
    const { status, text, found } = await upload("wiki", bytes);
    if (status !== 200)
      expect([kind, status, text], text).toEqual([kind, 422, expect.stringMatching(/"fields":\{"file":"\w/)]);
    else {
      const { id, mapping, keyField } = found;
      const answer = await api.send("POST paas/import/check", { type: "wiki", id, mapping, keyField });
      const { counts } = (contentOf(answer) ?? { counts: countsOf({}) }) as { counts: ImportCounts };
      expect([kind, answer.status, counts.error > 0]).toEqual([kind, isReadable ? 200 : 422, isReadable]);
    }
  }
  expect(await listOf("wiki")).toEqual(before);
});
