/** Date and range columns: the rows that a filter matches, the filters that it refuses, and its index under row security. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { getTableConfig } from "drizzle-orm/pg-core";
import pg from "pg";
import { beforeAll, expect, it } from "vitest";
import news from "#entities/news.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { Filter, Range, Scalar } from "#kit/filter.ts";
import { matches } from "#kit/row-condition.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { programView } from "#records/registry/view.server.ts";
import { whereOf } from "#records/query/where.server.ts";
import { type Database, openDatabase } from "#server/postgres/database.server.ts";
import { makeTable } from "#server/postgres/tables.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { filterOf } from "#records/query/row-input.server.ts";
import { copyDatabase } from "./support/server.ts";

const text = (en: string) => ({ zh: en, en });
const stay = {
  ...news,
  type: "stay",
  fields: {
    title: { type: "textbox", name: text("Title") },
    period: { type: "daterange", name: text("Period"), search: "overlaps" },
    price: { type: "numberrange", name: text("Price") },
    booked: { type: "date", name: text("Booked"), search: "between" },
  },
  indexes: [["booked"]],
  searchable: [],
  unique: [],
  publicSort: [],
  list: { columns: ["title"], sort: { field: "createdAt", direction: "desc" } },
} as unknown as EntityDefinition;

const { readable } = programView(stay);
const tenantId = randomUUID();
const anotherId = randomUUID();
let database: Database;
let indexNames: string[];
beforeAll(async () => {
  const connectionString = await copyDatabase();
  const ownerClient = new pg.Client({ connectionString });
  await ownerClient.connect();
  // Creates the table as a migration does: with the columns of the definition, and with row security by tenant.
  const { columns, indexes } = getTableConfig(
    makeTable(stay, fieldTypeOf, () => {
      throw new Error("The entity refers to no other table.");
    }),
  );
  const neededColumns = columns.filter(({ name }) =>
    ["id", "tenant_id", "deleted_at", "title", "period", "price", "booked"].includes(name),
  );
  await ownerClient.query(`create table stay (${neededColumns.map((column) => `${column.name} ${column.getSQLType()}`).join(", ")});
    alter table stay enable row level security;
    alter table stay force row level security;
    create policy stay_tenant on stay using (tenant_id = (select nullif(nullif(current_setting('meridian.tenant', true), '*'), '')::uuid) or (select true where current_setting('meridian.tenant', true) = '*') is not null);
    grant select on stay to meridian_app`);
  indexNames = indexes.map(({ config }) => `${config.name} ${config.method}`);
  await ownerClient.query(`set meridian.tenant = '*';
    insert into stay select gen_random_uuid(), case when n % 2 = 0 then '${tenantId}' else '${anotherId}' end::uuid, null, 'Stay ' || n,
      daterange('2000-01-01'::date + n, '2000-01-01'::date + n + 2, '[]'), null, '2000-01-01'::date + n from generate_series(1, 20000) n;
    create index stay_by_booked on stay (tenant_id, booked nulls first, id) where deleted_at is null;
    create index stay_in_period on stay using gist (period) where deleted_at is null;
    analyze stay`);
  await ownerClient.end();
  database = await openDatabase({ connection: { connectionString, max: 1 }, log: createLog("silent") });
  return () => database.close();
});

const where = (filter: Filter) =>
  sql`tenant_id = ${tenantId}::uuid and deleted_at is null and ${whereOf({ readable, tenantId }, filter)}`;
const titles = async (filter: Filter) =>
  (
    await database.read<{ title: string }>(tenantId, sql`select title from stay where ${where(filter)} order by booked`)
  ).map(({ title }) => title);
const overlaps = (...ends: Scalar[]): Filter => ({ field: "period", op: "overlaps", value: ends });

it("finds ranges that overlap, both ends included, within the space", async () => {
  expect(await titles(overlaps("2000-01-12", "2000-01-12"))).toEqual(["Stay 10"]);
  expect(await titles(overlaps("2000-01-12", "2000-01-13"))).toEqual(["Stay 10", "Stay 12"]);
  expect(await titles(overlaps(null, "2000-01-03"))).toEqual(["Stay 2"]);
  expect(await titles(filterOf(readable, { period: "2000-01-12..2000-01-13" }))).toEqual(["Stay 10", "Stay 12"]);
  expect(await titles(filterOf(readable, { period_Start: "2000-01-12", period_End: "2000-01-13" }))).toEqual([
    "Stay 10",
    "Stay 12",
  ]);
  expect(await titles(filterOf(readable, { booked: "2000-01-11..2000-01-13" }))).toEqual(["Stay 10", "Stay 12"]);
});

it.each<[Scalar, Scalar]>([
  ["2000-01-12", "2000-01-12"],
  ["2000-01-12", "2000-01-13"],
  [null, "2000-01-05"],
  ["2000-01-10", null],
  [null, null],
])("matches the same rows in memory as in the database: %s to %s", async (from, to) => {
  const rows = await database.read<{ title: string; period: Range }>(
    tenantId,
    sql`select title, period from stay where tenant_id = ${tenantId}::uuid and booked < '2000-02-01' order by booked`,
  );
  const condition = { field: "period", op: "overlaps", value: [from, to] } as const;
  const found = await titles({
    and: [overlaps(from, to), { field: "booked", op: "between", value: [null, "2000-01-31"] }],
  });
  expect(
    rows.filter((row) => matches({ ...condition, value: [...condition.value] }, row)).map(({ title }) => title),
  ).toEqual(found);
  expect(found.length).toBeGreaterThan(0);
});

it("has an index for the ranges that a list searches, and for no others", () => {
  expect(indexNames).toContain("stay_in_period gist");
  expect(indexNames.filter((index) => index.endsWith("gist"))).toHaveLength(1);
});

it.each([
  ["a range that ends before it begins", overlaps("2000-01-13", "2000-01-12")],
  ["a day that does not exist", overlaps("2000-02-30", null)],
  ["a single end", overlaps("2000-01-12")],
  ["a text", { field: "period", op: "overlaps", value: "[2000-01-01,2000-01-02]" }],
  ["an end that contains a second range", overlaps("2000-01-01,2000-01-02]", null)],
  ["an operator that the type does not have", { field: "period", op: "eq", value: "2000-01-01" }],
  ["a day as an instant", { field: "booked", op: "eq", value: "2000-01-01T00:00:00Z" }],
] as [string, Filter][])("refuses %s", (_case, filter) => {
  expect(() => where(filter)).toThrow(expect.objectContaining({ code: "badRequest" }) as Error);
});

it.each([
  ["ranges", "stay_in_period", overlaps("2020-05-01", "2020-05-02")],
  ["days", "stay_by_booked", { field: "booked", op: "between", value: ["2020-05-01", "2020-05-02"] }],
] as [string, string, Filter][])("uses the index for %s under row security", async (_what, index, filter) => {
  const [plan] = await database.read<{ "QUERY PLAN": unknown }>(
    tenantId,
    sql`explain (format json) select title from stay where ${where(filter)}`,
  );
  expect(JSON.stringify(plan)).toContain(`"Index Name":"${index}"`);
});
