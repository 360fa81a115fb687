/** Data binding: components of pages show rows of an entity, as visitors may read them. */
import { beforeAll, describe, expect, it } from "vitest";
import { advancedItemsOf } from "#records/describe/advanced.server.ts";
import { visitorSource } from "#records/visitors/visitor-source.server.ts";
import { cleanPage } from "#features/builder/market/clean.server.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { PageRecord } from "#kit/page.ts";
import { client, contentOf } from "./support/client.ts";
import { canvas, id, node, nodeId, setting, widget } from "./support/hostile-pages.ts";
import { draftDefinition, draftField, publishLightApp } from "./support/light-apps.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { programIn } from "./support/registries.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";
import { exportedFiles } from "./support/static-site.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const api = client(server, owner);
const { call, send } = api;
const host = await siteHost(server, owner);

const fields = [
  draftField("name", "textbox", { search: "contains", column: { sortable: true } }),
  draftField("price", "number", { column: { sortable: true } }),
  draftField("kind", "dropdownlist", {
    options: [
      { key: "tool", name: sameText("Tool") },
      { key: "toy", name: sameText("Toy") },
    ],
  }),
  draftField("site", "url"),
  draftField("secret", "textbox"),
];
const access = (read: string) => ({
  access: { read, add: "administrator", update: "administrator", delete: "administrator", export: "administrator" },
});
const definition = (read = "anyone", shown = fields) => draftDefinition(shown, access(read));

const addRow = (type: string, values: object) =>
  call("POST Api/{type}/QueryAdd", { type, ...values } as never) as Promise<AnyRow>;

const rename = ({ id: rowId, version }: AnyRow, name: string) =>
  call("POST Api/{type}/QueryUpdate", { type: "product", id: rowId, version, name } as never);

let pageCount = 0;
async function newPage(path = `/bound-${(pageCount += 1)}`): Promise<{ path: string; pageId: string }> {
  const row = { type: "page", path, title: sameText("Bound"), description: sameText("Bound") };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  return { path, pageId };
}
const save = (pageId: string, records: object[], pageSetting: object = setting, headers = {}, baseRev = 0) =>
  send(
    "POST api/sitepage/save",
    {
      diyPageInfo: { pageId },
      baseRev,
      changes: records.map((after) => ({ id: (after as { id: string }).id, after })),
      setting: pageSetting,
    },
    headers,
  );
const publish = (pageId: string, headers = {}) => send("POST Api/Java/PublishPage", { pageId }, headers);

const products = { entity: "product", fields: { title: "name", text: "price", link: "site" } };
const list = (records: object, more: object = {}) =>
  widget(id, {
    name: "record-list",
    value: { heading: sameText("Products"), layout: "lines", empty: { zh: "暂无商品", en: "Sold out" }, records },
    ...more,
  });
async function publishedList(records: object): Promise<string> {
  const { path, pageId } = await newPage();
  const saved = await save(pageId, [list(records)]);
  expect(saved.status, saved.text).toBe(200);
  const published = await publish(pageId);
  expect(published.status, published.text).toBe(200);
  return path;
}
const read = (path: string, language = "en") => readPage(`${server.url}${path}?language=${language}`, { host });
/** The titles of the items on a page, in their order. */
const titlesOn = async (path: string) =>
  [...(await read(path)).text.matchAll(/<h3>(?:<a [^>]*>)?([^<]*)/g)].map(([, title]) => title);

let salary: AnyRow;
let toy: AnyRow;
beforeAll(async () => {
  await publishLightApp(api, "product", definition());
  await publishLightApp(api, "salary", definition("member"));
  for (const [name, price, kind] of [
    ["Hammer", 20, "tool"],
    ["Saw", 30, "tool"],
    ["Bear", 15, "toy"],
  ])
    toy = await addRow("product", { name, price, kind, site: "/shop", secret: `secret of ${name}` });
  salary = await addRow("salary", { name: "Director", price: 9, secret: "x" });
});

