/** What of a data view each reader sees: never more than in the lists of the entities that it joins. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Grant } from "#kit/access.ts";
import type { TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { add, customerView, listOf, newShop, orderView, search, valuesOf, withView } from "./support/data-views.ts";
import { fieldEquals, grant, roleFactories, sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();

describe("a reader of a data view", () => {
  let space: Awaited<ReturnType<typeof newShop>>;
  const allFields = (entity: string, rows?: Grant["rows"]) => grant(entity, ["read", "export"], rows);
  beforeAll(async () => {
    space = await newShop(server);
    await withView(space, orderView);
    await withView(space, customerView);
  });
  const memberWith = (...grants: Grant[]) => roleFactories(server, space.owner).memberWith(grants);
  const titlesOf = async (api: Client, type: string) =>
    ((await valuesOf(api, type)) as { title: string }[]).map(({ title }) => title);

  it("who may not read the base cannot open it", async () => {
    const [stranger, reader] = [await memberWith(), await memberWith(allFields("customer"))];
    for (const api of [stranger, reader]) expect((await search(api, "orderOverview")).status).toBe(403);
    expect((await search(client(server), "orderOverview")).status).toBe(401);
    expect(await titlesOf(reader, "customerOverview")).toEqual(["Core", "Bolt", "Acme"]);
  });

  it("sees only columns of fields that their roles open, in lists, filters, orders, tools and files", async () => {
    const reader = await memberWith(
      grant("order", ["read", "export"], undefined, { read: ["title", "customer"] }),
      grant("customer", ["read", "export"], undefined, { read: ["title"], export: [] }),
    );
    const { play, result } = await listOf(reader, "orderOverview");
    expect(play.columns.map(({ field }) => field)).toEqual(["title", "customerTitle"]);
    expect(
      result.rows.map(({ title, customerTitle, ...rest }) => [title, customerTitle, Object.keys(rest)]),
    ).toContainEqual(["A1", "Acme", ["id", "version", "createdAt", "updatedAt"]]);
    const refused = [
      { filter: { field: "amount", op: "gte", value: 1 } },
      { filter: { field: "customerPhone", op: "eq", value: "111" } },
      { sort: { field: "amount", direction: "asc" } },
      { fields: { customerRegionTitle: "North" } },
    ];
    for (const more of refused) expect((await search(reader, "orderOverview", more)).status).toBe(400);
    const options = await reader.call("POST paas/export/options", { type: "orderOverview" });
    expect(JSON.stringify(options)).toContain('"title"');
    expect(JSON.stringify(options)).not.toContain("customerTitle");
    const file = { type: "orderOverview", columns: "title,customerTitle", format: "csv" };
    expect((await reader.send("GET api/Auto/ToExcel", file as never)).status).toBe(422);
  });

  it("sees no value by a relation field that they may not read", async () => {
    const reader = await memberWith(grant("order", ["read"], undefined, { read: ["title"] }), allFields("customer"));
    expect((await listOf(reader, "orderOverview")).play.columns.map(({ field }) => field)).toEqual(["title"]);
    expect((await listOf(reader, "customerOverview")).play.columns.map(({ field }) => field)).toEqual([
      "title",
      "grade",
    ]);
  });

  it("sees the rows of the base within the rules of their roles, and counts only these", async () => {
    const reader = await memberWith(allFields("order", fieldEquals("state", "paid")), allFields("customer"));
    expect((await titlesOf(reader, "orderOverview")).toSorted()).toEqual(["A1", "B1"]);
    expect(await valuesOf(reader, "customerOverview", { fields: { title: "Acme" } })).toMatchObject([
      { orderCustomerCount: 1, orderCustomerAmountSum: 10, orderCustomerAmountMax: 10 },
    ]);
    const counted = await reader.call("POST paas/table/count", {
      paraModel: { url: "/paas/orderOverview/list" },
    } as never);
    expect(counted).toMatchObject({ total: 2 });
  });

  it("sees nothing of a joined row outside the rules of their roles, nor finds rows by it", async () => {
    const reader = await memberWith(allFields("order"), allFields("customer", fieldEquals("grade", "a")));
    const rows = (await valuesOf(reader, "orderOverview")) as Record<string, unknown>[];
    expect(rows.find(({ title }) => title === "B1")).toEqual({
      title: "B1",
      amount: 20,
      customerTitle: null,
      customerPhone: null,
      customerRegionTitle: undefined,
    });
    expect(rows.find(({ title }) => title === "A1")).toMatchObject({ customerTitle: "Acme" });
    expect(await valuesOf(reader, "orderOverview", { fields: { customerTitle: "Bolt" } })).toEqual([]);
    expect(await titlesOf(reader, "customerOverview")).toEqual(["Acme"]);
  });

  it("cannot open a view whose conditions compare a field that they may not read", async () => {
    await withView(space, {
      ...orderView,
      tableName: "paidOrders",
      conditions: [{ path: "state", operator: "eq", value: "paid" }],
      readers: "everyone",
    });
    const fields = { read: ["title", "amount"] };
    const [reader, other] = [
      await memberWith(grant("order", ["read"], undefined, fields)),
      await memberWith(grant("order", ["read"], undefined, { read: [...fields.read, "state"] })),
    ];
    expect((await search(reader, "paidOrders")).status).toBe(403);
    expect((await titlesOf(other, "paidOrders")).toSorted()).toEqual(["A1", "B1"]);
  });

  it("cannot open the first rows by a field that they may not read, nor a view for administrators", async () => {
    await withView(space, { ...orderView, tableName: "topOrders", maxRows: 2 });
    await withView(space, { ...orderView, tableName: "internalOrders", readers: "administrators" });
    const reader = await memberWith(grant("order", ["read"], undefined, { read: ["title"] }));
    expect((await search(reader, "topOrders")).status).toBe(403);
    const full = await memberWith(allFields("order"));
    expect(await titlesOf(full, "topOrders")).toEqual(["A2", "B1"]);
    expect((await search(full, "internalOrders")).status).toBe(403);
    expect(await titlesOf(space, "internalOrders")).toHaveLength(4);
  });

  it("exports only where all joined entities may be exported, and the rows that they may read", async () => {
    const reader = await memberWith(grant("order", ["read"]), allFields("customer"));
    expect((await listOf(reader, "orderOverview")).play.isExportable).toBe(false);
    const file = (type: string) => ({ type, format: "csv", timeZone: "UTC" }) as never;
    expect((await reader.send("GET api/Auto/ToExcel", file("orderOverview"))).status).toBe(403);
    const exporter = await memberWith(allFields("order", fieldEquals("state", "paid")), allFields("customer"));
    const { value } = (await exporter.call("GET api/Auto/ToExcel", file("orderOverview"))) as { value: string };
    const text = await (
      await fetch(new URL(value, server.url), { headers: { authorization: `Bearer ${exporter.person.token}` } })
    ).text();
    const lines = text.trim().split("\n");
    expect(lines[0]).toContain("title,amount,Buyer,customer · phone");
    expect(
      lines
        .slice(1)
        .map((line) => line.split(",").slice(0, 3))
        .toSorted(),
    ).toEqual([
      ["A1", "10", "Acme"],
      ["B1", "20", "Bolt"],
    ]);
  });

  it("sees figures of a view made of the rows that they may read, whoever has asked for them before", async () => {
    const figure = (id: string, value: object) => ({
      id,
      name: "number",
      value: { source: "customerOverview", ...value },
    });
    const widgets = [
      figure("customers", { measure: "count" }),
      figure("amount", { measure: "sum", field: "orderCustomerAmountSum" }),
    ];
    await add(space, "autoPage", {
      name: sameText("Figures"),
      pageType: "viewFigures",
      kind: "report",
      audience: "members",
      layout: "grid",
      widgets: JSON.stringify(widgets),
    });
    const figuresOf = (api: Client) =>
      Promise.all(
        widgets.map(async ({ id }) => {
          const input = { type: "viewFigures", kind: "report", widget: id, timeZone: "UTC", days: "30" };
          const answer = await api.send("GET paas/autoPage/widget", input);
          expect(answer.status, answer.text).toBe(200);
          return (contentOf(answer) as { data: { value: number | null } }).data.value;
        }),
      );
    expect(await figuresOf(space)).toEqual([3, 60]);
    const reader = await memberWith(
      allFields("order", fieldEquals("state", "paid")),
      allFields("customer", fieldEquals("grade", "a")),
    );
    expect(await figuresOf(reader)).toEqual([1, 10]);
    const { id } = await add(space, "order", { title: "A3", amount: 7, state: "paid", customer: space.customers.acme });
    expect([await figuresOf(reader), await figuresOf(space)]).toEqual([
      [1, 17],
      [3, 67],
    ]);
    await space.send("DELETE Api/{type}/QueryDelete", { type: "order", id });
  });

  it("of an API key sees what the roles of the key open", async () => {
    const key = await roleFactories(server, space.owner).keyWith([allFields("order", fieldEquals("state", "open"))]);
    const page = await key.send("GET Api/{type}/QueryPageList", { type: "orderOverview" });
    expect((contentOf(page) as TableResult).rows.map(({ title }) => title).toSorted()).toEqual(["A2", "X1"]);
    expect(Object.keys((contentOf(page) as TableResult).rows[0]!)).not.toContain("customerTitle");
  });

  it("of another space finds neither the view nor its rows", async () => {
    const other = await newShop(server);
    expect((await search(other, "orderOverview")).status).toBe(404);
    await withView(other, { ...orderView, columns: [{ path: "title" }, { path: "customer.title" }] });
    await add(other, "order", { title: "Other", amount: 3 });
    expect(await titlesOf(other, "orderOverview")).toContain("Other");
    expect(await titlesOf(space, "orderOverview")).not.toContain("Other");
    const foreign = (await listOf(space, "orderOverview")).result.rows[0]!.id;
    expect((await other.send("GET Api/{type}/QueryById", { type: "orderOverview", id: foreign })).status).toBe(404);
  });

  it("is refused every call that would write, and no call about rows fails", async () => {
    const [{ id }] = (await listOf(space, "orderOverview")).result.rows as [AnyRow];
    const type = "orderOverview";
    const writes = [
      space.send("POST Api/{type}/QueryAdd", { type, title: "x" } as never),
      space.send("POST Api/{type}/QuerySave", { type, id, version: 1, title: "x" } as never),
      space.send("POST Api/{type}/QueryUpdate", { type, id, version: 1, title: "x" } as never),
      space.send("DELETE Api/{type}/QueryDelete", { type, id } as never),
      space.send("POST Api/{type}/Command", { type, command: "open", ids: [id] } as never),
    ];
    for (const { status, text } of await Promise.all(writes)) expect([403, 404], text).toContain(status);
    const reads = [
      space.send("GET Api/{type}/QueryHistory", { type, id } as never),
      space.send("GET Api/{type}/QueryList", { type } as never),
      space.send("GET Api/{type}/QuerySingle", { type } as never),
      space.send("GET Api/Relation/GetKeyValues", { type, q: "A1" } as never),
      space.send("GET Api/RelationTree/GetTree", { type } as never),
      space.send("GET api/Ui/AutoForm", { type, id } as never),
      space.send("GET api/Ui/JsonForm", { type } as never),
      space.send("GET api/Ui/DefaultValue", { type } as never),
      space.send("GET Api/AutoPage/Index", { type } as never),
      space.send("GET Api/AutoPage/Report", { type } as never),
      space.send("GET Api/DataEngine/GetColumns", { id: type } as never),
      space.send("GET Api/LightApp/getsingle", { tableName: type, _id: id } as never),
      space.send("GET paas/table/columns", { type } as never),
    ];
    for (const { status, text } of await Promise.all(reads)) expect(status, text).toBeLessThan(500);
  });
});
