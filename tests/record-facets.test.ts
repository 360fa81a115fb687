/** Filters of light apps by choices and switches, whose values also stand in the facet columns of records and index entries. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { Filter } from "#kit/filter.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { type DraftField, draftDefinition, draftField, publishLightApp } from "./support/light-apps.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { runAsOwner, sharedServer } from "./support/server.ts";

const server = await sharedServer();

const choice = (field: string, ...keys: string[]): DraftField =>
  draftField(field, "dropdownlist", { search: "eq", options: keys.map((key) => ({ key, name: sameText(key) })) });
const title = draftField("title", "textbox", { column: { sortable: true } });
const amount = draftField("amount", "number", { column: { sortable: true } });
const status = choice("status", "new", "open", "done");
const urgent = draftField("urgent", "switch", { search: "eq" });
const part = (...fields: DraftField[]) => draftDefinition([title, amount, ...fields]);

async function page(api: Client, more: object): Promise<TableResult> {
  const answer = await api.send("POST paas/table/search", { paraModel: { url: "/paas/part/list", ...more } });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { result: TableResult }).result;
}
const rowsOf = async (api: Client): Promise<AnyRow[]> => (await page(api, { pageSize: 120 })).rows;
const titlesOf = (rows: readonly AnyRow[]) => rows.map((row) => row.title);

/** Expects that lists in every order have exactly the rows with this value, and count them. */
async function expectFilter(api: Client, filter: Filter, has: (row: AnyRow) => boolean): Promise<void> {
  const all = (await rowsOf(api)).filter(has);
  const byAmount = all.toSorted((one, other) => Number(one.amount ?? -1) - Number(other.amount ?? -1));
  for (const [field, expected] of [
    ["amount", byAmount],
    ["createdAt", all.toReversed()],
  ] as const) {
    const ascending = await page(api, { filter, sort: { field, direction: "asc" }, pageSize: 120 });
    expect([filter, field, titlesOf(ascending.rows), ascending.total]).toEqual([
      filter,
      field,
      titlesOf(expected),
      expected.length,
    ]);
    const descending = await page(api, { filter, sort: { field, direction: "desc" }, pageSize: 2, pageIndex: 2 });
    expect(titlesOf(descending.rows)).toEqual(titlesOf(expected.toReversed().slice(2, 4)));
  }
  const counted = await api.call("POST paas/table/count", { paraModel: { url: "/paas/part/list", filter } });
  expect(counted).toEqual({ total: all.length, isCapped: false });
}

/** Expects that each comparison of a choice and of the switch finds what it says. */
async function expectFilters(api: Client, field: string, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await expectFilter(api, { field, op: "eq", value: key }, (row) => row[field] === key);
    await expectFilter(api, { field, op: "ne", value: key }, (row) => row[field] !== key);
  }
  await expectFilter(api, { field, op: "in", value: keys.slice(0, 2) }, (row) =>
    keys.slice(0, 2).includes(String(row[field])),
  );
  await expectFilter(api, { field, op: "empty", value: true }, (row) => row[field] === null);
  await expectFilter(
    api,
    {
      or: [
        { field, op: "eq", value: keys[0]! },
        { field: "amount", op: "gt", value: 7 },
      ],
    },
    (row) => row[field] === keys[0] || Number(row.amount) > 7,
  );
}

