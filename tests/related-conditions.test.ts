/** Conditions on fields of related records: which are offered, which rows they find, and what they must not tell. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { AdvancedItem, TableResult } from "#kit/auto.ts";
import type { BatchPreview } from "#kit/batch.ts";
import type { EntityType } from "#kit/entity.ts";
import { type Filter, filterLimits } from "#kit/filter.ts";
import type { SavedView } from "#kit/saved-view.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { fieldEquals, grant, roleFactories, sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await sharedServer();
const owner: Person = await newSpaceOwner(server);
const admin = client(server, owner);
const { memberWith } = roleFactories(server, owner);

const text = (name: string, more: object = {}) => ({ type: "textbox", name: sameText(name), ...more }) as const;
const administrators = {
  read: "administrator",
  add: "administrator",
  update: "administrator",
  delete: "administrator",
  export: "administrator",
} as const;
const customer = definitionOf(
  "customer",
  {
    name: text("Name", { required: true }),
    city: text("City", { search: "eq" }),
    secret: text("Secret", { search: "eq" }),
    region: { type: "dropdownlist", name: sameText("Region"), options: ["east", "west"].map((key) => ({ key, name: sameText(key) })) },
    article: { type: "relation", name: sameText("Article"), entity: "news" },
  },
  { access: administrators, searchable: ["name"] },
); // prettier-ignore
// The types of definitions know the program's entities only.
const customerType = "customer" as EntityType;
const deal = definitionOf("deal", {
  title: text("Title", { required: true }),
  customer: { type: "relation", name: sameText("Customer"), entity: customerType, search: "eq" },
  partners: { type: "relationcheckbox", name: sameText("Partners"), entity: customerType },
});

const add = async (type: string, values: object): Promise<string> => {
  const answer = await admin.send("POST Api/{type}/QueryAdd", { type, ...values });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { id: string }).id;
};
const itemsOf = async (api: Client, type: string) =>
  contentOf(await api.send("GET paas/table/advanced", { type })) as AdvancedItem[];
const search = (api: Client, type: string, filter: unknown) =>
  api.send("POST paas/table/search", { paraModel: { url: `/admin/${type}/list`, filter } });
/** The titles of the found deals in order, and the total that the list shows; or the status of a refusal. */
async function found(api: Client, filter: Filter) {
  const answer = await search(api, "deal", filter);
  if (answer.status !== 200) return answer.status;
  const { rows, total } = (contentOf(answer) as { result: TableResult }).result;
  const titles = rows.map(({ title }) => String(title)).toSorted();
  expect(total).toBe(titles.length);
  return titles.join(" ");
}
const viewsOf = async (api: Client) =>
  (contentOf(await api.send("GET paas/table/views", { type: "deal" })) as { views: SavedView[] }).views;
const cityIs = (value: string): Filter => ({ field: "customer.city", op: "eq", value });

let ids: Record<"jade" | "reed" | "blank", string>;
beforeAll(async () => {
  await publish(server, owner.tenantId, customer);
  await publish(server, owner.tenantId, deal);
  ids = {
    jade: await add("customer", { name: "Jade Harbour", city: "Suzhou", secret: "one", region: "east" }),
    reed: await add("customer", { name: "Reed Works", city: "Wuhan", secret: "two", region: "west" }),
    blank: await add("customer", { name: "Blank" }),
  };
  await add("deal", { title: "a", customer: ids.jade });
  await add("deal", { title: "b", customer: ids.reed });
  await add("deal", { title: "c", customer: ids.blank });
  await add("deal", { title: "d" });
});

