/** A condition of a definition matches the same rows in memory as in the database. */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { matches, type RowCondition } from "#kit/row-condition.ts";
import news from "#entities/news.ts";
import { readRows } from "#records/query/list.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { newSpaceOwner } from "./support/people.ts";
import { programIn } from "./support/registries.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const { tenantId } = await newSpaceOwner(server);
const program = programIn(tenantId);
const times = ["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.001Z", "2026-06-30T12:00:00.000Z"] as const;
const values = [
  { status: "draft", sort: null, pinned: null, publishedAt: null },
  { status: "draft", sort: 0, pinned: false, publishedAt: times[0] },
  { status: "published", sort: 1, pinned: true, publishedAt: times[1] },
  { status: "archived", sort: 2, pinned: false, publishedAt: times[2], kind: "product" },
];
await server.database.tenant(tenantId, async (tx) => {
  for (const [at, row] of values.entries())
    await insertRow(tx, program, news, { values: { kind: "company", ...row, title: { zh: `${at}`, en: `${at}` } } });
});
const rows = await readRows(server.database, program.principal, news, {});

type Operator = "eq" | "ne" | "gt" | "gte" | "lt" | "lte";
const comparison = (name: string, operand: fc.Arbitrary<string | number | boolean>, operators: readonly Operator[]) =>
  fc.oneof(
    fc.boolean().map((value): RowCondition => ({ field: name, op: "empty", value })),
    ...operators.map((op) => operand.map((value): RowCondition => ({ field: name, op, value }))),
  );
const inList = (name: string, operand: fc.Arbitrary<string | number>) =>
  fc.array(operand, { maxLength: 3 }).map((value): RowCondition => ({ field: name, op: "in", value }));
const time = fc.constantFrom(...times);
const status = fc.constantFrom("draft", "published", "archived");
const number = fc.integer({ min: -1, max: 3 });
const { condition } = fc.letrec<{ condition: RowCondition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    comparison("status", status, ["eq", "ne"]),
    inList("status", status),
    comparison("pinned", fc.boolean(), ["eq", "ne"]),
    comparison("sort", number, ["eq", "ne", "gt", "gte", "lt", "lte"]),
    inList("sort", number),
    comparison("publishedAt", time, ["gt", "gte", "lt", "lte"]),
    fc
      .tuple(fc.option(time), fc.option(time))
      .map((value) => ({ field: "publishedAt", op: "between" as const, value })),
    fc.array(tie("condition"), { maxLength: 3 }).map((and) => ({ and })),
    fc.array(tie("condition"), { maxLength: 3 }).map((or) => ({ or })),
  ),
}));

const ids = (found: readonly AnyRow[]) => found.map(({ id }) => id).toSorted();

it("matches the same rows in memory as in the database", async () => {
  expect(rows).toHaveLength(values.length);
  await fc.assert(
    fc.asyncProperty(condition, async (filter) => {
      const found = await readRows(server.database, program.principal, news, { filter });
      expect(ids(rows.filter((row) => matches(filter, row)))).toEqual(ids(found));
    }),
    { numRuns: 200 },
  );
});

it("matches values in a list, and null equals nothing", () => {
  const row = { tags: ["a", "b"], name: null };
  expect(matches({ field: "tags", op: "has", value: "a" }, row)).toBe(true);
  expect(matches({ field: "tags", op: "has", value: "c" }, row)).toBe(false);
  expect(matches({ field: "name", op: "eq", value: "a" }, row)).toBe(false);
  expect(matches({ field: "missing", op: "empty", value: true }, row)).toBe(true);
});
