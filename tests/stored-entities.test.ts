/** Entities that a space defines at run time: their scope, valid definitions, and existing rows after a change. */
import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import { checkFields } from "#kit/check-fields.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { insertRow } from "#records/change/save.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { whereOf } from "#records/query/where.server.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { fieldTypes } from "#records/registry/field-types.server.ts";
import { createRegistries } from "#records/registry/registries.server.ts";
import type { StoredDefinition } from "#records/registry/stored-definition.server.ts";
import { programView } from "#records/registry/view.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { runAsOwner, sharedServer } from "./support/server.ts";
import { definitionOf, firstDevice, publish, secondDevice } from "./support/stored-entities.ts";

const server = await sharedServer();
const registries = createRegistries(server.database, codeEntities);
const textField = (more: object = {}) => ({ type: "textbox", name: sameText("Text"), ...more }) as const;

/** A space with these definitions, and a client of its owner. */
async function spaceWith(...definitions: StoredDefinition[]): Promise<Client & { owner: Person }> {
  const owner = await newSpaceOwner(server);
  for (const definition of definitions) await publish(server, owner.tenantId, definition);
  const api = client(server, owner);
  // Every process loads the new definition when it is notified.
  for (const { type } of definitions)
    await vi.waitFor(async () => {
      if ((await search(api, type)).status !== 200) throw new Error(`${type} is not loaded yet.`);
    }, 20_000);
  return { ...api, owner };
}
async function add(api: Client, type: string, values: object): Promise<AnyRow> {
  const answer = await api.send("POST Api/{type}/QueryAdd", { type, ...values });
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as AnyRow;
}
const search = (api: Client, type: string, more: object = {}) =>
  api.send("POST paas/table/search", { paraModel: { url: `/paas/${type}/list`, ...more } });
async function rowsOf(api: Client, type: string, more: object = {}): Promise<AnyRow[]> {
  const answer = await search(api, type, more);
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { result: TableResult }).result.rows;
}

describe("entities of two spaces with one name", () => {
  let firstSpace: Client & { owner: Person };
  let secondSpace: Client & { owner: Person };
  beforeAll(async () => {
    [firstSpace, secondSpace] = [await spaceWith(firstDevice), await spaceWith(secondDevice)];
    await add(firstSpace, "device", { title: sameText("Meter"), serial: "A-1" });
    await add(secondSpace, "device", { name: "Charger", serial: 7 });
  });

  it("T-02: have separate rows, index entries and definitions, also in the database", async () => {
    const tables = ["entity_definition", "record", "record_index", "record_unique"];
    const rowCounts = async (tenantId: string) => {
      const counted = await server.database.tenant(tenantId, async (tx) => {
        const counts = tables.map(
          (table) =>
            sql`select count(*) filter (where tenant_id <> ${tenantId}::uuid)::int as others, count(*)::int as n from ${sql.identifier(table)}`,
        );
        return tx.rows<{ others: number; n: number }>(sql.join(counts, sql` union all `));
      });
      return counted;
    };
    for (const { others: found, n } of await rowCounts(firstSpace.owner.tenantId))
      expect([found, n > 0]).toEqual([0, true]);
    const reads = await server.database.read<{ n: number }>(
      secondSpace.owner.tenantId,
      sql`select count(*)::int as n from record where tenant_id = ${firstSpace.owner.tenantId}::uuid`,
    );
    expect(reads).toEqual([{ n: 0 }]);
  });

  it("T-06: refuse filters, sorts and values by fields of the other space", async () => {
    for (const more of [
      { filter: { field: "name", op: "contains", value: "x" } },
      { fields: { name: "x" } },
      { sort: { field: "name", direction: "asc" } },
    ])
      expect([more, (await search(firstSpace, "device", more)).status]).toEqual([more, 400]);
    const answer = await firstSpace.send("POST Api/{type}/QueryAdd", {
      type: "device",
      title: sameText("x"),
      serial: "B",
      name: "x",
    });
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, ["name"]]);
    expect(
      (await rowsOf(secondSpace, "device", { sort: { field: "name", direction: "asc" } })).map((row) => row.serial),
    ).toEqual([7]);
  });

  it("T-03: are not found in a space without them", async () => {
    const third = client(server, await newSpaceOwner(server));
    expect((await search(third, "device")).status).toBe(404);
  });

  it("are found by words, ranges and values", async () => {
    expect(await rowsOf(firstSpace, "device", { fields: { title: "met" } })).toHaveLength(1);
    expect(await rowsOf(firstSpace, "device", { fields: { title: "charger" } })).toHaveLength(0);
    expect(await rowsOf(secondSpace, "device", { filter: { field: "serial", op: "gte", value: 7 } })).toHaveLength(1);
    expect(await rowsOf(secondSpace, "device", { filter: { field: "serial", op: "gt", value: 7 } })).toHaveLength(0);
  });
});

