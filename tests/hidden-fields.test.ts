/**
 * A role with two fields of a light app: no call gives a value or a name of its other fields, which decide the order, uniqueness, visibility, state
 * and title of its rows.
 */
import { readSheet } from "read-excel-file/node";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CallName, CallOutput } from "#kit/call.ts";
import type { AnyRow, EntityType } from "#kit/entity.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { callNames, expectedCalls } from "./support/expectations.ts";
import { sheetOf, uploadImport } from "./support/imports.ts";
import { draftDefinition, draftField, publishLightApp } from "./support/light-apps.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { grant, roleFactories, sameText } from "./support/roles.ts";
import { missingRows } from "./support/rows.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const type = "contractFile";
const canary = "canary77";
const amount = 1_987_654_321;
/** The hidden values, and the names of hidden fields. */
const isCanary = { field: "zzState", op: "eq", value: canary } as const;

/** The hidden fields, whose names begin with zz. */
const hiddenFields = [
  draftField("zzSalary", "textbox", { search: "contains", column: { sortable: true } }),
  draftField("zzAmount", "number", { search: "gte", column: { sortable: true }, max: 2_000_000_000 }),
  draftField("zzNote", "textarea", { localized: true, helpBlock: sameText(canary) }),
  draftField("zzState", "dropdownlist", {
    search: "eq",
    options: [canary, "other"].map((key) => ({ key, name: sameText(key) })),
  }),
  draftField("zzTags", "tags"),
  draftField("zzArticle", "relation", { entity: "news", search: "eq" }),
  draftField("zzTopic", "relationtree", { entity: "relationTree" }),
  draftField("zzDouble", "number", { compute: "zzAmount * 1" }),
];
/** Every hidden value, and the name of every hidden field. */
const hiddenPattern = /canary77|1987654321|zz(?:Salary|Amount|Note|State|Tags|Article|Topic|Double)/i;
const definition = draftDefinition(
  [
    draftField("title", "textbox", { required: true, search: "contains", column: { sortable: true } }),
    draftField("stage", "dropdownlist", {
      search: "eq",
      if: `zzState=${canary}`,
      options: ["open", "won"].map((key) => ({ key, name: sameText(key) })),
    }),
    ...hiddenFields,
  ],
  {
    titleField: "zzSalary",
    searchable: ["title", "zzSalary", "zzNote"],
    unique: [["zzSalary"]],
    list: { columns: ["title", "stage", "zzSalary"], sort: { field: "zzAmount", direction: "desc" } },
    selectable: isCanary,
    isFrozen: { field: "zzSalary", op: "eq", value: "frozen" },
    isLive: isCanary,
    whyNotDelete: [{ when: { ...isCanary, value: "kept" }, text: sameText("kept") }],
    actions: [
      {
        id: "raise",
        name: sameText("Raise"),
        icon: "edit",
        kind: "request",
        set: { zzNote: { zh: canary, en: canary } },
        done: sameText("Raised"),
        if: isCanary,
      },
      {
        id: "win",
        name: sameText("Win"),
        icon: "edit",
        kind: "request",
        set: { stage: "won" },
        done: sameText("Won"),
        if: isCanary,
      },
    ],
  },
);

let owner: Person;
let admin: Client;
let member: Client & { person: Person };
let key: Client & { token: string };
let row: AnyRow;
const fields = { read: ["title", "stage"], write: ["title", "stage"] };
const grants = [grant(type, ["read", "add", "update", "delete", "export"], undefined, fields)];

const addRow = async (values: object, rowType = type) =>
  (await admin.call("POST Api/{type}/QueryAdd", { type: rowType, ...values } as never)) as AnyRow;
let references: { zzTopic: string; zzArticle: string };
let rowCount = 0;
/** Adds a row with hidden values and changes some of them. */
async function addHiddenRow(): Promise<AnyRow> {
  rowCount += 1;
  const { id, version } = await addRow({
    title: "First",
    stage: "open",
    zzSalary: `${canary} ${rowCount}`,
    zzAmount: amount,
    zzNote: sameText(canary),
    zzState: canary,
    zzTags: [canary],
    ...references,
  });
  const change = { title: `Row ${rowCount}`, zzTags: [canary, `${canary}b`] };
  return (await admin.call("POST Api/{type}/QueryUpdate", { type, id, version, ...change } as never)) as AnyRow;
}

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
  const topic = await addRow({ name: sameText(canary), parent: null }, "relationTree");
  const article = await addRow({ title: sameText(canary), kind: "company", status: "draft" }, "news");
  references = { zzTopic: topic.id, zzArticle: article.id };
  await publishLightApp(admin, type, definition);
  await addRow({ title: "Second", zzSalary: "1", zzAmount: 1 });
  const { memberWith, keyWith } = roleFactories(server, owner);
  member = await memberWith(grants);
  key = await keyWith(grants);
});
beforeEach(async () => {
  row = await addHiddenRow();
});

