/**
 * Every entity, over HTTP: its description, and adding, finding, changing, merging, sorting, paging and deleting its rows according to its definition.
 * Covers the entities of the program and a type that two spaces define at run time with different fields.
 */
import path from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { AutoForm, ListDescription, TableResult } from "#kit/auto.ts";
import { isRuleMet } from "#kit/condition.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import type { FieldConfig, FieldDefinition } from "#kit/field.ts";
import { isFrozen } from "#kit/rules.ts";
import { insertRow } from "#records/change/save.server.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { createRegistries } from "#records/registry/registries.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { storedEntityOf } from "#records/registry/stored-definition.server.ts";
import { newId } from "#server/process/id.server.ts";
import { type Client, client, contentOf } from "../support/client.ts";
import { newAccount, newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { firstDevice, publish, secondDevice } from "../support/stored-entities.ts";

const files = import.meta.glob<EntityDefinition>(["../../src/entities/*.ts", "!../../src/entities/*.expect.ts"], {
  eager: true,
  import: "default",
});
/** An entity, and the index of the space in which it is tested. */
type Case = readonly [name: string, entity: EntityDefinition, space: 0 | 1];
const codeCases = Object.entries(files).map(([file, entity]): Case => [path.basename(file, ".ts"), entity, 0]);
const runtimeCases = [firstDevice, secondDevice].map((definition, index): Case => [
  `device of space ${index + 1}`,
  storedEntityOf(definition, { id: newId(), version: 1 }),
  index === 0 ? 0 : 1,
]);
const cases = [...codeCases, ...runtimeCases];
const fieldFiles = import.meta.glob<FieldDefinition>(["../../src/fields/*.tsx", "../../src/fields/lazy-fields/*.tsx"], {
  eager: true,
  import: "default",
});
const fieldTypes = new Map(Object.values(fieldFiles).map((definition) => [definition.type as string, definition]));

const server = await sharedServer();
const spaces: { owner: Person; send: Client["send"]; entities: EntityRegistry }[] = [];
beforeAll(async () => {
  const registries = createRegistries(server.database, codeEntities);
  for (const definition of [firstDevice, secondDevice]) {
    const owner = await newSpaceOwner(server);
    await publish(server, owner.tenantId, definition);
    const { send } = client(server, owner);
    const answer = () => send("POST paas/table/search", { paraModel: { url: `/admin/${definition.type}/list` } });
    // The server loads the new definition when it is notified.
    await vi.waitFor(async () => {
      if ((await answer()).status !== 200) throw new Error(`${definition.type} is not loaded yet.`);
    }, 20_000);
    spaces.push({ owner, send, entities: await registries.of(owner.tenantId) });
  }
});

let sampleCount = 0;
/** A valid value for a field. The texts of two rows differ. */
function valueFor(field: FieldConfig): unknown {
  sampleCount += 1;
  const { sample, valid } = fieldTypes.get(field.type)!.examples;
  const value = sample === undefined ? valid[0] : sample(field, sampleCount);
  if (value === undefined) return undefined;
  return field.localized === true ? { zh: value, en: value } : value;
}

/** Valid values of a row. `internal`: the values of the columns that only the program writes. */
function rowFor(entity: EntityDefinition, internal: object = {}): Record<string, unknown> {
  // Values that freeze the row are left out, because no test could change the row.
  const values = Object.entries(sampleOf(entity)).filter(([name, value]) => !isFrozen(entity, { [name]: value }));
  const row = Object.fromEntries(values);
  // Values that the entity's check refuses are left out, for example a word instead of a colour.
  const refused = entity.check?.({ ...internal, ...row }) ?? {};
  return Object.fromEntries(values.filter(([name]) => !Object.hasOwn(refused, name)));
}

/** A valid value for each field that has one. */
const sampleOf = (entity: EntityDefinition): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, field]) => {
      const value = valueFor(field);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Functions that add, read and search rows in one of the spaces. */
const requestsIn = (space: 0 | 1) => {
  const send: Client["send"] = (...request) => spaces[space]!.send(...request);
  return {
    send,
    /** Adds a row as the program does, also to entities to which people may not add. Columns that refer to an account get a new account. */
    async insert(entity: EntityDefinition, values: Record<string, unknown> = {}): Promise<AnyRow> {
      const { owner, entities } = spaces[space]!;
      const { tenantId } = owner;
      const accountColumns = Object.entries(entity.internal ?? {}).filter(
        ([, { references }]) => references !== undefined && "table" in references && references.table === "account",
      );
      const internal: Record<string, string> = {};
      for (const [name] of accountColumns) internal[name] = await newAccount(server);
      const parts = { values: { ...rowFor(entity, internal), ...values }, internal };
      const program: RowContext = { principal: { kind: "system", tenantId }, entities };
      return server.database.tenant(tenantId, (tx) => insertRow(tx, program, entities.find(entity.type), parts));
    },
    read: async (type: string, id: string) => contentOf(await send("GET Api/{type}/QueryById", { type, id })) as AnyRow,
    async search(type: string, paraModel: object = {}) {
      const answer = await send("POST paas/table/search", {
        paraModel: { url: `/admin/${type}/list`, pageSize: 120, ...paraModel },
      });
      expect(answer.status, answer.text).toBe(200);
      return contentOf(answer) as { play: ListDescription; result: TableResult };
    },
  };
};

it.each(codeCases)("%s is named after its file", (file, { type }) => {
  expect(type).toBe(file);
});

describe.each(cases)("%s", (_name, entity, space) => {
  const { send, insert, read, search } = requestsIn(space);
  const fields = Object.entries(entity.fields);
  const { type } = entity;

  it("refers only to fields and field types that exist", () => {
    const referencedFields = [
      entity.titleField,
      ...entity.list.columns,
      ...entity.groups.flatMap((group) => group.fields),
      ...(entity.searchable ?? []),
    ];
    expect(referencedFields.filter((name) => !Object.hasOwn(entity.fields, name))).toEqual([]);
    const columns = { ...entity.fields, ...entity.internal };
    const referencedColumns = [
      ...(entity.indexes ?? []).flat(),
      ...(entity.unique ?? []).flat(),
      ...(entity.lookups ?? []),
      ...(entity.owner === undefined ? [] : [entity.owner]),
    ];
    expect(referencedColumns.filter((name) => !Object.hasOwn(columns, name))).toEqual([]);
    for (const { type: holder, field } of entity.referencedBy ?? [])
      expect(codeEntities.find((referring) => referring.type === holder)!.fields[field]).toMatchObject({
        entity: type,
      });
    for (const [, field] of fields) expect(fieldTypes.has(field.type)).toBe(true);
  });

  it.each(["zh", "en"])("N-037, B-138: describes its form and its table in %s", async (locale) => {
    const headers = { "accept-language": locale };
    const form = contentOf(
      await send("GET Api/Ui/AutoForm", { type, id: (await insert(entity)).id }, headers),
    ) as AutoForm;
    expect(form.groups.flatMap(({ items }) => items.map(({ field }) => field))).toEqual(
      entity.groups.flatMap((group) => group.fields),
    );
    const answer = await send("POST paas/table/search", { paraModel: { url: `/admin/${type}/list` } }, headers);
    const { play } = contentOf(answer) as { play: ListDescription };
    expect(play.name).toBe((entity.listName ?? entity.name)[locale as "zh"]);
    expect(play.columns.map(({ field }) => field)).toEqual(entity.list.columns);
    expect(play.columns.filter(({ isTitle }) => isTitle).map(({ field }) => field)).toEqual([entity.titleField]);
    for (const { field, align } of play.columns)
      expect([field, align]).toEqual([field, fieldTypes.get(entity.fields[field]!.type)!.align ?? "start"]);
    expect(play.fields.map(({ prop }) => prop)).toEqual(
      fields.filter(([, { search: by }]) => by !== undefined).map(([name]) => name),
    );
  });

  it("E-032: sorts by every sortable column in both directions", async () => {
    for (let n = 0; n < 4; n += 1) await insert(entity);
    const { play } = await search(type);
    const sortable = play.columns.filter((column) => column.sortable).map(({ field }) => field);
    for (const field of sortable) {
      const ascending = (await search(type, { sort: { field, direction: "asc" } })).result.rows;
      const descending = (await search(type, { sort: { field, direction: "desc" } })).result.rows;
      expect(descending.map((row) => row[field])).toEqual(ascending.map((row) => row[field]).toReversed());
      expect(ascending.length).toBeGreaterThan(3);
    }
  });

  it("E-032, N-056: finds a row by every field of its search form", async () => {
    const row = await read(type, (await insert(entity)).id);
    const { play } = await search(type);
    for (const { prop, config } of play.fields) {
      const value = row[prop];
      if (value === null || value === undefined) continue;
      const plain = typeof value === "object" ? (value as { zh: string }).zh : value;
      const { rows } = (await search(type, { fields: { [prop]: plain } })).result;
      expect([prop, config.type, rows.map(({ id }) => id)]).toEqual([
        prop,
        config.type,
        expect.arrayContaining([row.id]),
      ]);
    }
  });

  it("finds a row by a range of moments or days, both ends included", async () => {
    const row = await read(type, (await insert(entity)).id);
    const { play } = await search(type);
    for (const { prop, dataType } of play.fields) {
      const at = row[prop];
      if (dataType !== "between" || typeof at !== "string") continue;
      const isDay = at.length === 10;
      const later = new Date(Date.parse(at) + (isDay ? 24 * 3600 * 1000 : 1)).toISOString().slice(0, at.length);
      const idsIn = async (value: unknown) => {
        const { rows } = (await search(type, { fields: { [prop]: value } })).result;
        return rows.map(({ id }) => id);
      };
      for (const range of [`${at}..${at}`, `${at}..`, `..${at}`, at, [at, at], [null, at]])
        expect([range, await idsIn(range)]).toEqual([range, expect.arrayContaining([row.id])]);
      expect(await idsIn(`${later}..`)).not.toContain(row.id);
      expect(await idsIn([later, null])).not.toContain(row.id);
    }
  });

  it("lists every row on exactly one page", async () => {
    for (let n = 0; n < 5; n += 1) await insert(entity);
    const everything = (await search(type)).result.rows.map(({ id }) => id);
    const seen: string[] = [];
    for (let pageIndex = 1; seen.length < everything.length; pageIndex += 1) {
      const after = seen.at(-1);
      const { rows } = (await search(type, { pageSize: 10, pageIndex, ...(after === undefined ? {} : { after }) }))
        .result;
      expect(rows.length).toBeGreaterThan(0);
      seen.push(...rows.map(({ id }) => id));
    }
    expect(seen).toEqual(everything);
  });
});

describe.each(cases.filter(([, { access }]) => access.update !== "nobody"))(
  "%s, which people may change",
  (_name, entity, space) => {
    const { send, insert, read } = requestsIn(space);
    const { type } = entity;
    const fields = Object.entries(entity.fields);

    it("E-049: stores a change and returns it", async () => {
      const { id, version } = await insert(entity);
      const [name, field] = fields.find(
        ([candidate, config]) =>
          candidate !== "path" &&
          config.readOnly !== true &&
          ["textbox", "textarea"].includes(config.type) &&
          entity.groups.some((group) => group.fields.includes(candidate)),
      )!;
      const value = valueFor(field);
      const saved = await send("POST Api/{type}/QueryUpdate", { type, id, version, [name]: value });
      expect(saved.status, saved.text).toBe(200);
      expect(await read(type, id)).toMatchObject({ [name]: value, version: version + 1 });
    });

    it("R-11: merges edits of different fields and refuses a second edit of the same field, naming the field", async () => {
      const { id, version } = await insert(entity);
      const editable = fields.filter(
        ([name, field]) =>
          name !== "path" &&
          field.readOnly !== true &&
          ["textbox", "textarea"].includes(field.type) &&
          // Fields whose value the entity's check refuses are left out, for example a word instead of a colour.
          entity.check?.({ [name]: valueFor(field) })[name] === undefined &&
          entity.groups.some((group) => group.fields.includes(name)),
      );
      const [name, field] = editable[0]!;
      const firstValue = valueFor(field);
      expect((await send("POST Api/{type}/QueryUpdate", { type, id, version, [name]: firstValue })).status).toBe(200);
      if (editable[1] !== undefined) {
        const [secondName, config] = editable[1];
        expect(
          (await send("POST Api/{type}/QueryUpdate", { type, id, version, [secondName]: valueFor(config) })).status,
        ).toBe(200);
      }
      const clash = await send("POST Api/{type}/QueryUpdate", { type, id, version, [name]: valueFor(field) });
      expect(clash.status).toBe(409);
      expect(clash.body).toMatchObject({ details: { fields: { [name]: { theirs: firstValue } } } });
      expect(await read(type, id)).toMatchObject({ [name]: firstValue });
    });
  },
);

it.each(cases.filter(([, { access }]) => access.update === "nobody"))(
  "%s, which people may not change, refuses an update",
  async (_name, entity, space) => {
    const { send, insert, read } = requestsIn(space);
    const { type } = entity;
    const { id, version } = await insert(entity);
    const [name] = entity.groups.flatMap((group) => group.fields);
    const before = await read(type, id);
    const answer = await send("POST Api/{type}/QuerySave", { type, id, version, [name!]: before[name!] });
    expect(answer.status).toBe(403);
    expect((await send("DELETE Api/{type}/QueryDelete", { type, id })).status).toBe(
      entity.access.delete === "nobody" ? 403 : 200,
    );
  },
);

describe.each(cases.filter(([, { access }]) => access.add !== "nobody"))(
  "%s, which people may add to",
  (_name, entity, space) => {
    const { send, search } = requestsIn(space);
    const { type } = entity;
    const formFields = entity.groups.flatMap((group) => group.fields);
    const defaults = Object.fromEntries(Object.entries(entity.fields).map(([name, { value }]) => [name, value]));
    const required = formFields.filter(
      (name) =>
        entity.fields[name]!.required === true &&
        entity.fields[name]!.value === undefined &&
        isRuleMet(entity.fields[name]!.if, defaults),
    );

    it("E-052, B-128: reports every required field in the reader's language", async () => {
      const answer = await send("POST Api/{type}/QueryAdd", { type }, { "accept-language": "zh" });
      expect(answer.status).toBe(422);
      const problems = answer.body.fields as Record<string, string>;
      expect(Object.keys(problems).toSorted()).toEqual(required.toSorted());
      for (const name of required)
        expect(problems[name]).toBe(`请输入${entity.fields[name]!.name.zh}，${entity.fields[name]!.name.zh}不能为空`);
    });

    it("E-052, E-055: adds a row, and after its deletion neither reads nor lists it", async () => {
      const values = Object.fromEntries(Object.entries(rowFor(entity)).filter(([name]) => formFields.includes(name)));
      const added = await send("POST Api/{type}/QueryAdd", { type, ...values });
      expect(added.status, added.text).toBe(200);
      const { id } = contentOf(added) as AnyRow;
      expect((await send("DELETE Api/{type}/QueryDelete", { type, id })).status).toBe(200);
      expect((await send("GET Api/{type}/QueryById", { type, id })).status).toBe(404);
      expect((await search(type)).result.rows.map((row) => row.id)).not.toContain(id);
      expect((await send("DELETE Api/{type}/QueryDelete", { type, id })).status).toBe(404);
    });

    /** Valid values of the form. The program accepts this row unchanged: the tests below add the value that it refuses. */
    const formRow = () =>
      Object.fromEntries(Object.entries(rowFor(entity)).filter(([name]) => formFields.includes(name)));
    const problemsOf = async (values: Record<string, unknown>) => {
      const { status, body, text } = await send("POST Api/{type}/QueryAdd", { type, ...values });
      expect(status, text).toBe(422);
      return Object.keys(body.fields as object);
    };

    it.each(["tenantId", "nothing", "createdAt", "constructor"])(
      "T-04: refuses %s, which is not one of its fields",
      async (name) => {
        expect(await problemsOf({ ...formRow(), [name]: "x" })).toEqual([name]);
      },
    );

    it("refuses a value of the wrong kind in every field of its form, naming the field", async () => {
      // The program ignores the value of a field whose condition is not met, and stores the field empty.
      const unconditionalFields = formFields.filter((name) => entity.fields[name]!.if === undefined);
      for (const name of unconditionalFields) {
        const problems = await problemsOf({ ...formRow(), [name]: { another: ["kind"] } });
        expect([name, problems]).toEqual([name, [name]]);
      }
      expect(unconditionalFields.length).toBeGreaterThan(0);
    });
  },
);

it("includes entities that people may and may not add to and change", () => {
  for (const verb of ["add", "update"] as const) {
    expect(cases.filter(([, { access }]) => access[verb] === "nobody").length).toBeGreaterThan(0);
    expect(cases.filter(([, { access }]) => access[verb] !== "nobody").length).toBeGreaterThan(0);
  }
});
