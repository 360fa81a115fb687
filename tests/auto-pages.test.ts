/** Auto pages: who sees them, what is refused, and whose records their widgets count. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Answer, type Client, client, contentOf } from "./support/client.ts";
import { draftDefinition, draftField, publishLightApp } from "./support/light-apps.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { fieldEquals, grant, roleFactories, sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let admin: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
});

type Page = CallOutput<"GET Api/AutoPage/Report">;
const timeZone = "Asia/Shanghai";

const savePage = (widgets: unknown, more: object = {}): Promise<Answer> =>
  admin.send("POST Api/{type}/QueryAdd", {
    type: "autoPage",
    name: { zh: "销售", en: "Sales" },
    pageType: `sales${Math.random().toString(36).slice(2)}`,
    kind: "report",
    audience: "members",
    layout: "grid",
    widgets: typeof widgets === "string" ? widgets : JSON.stringify(widgets),
    ...more,
  });
async function addPage(widgets: unknown, more: object = {}): Promise<AnyRow> {
  const answer = await savePage(widgets, more);
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as AnyRow;
}
const reportOf = (api: Client, type: unknown): Promise<Answer> =>
  api.send("GET Api/AutoPage/Report", { type: String(type) });
const widgetOf = (api: Client, type: unknown, widget: string, more: object = {}): Promise<Answer> =>
  api.send("GET paas/autoPage/widget", { type: String(type), kind: "report", widget, timeZone, ...more });
async function dataOf<T>(api: Client, type: unknown, widget: string, more: object = {}): Promise<T> {
  const answer = await widgetOf(api, type, widget, more);
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { data: T }).data;
}

/** Adds a work order created at this time. */
const addOrder = ({ tenantId, memberId }: Person, at: string, more: { status?: string } = {}) =>
  server.database.system((tx) =>
    tx.rows(sql`insert into paas_work (id, tenant_id, title, kind, priority, status, description, created_at, member_id)
      values (gen_random_uuid(), ${tenantId}::uuid, 't', 'fault', 'normal', ${more.status ?? "new"}, 'd', ${at}::timestamptz, ${memberId}::uuid)`),
  );