describe("a list of records on a page", () => {
  it("shows visitors the rows that meet its filter, in its order and number, with the chosen fields and no others", async () => {
    const filter = { field: "kind", op: "eq", value: "tool" };
    const path = await publishedList({ ...products, filter, sort: { field: "price", direction: "desc" } });
    const { status, text } = await read(path);
    expect(status).toBe(200);
    expect(await titlesOn(path)).toEqual(["Saw", "Hammer"]);
    expect(text).toContain('<a href="/shop">Saw</a>');
    expect(text).toContain("<p>30</p>");
    expect(text).not.toContain("secret of");
    const one = await publishedList({ ...products, sort: { field: "price", direction: "asc" }, count: 1 });
    expect(await titlesOn(one)).toEqual(["Bear"]);
  });

  it("is rendered anew when a row is added, changed or deleted, although the page is kept", async () => {
    const path = await publishedList({ ...products, filter: { field: "kind", op: "eq", value: "toy" } });
    expect(await titlesOn(path)).toEqual(["Bear"]);
    const row = await addRow("product", { name: "Kite", price: 5, kind: "toy" });
    await expect.poll(() => titlesOn(path)).toEqual(["Kite", "Bear"]);
    await rename(row, "Red kite");
    await expect.poll(() => titlesOn(path)).toEqual(["Red kite", "Bear"]);
    await send("DELETE Api/{type}/QueryDelete", { type: "product", id: row.id });
    await expect.poll(() => titlesOn(path)).toEqual(["Bear"]);
  });

  it("says in each language that there are no rows", async () => {
    const path = await publishedList({ ...products, filter: { field: "price", op: "gt", value: 1000 } });
    expect((await read(path, "zh")).text).toContain("暂无商品");
    expect((await read(path, "en")).text).toContain("Sold out");
  });

  it("shows published news of the program, and none of its drafts", async () => {
    const item = (title: string, status: string) => ({ title: sameText(title), kind: "company", status });
    await addRow("news", item("Public news", "published"));
    await addRow("news", item("Secret draft", "draft"));
    const path = await publishedList({ entity: "news", fields: { title: "title" }, count: 50 });
    const titles = await titlesOn(path);
    expect(titles).toContain("Public news");
    expect(titles).not.toContain("Secret draft");
  });

  it("shows nothing once visitors may not read the rows any more, whoever looks", async () => {
    const app = await publishLightApp(api, "notice", definition());
    await addRow("notice", { name: "Open notice", price: 1 });
    const path = await publishedList({ ...products, entity: "notice" });
    expect(await titlesOn(path)).toEqual(["Open notice"]);
    await publishLightApp(api, "notice", definition("member"), app);
    await expect.poll(() => titlesOn(path)).toEqual([]);
    const value = (list({ ...products, entity: "notice" }) as unknown as PageRecord).value;
    const shown = await call("POST Api/SitePage/QueryWidgetData", { name: "record-list", value, language: "en" });
    expect(shown).toEqual({ data: [] });
  });
});

/** Bindings that no save and no publication accepts, with what the refusal says in both languages. */
const hostileBindings: [what: string, binding: object, en: string, zh: string][] = [
  ["an unknown entity", { ...products, entity: "nothing" }, "no records called", "没有访客可以查看的数据"],
  ["rows for members", { ...products, entity: "salary" }, "no records called", "没有访客可以查看的数据"],
  ["the members of the space", { entity: "member", fields: { title: "name" } }, "no records called", "没有访客"],
  ["the pages of the site", { entity: "page", fields: { title: "title" } }, "no records called", "没有访客"],
  ["the prototype of objects", { entity: "constructor", fields: { title: "name" } }, "no records called", "没有访客"],
  ["an unknown field", { ...products, fields: { title: "cost" } }, "has no field “cost”", "没有访客可以查看的字段"],
  ["the author of a row", { ...products, fields: { title: "ownerId" } }, "has no field", "没有访客可以查看的字段"],
  ["the state of a news item", { entity: "news", fields: { title: "status" } }, "has no field", "没有访客可以查看"],
  ["a text as an image", { ...products, fields: { title: "name", picture: "price" } }, "cannot be shown", "不能显示为"],
  ["no title", { ...products, fields: {} }, "Choose the field", "请选择显示为标题的字段"],
  ["a filter by the author", { ...products, filter: { field: "ownerId", op: "empty", value: true } }, "filter", "筛选"],
  [
    "a filter by a field of a draft",
    { entity: "news", fields: { title: "title" }, filter: { field: "status", op: "eq", value: "draft" } },
    "filter",
    "筛选",
  ],
  ["a filter through a relation", { ...products, filter: { field: "price.x", op: "eq", value: 1 } }, "filter", "筛选"],
  [
    "a comparison of another type",
    { ...products, filter: { field: "price", op: "contains", value: "1" } },
    "filter",
    "筛选",
  ],
  [
    "a sort without an index",
    { ...products, sort: { field: "secret", direction: "asc" } },
    "cannot be sorted",
    "不能按字段",
  ],
];

