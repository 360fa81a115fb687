/** Light apps: entities that administrators define in the product, from the draft to the rows, and changes of filled ones. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import {
  check,
  command,
  type DraftField,
  draftDefinition,
  draftField,
  lightAppOf,
  publishLightApp,
  saveDraft,
} from "./support/light-apps.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { grant, roleFactories, sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { runUpkeep } from "./support/upkeep.ts";

const server = await sharedServer();

type Space = Client & { owner: Person };
async function newSpace(): Promise<Space> {
  const owner = await newSpaceOwner(server);
  return { ...client(server, owner), owner };
}

const add = async (api: Client, type: string, values: object) =>
  (await api.call("POST Api/{type}/QueryAdd", { type, ...values } as never)) as AnyRow;
const search = (api: Client, type: string, more: object = {}) =>
  api.send("POST paas/table/search", { paraModel: { url: `/paas/${type}/list`, ...more } });
async function rowsOf(api: Client, type: string, more: object = {}): Promise<AnyRow[]> {
  const answer = await search(api, type, more);
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { result: TableResult }).result.rows;
}
const pathsOf = ({ problems }: { problems: { path: string }[] }) => problems.map(({ path }) => path).toSorted();

const customerFields = [
  draftField("title", "textbox", { required: true, search: "contains" }),
  draftField("phone"),
  draftField("grade", "dropdownlist", {
    search: "eq",
    options: [
      { key: "a", name: sameText("Gold") },
      { key: "b", name: sameText("Silver") },
    ],
  }),
];
const customer = draftDefinition(customerFields, { searchable: ["title"] });

it("B-002: the areas of customers, services and administrators show what settings of the space define, and a builder its pages", async () => {
  const space = await newSpace();
  const type = "voyage";
  const readScreen = async (path: string) => {
    const cookie = `sid=${space.owner.token}; signed_in=1`;
    const { status, text } = await readPage(`${server.url}${path}`, { cookie });
    return [status, /data-screen="([^"]+)"/.exec(text)?.[1]];
  };
  expect((await search(space, type)).status).toBe(404);
  await publishLightApp(space, type, customer);
  for (const area of ["paas", "service", "admin"]) {
    expect(await readScreen(`/${area}/${type}/list`)).toEqual([200, "features/admin/auto"]);
    expect(await readScreen(`/${area}/${type}/edit`)).toEqual([200, "features/admin/auto-form"]);
  }
  expect(await readScreen(`/paas/${type}/index`)).toEqual([200, "features/autopage/auto-page"]);
  expect(await readScreen("/builder")).toEqual([200, "features/builder/builder"]);
  await add(space, type, { title: "First", grade: "a" });
  const form = (await space.call("GET Api/Ui/AutoForm", { type })) as { groups: { items: { field: string }[] }[] };
  const formFields = form.groups.flatMap(({ items }) => items.map(({ field }) => field));
  expect(formFields).toEqual(["title", "phone", "grade"]);
  expect(await rowsOf(space, type)).toMatchObject([{ title: "First", grade: "a" }]);
  const page = (await space.call("GET Api/AutoPage/Index", { type })) as { widgets: object[] };
  expect(page.widgets.length).toBeGreaterThan(0);
  expect(await rowsOf(space, "page")).toMatchObject([{ path: "/index" }]);
});

describe("a published light app", () => {
  let first: Space;
  let second: Space;
  let firstRow: AnyRow;
  beforeAll(async () => {
    [first, second] = [await newSpace(), await newSpace()];
    await publishLightApp(first, "customer", customer);
    await publishLightApp(second, "customer", draftDefinition([draftField("company"), draftField("size", "number")]));
    firstRow = await add(first, "customer", { title: "Ada", phone: "1", grade: "a" });
    await add(second, "customer", { company: "Acme", size: 3 });
  });

  it("T-02: has the rows and the fields of its own space, beside another of the same type", async () => {
    expect((await rowsOf(first, "customer")).map(({ title }) => title)).toEqual(["Ada"]);
    expect((await rowsOf(second, "customer")).map(({ company, size }) => [company, size])).toEqual([["Acme", 3]]);
    expect((await search(await newSpace(), "customer")).status).toBe(404);
    const answer = await second.send("GET Api/{type}/QueryById", { type: "customer", id: firstRow.id });
    expect(answer.status).toBe(404);
  });

  it("has a form, an API description, a template for imports, and places in roles, webhooks, trash and the audit log", async () => {
    const form = await first.send("GET api/Ui/AutoForm", { type: "customer" });
    expect([form.status, form.text.includes('"phone"')]).toEqual([200, true]);
    const api = await first.send("GET openapi.json");
    expect([api.status, api.text.includes("/api/customer/QueryAdd")]).toEqual([200, true]);
    const subjects = contentOf(await first.send("GET paas/role/subjects")) as { type: string; verbs: string[] }[];
    expect(subjects[0]!.type).toBe("customer");
    expect(subjects.find(({ type }) => type === "customer")?.verbs).toEqual([
      "read",
      "add",
      "update",
      "delete",
      "export",
    ]);
    const exported = await first.send("GET api/Auto/ToExcel", { type: "customer" });
    expect([exported.status, exported.text]).toEqual([200, expect.stringContaining(".xlsx")]);
    expect((await first.send("GET api/Ui/DefaultValue", { type: "customer" })).status).toBe(200);
    const found = await first.send("GET paas/palette/find", { text: "Ada" });
    expect(contentOf(found)).toMatchObject({ records: [{ title: "Ada", list: "customer" }] });
    const { id } = await add(first, "customer", { title: "Bob" });
    expect((await first.send("DELETE Api/{type}/QueryDelete", { type: "customer", id })).status).toBe(200);
    expect((await first.send("GET Api/{type}/QueryTrash", { type: "customer" })).text).toContain("Bob");
    const history = await first.send("GET Api/{type}/QueryHistory", { type: "customer", id: firstRow.id });
    expect(history.status, history.text).toBe(200);
    expect((await first.send("GET Api/Audit/List", {})).text).toContain("customer");
  });

  it("E-056: gives one row by its id and the name of the table, to whoever may read it", async () => {
    const getSingle = (api: Client, tableName: string, _id = firstRow.id) =>
      api.send("GET Api/LightApp/getsingle", { _id, tableName });
    const answer = await getSingle(first, "Customer");
    expect(contentOf(answer)).toMatchObject({ id: firstRow.id, _id: firstRow.id, title: "Ada", grade: "a" });
    expect((await getSingle(second, "customer")).status).toBe(404);
    expect((await getSingle(client(server), "customer")).status).toBe(401);
    expect((await getSingle(client(server, await newMember(server, first.owner.tenantId)), "customer")).status).toBe(
      403,
    );
  });

  it("T-07: reads no table of the database and no entity of the program by its name", async () => {
    const names = [
      "record",
      "account",
      "news",
      "role",
      "customer'--",
      'customer"',
      "__proto__",
      "constructor",
      "$$",
      "客户",
    ];
    for (const tableName of names) {
      const answer = await first.send("GET Api/LightApp/getsingle", { _id: firstRow.id, tableName });
      expect([tableName, answer.status]).toEqual([tableName, 404]);
    }
  });

  it("shows a member whose role has two of its fields those two and no more", async () => {
    const { memberWith } = roleFactories(server, first.owner);
    const fields = { read: ["title", "grade"] };
    const member = await memberWith([grant("customer", ["read", "export"], undefined, fields)]);
    const [row] = await rowsOf(member, "customer");
    expect(row).toMatchObject({ title: "Ada", grade: "a" });
    expect(Object.hasOwn(row!, "phone")).toBe(false);
    expect((await search(member, "customer", { fields: { phone: "1" } })).status).toBe(400);
    const single = await member.send("GET Api/LightApp/getsingle", { _id: firstRow.id, tableName: "customer" });
    expect(Object.hasOwn(contentOf(single) as object, "phone")).toBe(false);
    expect((await member.send("GET openapi.json")).text).not.toContain('"phone"');
    expect((await search(member, "lightApp")).status).toBe(403);
  });

  it("is defined by administrators only", async () => {
    const member = client(server, await newMember(server, first.owner.tenantId));
    const draft = { tableName: "x", name: sameText("x"), definition: JSON.stringify(customer) };
    expect((await member.send("POST Api/{type}/QueryAdd", { type: "lightApp", ...draft })).status).toBe(403);
    expect((await member.send("POST paas/lightApp/check", draft)).status).toBe(403);
    const { id } = await saveDraft(first, "other", customer);
    expect((await command(member, "publish", id)).status).toBe(403);
    expect((await command(second, "publish", id)).status).toBe(404);
    const { memberWith } = roleFactories(server, first.owner);
    const designer = await memberWith([grant("lightApp", ["read", "add", "update"])]);
    expect((await search(designer, "lightApp")).status).toBe(403);
    expect((await designer.send("POST Api/{type}/QueryAdd", { type: "lightApp", ...draft })).status).toBe(403);
  });
});

describe("a draft", () => {
  it("keeps what is wrong with it, and every version in its history", async () => {
    const space = await newSpace();
    const { id } = await saveDraft(space, "customer", { fields: [] });
    await saveDraft(space, "customer", customer, { id });
    const answer = await space.send("GET Api/{type}/QueryHistory", { type: "lightApp", id });
    expect(answer.text).toContain('{\\"fields\\":[]}');
    expect((await search(space, "customer")).status).toBe(404);
  });

  it("is not published while something is wrong, and the answer says what and where", async () => {
    const space = await newSpace();
    const { id } = await saveDraft(space, "customer", draftDefinition([draftField("title"), draftField("title")]));
    const answer = await command(space, "publish", id);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "The definition has 1 problem. fields.1.field: Another field has this name. Letter case makes no difference.",
    ]);
    expect((await lightAppOf(space, id)).state).toBe("draft");
  });

  it("of a second light app cannot take the type of another, published or not", async () => {
    const space = await newSpace();
    const { id } = await publishLightApp(space, "customer", customer);
    expect(pathsOf(await check(space, "Customer", customer))).toEqual(["tableName"]);
    expect((await command(space, "unpublish", id)).status).toBe(200);
    expect(pathsOf(await check(space, "customer", customer))).toEqual(["tableName"]);
    expect(pathsOf(await check(space, "client", customer, id))).toEqual(["tableName"]);
    expect(pathsOf(await check(space, "customer", customer, id))).toEqual([]);
  });

  it("is checked against the definitions of the space: a relation to a published one is accepted, another is not", async () => {
    const space = await newSpace();
    const visits = draftDefinition([draftField("day"), draftField("who", "relation", { entity: "customer" })]);
    expect(pathsOf(await check(space, "visit", visits))).toEqual(["fields.1.entity"]);
    await publishLightApp(space, "customer", customer);
    expect(pathsOf(await check(space, "visit", visits))).toEqual([]);
  });
});

describe("an unpublished light app", () => {
  it("is gone with its rows, and back with them when it is published again", async () => {
    const space = await newSpace();
    const { id } = await publishLightApp(space, "customer", customer);
    await add(space, "customer", { title: "Ada" });
    expect((await command(space, "unpublish", id)).status).toBe(200);
    expect((await search(space, "customer")).status).toBe(404);
    expect((await space.send("GET openapi.json")).text).not.toContain("/api/customer/");
    expect((await space.send("GET Api/Audit/List", {})).status).toBe(200);
    expect((await command(space, "unpublish", id)).status).toBe(409);
    expect((await command(space, "publish", id)).status).toBe(200);
    expect((await rowsOf(space, "customer")).map(({ title }) => title)).toEqual(["Ada"]);
  });

  it("cannot be one that a field of another light app refers to", async () => {
    const space = await newSpace();
    const { id } = await publishLightApp(space, "customer", customer);
    const visits = draftDefinition([draftField("day"), draftField("who", "relation", { entity: "customer" })]);
    await publishLightApp(space, "visit", visits);
    const answer = await command(space, "unpublish", id);
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "visit still refers to it. Remove the related field first.",
    ]);
  });

  it("is deleted with all of its rows when it is removed from the trash, a published one not at all", async () => {
    const space = await newSpace();
    const { id } = await publishLightApp(space, "customer", customer);
    await add(space, "customer", { title: "Ada" });
    const remove = () => space.send("DELETE Api/{type}/QueryDelete", { type: "lightApp", id });
    expect((await remove()).body.message).toBe("Unpublish it before you delete it");
    await command(space, "unpublish", id);
    expect((await remove()).status).toBe(200);
    const erased = await space.send("POST Api/{type}/Erase", { type: "lightApp", ids: [id] });
    expect(erased.status, erased.text).toBe(200);
    const left = await server.database.read<{ n: number }>(
      space.owner.tenantId,
      sql`select (select count(*) from record where entity_id = ${id}::uuid)::int + (select count(*) from entity_definition where id = ${id}::uuid)::int as n`,
    );
    expect(left).toEqual([{ n: 0 }]);
    await publishLightApp(space, "customer", customer);
    expect(await rowsOf(space, "customer")).toEqual([]);
  });
});

describe("a change of a light app that has rows", () => {
  const part = (...fields: DraftField[]) => draftDefinition([draftField("title"), ...fields]);
  /** A space with the light app `part` and rows with these values of `code`. */
  async function spaceWith(codeField: DraftField, codes: readonly unknown[]): Promise<Space & { id: string }> {
    const space = await newSpace();
    const { id } = await publishLightApp(space, "part", part(codeField));
    for (const [index, code] of codes.entries()) await add(space, "part", { title: `part ${index}`, code });
    return { ...space, id };
  }
  const codesOf = async (space: Client) =>
    (await rowsOf(space, "part", { sort: { field: "createdAt", direction: "asc" } })).map(({ code }) => code ?? null);
  const changesOf = async (space: Space & { id: string }, ...fields: DraftField[]) =>
    (await check(space, "part", part(...fields), space.id)).changes.map(({ kind, rows, isRefused }) => [
      kind,
      rows,
      isRefused,
    ]);
  const republish = (space: Space & { id: string }, ...fields: DraftField[]) =>
    publishLightApp(space, "part", part(...fields), space);
  const code = draftField("code");

  it("says before what it does to how many rows", async () => {
    const space = await spaceWith(code, ["a", "b", null]);
    expect(await changesOf(space, code)).toEqual([]);
    expect(await changesOf(space, code, draftField("note"))).toEqual([["add", 3, false]]);
    expect(await changesOf(space)).toEqual([["remove", 2, false]]);
    expect(await changesOf(space, { ...code, name: sameText("Number"), required: true })).toEqual([
      ["rename", 3, false],
      ["require", 1, false],
    ]);
    expect(await changesOf(space, draftField("code", "number"))).toEqual([["convert", 2, true]]);
    const { changes } = await check(space, "part", part(), space.id);
    expect(changes[0]).toMatchObject({
      path: "fields.code",
      text: "Removes code. Its values in 2 records are kept for 30 days.",
    });
  });

  it("keeps the values of a removed field for 30 days, out of sight, and restores them with the field", async () => {
    const space = await spaceWith(code, ["a", "b"]);
    await republish(space);
    expect(await codesOf(space)).toEqual([null, null]);
    expect((await search(space, "part")).text).not.toContain('"a"');
    await add(space, "part", { title: "new" });
    expect(await changesOf(space, code)).toEqual([["restore", 2, false]]);
    await republish(space, { ...code, search: "eq" });
    expect(await codesOf(space)).toEqual(["a", "b", null]);
    expect(await rowsOf(space, "part", { fields: { code: "b" } })).toHaveLength(1);
  });

  it("forgets the values of a removed field after 30 days", async () => {
    const space = await spaceWith(code, ["a"]);
    await republish(space);
    await server.database.system((tx) =>
      tx.rows(sql`update entity_definition set removed_fields = jsonb_set(removed_fields, '{code,removedAt}', '"2020-01-01T00:00:00Z"')
        where id = ${space.id}::uuid`),
    );
    await runUpkeep(server, "purgeRemovedFields");
    expect(await changesOf(space, code)).toEqual([["add", 1, false]]);
    await republish(space, code);
    expect(await codesOf(space)).toEqual([null]);
  });

  it("converts values to another type if every one of them fits, and back", async () => {
    const space = await spaceWith(code, ["12", "7.5", null]);
    const number = draftField("code", "decimal", { search: "gte" });
    expect(await changesOf(space, number)).toEqual([["convert", 2, false]]);
    await republish(space, number);
    expect(await codesOf(space)).toEqual([12, 7.5, null]);
    expect(await rowsOf(space, "part", { fields: { code: 10 } })).toHaveLength(1);
    await republish(space, code);
    expect(await codesOf(space)).toEqual(["12", "7.5", null]);
  });

  it.each<[string, DraftField, unknown[], DraftField]>([
    ["a text that is no number", code, ["12", "twelve"], draftField("code", "decimal")],
    ["a text that a number would not give back", code, ["007"], draftField("code", "decimal")],
    [
      "a time whose hour a date would lose",
      draftField("code", "datepicker"),
      ["2026-01-02T10:30:00.000Z"],
      draftField("code", "date"),
    ],
    ["two languages of one text", draftField("code", "textbox", { localized: true }), [{ zh: "一", en: "one" }], code],
    ["a text as a related row", code, ["x"], draftField("code", "relation", { entity: "news" })],
  ])("is refused with %s, and leaves everything as it was", async (_what, before, codes, after) => {
    const space = await spaceWith(before, codes);
    expect((await changesOf(space, after)).map(([kind, , isRefused]) => [kind, isRefused])).toEqual([
      ["convert", true],
    ]);
    await saveDraft(space, "part", part(after), space);
    const answer = await command(space, "publish", space.id);
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining("do not fit the new type")]);
    expect(await codesOf(space)).toEqual(codes);
  });

  it("changes any type while no row has a value", async () => {
    const space = await spaceWith(code, [null, null]);
    await republish(space, draftField("code", "relation", { entity: "news" }));
    expect(await codesOf(space)).toEqual([null, null]);
  });

  it("turns the names of choices into text and text into choices", async () => {
    const options = [
      { key: "a", name: sameText("Gold") },
      { key: "b", name: sameText("Silver") },
    ];
    const choice = draftField("code", "dropdownlist", { options });
    const space = await spaceWith(choice, ["a", "b"]);
    await republish(space, code);
    expect(await codesOf(space)).toEqual(["Gold", "Silver"]);
    await republish(space, choice);
    expect(await codesOf(space)).toEqual(["a", "b"]);
  });

  it("is refused when a value must be unique and rows repeat it", async () => {
    const space = await spaceWith(code, ["a", "a", "b"]);
    const definition = { ...part(code), unique: [["code"]] };
    const { changes } = await check(space, "part", definition, space.id);
    expect(changes).toMatchObject([{ path: "unique.0", kind: "unique", rows: 2, isRefused: true }]);
    await saveDraft(space, "part", definition, space);
    expect((await command(space, "publish", space.id)).status).toBe(409);
  });
});