it("filters by choices and switches find the rows after saves, deletions and publications that move fields to other columns", async () => {
  const api = client(server, await newSpaceOwner(server));
  const app = await publishLightApp(api, "part", part(status, urgent));
  const values = ["new", "open", "done", null];
  const added: AnyRow[] = [];
  for (let n = 0; n < 12; n += 1)
    added.push(
      (await api.call("POST Api/{type}/QueryAdd", {
        type: "part",
        title: `Part ${n}`,
        ...(n === 5 ? {} : { amount: (n * 7) % 12 }),
        status: values[n % 4],
        ...(n % 3 === 0 ? {} : { urgent: n % 3 === 1 }),
      } as never)) as AnyRow,
    );
  await expectFilters(api, "status", ["new", "open", "done"]);
  for (const value of [true, false])
    await expectFilter(api, { field: "urgent", op: "eq", value }, (row) => row.urgent === value);

  await api.call("POST Api/{type}/QueryUpdate", {
    type: "part",
    id: added[0]!.id,
    version: 1,
    status: "done",
    urgent: true,
  } as never);
  await api.call("POST Api/{type}/QueryUpdate", { type: "part", id: added[1]!.id, version: 1, status: null } as never);
  expect((await api.send("DELETE Api/{type}/QueryDelete", { type: "part", id: added[2]!.id })).status).toBe(200);
  await expectFilters(api, "status", ["new", "open", "done"]);

  // A field that leaves and another that comes in the same publication, then a third, and the first again.
  const phase = choice("phase", "a", "b");
  await publishLightApp(api, "part", part(urgent, phase), app);
  for (const [n, { id }] of added.entries())
    if (n !== 2 && n % 2 === 0) {
      const { version } = (await rowsOf(api)).find((row) => row.id === id)!;
      await api.call("POST Api/{type}/QueryUpdate", {
        type: "part",
        id,
        version,
        phase: n % 4 === 0 ? "a" : "b",
      } as never);
    }
  await expectFilters(api, "phase", ["a", "b"]);
  const region = choice("region", "east", "west");
  await publishLightApp(api, "part", part(urgent, phase, region), app);
  await expectFilters(api, "region", ["east", "west"]);
  await publishLightApp(api, "part", part(status, urgent, phase, region), app);
  await expectFilters(api, "status", ["new", "open", "done"]);
  await expectFilters(api, "phase", ["a", "b"]);

  // A text that becomes a choice.
  await publishLightApp(api, "part", part(draftField("status", "textbox", { search: "eq" }), urgent, phase), app);
  await publishLightApp(api, "part", part(status, urgent, phase), app);
  await expectFilters(api, "status", ["new", "open", "done"]);
});

it("a page is the same whether its rows come early in the order, late, or are few", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const code = draftField("code", "number", { search: "eq" });
  const { id } = await publishLightApp(api, "part", part(status, code));
  // Of 4,000 records in the order of their amount: one in three is new, the last 2,500 are open, and seven of these have a code.
  await server.database.tenant(owner.tenantId, async (tx) => {
    await tx.rows(sql`insert into record (id, tenant_id, entity_id, created_at, data, facet1)
      select gen_random_uuid(), tenant_id, id, now() - make_interval(secs => n),
        jsonb_build_object('title', 'Part ' || n, 'amount', n, 'status', s, 'code', case when n > 3993 then 8 else 9 end), s
      from entity_definition, generate_series(1, 4000) n,
        lateral (select case when n > 1500 then 'open' when n % 3 = 0 then 'new' else 'done' end as s) states
      where tenant_id = ${owner.tenantId}::uuid and id = ${id}::uuid`);
    for (const [field, kind] of [
      ["title", "text"],
      ["amount", "number"],
      ["status", "text"],
      ["code", "number"],
    ] as const)
      await tx.rows(sql`insert into record_index (tenant_id, entity_id, field, record_id, kind, text_value, number_value, facet1)
        select tenant_id, entity_id, ${field}, id, ${kind}, case ${kind} when 'text' then data ->> ${field} end,
          case ${kind} when 'number' then (data ->> ${field})::numeric end, facet1
        from record where tenant_id = ${owner.tenantId}::uuid and entity_id = ${id}::uuid`);
  });
  await runAsOwner(server, "analyze record, record_index");
  const amounts = async (filter: Filter, more: object = {}) =>
    (await page(api, { filter, sort: { field: "amount", direction: "asc" }, pageSize: 3, ...more })).rows.map(
      (row) => row.amount,
    );
  const isOpen: Filter = { field: "status", op: "eq", value: "open" };
  const hasCode: Filter = { field: "code", op: "eq", value: 8 };
  expect(await amounts({ field: "status", op: "eq", value: "new" })).toEqual([3, 6, 9]);
  for (const filter of [isOpen, { and: [isOpen, { field: "code", op: "eq", value: 9 }] } satisfies Filter]) {
    expect(await amounts(filter)).toEqual([1501, 1502, 1503]);
    expect(await amounts(filter, { pageIndex: 5 })).toEqual([1513, 1514, 1515]);
    const byTime = { sort: { field: "createdAt", direction: "desc" }, pageIndex: 2 };
    expect(await amounts(filter, byTime)).toEqual([1504, 1505, 1506]);
  }
  for (const filter of [hasCode, { and: [isOpen, hasCode] } satisfies Filter]) {
    expect(await amounts(filter)).toEqual([3994, 3995, 3996]);
    expect(await amounts(filter, { pageIndex: 3 })).toEqual([4000]);
    expect(await amounts(filter, { sort: { field: "createdAt", direction: "asc" } })).toEqual([4000, 3999, 3998]);
  }
  expect(await amounts({ and: [hasCode, { field: "status", op: "eq", value: "new" }] })).toEqual([]);
});