/** The calls about rows of any entity, with an input that names the row. */
const rowCalls = callNames.filter((name) => expectedCalls[name].perEntity === true);
const inputFor = (name: CallName): object =>
  expectedCalls[name].input?.({ ...missingRows(), [type]: row.id } as never, {
    type: type as EntityType,
    add: { title: "Added", stage: "open" },
    change: { title: "Changed again" },
  }) ?? {};
const search = (api: Client, more: object = {}) =>
  api.send("POST paas/table/search", { paraModel: { url: `/paas/${type}/list`, ...more } });

describe.each(["member", "key"] as const)("a %s with two fields", (name) => {
  const api = () => (name === "member" ? member : key);

  it.each(rowCalls)("T-06, T-33: gets no hidden field from %s", async (call) => {
    const answer = await api().send(call, inputFor(call));
    expect(answer.text).not.toBe("");
    expect(answer.text).not.toMatch(hiddenPattern);
  });

  it.each(["GET api/client.ts", "GET openapi.json", "GET paas/role/subjects", "GET api/EntityDataService/tree"])(
    "T-06: gets no hidden field from %s",
    async (call) => {
      expect((await api().send(call)).text).not.toMatch(hiddenPattern);
    },
  );

  it("T-06: is refused filters by hidden fields", async () => {
    for (const call of ["GET Api/{type}/QueryList", "GET Api/{type}/QueryPageList", "GET api/Auto/ToExcel"])
      for (const { field } of hiddenFields) {
        const answer = await api().send(call, { type, [field]: canary });
        expect([call, field, answer.status]).toEqual([call, field, 400]);
        const sorted = await api().send(call, { type, orderBy: field });
        expect([call, field, sorted.status]).toEqual([call, field, 400]);
      }
  });
});