describe("a unique value", () => {
  it("is refused a second time at its field, and free after its row is deleted", async () => {
    const api = await spaceWith(firstDevice);
    const { id } = await add(api, "device", { title: sameText("a"), serial: "one" });
    const duplicate = await api.send("POST Api/{type}/QueryAdd", {
      type: "device",
      title: sameText("b"),
      serial: "one",
    });
    expect([duplicate.status, Object.keys(duplicate.body.fields as object)]).toEqual([409, ["serial"]]);
    const second = await add(api, "device", { title: sameText("c"), serial: "two" });
    const change = { type: "device", id: second.id, version: second.version, serial: "one" };
    expect((await api.send("POST Api/{type}/QueryUpdate", change)).status).toBe(409);
    expect((await api.send("DELETE Api/{type}/QueryDelete", { type: "device", id })).status).toBe(200);
    expect((await api.send("POST Api/{type}/QueryUpdate", change)).status).toBe(200);
  });

  it("is stored for one of several concurrent rows", async () => {
    const api = await spaceWith(firstDevice);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        api.send("POST Api/{type}/QueryAdd", { type: "device", title: sameText("a"), serial: "x" }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  });
});

it("members see only their own records if the definition says so", async () => {
  const definition = definitionOf(
    "note",
    { title: textField({ required: true }) },
    {
      access: { read: "member", add: "member", update: "member", delete: "member", export: "administrator" },
      ownRowsBelow: "administrator",
    },
  );
  const api = await spaceWith(definition);
  const member = client(server, await newMember(server, api.owner.tenantId));
  const [ownNote, otherNote] = [
    await add(member, "note", { title: "mine" }),
    await add(api, "note", { title: "theirs" }),
  ];
  expect((await rowsOf(member, "note")).map(({ id }) => id)).toEqual([ownNote.id]);
  expect(await rowsOf(api, "note")).toHaveLength(2);
  expect((await member.send("GET Api/{type}/QueryById", { type: "note", id: otherNote.id })).status).toBe(404);
  expect(Object.keys(ownNote)).not.toContain("ownerId");
});

describe("a new version of a definition", () => {
  const fields = {
    title: textField({ required: true }),
    code: textField(),
    size: { type: "number", name: sameText("Size") },
  } as const;
  const initialDefinition = definitionOf("part", fields);

  it("applies its sorting, search and removed fields to existing rows", async () => {
    const api = await spaceWith(initialDefinition);
    for (const [title, size] of [
      ["b", 2],
      ["a", 10],
      ["c", null],
    ] as const)
      await add(api, "part", { title, code: `code ${title}`, size });
    expect((await search(api, "part", { sort: { field: "size", direction: "asc" } })).status).toBe(400);
    const { code: _code, ...remainingFields } = fields;
    const next = definitionOf(
      "part",
      {
        ...remainingFields,
        title: { ...fields.title, search: "contains" },
        size: { ...fields.size, search: "gte", column: { sortable: true } },
      },
      { searchable: ["title"] },
    );
    expect((await publish(server, api.owner.tenantId, next)).version).toBe(2);
    await expect
      .poll(async () => (await search(api, "part", { sort: { field: "size", direction: "asc" } })).status)
      .toBe(200);
    const rows = await rowsOf(api, "part", { sort: { field: "size", direction: "asc" } });
    expect(rows.map(({ title }) => title)).toEqual(["c", "b", "a"]);
    expect(rows.map((row) => Object.hasOwn(row, "code"))).toEqual([false, false, false]);
    expect((await rowsOf(api, "part", { fields: { title: "a" } })).map(({ title }) => title)).toEqual(["a"]);
    expect(await rowsOf(api, "part", { fields: { size: 5 } })).toHaveLength(1);
    const data = await server.database.read<{ data: object }>(api.owner.tenantId, sql`select data from record`);
    expect(data.every((row) => !Object.hasOwn(row.data, "code"))).toBe(true);
  });

  it("cannot give a field a type that its values do not fit, or make values unique that rows repeat", async () => {
    const api = await spaceWith(initialDefinition);
    const { tenantId } = api.owner;
    for (let count = 0; count < 2; count += 1) await add(api, "part", { title: "same", code: "no number" });
    const changed = definitionOf("part", { ...fields, code: { type: "number", name: sameText("Code") } });
    await expect(publish(server, tenantId, changed)).rejects.toMatchObject({
      details: { fields: { "fields.code.type": {} } },
    });
    const uniqueDefinition = definitionOf("part", fields, { unique: [["title"]] });
    await expect(publish(server, tenantId, uniqueDefinition)).rejects.toMatchObject({
      details: { fields: { "unique.0": {} } },
    });
    expect(await rowsOf(api, "part")).toHaveLength(2);
  });

  it("refuses a row of the earlier version", async () => {
    const api = await spaceWith(initialDefinition);
    const { tenantId } = api.owner;
    const entities = await registries.of(tenantId);
    await publish(server, tenantId, initialDefinition);
    const outdatedInsert = server.database.tenant(tenantId, (tx) =>
      insertRow(tx, { principal: { kind: "system", tenantId }, entities }, entities.find("part"), {
        values: { title: "late" },
      }),
    );
    await expect(outdatedInsert).rejects.toMatchObject({ code: "conflict" });
    await expect.poll(async () => (await registries.of(tenantId)).find("part").stored?.version).toBe(2);
  });
});

type Plan = { "Node Type": string; "Plan Rows": number; "Index Name"?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

describe("a long list of records", () => {
  const definition = definitionOf("part", {
    title: textField({ required: true }),
    size: { type: "number", name: sameText("Size"), search: "eq", column: { sortable: true } },
  });

  it("is sorted and filtered with an index, however many spaces have such records", async () => {
    const spaces = await Promise.all(
      Array.from({ length: 12 }, () => spaceWith(definition, { ...definition, type: "other" })),
    );
    const { tenantId } = spaces[0]!.owner;
    const tenantIds = sql`any(${sql.param(spaces.map(({ owner }) => owner.tenantId))}::uuid[])`;
    await server.database.system(async (tx) => {
      await tx.rows(sql`insert into record (id, tenant_id, entity_id, data)
        select gen_random_uuid(), d.tenant_id, d.id, jsonb_build_object('title', 'part ' || n, 'size', n)
        from entity_definition d, generate_series(1, 2000) n where d.tenant_id = ${tenantIds}`);
      await tx.rows(sql`insert into record_index (tenant_id, entity_id, field, record_id, kind, number_value)
        select tenant_id, entity_id, 'size', id, 'number', (data ->> 'size')::numeric from record where tenant_id = ${tenantIds}`);
    });
    await runAsOwner(server, "analyze record, record_index");
    const entity = (await registries.of(tenantId)).find("part");
    const principal = { kind: "system", tenantId } as const;
    const { from, allColumns, sortColumn } = storeOf(entity);
    const { column } = sortColumn("size", 0);
    const hasSize = whereOf(
      { readable: programView(entity).readable, tenantId },
      { field: "size", op: "eq", value: 7 },
    );
    const page = sql`select ${allColumns.columns} from ${from(["size"])} where ${permittedRowsSql(principal, entity, "read")}
      order by ${column} asc nulls first, id asc limit 15`;
    const filtered = sql`select ${allColumns.columns} from ${from([])} where ${permittedRowsSql(principal, entity, "read")} and ${hasSize}`;
    const planOf = async (statement: SQL) => {
      const [explained] = await server.database.read<{ "QUERY PLAN": { Plan: Plan }[] }>(
        tenantId,
        sql`explain (format json) ${statement}`,
      );
      return nodesOf(explained!["QUERY PLAN"][0]!.Plan);
    };
    for (const nodes of [await planOf(page), await planOf(filtered)]) {
      expect(nodes.map((node) => node["Index Name"])).toContain("record_index_number");
      expect(nodes.map((node) => node["Node Type"])).not.toContain("Seq Scan");
      expect(nodes.map((node) => node["Node Type"])).not.toContain("Sort");
    }
    // PostgreSQL would choose to sort if it expected only a few of the 2,000 records.
    const indexScan = (await planOf(page)).find((node) => node["Index Name"] === "record_index_number");
    expect(indexScan?.["Plan Rows"]).toBeGreaterThan(1000);
  });
});

describe("a definition", () => {
  const validDefinition = definitionOf("part", {
    title: textField({ required: true }),
    size: { type: "number", name: sameText("Size") },
  });
  const problemsOf = async (definition: unknown) => {
    const { tenantId } = await newSpaceOwner(server);
    const error = await publish(server, tenantId, definition).then(
      () => undefined,
      (problem: unknown) => problem as { details?: { fields?: Record<string, { zh: string; en: string }> } },
    );
    return error?.details?.fields ?? {};
  };

  it("is accepted when it is valid", async () => {
    expect(await problemsOf(validDefinition)).toEqual({});
  });

  it.each([
    ["the name of an entity of the code, in any letter case", { ...validDefinition, type: "nEws" }, "type"],
    ["a reserved name of paths", { ...validDefinition, type: "paas" }, "type"],
    ["a reserved field name", definitionOf("part", { version: textField() }), "fields.version"],
    [
      "an unknown field type",
      definitionOf("part", { a: { ...textField(), type: "nothing" } as never }),
      "fields.a.type",
    ],
    [
      "an internal field type",
      definitionOf("part", { a: { ...textField(), type: "grants" } as never }),
      "fields.a.type",
    ],
    ["unknown options", definitionOf("part", { a: textField({ colour: "red" }) }), "fields.a.colour"],
    ["invalid options", definitionOf("part", { a: textField({ max: "many" }) }), "fields.a.max"],
    [
      "choices without a name",
      definitionOf("part", { a: { type: "dropdownlist", name: sameText("A"), options: [{ key: "a" }] } as never }),
      "fields.a.options.0.name",
    ],
    [
      "a relation to an unknown entity",
      definitionOf("part", { a: { type: "relation", name: sameText("A"), entity: "nothing" } as never }),
      "fields.a.entity",
    ],
    ["an unsupported search", definitionOf("part", { a: textField({ search: "gte" }) }), "fields.a.search"],
    [
      "sorting by a long text",
      definitionOf("part", { a: textField({ max: 5000, column: { sortable: true } }) }),
      "fields.a",
    ],
    ["an unknown title field", { ...validDefinition, titleField: "name" }, "titleField"],
    [
      "an unknown column",
      { ...validDefinition, list: { ...validDefinition.list, columns: ["title", "name"] } },
      "list.columns.1",
    ],
    [
      "a condition on an unknown field",
      { ...validDefinition, isFrozen: { field: "name", op: "eq", value: "x" } },
      "isFrozen",
    ],
    [
      "an invalid value in a condition",
      { ...validDefinition, selectable: { field: "size", op: "eq", value: "many" } },
      "selectable",
    ],
    ["a number as a searchable field", { ...validDefinition, searchable: ["size"] }, "searchable.0"],
    ["a word in one language only", { ...validDefinition, name: { zh: "部件" } }, "name.en"],
    ["an unknown property", { ...validDefinition, isGrantable: false }, "isGrantable"],
  ])("with %s is refused at its path", async (_what, definition, path) => {
    const problems = await problemsOf(definition);
    expect(Object.keys(problems)).toEqual([path]);
    expect([problems[path]!.zh, problems[path]!.en].every((words) => words.length > 0)).toBe(true);
  });

  it.each(
    [...fieldTypes.values()].flatMap((type) => (type.settings === undefined ? [] : [[type.type, type] as const])),
  )("accepts fields of the type %s with the options of its examples", (_type, { settings, examples }) => {
    const typeOf = (field: FieldConfig) => fieldTypes.get(field.type)!;
    // The fields in a field are no setting of its type.
    const { fields: _fields, ...options } = examples.field as { fields?: unknown };
    expect(checkFields(settings!, options, options, { typeOf })).toEqual({});
  });

  it("validates rows by its checks", async () => {
    const [from, to] = [sameText("From"), sameText("To")];
    const api = await spaceWith(
      definitionOf(
        "span",
        { from: { type: "number", name: from }, to: { type: "number", name: to } },
        {
          checks: [
            { kind: "compare", field: "to", op: "gte", other: "from", text: sameText("Too early") },
            { kind: "requireOne", fields: ["from", "to"], text: sameText("Nothing") },
          ],
        },
      ),
    );
    const problemsWith = async (values: object) => {
      const answer = await api.send("POST Api/{type}/QueryAdd", { type: "span", ...values });
      return [answer.status, answer.body.fields];
    };
    expect(await problemsWith({ from: 2, to: 1 })).toEqual([422, { to: "Too early" }]);
    expect(await problemsWith({})).toEqual([422, { from: "Nothing" }]);
    expect((await problemsWith({ from: 1, to: 1 }))[0]).toBe(200);
  });
});
