/** The advanced search: the comparisons offered to each reader, all accepted by the server, and the limits of a filter. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { AdvancedItem, TableResult } from "#kit/auto.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { FieldDefinition, LocalizedField } from "#kit/field.ts";
import { type Filter, filterLimits, parseFilter } from "#kit/filter.ts";
import { comparisonsOf, conditionOf, valueFieldOf } from "#render/filter/filter-conditions.ts";
import { readTableState, writeTableState } from "#render/table/table-state.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person, signInAgain } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const entities = Object.values(
  import.meta.glob<EntityDefinition>(["../src/entities/*.ts", "!../src/entities/*.expect.ts"], {
    eager: true,
    import: "default",
  }),
);
const fieldTypes = new Map(
  Object.values(
    import.meta.glob<FieldDefinition>(["../src/fields/*.tsx", "../src/fields/lazy-fields/*.tsx"], {
      eager: true,
      import: "default",
    }),
  ).map((definition) => [definition.type as string, definition]),
);
let owner: Person;
let admin: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`insert into news (id, tenant_id, title, kind, status, published_at, sort)
      select gen_random_uuid(), ${owner.tenantId}::uuid, jsonb_build_object('en', 'Row ' || n),
        case when n % 2 = 0 then 'company' else 'industry' end, case when n % 3 = 0 then 'draft' else 'published' end,
        '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 day', n
      from generate_series(1, 12) n`),
  );
});

const itemsFor = async (api: Client, type: string) =>
  contentOf(await api.send("GET paas/table/advanced", { type })) as AdvancedItem[];
const search = (api: Client, type: string, filter: unknown) =>
  api.send("POST paas/table/search", { paraModel: { url: `/admin/${type}/list`, filter } });
const countOf = async (filter: Filter) => {
  const answer = await search(admin, "news", filter);
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { result: TableResult }).result.total;
};

/** A valid value for the control of a comparison. */
function validValueFor(control: LocalizedField) {
  const { options } = control as { options?: readonly { key: string }[] };
  if (options !== undefined) return control.type === "checkboxlist" ? [options[0]!.key] : options[0]!.key;
  return fieldTypes.get(control.type)!.examples.valid[0] as string;
}

describe.each(entities.map((entity) => [entity.type, entity] as const))("the advanced search of %s", (type, entity) => {
  it.runIf(entity.access.read !== "nobody" && entity.access.read !== "superAdmin")(
    "offers only conditions that the list accepts",
    async () => {
      const items = await itemsFor(admin, type);
      expect(items.map(({ prop }) => prop)).toEqual(expect.arrayContaining(["createdAt", "updatedAt"]));
      const conditions = items.flatMap((item) =>
        comparisonsOf(item).map((comparison) => {
          const control = valueFieldOf(item, comparison);
          return conditionOf(item.prop, comparison, control === undefined ? null : validValueFor(control));
        }),
      );
      for (const condition of conditions) {
        const { status, text } = await search(admin, type, condition);
        expect([condition, status, status === 200 ? "" : text]).toEqual([condition, 200, ""]);
      }
    },
  );
});