describe("a member with two fields", () => {
  it("T-06: sees these as columns, in an order that no hidden field decides", async () => {
    await addRow({ title: "Later", zzSalary: `small ${rowCount}`, zzAmount: 1 });
    const { play, result } = contentOf(await search(member)) as CallOutput<"POST paas/table/search">;
    expect(play.columns.map(({ field }) => field)).toEqual(["title", "stage"]);
    expect(result.rows.slice(0, 2).map(({ title }) => title)).toEqual(["Later", row.title]);
  });

  it("T-06: is refused filters, sorts and counts by hidden fields", async () => {
    const queries = hiddenFields.flatMap(({ field }) => [
      { filter: { field, op: "eq", value: canary } },
      { filter: { or: [{ field, op: "empty", value: false }] } },
      { fields: { [field]: canary } },
    ]);
    const sorts = hiddenFields.map(({ field }) => ({ sort: { field, direction: "asc" } }));
    for (const query of [...queries, ...sorts])
      expect([query, (await search(member, query)).status]).toEqual([query, 400]);
    for (const query of queries) {
      const counted = await member.send("POST paas/table/count", {
        paraModel: { url: `/paas/${type}/list`, ...query },
      });
      expect([query, counted.status]).toEqual([query, 400]);
    }
  });

  it("T-06: finds records by the title that it may read, and none by a hidden one", async () => {
    const find = async (text: string) => contentOf(await member.send("GET paas/palette/find", { text }));
    expect(await find(String(row.title))).toMatchObject({ records: [{ id: row.id, title: row.title }] });
    const byHiddenTitle = (await find(canary)) as CallOutput<"GET paas/palette/find">;
    expect(byHiddenTitle.records.filter(({ url }) => url.includes(type))).toEqual([]);
  });

  it("T-33: gets files with these two fields", async () => {
    for (const format of ["xlsx", "csv"]) {
      const answer = await member.send("GET api/Auto/ToExcel", { type, format });
      expect(answer.status, answer.text).toBe(200);
      const { value } = contentOf(answer) as { value: string };
      const file = await fetch(server.url + value, { headers: { authorization: `Bearer ${member.person.token}` } });
      const bytes = Buffer.from(await file.arrayBuffer());
      const text = format === "csv" ? bytes.toString() : JSON.stringify(await readSheet(bytes));
      expect(text).toContain(row.title);
      expect(text).not.toMatch(hiddenPattern);
    }
    const refused = await member.send("GET api/Auto/ToExcel", { type, columns: "title,zzSalary" });
    expect(refused.status).toBe(422);
  });

  it("T-06: cannot import a hidden field, and the review of a file shows none", async () => {
    const bytes = await sheetOf([
      ["ID", "title", "zzSalary"],
      [row.id, "From a file", "changed"],
    ]);
    const { found } = await uploadImport(server.url, { type, bytes, person: member.person });
    expect(found.mapping).toEqual(["id", "title", null]);
    const input = { type, id: found.id, timeZone: "UTC" };
    const mapped = { ...input, mapping: ["id", "title", "zzSalary"], keyField: "id" };
    expect((await member.send("POST paas/import/check", mapped)).status).toBe(422);
    const byHidden = { ...input, mapping: ["id", "title", null], keyField: "zzSalary" };
    expect((await member.send("POST paas/import/check", byHidden)).status).toBe(422);
    const checked = await member.send("POST paas/import/check", { ...input, mapping: found.mapping, keyField: "id" });
    expect(contentOf(checked)).toMatchObject({ counts: { update: 1 } });
    const reviewed = await member.send("POST paas/import/rows", { type, id: found.id });
    expect(reviewed.status, reviewed.text).toBe(200);
    expect(reviewed.text).toContain("From a file");
    expect(reviewed.text).not.toMatch(hiddenPattern);
    const done = await member.send("POST paas/import/run", { type, id: found.id });
    expect(done.text).not.toMatch(hiddenPattern);
    const read = await admin.send("GET Api/{type}/QueryById", { type, id: row.id });
    expect(contentOf(read)).toMatchObject({ title: "From a file", zzSalary: row.zzSalary });
  });

  it("T-06: sees its own fields in the history and in a clash", async () => {
    const { changes } = contentOf(
      await member.send("GET Api/{type}/QueryHistory", { type, id: row.id }),
    ) as CallOutput<"GET Api/{type}/QueryHistory">;
    expect(changes.map(({ values }) => values.map(({ field }) => field))).toEqual([["title"], []]);
    const clash = await member.send("POST Api/{type}/QueryUpdate", { type, id: row.id, version: 1, title: "Mine" });
    expect(clash.status).toBe(409);
    expect(clash.text).not.toMatch(hiddenPattern);
    const { version } = row;
    for (const call of ["POST Api/{type}/QueryUpdate", "POST Api/{type}/QuerySave"])
      for (const { field } of hiddenFields) {
        const refused = await member.send(call, { type, id: row.id, version, [field]: "x" });
        expect([field, refused.status, Object.keys(refused.body.fields as object)]).toEqual([field, 422, [field]]);
      }
  });

  it("T-06: gets shared views without conditions on hidden fields", async () => {
    const content = {
      fields: { zzSalary: canary, stage: "open" },
      filter: { field: "zzState", op: "eq", value: canary },
      sort: { field: "zzAmount", direction: "asc" },
    };
    const saved = await admin.send("POST paas/table/saveView", { type, name: "Rich", content, isShared: true });
    expect(saved.status, saved.text).toBe(200);
    const views = await member.send("GET paas/table/views", { type });
    expect(views.status).toBe(200);
    expect(views.text).not.toMatch(hiddenPattern);
    expect((await member.send("GET paas/palette/find", { text: "Rich" })).text).not.toMatch(hiddenPattern);
  });

  it("T-06: sees rows of other entities that refer to the row by the title that it may read", async () => {
    await publishLightApp(
      admin,
      "visitPlan",
      draftDefinition([draftField("place"), draftField("file", "relation", { entity: type })]),
    );
    const visit = await addRow({ place: "Here", file: row.id }, "visitPlan");
    const visitor = await roleFactories(server, owner).memberWith([...grants, grant("visitPlan", ["read", "export"])]);
    const answers = [
      await visitor.send("GET Api/Relation/GetKeyValues", { type }),
      await visitor.send("POST paas/table/search", { paraModel: { url: "/paas/visitPlan/list" } }),
      await visitor.send("GET Api/Ui/AutoForm", { type: "visitPlan", id: visit.id }),
    ];
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).toContain(row.title);
      expect(text).not.toMatch(hiddenPattern);
    }
  });

  it("T-06: is offered these two for a change of many rows", async () => {
    const preview = await member.send("POST Api/{type}/BatchPreview", { type, verb: "update", selection: {} });
    expect(preview.status, preview.text).toBe(200);
    expect(preview.text).not.toMatch(hiddenPattern);
    const { columns } = contentOf(preview) as CallOutput<"POST Api/{type}/BatchPreview">;
    expect(columns.map(({ field }) => field)).toEqual(["title", "stage"]);
  });

  it("T-06: opens pages whose first data are without hidden fields", async () => {
    for (const path of [`/paas/${type}/list`, `/paas/${type}/edit?id=${row.id}`, `/paas/${type}/add?from=${row.id}`]) {
      const page = await fetch(server.url + path, { headers: { cookie: `sid=${member.person.token}` } });
      expect([path, page.status, (await page.text()).match(hiddenPattern)]).toEqual([path, 200, null]);
    }
  });

  it("T-06: learns of no hidden field from figures, notices, jobs or the person's own data", async () => {
    for (const call of ["GET paas/figures", "GET Api/Notice/Mine", "GET Api/Job/Mine", "GET api/user/View"])
      expect([call, (await member.send(call)).text.match(hiddenPattern)]).toEqual([call, null]);
  });
});

it("T-06: the tools of a key have the two fields and no more", async () => {
  const send = async (method: string, params: object) => {
    const answer = await fetch(`${server.url}/api/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${key.token}`,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return answer.text();
  };
  const tools = await send("tools/list", {});
  expect(tools).toContain(`list_${type}`);
  const list = await send("tools/call", { name: `list_${type}`, arguments: {} });
  const one = await send("tools/call", { name: `get_${type}`, arguments: { id: row.id } });
  for (const text of [list, one]) expect(text).toContain(row.title);
  for (const text of [tools, list, one]) expect(text).not.toMatch(hiddenPattern);
});