describe("saving and publishing", () => {
  it.each(hostileBindings)("refuses %s in the words of both languages", async (_what, binding, en, zh) => {
    const { pageId } = await newPage();
    const refused = await save(pageId, [list(binding)]);
    expect(refused.status, refused.text).toBe(422);
    expect(refused.text).toContain(en);
    const chinese = await save(pageId, [list(binding)], setting, { "accept-language": "zh" });
    expect(chinese.text).toContain(zh);
  });

  it.each([
    ["too many rows", { ...products, count: 51 }],
    ["SQL", { ...products, where: "1=1" }],
    ["a long value", { ...products, filter: { field: "name", op: "eq", value: "x".repeat(201) } }],
    ["a part that there is not", { ...products, fields: { title: "name", html: "name" } }],
  ])("refuses a binding with %s", async (_what, binding) => {
    const { pageId } = await newPage();
    expect((await save(pageId, [list(binding)])).status).toBe(422);
  });

  it("B-394: saves and publishes up to 20 different lists on a page, however often each stands there", async () => {
    const lists = (count: (n: number) => number) =>
      Array.from({ length: 21 }, (_, n) =>
        list({ ...products, count: count(n) }, { id: `wd_list${n + 10}`, order: `a${n + 10}` }),
      );
    const same = await newPage();
    expect(
      (
        await save(
          same.pageId,
          lists(() => 2),
        )
      ).status,
    ).toBe(200);
    expect((await publish(same.pageId)).status).toBe(200);
    const different = await newPage();
    const all = lists((n) => n + 1);
    const refused = await save(different.pageId, all);
    expect([refused.status, refused.text.includes("The limit is 20")]).toEqual([422, true]);
    expect((await save(different.pageId, all.slice(0, 20))).status).toBe(200);
    const oneMore = await save(different.pageId, all.slice(20), setting, {}, 1);
    expect([oneMore.status, oneMore.text.includes("wd_list10"), oneMore.text.includes("wd_list30")]).toEqual([
      422,
      false,
      true,
    ]);
    expect((await save(different.pageId, [{ ...all[20]!, isHidden: true }], setting, {}, 1)).status).toBe(200);
    expect((await publish(different.pageId)).status).toBe(200);
  });

  it("offers only what visitors may read", async () => {
    const entities = (await call("GET Api/SitePage/BindableEntities", {})) as {
      type: string;
      fields: { name: string }[];
    }[];
    const types = entities.map(({ type }) => type);
    expect(types).toContain("product");
    expect(types).toContain("news");
    for (const type of ["salary", "member", "page", "role", "contactMessage"]) expect(types).not.toContain(type);
    const newsFields = entities.find(({ type }) => type === "news")!.fields.map(({ name }) => name);
    expect(newsFields).toContain("title");
    expect(newsFields).not.toContain("status");
    const conditions = (await call("GET Api/SitePage/BindingConditions", { type: "product" })) as { prop: string }[];
    expect(conditions.map(({ prop }) => prop)).toEqual(expect.arrayContaining(["name", "price", "kind", "createdAt"]));
    expect((await send("GET Api/SitePage/BindingConditions", { type: "salary" })).status).toBe(404);
    const member = client(server, await newMember(server, owner.tenantId));
    expect((await member.send("GET Api/SitePage/BindableEntities")).status).toBe(403);
  });

  it("compares every public field of the program's entities, and names none that does not exist", () => {
    const { entities } = programIn(owner.tenantId);
    for (const type of ["news", "wiki", "contract", "servicePackage"]) {
      const source = visitorSource(entities, type)!;
      expect(source.fields.size, type).toBeGreaterThan(2);
      expect(source.fields.has("status"), type).toBe(false);
      expect(advancedItemsOf(source.readable, "en").length, type).toBeGreaterThan(2);
    }
  });
});