describe("conditions on the records of a relation", () => {
  it.each<[string, Filter, string]>([
    ["equal", cityIs("Suzhou"), "a"],
    ["differ", { field: "customer.city", op: "ne", value: "Suzhou" }, "b c"],
    ["are empty", { field: "customer.city", op: "empty", value: true }, "c"],
    ["are filled", { field: "customer.city", op: "empty", value: false }, "a b"],
    ["contain a text", { field: "customer.name", op: "contains", value: "work" }, "b"],
    ["are one of several choices", { field: "customer.region", op: "in", value: ["east", "west"] }, "a b"],
    ["were added at a time", { field: "customer.createdAt", op: "gte", value: "2020-01-01T00:00:00Z" }, "a b c"],
    ["stand in groups", { or: [cityIs("Wuhan"), { and: [cityIs("Suzhou"), { field: "title", op: "eq", value: "a" }] }] }, "a b"],
    ["exclude each other", { and: [cityIs("Wuhan"), cityIs("Suzhou")] }, ""],
    ["are alternatives of texts", { or: [{ field: "customer.name", op: "contains", value: "jade" }, { field: "customer.name", op: "contains", value: "reed" }] }, "a b"],
  ])("find rows whose record's values %s", async (_name, filter, titles) => {
    expect(await found(admin, filter)).toBe(titles);
  }); // prettier-ignore

  it("follow the record when it changes or is deleted", async () => {
    const id = await add("customer", { name: "Moving", city: "Xiamen" });
    await add("deal", { title: "e", customer: id });
    expect(await found(admin, cityIs("Xiamen"))).toBe("e");
    const { version } = contentOf(await admin.send("GET Api/{type}/QueryById", { type: "customer", id })) as {
      version: number;
    };
    await admin.call("POST Api/{type}/QueryUpdate", { type: "customer", id, version, city: "Fuzhou" });
    expect([await found(admin, cityIs("Xiamen")), await found(admin, cityIs("Fuzhou"))]).toEqual(["", "e"]);
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`update record set deleted_at = now() where id = ${id}::uuid`),
    );
    expect(await found(admin, cityIs("Fuzhou"))).toBe("");
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`update record set deleted_at = now() where data ->> 'title' = 'e'`),
    );
  });

  it("are offered for every readable relation to one record, and every offered one is accepted, also of the program's entities", async () => {
    const related = (await itemsOf(admin, "deal")).filter(({ relation }) => relation !== undefined);
    expect(related.find(({ prop }) => prop === "customer.city")).toMatchObject({
      label: "Customer › City",
      relation: { prop: "customer", label: "Customer", field: "City" },
    });
    expect(related.every(({ relation }) => relation?.prop === "customer")).toBe(true);
    for (const { prop, operators } of related)
      for (const { dataType } of operators.filter(({ config }) => config === undefined))
        expect((await search(admin, "deal", { field: prop, op: dataType, value: true })).status).toBe(200);
    const parent = await add("wiki", { title: sameText("Guide"), slug: "guide", status: "published" });
    await add("wiki", { title: sameText("Chapter"), slug: "chapter", status: "draft", parent });
    expect((await itemsOf(admin, "wiki")).map(({ prop }) => prop)).toContain("parent.status");
    const answer = await search(admin, "wiki", { field: "parent.status", op: "eq", value: "published" });
    const { rows } = (contentOf(answer) as { result: TableResult }).result;
    expect(rows.map(({ slug }) => slug)).toEqual(["chapter"]);
    const byTitle = await search(admin, "wiki", { field: "parent.title", op: "contains", value: "guide" });
    expect((contentOf(byTitle) as { result: TableResult }).result.total).toBe(1);
  });

  it("hold in the calls of programs, counts, exports, batches and saved views", async () => {
    const filter = cityIs("Suzhou");
    const counted = await admin.send("POST paas/table/count", { paraModel: { url: "/admin/deal/list", filter } });
    expect(contentOf(counted)).toEqual({ total: 1, isCapped: false });
    for (const name of ["GET Api/{type}/QueryList", "GET Api/{type}/QueryPageList"] as const) {
      const listed = await admin.send(name, { type: "deal", "customer.city": "Suzhou" });
      const { rows } = { rows: contentOf(listed), ...(contentOf(listed) as object) } as Pick<TableResult, "rows">;
      expect(rows.map(({ title }) => title)).toEqual(["a"]);
    }
    const options = await admin.send("POST paas/export/options", { type: "deal", filter });
    expect(contentOf(options)).toMatchObject({ total: 1 });
    const exported = await admin.send("GET api/Auto/ToExcel", { type: "deal", filter: JSON.stringify(filter), format: "csv", columns: "title" }); // prettier-ignore
    const { value } = contentOf(exported) as { value: string };
    const csv = await fetch(new URL(value, server.url), { headers: { authorization: `Bearer ${owner.token}` } });
    expect((await csv.text()).trim().split(/\r?\n/).slice(1)).toEqual(["a"]);
    const preview = await admin.send("POST Api/{type}/BatchPreview", {
      type: "deal",
      verb: "delete",
      selection: { filter },
    });
    expect((contentOf(preview) as BatchPreview).count).toBe(1);
    const content = { fields: {}, filter };
    await admin.call("POST paas/table/saveView", { type: "deal", name: "Suzhou", content });
    const views = await viewsOf(admin);
    expect(views).toMatchObject([{ content: { filter } }]);
  });

  it("are refused over relations of relations, over several records, over fields that do not exist, and in too large a number", async () => {
    for (const field of [
      "customer.article.title",
      "customer.customer",
      "partners.city",
      "title.city",
      "customer.",
      ".city",
      "customer.constructor",
      "constructor.name",
      "customer.tenant_id",
    ])
      expect([field, await found(admin, { field, op: "empty", value: false })]).toEqual([field, 400]);
    const some = (count: number): Filter => ({ or: Array.from({ length: count }, () => cityIs("Suzhou")) });
    expect(await found(admin, some(filterLimits.related))).toBe("a");
    expect(await found(admin, some(filterLimits.related + 1))).toBe(400);
  });
});

