/** Data views: lists that administrators join from entities, and the check of their definitions. */
import { beforeAll, describe, expect, it } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import { client, contentOf } from "./support/client.ts";
import {
  add,
  addView,
  customerView,
  listOf,
  newShop,
  orderView,
  search,
  valuesOf,
  withView,
} from "./support/data-views.ts";
import { command, draftDefinition, draftField, lightAppOf, publishLightApp } from "./support/light-apps.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { applyRows, compareFolder, differencesIn, exportFolder } from "./support/transfer.ts";

const server = await sharedServer();
type Node = { id: string; name: string; kind: number; fatherId: string | null; children: Node[] };

describe("a data view", () => {
  let space: Awaited<ReturnType<typeof newShop>>;
  let orderViewId: string;
  beforeAll(async () => {
    space = await newShop(server);
    orderViewId = (await withView(space, orderView)).id;
    await withView(space, customerView);
  });

  it("joins each row with the rows that its relations lead to", async () => {
    expect(await valuesOf(space, "orderOverview")).toEqual([
      { title: "A2", amount: 30, customerTitle: "Acme", customerPhone: "111", customerRegionTitle: "North" },
      { title: "B1", amount: 20, customerTitle: "Bolt", customerPhone: "222", customerRegionTitle: null },
      { title: "A1", amount: 10, customerTitle: "Acme", customerPhone: "111", customerRegionTitle: "North" },
      { title: "X1", amount: 1, customerTitle: null, customerPhone: null, customerRegionTitle: null },
    ]);
  });

  it("summarizes the rows that refer to each row", async () => {
    const summaries = (await valuesOf(space, "customerOverview")) as Record<string, unknown>[];
    const none = { orderCustomerAmountAverage: null, orderCustomerAmountMin: null, orderCustomerAmountMax: null };
    expect(summaries).toEqual([
      {
        title: "Acme",
        grade: "a",
        orderCustomerCount: 2,
        orderCustomerAmountSum: 40,
        orderCustomerAmountAverage: 20,
        orderCustomerAmountMin: 10,
        orderCustomerAmountMax: 30,
      },
      {
        title: "Bolt",
        grade: "b",
        orderCustomerCount: 1,
        orderCustomerAmountSum: 20,
        orderCustomerAmountAverage: 20,
        orderCustomerAmountMin: 20,
        orderCustomerAmountMax: 20,
      },
      { title: "Core", grade: "b", orderCustomerCount: 0, orderCustomerAmountSum: null, ...none },
    ]);
  });

  it("is a read-only list: described, searched, filtered, sorted and paged like any other", async () => {
    const { play } = await listOf(space, "orderOverview");
    expect(play).toMatchObject({ name: "Orders", isUpdatable: false, isImportable: false, isExportable: true });
    expect(play.addUrl).toBeUndefined();
    expect(play.columns.map(({ name }) => name)).toEqual([
      "title",
      "amount",
      "Buyer",
      "customer · phone",
      "customer · region · title",
    ]);
    expect(play.actions.map(({ url }) => url)).toEqual(["/admin/order/edit?id={id}"]);
    const titles = async (more: object) =>
      ((await valuesOf(space, "orderOverview", more)) as { title: string }[]).map(({ title }) => title);
    expect(await titles({ fields: { customerTitle: "acm" } })).toEqual(["A2", "A1"]);
    expect(await titles({ filter: { field: "customerTitle", op: "empty", value: true } })).toEqual(["X1"]);
    expect(await titles({ filter: { field: "amount", op: "between", value: [10, 20] } })).toEqual(["B1", "A1"]);
    expect(await titles({ sort: { field: "customerTitle", direction: "desc" } })).toEqual(["B1", "A2", "A1", "X1"]);
    const second = await listOf(space, "orderOverview", { pageSize: 2, pageIndex: 2 });
    expect(second.result).toMatchObject({ total: 4, isCapped: false });
    expect(second.result.rows.map(({ title }) => title)).toEqual(["A1", "X1"]);
    const { rows } = (await listOf(space, "orderOverview", { pageSize: 2 })).result;
    expect(await titles({ pageSize: 2, after: rows[1]!.id })).toEqual(["A1", "X1"]);
  });

  it("shows changes of the joined rows at once", async () => {
    const { id } = await add(space, "order", { title: "B2", amount: 5, customer: space.customers.bolt });
    const boltOf = async () =>
      (await listOf(space, "customerOverview", { fields: { title: "bolt" } })).result.rows[0]!.orderCustomerCount;
    expect(await boltOf()).toBe(2);
    await space.call("DELETE Api/{type}/QueryDelete", { type: "order", id } as never);
    expect(await boltOf()).toBe(1);
  });

  it("E-071: is in the tree of data views, with its columns", async () => {
    const tree = (await space.call("GET api/collectDataService/tree", {})) as Node[];
    expect(tree.map(({ id, name, kind, fatherId }) => ({ id, name, kind, fatherId }))).toEqual([
      { id: "orderOverview", name: "Orders", kind: 3, fatherId: null },
      { id: "customerOverview", name: "Customers", kind: 3, fatherId: null },
    ]);
    expect(tree[0]!.children[2]).toEqual({
      id: "orderOverview.customerTitle",
      name: "Buyer",
      kind: 3,
      fatherId: "orderOverview",
      sortOrder: 2,
      children: [],
    });
  });

  it("E-077, N-055: getview answers the columns of the view, of its base, or of some relations", async () => {
    const columnsOf = async (input: object) => {
      const answer = await space.send("POST Api/CollectData/getview", input as never);
      expect(answer.status, answer.text).toBe(200);
      const view = contentOf(answer) as {
        columns: { field: string }[];
        joinIds: string[];
        primaryId: string;
        id: string;
      };
      return { ...view, columns: view.columns.map(({ field }) => field) };
    };
    const whole = {
      id: orderViewId,
      primaryId: "order",
      columns: ["title", "amount", "customerTitle", "customerPhone", "customerRegionTitle"],
      joinIds: ["customer", "customer.region"],
    };
    expect(await columnsOf({ id: orderViewId })).toEqual(whole);
    expect(
      await columnsOf({ id: "OrderOverview", primaryId: "order", joinIds: ["customer", "customer.region"] }),
    ).toEqual(whole);
    expect(await columnsOf({ id: orderViewId, primaryId: "order" })).toEqual({
      ...whole,
      columns: ["title", "amount"],
      joinIds: [],
    });
    expect(await columnsOf({ id: orderViewId, joinIds: ["customer"] })).toMatchObject({ joinIds: ["customer"] });
    const refusal = await space.send("POST Api/CollectData/getview", { id: orderViewId, joinIds: ["customer", "x"] });
    expect(refusal.status).toBe(422);
    expect(refusal.text).toContain("joinIds.1");
    expect((await space.send("POST Api/CollectData/getview", { id: orderViewId, primaryId: "news" })).status).toBe(422);
    expect((await space.send("POST Api/CollectData/getview", { id: "order" })).status).toBe(404);
  });

  it("has conditions and a maximum number of rows", async () => {
    await withView(space, {
      ...orderView,
      tableName: "largestPaid",
      conditions: [
        { path: "state", operator: "eq", value: "paid" },
        { path: "customer.limit", operator: "gte", value: "5" },
      ],
      maxRows: 1,
    });
    const { result } = await listOf(space, "largestPaid");
    expect(result.rows.map(({ title }) => title)).toEqual(["B1"]);
    expect(result.total).toBe(1);
    expect(
      (await listOf(space, "largestPaid", { filter: { field: "title", op: "eq", value: "A1" } })).result.rows,
    ).toEqual([]);
  });

  it("is described by OpenAPI, and its rows are read by the generic calls", async () => {
    expect((await space.send("GET openapi.json")).text).toContain("/orderOverview/QueryPageList");
    const page = await space.send("GET Api/{type}/QueryPageList", { type: "orderOverview", orderBy: "amount" });
    expect((contentOf(page) as TableResult).rows.map(({ title }) => title)).toEqual(["X1", "A1", "B1", "A2"]);
    const [row] = (contentOf(page) as TableResult).rows;
    const single = await space.send("GET Api/{type}/QueryById", { type: "orderOverview", id: row!.id });
    expect(contentOf(single)).toEqual(row);
  });
});

