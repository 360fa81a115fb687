import path from "node:path";
import { beforeAll, expect } from "vitest";
import type { ListDescription, TableResult } from "#kit/auto.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import type { FieldConfig, FieldDefinition, Fields } from "#kit/field.ts";
import { isFrozen } from "#kit/rules.ts";
import { insertRow } from "#records/change/save.server.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { createRegistries } from "#records/registry/registries.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { type StoredDefinition, storedEntityOf } from "#records/registry/stored-definition.server.ts";
import { newId } from "#server/process/id.server.ts";
import { type Client, client, contentOf } from "./client.ts";
import { draftFields, publishLightApp } from "./light-apps.ts";
import { newAccount, newSpaceOwner, type Person } from "./people.ts";
import type { Server } from "./server.ts";
import { definitionOf, firstDevice, secondDevice } from "./stored-entities.ts";

const files = import.meta.glob<EntityDefinition>(["../../src/entities/*.ts", "!../../src/entities/*.expect.ts"], {
  eager: true,
  import: "default",
});
/** An entity, and the index of the space in which it is tested. */
export type Case = readonly [name: string, entity: EntityDefinition, space: 0 | 1];
/** The entities of the program, by the names of their files. */
export const codeCases = Object.entries(files).map(([file, entity]): Case => [path.basename(file, ".ts"), entity, 0]);
const fieldFiles = import.meta.glob<FieldDefinition>(["../../src/fields/*.tsx", "../../src/fields/lazy-fields/*.tsx"], {
  eager: true,
  import: "default",
});
/** The definitions of all field types, by name. */
export const fieldTypes = new Map(
  Object.values(fieldFiles).map((definition) => [definition.type as string, definition]),
);

const options = ["one", "two"].map((key) => ({ key, name: { zh: key, en: key } }));
/**
 * Types that have no search in this entity, because a search cannot tell their samples apart or does not accept a whole one. Searches for their values
 * are in tests/conformance/fields.test.tsx.
 */
const notSearched = new Set<string>([
  "city",
  "colorlist",
  "county",
  "editor",
  "endpoint",
  "markdown",
  "phoneverifiy",
  "qrcode",
  "textarea",
  "timepicker",
  "url",
]);
/** Options that differ from those of the examples: texts long enough to differ from row to row, and more than one option. */
const otherOptions: Readonly<Record<string, object>> = { textbox: { required: true }, dropdownlist: { options } };

/** The definition of an entity with a field of every type that light apps may have, each with its first search. */
export function everyTypeDefinition(): StoredDefinition {
  const types = [...fieldTypes.values()].filter(({ settings }) => settings !== undefined);
  const fields = types.map(({ type, operators, examples }) => {
    const { max: _max, ...example } = examples.field as { max?: number };
    const search = notSearched.has(type) ? undefined : operators[0];
    const config = { type, name: { zh: type, en: type }, ...example, ...otherOptions[type] };
    return [`${type}Field`, { ...config, ...(search === undefined ? {} : { search }) }] as const;
  });
  const namesOf = (some: typeof types) => some.map(({ type }) => `${type}Field`);
  // The title comes first.
  const sorted = fields.toSorted(
    ([, one], [, other]) => Number(other.type === "textbox") - Number(one.type === "textbox"),
  );
  return definitionOf("everyType", Object.fromEntries(sorted) as Fields, {
    // Without the fields that need a proof, which a plain request cannot save.
    groups: [
      {
        name: { zh: "全部", en: "All" },
        fields: namesOf(types.filter(({ proof, Edit }) => proof === undefined && Edit !== undefined)),
      },
    ],
    list: {
      columns: namesOf(types.filter(({ storage }) => storage !== "none")),
      sort: { field: "createdAt", direction: "desc" },
    },
  });
}

/** The definitions that light apps of the two spaces have, by the index of the space. */
const lightApps: readonly (readonly StoredDefinition[])[] = [[firstDevice, everyTypeDefinition()], [secondDevice]];
const runtimeCases = lightApps.flatMap((definitions, space) =>
  definitions.map((definition): Case => [
    `${definition.type} of space ${space + 1}`,
    storedEntityOf(definition, { id: newId(), version: 1, facets: [] }),
    space === 0 ? 0 : 1,
  ]),
);
/** The entities of the program, and light apps: a type that two spaces define with different fields, and one with fields of every type. */
export const cases = [...codeCases, ...runtimeCases];

let sampleCount = 0;
/** A valid value for a field. The texts of two rows differ. */
export function valueFor(field: FieldConfig): unknown {
  sampleCount += 1;
  const { sample, valid } = fieldTypes.get(field.type)!.examples;
  const value = sample === undefined ? valid[0] : sample(field, sampleCount);
  if (value === undefined) return undefined;
  return field.localized === true ? { zh: value, en: value } : value;
}

/** Valid values of a row. `internal`: the values of the columns that only the program writes. */
export function rowFor(entity: EntityDefinition, internal: object = {}): Record<string, unknown> {
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

/** Creates two spaces before the tests of a file. Returns functions that add, read and search rows in one of them. */
export function entityRequests(server: Server) {
  const spaces: { owner: Person; send: Client["send"]; entities: EntityRegistry }[] = [];
  beforeAll(async () => {
    for (const definitions of lightApps) {
      const owner = await newSpaceOwner(server);
      const api = client(server, owner);
      for (const { type, name: _name, fields, ...definition } of definitions) {
        await publishLightApp(api, type, { ...definition, fields: draftFields(fields) });
      }
      spaces.push({
        owner,
        send: api.send,
        entities: await createRegistries(server.database, codeEntities).of(owner.tenantId),
      });
    }
  });

  return (space: 0 | 1) => {
    const send: Client["send"] = (...request) => spaces[space]!.send(...request);
    return {
      send,
      owner: (): Person => spaces[space]!.owner,
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
      read: async (type: string, id: string) =>
        contentOf(await send("GET Api/{type}/QueryById", { type, id })) as AnyRow,
      async search(type: string, paraModel: object = {}) {
        const answer = await send("POST paas/table/search", {
          paraModel: { url: `/admin/${type}/list`, pageSize: 120, ...paraModel },
        });
        expect(answer.status, answer.text).toBe(200);
        return contentOf(answer) as { play: ListDescription; result: TableResult };
      },
    };
  };
}