describe("a field that is removed later", () => {
  it("leaves the page as it is without the field; governance and publishing say so, and the rest can be edited", async () => {
    const app = await publishLightApp(api, "tool", definition());
    await addRow("tool", { name: "Drill", price: 8, site: "/drill" });
    const binding = { ...products, entity: "tool" };
    const { path, pageId } = await newPage();
    await save(pageId, [list(binding)]);
    expect((await publish(pageId)).status).toBe(200);
    expect((await read(path)).text).toContain("<p>8</p>");
    await publishLightApp(
      api,
      "tool",
      definition(
        "anyone",
        fields.filter(({ field }) => field !== "price"),
      ),
      app,
    );
    await expect.poll(async () => (await read(path)).text.includes("<p>8</p>")).toBe(false);
    expect(await titlesOn(path)).toEqual(["Drill"]);
    const edited = await save(pageId, [list(binding, { label: "Renamed" })], setting, {}, 1);
    expect(edited.status, edited.text).toBe(200);
    const refused = await publish(pageId);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("has no field “price”");

    const { siteId } = contentOf(await send("GET paas/governance/report", { kind: "site" })) as { siteId: string };
    const { runId } = contentOf(await send("GET Api/SiteGovernance/Start", { siteId })) as { runId: string };
    const status = async () =>
      (contentOf(await send("GET Api/SiteGovernance/Status", { runId })) as { status: string }).status;
    await expect.poll(status, { timeout: 90_000 }).toBe("done");
    const found = await send("GET paas/governance/findings", { runId, check: "broken-bindings" });
    expect(found.text).toContain("has no field “price”");
    expect(found.text).toContain(id);
  });
});