describe("a page", () => {
  it("N-017, E-036, B-070, B-349: is answered with its widgets, their borders, layouts and spans", async () => {
    const row = await addPage(
      [
        { name: "number", title: { en: "Orders" }, span: 8, small: true, value: { source: "paasWork" } },
        { name: "number", title: { en: "Again" }, span: 8, status: "small", value: { source: "paasWork" } },
        {
          layout: "tab",
          title: { en: "More" },
          border: { show: false, class: "accent", intro: { en: "Why" }, icon: "star", fontColor: "azurite" },
          background: "paper-2",
          widgets: [{ name: "text", span: 12, value: { content: { en: "Hello" } } }],
        },
      ],
      { layout: "fullscreen", gutter: 24, background: "paper-3", intro: { en: "About" } },
    );
    const page = contentOf(await reportOf(admin, row.pageType)) as Page;
    expect(page).toMatchObject({
      name: "Sales",
      intro: "About",
      layout: "fullsreen-layer",
      setting: { background: "paper-3" },
      value: { gutter: 24, cols: [{ span: 8 }, { span: 8 }, { span: 24 }] },
    });
    const [number, again, group] = page.widgets;
    expect([again!.status, group!.status]).toEqual(["small", ""]);
    expect(number).toMatchObject({ name: "number", title: "Orders", columns: 8, status: "small", layout: "" });
    expect(number!.border).toEqual({
      show: true,
      class: "plain",
      title: "Orders",
      intro: "",
      icon: "",
      fontColor: "",
    });
    expect(group).toMatchObject({
      layout: "tab-layer",
      setting: { background: "paper-2" },
      border: { show: false, class: "accent", title: "More", intro: "Why", icon: "star", fontColor: "azurite" },
      value: { gutter: 16, cols: [{ span: 12, widgets: [{ name: "text" }] }] },
    });
    const answer = await fetch(`${server.url}${number!.apiUrl}`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(answer.status).toBe(200);
  });

  it("E-035: of an entity without one is made from the entity; its widgets can be loaded", async () => {
    const page = contentOf(await admin.send("GET Api/AutoPage/Index", { type: "paaswork", from: "menu" })) as Page;
    expect(page.name).toBe("Work orders index");
    expect(page.widgets.map(({ name }) => name)).toEqual(["number", "number", "chart", "chart", "chart", "list"]);
    for (const { id } of page.widgets)
      expect((await widgetOf(admin, "paasWork", id, { kind: "index" })).status).toBe(200);
  });

  it("is found by its type in any case, and an unknown type is refused", async () => {
    const row = await addPage([]);
    expect((await reportOf(admin, String(row.pageType).toUpperCase())).status).toBe(200);
    const unknown = await reportOf(admin, "nothingOfTheKind");
    expect([unknown.status, unknown.body.message]).toEqual([404, "There is no page for this type"]);
    expect((await admin.send("GET Api/AutoPage/Report", {})).status).toBe(422);
    expect((await reportOf(admin, "__proto__")).status).toBe(404);
  });

  it("opens for administrators, for all members, or for members with one of its roles", async () => {
    const { memberWith } = roleFactories(server, owner);
    const inRole = await memberWith([grant("news", ["read"])]);
    const member = client(server, await newMember(server, owner.tenantId));
    const pages = {
      members: await addPage([], { audience: "members" }),
      roles: await addPage([], { audience: "roles", roles: inRole.roles }),
      administrators: await addPage([], { audience: "administrators" }),
    };
    const statusesOf = async (api: Client) =>
      Promise.all(Object.values(pages).map(async ({ pageType }) => (await reportOf(api, pageType)).status));
    expect(await statusesOf(admin)).toEqual([200, 200, 200]);
    expect(await statusesOf(inRole)).toEqual([200, 200, 403]);
    expect(await statusesOf(member)).toEqual([200, 403, 403]);
    expect(await statusesOf(client(server))).toEqual([401, 401, 401]);
    expect(await statusesOf(client(server, await newSpaceOwner(server)))).toEqual([404, 404, 404]);
  });

  it("E-124: of the site answers anybody, from published pages only", async () => {
    const visitor = client(server);
    const answer = await visitor.send("GET Api/AutoPage/Index", { type: "web/data-notary" });
    expect(answer.status, answer.text).toBe(200);
    const { name, widgets } = contentOf(answer) as Page;
    expect(name).not.toBe("");
    expect(widgets.length).toBeGreaterThan(0);
    expect((await visitor.send("GET Api/AutoPage/Index", { type: "web/no/such" })).status).toBe(401);
    expect((await visitor.send("GET Api/AutoPage/Index", { type: "web/..%2f..%2fetc" })).status).toBe(404);
  });
});

describe("a document", () => {
  const nested = (depth: number): object =>
    depth === 0 ? { name: "text", value: { content: { en: "a" } } } : { layout: "stack", widgets: [nested(depth - 1)] };
  it.each([
    ["no list", "{}", "Enter a JSON list of components"],
    ["broken JSON", "[{]", "The JSON is wrong at line 1, column 3"],
    ["an unknown widget", [{ name: "constructor" }], "0: There is no component “constructor”"],
    ["an unknown property", [{ name: "text", onclick: "x" }], "0: invalid value"],
    ["an address to load from (T-49)", [{ name: "text", apiUrl: "https://other.example/" }], "0: invalid value"],
    ["a span beyond the grid", [{ name: "text", span: 25 }], "0.span: invalid value"],
    ["a colour that is no token", [{ name: "text", background: "url(//x)" }], "0.background: invalid value"],
    ["the same id twice", [nested(0), nested(0)].map((part) => ({ ...part, id: "a" })), "1.id: this id is used twice"],
    ["groups in groups in groups in groups", [nested(4)], "0.widgets.0.widgets.0.widgets.0: groups can be nested"],
    ["too many widgets", Array.from({ length: 41 }, () => nested(0)), "A page can have up to 40 components"],
    ["a missing setting", [{ name: "number" }], "0: source: Data is required"],
    ["an unknown setting", [{ name: "text", value: { content: { en: "a" }, html: "b" } }], "0: html: "],
  ])("with %s is refused, with its place", async (_what, widgets, message) => {
    const { status, body } = await savePage(widgets);
    expect([status, body.fields]).toEqual([422, { widgets: expect.stringContaining(message) }]);
  });

  it("gets an id for each part, which stays when the page is saved again", async () => {
    const row = await addPage([{ layout: "stack", widgets: [{ name: "text", value: { content: { en: "a" } } }] }]);
    const [group] = JSON.parse(row.widgets as string) as [{ id: string; widgets: [{ id: string }] }];
    expect(group.id).toMatch(/^[a-f0-9]{12}$/);
    expect(group.widgets[0].id).toMatch(/^[a-f0-9]{12}$/);
    const change = { type: "autoPage", id: row.id, version: row.version, widgets: JSON.stringify([group]) };
    const saved = (await admin.call("POST Api/{type}/QueryUpdate", change)) as AnyRow;
    expect(JSON.parse(saved.widgets as string)).toEqual([group]);
  });
});

describe("figures", () => {
  it("count the records of a period by days in the reader's time zone, and those of the period before", async () => {
    const person = await newSpaceOwner(server);
    const api = client(server, person);
    // 17:30 in London is the next day in Shanghai.
    for (const at of ["2026-03-01T17:30:00Z", "2026-03-02T08:00:00Z", "2026-03-04T10:00:00Z", "2026-02-27T10:00:00Z"])
      await addOrder(person, at, { status: at.startsWith("2026-03-04") ? "closed" : "new" });
    const march = { start: "2026-03-02", end: "2026-03-04" };
    const added = (more: object) => dataOf<{ value: number; before?: number }>(api, "paasWork", "added", more);
    expect(await added(march)).toMatchObject({ value: 3 });
    expect(await added({ ...march, timeZone: "UTC" })).toMatchObject({ value: 2 });
    expect(await added({ ...march, compare: "1" })).toMatchObject({ value: 3, before: 1 });
    expect(await added({ start: "2026-03-03", end: "2026-03-03" })).toMatchObject({ value: 0 });
    const timeline = await dataOf<{ items: { name: string; value: number }[] }>(api, "paasWork", "overTime", march);
    expect(timeline.items).toEqual([
      { name: "03-02", value: 2 },
      { name: "03-03", value: 0 },
      { name: "03-04", value: 1 },
    ]);
    const wrong = await widgetOf(api, "paasWork", "added", { start: "2026-03-04", end: "2026-03-02" });
    expect(wrong.status).toBe(400);
    expect((await widgetOf(api, "paasWork", "added", { start: "2026-13-40", end: "2026-14-01" })).status).toBe(400);
    expect((await widgetOf(api, "paasWork", "added", { days: "31" })).status).toBe(422);
  });

  it("B-070: follow the search form of the report, which has the fields of its records", async () => {
    const person = await newSpaceOwner(server);
    const api = client(server, person);
    for (const status of ["new", "new", "closed"]) await addOrder(person, "2026-03-02T08:00:00Z", { status });
    const page = contentOf(await reportOf(api, "paasWork")) as Page;
    expect([page.source, page.filters.map(({ prop }) => prop)]).toEqual([
      "paasWork",
      expect.arrayContaining(["status", "kind"]),
    ]);
    const march = { start: "2026-03-01", end: "2026-03-31" };
    const added = (fields: string) =>
      dataOf<{ value: number; before?: number }>(api, "paasWork", "added", { ...march, compare: "1", fields });
    expect(await added("{}")).toMatchObject({ value: 3 });
    expect(await added('{"status":"new"}')).toMatchObject({ value: 2, before: 0 });
    const table = await dataOf<{ filter: unknown }>(api, "paasWork", "all", { ...march, fields: '{"status":"new"}' });
    const found = await api.send("POST paas/table/search", {
      paraModel: { url: "/admin/paasWork/list", filter: table.filter },
    });
    expect((contentOf(found) as { result: { total: number } }).result.total).toBe(2);
    for (const fields of ["x", "[]", '{"secret":"x"}', '{"status":{"a":1}}'])
      expect([fields, (await widgetOf(api, "paasWork", "added", { fields })).status]).toEqual([fields, 400]);
    const index = contentOf(await api.send("GET Api/AutoPage/Index", { type: "paasWork" })) as Page;
    expect([index.source, index.filters]).toEqual([null, []]);
  });

  it("go up as soon as a record is added", async () => {
    const person = await newSpaceOwner(server);
    const api = client(server, person);
    const total = async () => (await dataOf<{ value: number }>(api, "paasWork", "total", { kind: "index" })).value;
    expect(await total()).toBe(0);
    const order = { type: "paasWork", title: "a", kind: "fault", priority: "normal", description: "d" };
    await api.call("POST Api/{type}/QuerySave", order as never);
    await expect.poll(total).toBe(1);
  });

  it("of a light app add up, average and group its values, the largest groups first and the rest together", async () => {
    const person = await newSpaceOwner(server);
    const api = client(server, person);
    const fields = [
      draftField("title"),
      draftField("amount", "decimal", { column: { width: 100 } }),
      draftField("city"),
      draftField("day", "date"),
    ];
    await publishLightApp(api, "deal", draftDefinition(fields));
    const sales = [
      ["Oslo", 10.5, "2026-05-01"],
      ["Oslo", 4.5, "2026-05-02"],
      ["Rome", 20, "2026-05-02"],
      ["Bonn", 1, "2026-06-01"],
    ] as const;
    for (const [city, amount, day] of sales)
      await api.call("POST Api/{type}/QueryAdd", { type: "deal", title: city, amount, city, day } as never);
    await api.call("POST Api/{type}/QueryAdd", { type: "deal", title: "empty" } as never);
    const chart = {
      name: "chart",
      value: { source: "deal", by: "field", groupBy: "city", measure: "sum", field: "amount" },
    };
    const number = (value: object) => ({ name: "number", value: { source: "deal", field: "amount", ...value } });
    const answer = await api.send("POST Api/{type}/QueryAdd", {
      type: "autoPage",
      name: sameText("Sales"),
      pageType: "sales",
      kind: "index",
      audience: "members",
      layout: "grid",
      widgets: JSON.stringify([
        { ...chart, id: "cities", value: { ...chart.value, top: 2 } },
        { ...number({ measure: "sum" }), id: "sum" },
        { ...number({ measure: "avg" }), id: "avg" },
        { ...number({ measure: "max", filter: '{"field":"city","op":"eq","value":"Oslo"}' }), id: "max" },
        { ...number({ measure: "sum", filter: '{"field":"secret","op":"eq","value":1}' }), id: "wrongFilter" },
        { ...number({ measure: "sum", field: "city" }), id: "wrongField" },
        { ...number({ measure: "count", source: "nothing" }), id: "wrongSource" },
      ]),
    });
    expect(answer.status, answer.text).toBe(200);
    const index = { kind: "index" };
    const value = async (id: string) => (await dataOf<{ value: number }>(api, "sales", id, index)).value;
    expect([await value("sum"), await value("avg"), await value("max")]).toEqual([36, 9, 10.5]);
    const { items } = await dataOf<{ items: object[] }>(api, "sales", "cities", index);
    expect(items).toEqual([
      { name: "Rome", value: 20 },
      { name: "Oslo", value: 15 },
      { name: "Others", value: 1, color: "line-2" },
    ]);
    const statuses = ["wrongFilter", "wrongField", "wrongSource", "nowhere"].map(
      async (id) => (await widgetOf(api, "sales", id, index)).status,
    );
    expect(await Promise.all(statuses)).toEqual([400, 400, 404, 404]);
  });
});

describe("a reader", () => {
  it("finds only records that they may read in any number, chart, list and table", async () => {
    const person = await newSpaceOwner(server);
    const { memberWith } = roleFactories(server, person);
    await addOrder(person, "2026-04-01T10:00:00Z", { status: "new" });
    await addOrder(person, "2026-04-02T10:00:00Z", { status: "resolved" });
    const colleague = await newMember(server, person.tenantId);
    await addOrder(colleague, "2026-04-03T10:00:00Z", { status: "closed" });
    const byRule = await memberWith([grant("paasWork", ["read"], fieldEquals("status", "new"))]);
    const april = { start: "2026-04-01", end: "2026-04-30" };
    type Chart = { items: { name: string; value: number }[] };
    const figuresFor = async (api: Client) => ({
      number: (await dataOf<{ value: number }>(api, "paasWork", "added", april)).value,
      states: (await dataOf<Chart>(api, "paasWork", "bystatus", april)).items.map(({ name }) => name).toSorted(),
      time: (await dataOf<Chart>(api, "paasWork", "overTime", april)).items.reduce((sum, { value }) => sum + value, 0),
      list: (await dataOf<{ rows: object[] }>(api, "paasWork", "latest", { kind: "index" })).rows.length,
    });
    const all = { number: 3, states: ["Awaiting confirmation", "Completed", "New"], time: 3, list: 3 };
    expect(await figuresFor(client(server, person))).toEqual(all);
    const own = { number: 1, states: ["Completed"], time: 1, list: 1 };
    expect(await figuresFor(client(server, colleague))).toEqual(own);
    expect(await figuresFor(byRule)).toEqual({ number: 1, states: ["New"], time: 1, list: 1 });
    // Again, so that no figure of another reader is remembered.
    expect(await figuresFor(client(server, person))).toEqual(all);
  });

  it("is refused figures of entities and of fields that they may not read", async () => {
    const { memberWith } = roleFactories(server, owner);
    const reader = await memberWith([grant("contactMessage", ["read"], undefined, { read: ["name"] })]);
    const { pageType } = await addPage([
      { id: "ok", name: "number", value: { source: "contactMessage" } },
      { id: "field", name: "chart", value: { source: "contactMessage", by: "field", groupBy: "status" } },
      {
        id: "filter",
        name: "number",
        value: { source: "contactMessage", filter: '{"field":"status","op":"eq","value":"new"}' },
      },
      { id: "entity", name: "number", value: { source: "member" } },
      { id: "table", name: "table", value: { source: "contactMessage", columns: ["name", "contact"] } },
    ]);
    const statuses = ["ok", "field", "filter", "entity"].map(
      async (id) => (await widgetOf(reader, pageType, id)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 400, 400, 403]);
    expect(await dataOf(reader, pageType, "table")).toMatchObject({ columns: ["name"] });
  });
});

describe("the editor", () => {
  type Choices = Record<"entities" | "numberFields" | "groupFields" | "timeFields" | "columns", { key: string }[]>;
  const keys = (options: { key: string }[]) => options.map(({ key }) => key);

  it("offers the data that the administrator may read, and the fields that suit", async () => {
    const api = client(server, owner);
    const all = (await api.call("GET paas/autoPage/choices", {})) as Choices;
    expect(keys(all.entities)).toEqual(expect.arrayContaining(["paasWork", "news", "member"]));
    expect(all.numberFields).toEqual([]);
    const news = (await api.call("GET paas/autoPage/choices", { source: "news" })) as Choices;
    expect(keys(news.numberFields)).toContain("sort");
    expect(keys(news.groupFields)).toEqual(expect.arrayContaining(["kind", "status", "pinned"]));
    expect(keys(news.timeFields)).toContain("publishedAt");
    expect(keys(news.groupFields)).not.toContain("title");
  });

  it("previews a component that is not saved, and refuses one that could not be", async () => {
    const person = await newSpaceOwner(server);
    await addOrder(person, new Date().toISOString(), { status: "new" });
    const api = client(server, person);
    const preview = (name: string, value: object) =>
      api.send("POST paas/autoPage/preview", { kind: "report", name, value, days: "7" });
    const { body } = await preview("number", { source: "paasWork" });
    expect(body.data).toMatchObject({ name: "number", data: { value: 1 } });
    const refused = [
      ["none", {}],
      ["number", {}],
      ["number", { source: "paasWork", measure: "middle" }],
      ["number", { source: "nothingOfTheKind" }],
    ] as const;
    const statuses = refused.map(async ([name, value]) => (await preview(name, value)).status);
    expect(await Promise.all(statuses)).toEqual([400, 422, 422, 404]);
  });
});