describe("a filter", () => {
  const isDraft: Filter = { field: "status", op: "eq", value: "draft" };
  const isCompany: Filter = { field: "kind", op: "eq", value: "company" };
  const isEarly: Filter = { field: "publishedAt", op: "between", value: [null, "2026-01-05T12:00:00Z"] };

  it("combines conditions with and, or and nesting, and counts and exports the same rows", async () => {
    expect(await countOf({ and: [isDraft, isCompany] })).toBe(2);
    expect(await countOf({ or: [isDraft, isCompany] })).toBe(8);
    const nested: Filter = {
      or: [{ and: [isDraft, isCompany] }, { and: [isEarly, { field: "sort", op: "gt", value: 2 }] }],
    };
    expect(await countOf(nested)).toBe(4);
    expect(await countOf({ field: "kind", op: "ne", value: "company" })).toBe(6);
    const counted = await admin.send("POST paas/table/count", {
      paraModel: { url: "/admin/news/list", filter: nested },
    });
    expect(contentOf(counted)).toEqual({ total: 4, isCapped: false });
    const options = await admin.send("POST paas/export/options", {
      type: "news",
      fields: { status: "draft" },
      filter: nested,
    });
    expect(contentOf(options)).toMatchObject({ total: 3 });
    const file = await admin.send("GET api/Auto/ToExcel", {
      type: "news",
      filter: JSON.stringify(nested),
      format: "csv",
      columns: "sort",
    });
    const { value } = contentOf(file) as { value: string };
    const csv = await fetch(new URL(value, server.url), { headers: { authorization: `Bearer ${owner.token}` } });
    expect((await csv.text()).trim().split(/\r?\n/)).toHaveLength(5);
  });

  it("T-06: refuses fields that the reader may not read", async () => {
    const person = await newMember(server, owner.tenantId);
    const role = await admin.send("POST Api/{type}/QueryAdd", {
      type: "role",
      name: { zh: "读者", en: "Reader" },
      grants: [{ entity: "contactMessage", verbs: ["read"], read: ["name"], write: null }],
    });
    const { id } = contentOf(role) as { id: string };
    const member = contentOf(await admin.send("GET Api/{type}/QueryById", { type: "member", id: person.memberId })) as {
      version: number;
    };
    await admin.call("POST Api/{type}/QueryUpdate", {
      type: "member",
      id: person.memberId,
      version: member.version,
      roles: [id],
    });
    const reader = client(server, await signInAgain(server, person));
    expect((await itemsFor(reader, "contactMessage")).map(({ prop }) => prop)).toEqual([
      "name",
      "createdAt",
      "updatedAt",
    ]);
    expect((await search(reader, "contactMessage", { field: "status", op: "eq", value: "new" })).status).toBe(400);
    expect((await search(reader, "contactMessage", { field: "name", op: "contains", value: "ab" })).status).toBe(200);
  });

  it("is refused when it is too large, too deep or invalid", async () => {
    const fiftyConditions = Array.from({ length: 50 }, () => isDraft);
    const tooMany = { or: [{ and: fiftyConditions }, { and: fiftyConditions }, isDraft] };
    let tooDeep: Filter = isDraft;
    for (let depth = 0; depth <= filterLimits.depth; depth += 1) tooDeep = { and: [tooDeep] };
    for (const filter of [
      tooMany,
      { or: [tooDeep, isCompany] },
      { field: "status", op: "like", value: "x" },
      { not: isDraft },
    ])
      expect([400, 422]).toContain((await search(admin, "news", filter)).status);
    const deepText = `${'{"or":['.repeat(200)}${"]}".repeat(200)}`;
    for (const filter of ["{", deepText])
      expect((await admin.send("GET api/Auto/ToExcel", { type: "news", filter })).status).toBe(400);
  });

  it("is stored in the URL of the list and ignored there when invalid", () => {
    const filter: Filter = { or: [isDraft, { and: [isEarly, { field: "title", op: "empty", value: false }] }] };
    const read = (text: string) => readTableState(new URLSearchParams({ filter: text }));
    expect(read(JSON.stringify(filter)).filter).toEqual(filter);
    const written = writeTableState(new URLSearchParams("filter=1&other=1"), read(JSON.stringify(filter)));
    expect(written.toString()).toBe(new URLSearchParams({ other: "1", filter: JSON.stringify(filter) }).toString());
    for (const text of ["", "{", "1", "null", "{}", '{"field":"a","op":"like","value":1}', '{"and":[{"or":1}]}'])
      expect(parseFilter(text)).toBeUndefined();
    expect(parseFilter(`${'{"and":['.repeat(9)}${"]}".repeat(9)}`)).toBeUndefined();
  });
});