describe("a page of a record", () => {
  const row = { entity: "product", fields: {}, filter: { field: "kind", op: "eq", value: "tool" } };
  const bound = (more: object = {}) => [
    canvas(id),
    node(nodeId, id, { bindings: { title: "name", url: "site" }, ...more }),
  ];

  it("shows the record that its address names, with the values of its fields, and no other", async () => {
    const { pageId } = await newPage("/products/{key}");
    const saved = await save(pageId, bound(), { ...setting, row });
    expect(saved.status, saved.text).toBe(200);
    expect((await publish(pageId)).status).toBe(200);
    const saw = await addRow("product", { name: "Fret saw", price: 3, kind: "tool", site: "/fret" });
    const { status, text } = await read(`/products/${saw.id}`);
    expect(status).toBe(200);
    expect(text).toContain("Fret saw");
    expect(text).toContain('href="/fret"');
    expect(text).toMatch(/<title>[^<]*Fret saw/);
    await rename(saw, "Coping saw");
    await expect.poll(async () => (await read(`/products/${saw.id}`)).text.includes("Coping saw")).toBe(true);
    expect((await read("/products/0190d7a2-6a9b-7c43-9c1f-3b2a1e0d4c5b")).status).toBe(404);
    expect((await read("/products/1%27--")).status).toBe(404);
    // A row of another entity, and one that the page leaves out.
    for (const hidden of [salary, toy]) expect((await read(`/products/${hidden.id}`)).status).toBe(404);
  });

  it("B-397: is in the sitemap in both languages, once for each record that visitors may read there, and no other", async () => {
    const listed = async (start: string) => {
      const { text } = await readPage(`${server.url}/sitemap.xml`, { host });
      const urls = [...text.matchAll(/<loc>([^<]*)/g)].map(([, url]) => new URL(url!.replaceAll("&amp;", "&")));
      return urls.map(({ pathname, search }) => pathname + search).filter((address) => address.startsWith(start));
    };
    const bindTo = { ...setting, row: { ...row, filter: { field: "kind", op: "eq", value: "toy" } } };
    for (const path of ["/goods/{key}", "/goods-by-id"]) {
      const { pageId } = await newPage(path);
      await save(pageId, bound(), bindTo);
      await publish(pageId);
    }
    const addressesOf = (rowId: string) => ["zh", "en"].map((language) => `/goods/${rowId}?language=${language}`);
    await expect.poll(() => listed("/goods/")).toEqual(addressesOf(toy.id));
    expect(await listed("/goods-by-id")).toEqual(
      ["", `id=${toy.id}&`].flatMap((name) =>
        ["zh", "en"].map((language) => `/goods-by-id?${name}language=${language}`),
      ),
    );
    expect((await read(`/goods/${toy.id}`)).status).toBe(200);
    const kite = await addRow("product", { name: "Kite", price: 5, kind: "toy" });
    await expect.poll(() => listed("/goods/")).toEqual([...addressesOf(kite.id), ...addressesOf(toy.id)]);
    await send("DELETE Api/{type}/QueryDelete", { type: "product", id: kite.id });
    await expect.poll(() => listed("/goods/")).toEqual(addressesOf(toy.id));
  });

  it("B-397: is in the static site in both languages, as the sitemap of that says", async () => {
    const files = await exportedFiles(server, owner, { origin: "https://copy.example" });
    const names = [...files.keys()].filter((name) => /goods/.test(name)).toSorted();
    expect(names).toEqual(
      ["en/", ""].flatMap((folder) =>
        [`goods-by-id/id=${toy.id}/`, "goods-by-id/", `goods/${toy.id}/`].map((page) => `${folder}${page}index.html`),
      ),
    );
    expect(files.get(`goods/${toy.id}/index.html`)!.toString()).toContain("Bear");
    expect(files.get("sitemap.xml")!.toString()).toContain(`https://copy.example/en/goods/${toy.id}/`);
    expect([...files.values()].some((content) => content.includes("secret of"))).toBe(false);
  });

  it("refuses fields that visitors may not read, settings that there are not, and bindings without a record", async () => {
    const hidden = await save((await newPage()).pageId, bound({ bindings: { title: "ownerId" } }), { ...setting, row });
    expect([hidden.status, hidden.text.includes("has no field")]).toEqual([422, true]);
    const asLink = await save((await newPage()).pageId, bound({ bindings: { url: "price" } }), { ...setting, row });
    expect([asLink.status, asLink.text.includes("cannot be shown")]).toEqual([422, true]);
    const closed = await save((await newPage()).pageId, bound(), { ...setting, row: { entity: "salary", fields: {} } });
    expect([closed.status, closed.text.includes("no records called")]).toEqual([422, true]);
    const { pageId } = await newPage();
    expect((await save(pageId, bound({ bindings: { size: "name" } }))).status).toBe(200);
    const refused = await publish(pageId);
    expect([refused.status, refused.text.includes("has no setting")]).toEqual([422, true]);
    const alone = await newPage();
    await save(alone.pageId, bound());
    expect((await publish(alone.pageId)).text).toContain("shows no record");
  });
});

it("an item of the market keeps bindings to entities of the program, and none to those of a space", () => {
  const item = (records: object) => {
    const source = list(records) as unknown as PageRecord;
    const { document } = cleanPage({ schema: 1, setting, records: { [id]: source } });
    return document.page.records[id]!.value.records ?? null;
  };
  const news = { entity: "news", fields: { title: "title" } };
  expect(item(news)).toEqual(news);
  expect(item(products)).toBeNull();
});