describe("the definition of a data view", () => {
  let space: Awaited<ReturnType<typeof newShop>>;
  beforeAll(async () => {
    space = await newShop(server);
  });
  const problemsOf = async (view: object) => {
    const answer = await addView(space, { name: sameText("View"), tableName: "checkedView", base: "order", ...view });
    return [answer.status, (answer.body.fields ?? {}) as Record<string, string>] as const;
  };

  it.each([
    [{ base: "nothing" }, [{ path: "title" }], { base: "There is no type of data called “nothing”" }],
    [{}, [{ path: "colour" }], { "columns.0.path": "order has no field “colour”" }],
    [{}, [{ path: "title" }, { path: "customer.colour" }], { "columns.1.path": "customer has no field “colour”" }],
    [
      {},
      [{ path: "title.name" }],
      { "columns.0.path": "The field “title” of order does not refer to a single record" },
    ],
    [{}, [{ path: "order:customer" }], { "columns.0.path": "The field “customer” of order does not refer to order" }],
    [{ base: "customer" }, [{ path: "order:customer" }], { "columns.0.path": "Several records need a summary" }],
    [
      { base: "customer" },
      [{ path: "order:customer.title", aggregate: "sum" }],
      { "columns.0.path": "Only numbers have a sum or an average" },
    ],
    [{}, [{ path: "amount", aggregate: "sum" }], { "columns.0.path": "Only several records can be summarized" }],
    [{}, [{ path: "title" }, { path: "title" }], { "columns.1.path": "Another column shows the same" }],
    [
      { conditions: [{ path: "amount", operator: "gte", value: "many" }] },
      [{ path: "title" }],
      { "conditions.0.value": "This condition cannot be used with this field" },
    ],
    [{ tableName: "order" }, [{ path: "title" }], { tableName: "Another type or view has this name" }],
    [
      { tableName: "my-view" },
      [{ path: "title" }],
      { tableName: "Start with a lowercase letter and use letters and digits only. Reserved names are not allowed." },
    ],
  ])("with %j and the columns %j is refused: %j", async (view, columns, problems) => {
    expect(await problemsOf({ ...view, columns })).toEqual([422, problems]);
  });

  it("cannot show secrets, values without a column, or more than 40 columns", async () => {
    const columns = Array.from({ length: 41 }, () => ({ path: "title" }));
    expect((await problemsOf({ columns }))[0]).toBe(422);
    expect(await problemsOf({ base: "autoConfig", columns: [{ path: "value" }] })).toEqual([
      422,
      { "columns.0.path": "The field “value” of Configuration cannot be used in a view" },
    ]);
  });

  it("that needs a light app or a field that is gone says so, and works again with it", async () => {
    const view = {
      name: sameText("Notes"),
      tableName: "noteView",
      base: "note",
      columns: [{ path: "title" }, { path: "body" }],
    };
    const fields = [draftField("title", "textbox", { required: true }), draftField("body")];
    const app = await publishLightApp(space, "note", draftDefinition(fields));
    await withView(space, view);
    await add(space, "note", { title: "One", body: "Text" });
    expect(await valuesOf(space, "noteView")).toEqual([{ title: "One", body: "Text" }]);
    const current = await lightAppOf(space, app.id);
    const changed = await publishLightApp(space, "note", draftDefinition(fields.slice(0, 1)), current);
    const missingField = await search(space, "noteView");
    expect([missingField.status, missingField.text]).toEqual([
      404,
      expect.stringContaining("This view no longer works: note has no field “body”"),
    ]);
    expect((await command(space, "unpublish", changed.id)).status).toBe(200);
    expect((await search(space, "noteView")).text).toContain("There is no type of data called “note”");
    expect(JSON.stringify(await space.call("GET api/collectDataService/tree", {}))).not.toContain("noteView");
    const again = await publishLightApp(space, "note", draftDefinition(fields), await lightAppOf(space, app.id));
    expect(again.id).toBe(app.id);
    expect(await valuesOf(space, "noteView")).toEqual([{ title: "One", body: "Text" }]);
  });

  it("joins entities of the program, too", async () => {
    await withView(space, {
      name: sameText("Codes"),
      tableName: "packageCodes",
      base: "servicePackage",
      columns: [{ path: "name" }, { path: "serviceCode:packageId", aggregate: "count" }],
    });
    const { play } = await listOf(space, "packageCodes");
    expect(play.columns).toHaveLength(2);
  });

  it("is for administrators: members cannot read, add or change one", async () => {
    const member = client(server, await newMember(server, space.owner.tenantId));
    expect((await addView(member, { ...orderView, tableName: "mine" })).status).toBe(403);
    expect((await search(member, "collectData")).status).toBe(403);
    expect((await member.send("GET api/collectDataService/tree", {})).status).toBe(403);
    expect((await member.send("POST Api/CollectData/getview", { id: "noteView" })).status).toBe(403);
  });

  it("follows a deletion and a change at once", async () => {
    const { id, version } = await withView(space, { ...orderView, tableName: "shortLived" });
    const columns = [{ path: "title" }];
    await space.call("POST Api/{type}/QueryUpdate", {
      type: "collectData",
      id,
      version,
      columns,
    } as never);
    expect((await listOf(space, "shortLived")).play.columns).toHaveLength(1);
    await space.call("DELETE Api/{type}/QueryDelete", { type: "collectData", id } as never);
    expect((await search(space, "shortLived")).status).toBe(404);
  });

  it("is taken to another space as a file, together with the light app that it needs", async () => {
    const [source, target] = [await newSpaceOwner(server), await newSpaceOwner(server)];
    const sourceApi = client(server, source);
    await publishLightApp(sourceApi, "memo", draftDefinition([draftField("title", "textbox", { required: true })]));
    await withView(sourceApi, { ...orderView, tableName: "memos", base: "memo", columns: [{ path: "title" }] });
    const comparison = await compareFolder(server, target, await exportFolder(server, source));
    expect(differencesIn(comparison)).toEqual(["added lightApp/memo", "added collectData/memos"]);
    const rows = comparison.rows
      .filter(({ state }) => state === "added")
      .map((row) => ({ ...row, entersState: row.target !== null }));
    const answer = await applyRows(server, target, comparison, rows);
    expect(answer.status, answer.text).toBe(200);
    const api = client(server, target);
    await add(api, "memo", { title: "First" });
    expect(await valuesOf(api, "memos")).toEqual([{ title: "First" }]);
  });
});