describe("a reader", () => {
  it("compares only fields of related records that they may read, and only the records that they may read", async () => {
    const without = await memberWith([grant("deal", ["read"])]);
    const some = await memberWith([grant("customer", ["read"], undefined, { read: ["city"] })]);
    const eastern = await memberWith([grant("customer", ["read"], fieldEquals("region", "east"))]);
    const offered = async (api: Client) =>
      (await itemsOf(api, "deal")).flatMap(({ prop, relation }) => (relation === undefined ? [] : [prop]));
    expect([await offered(without), await found(without, cityIs("Suzhou"))]).toEqual([[], 400]);
    expect(await offered(some)).toEqual(["customer.city", "customer.createdAt", "customer.updatedAt"]);
    expect(await found(some, cityIs("Wuhan"))).toBe("b");
    expect(await found(some, { field: "customer.secret", op: "eq", value: "two" })).toBe(400);
    expect(await found(some, { field: "customer.secret", op: "empty", value: true })).toBe(400);
    // Neither a comparison nor its opposite finds a row by a record that is hidden.
    expect(await found(eastern, cityIs("Wuhan"))).toBe("");
    expect(await found(eastern, { field: "customer.city", op: "ne", value: "nowhere" })).toBe("a");
    expect(await found(eastern, { field: "customer.city", op: "empty", value: true })).toBe("");
    // The administrator's count of the same filter is not shown to this reader, nor the reverse.
    const count = async (api: Client) =>
      contentOf(await api.send("POST paas/table/count", { paraModel: { url: "/admin/deal/list", filter: cityIs("Wuhan") } })); // prettier-ignore
    expect([await count(admin), await count(eastern), await count(admin)]).toMatchObject([
      { total: 1 },
      { total: 0 },
      { total: 1 },
    ]);
    const content = { fields: {}, filter: cityIs("Wuhan") };
    await admin.call("POST paas/table/saveView", { type: "deal", name: "Wuhan", isShared: true, content });
    const views = await viewsOf(without);
    expect(views.find(({ name }) => name === "Wuhan")?.problem).toBe("This view uses fields that you cannot see");
  });

  it("of another space finds nothing by records of this one", async () => {
    const other = await newSpaceOwner(server);
    const api = client(server, other);
    await publish(server, other.tenantId, customer);
    await publish(server, other.tenantId, deal);
    expect(await found(api, cityIs("Suzhou"))).toBe("");
    // A row that names a record of another space, as no call would write it.
    await server.database.tenant(other.tenantId, (tx) =>
      tx.rows(sql`insert into record (id, tenant_id, entity_id, data)
        select gen_random_uuid(), ${other.tenantId}::uuid, id, ${JSON.stringify({ title: "x", customer: ids.jade })}::jsonb
        from entity_definition where type = 'deal' and tenant_id = ${other.tenantId}::uuid`),
    );
    expect(await found(api, cityIs("Suzhou"))).toBe("");
    expect(await found(api, { field: "title", op: "eq", value: "x" })).toBe("x");
  });

  it("gives a role no rule over fields of related records", async () => {
    const answer = await admin.send("POST Api/{type}/QueryAdd", {
      type: "role",
      name: sameText("related"),
      grants: [grant("deal", ["read"], fieldEquals("customer.city", "Suzhou"))],
    });
    expect(answer.status).toBe(422);
  });
});
