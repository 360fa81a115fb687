import { expect } from "vitest";
import type { ListDescription, TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Answer, type Client, client, contentOf } from "./client.ts";
import { draftDefinition, draftField, publishLightApp } from "./light-apps.ts";
import { newSpaceOwner, type Person } from "./people.ts";
import { sameText } from "./roles.ts";
import type { Server } from "./server.ts";

type Space = Client & { owner: Person };

export const add = async (api: Client, type: string, values: object) =>
  (await api.call("POST Api/{type}/QueryAdd", { type, ...values } as never)) as AnyRow;
export const search = (api: Client, type: string, more: object = {}) =>
  api.send("POST paas/table/search", { paraModel: { url: `/paas/${type}/list`, ...more } });
type List = { play: ListDescription; result: TableResult };
export async function listOf(api: Client, type: string, more: object = {}): Promise<List> {
  const answer = await search(api, type, more);
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as List;
}
/** The rows of a list without ids, versions and times. */
export async function valuesOf(api: Client, type: string, more: object = {}): Promise<object[]> {
  const { result } = await listOf(api, type, more);
  return result.rows.map(
    ({ id: _id, version: _version, createdAt: _created, updatedAt: _updated, ...values }) => values,
  );
}

const region = draftDefinition([draftField("title", "textbox", { required: true })]);
const customer = draftDefinition(
  [
    draftField("title", "textbox", { required: true, search: "contains", column: { sortable: true } }),
    draftField("phone"),
    draftField("limit", "number", { column: { sortable: true } }),
    draftField("grade", "dropdownlist", {
      options: [
        { key: "a", name: sameText("Gold") },
        { key: "b", name: sameText("Silver") },
      ],
    }),
    draftField("region", "relation", { entity: "district" }),
  ],
  { searchable: ["title"] },
);
const order = draftDefinition([
  draftField("title", "textbox", { required: true }),
  draftField("amount", "number"),
  draftField("state"),
  draftField("customer", "relation", { entity: "customer" }),
]);

/** A view of the orders with columns of the customer and the customer's region. */
export const orderView = {
  name: sameText("Orders"),
  tableName: "orderOverview",
  base: "order",
  columns: [
    { path: "title" },
    { path: "amount", sort: "desc" },
    { path: "customer.title", title: { zh: "客户", en: "Buyer" }, isSearchable: true },
    { path: "customer.phone" },
    { path: "customer.region.title" },
  ],
};
/** A view of the customers with summaries of their orders. */
export const customerView = {
  name: { zh: "客户概览", en: "Customers" },
  tableName: "customerOverview",
  base: "customer",
  columns: [
    { path: "title", isSearchable: true },
    { path: "grade" },
    { path: "order:customer", aggregate: "count" },
    { path: "order:customer.amount", aggregate: "sum", sort: "desc" },
    { path: "order:customer.amount", aggregate: "average" },
    { path: "order:customer.amount", aggregate: "min" },
    { path: "order:customer.amount", aggregate: "max" },
  ],
};

/** A space with regions, customers and orders. */
export async function newShop(server: Server): Promise<Space & { customers: { acme: string; bolt: string } }> {
  const owner = await newSpaceOwner(server);
  const space = { ...client(server, owner), owner };
  await publishLightApp(space, "district", region);
  await publishLightApp(space, "customer", customer);
  await publishLightApp(space, "order", order);
  const north = await add(space, "district", { title: "North" });
  const acme = await add(space, "customer", { title: "Acme", phone: "111", limit: 5, grade: "a", region: north.id });
  const bolt = await add(space, "customer", { title: "Bolt", phone: "222", limit: 9, grade: "b" });
  await add(space, "customer", { title: "Core", grade: "b" });
  const orders = [
    { title: "A1", amount: 10, state: "paid", customer: acme.id },
    { title: "A2", amount: 30, state: "open", customer: acme.id },
    { title: "B1", amount: 20, state: "paid", customer: bolt.id },
    { title: "X1", amount: 1, state: "open" },
  ];
  for (const values of orders) await add(space, "order", values);
  return { ...space, customers: { acme: acme.id, bolt: bolt.id } };
}

export const addView = (api: Client, view: object): Promise<Answer> =>
  api.send("POST Api/{type}/QueryAdd", { type: "collectData", ...view } as never);
export async function withView(api: Client, view: object): Promise<AnyRow> {
  const answer = await addView(api, view);
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as AnyRow;
}
