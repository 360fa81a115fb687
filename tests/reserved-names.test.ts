/** Reserved names, which fields and types cannot have because queries use them. */
import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import pg from "pg";
import { expect, inject, it } from "vitest";
import type { CallDefinition } from "#kit/call.ts";
import { defineEntity } from "#kit/entity.ts";
import { typeNameProblem } from "#kit/reserved-names.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { schema } from "#records/registry/schema.server.ts";
import { client, contentOf } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { addressOf } from "./support/program.ts";
import { sharedServer } from "./support/server.ts";

const calls = import.meta.glob<CallDefinition>("../src/features/**/calls/*.server.ts", {
  eager: true,
  import: "default",
});
const server = await sharedServer();
const label = { zh: "名", en: "Name" };
const reservedNames = [
  "id",
  "_id",
  "ids",
  "type",
  "key",
  "version",
  "language",
  "pageIndex",
  "pageSize",
  "fields",
  "filter",
]
  .concat(["orderBy", "direction", "after", "before", "q", "createdAt", "updatedAt", "deletedAt", "tenantId"])
  .concat(["fieldVersions", "search", "searchText"]);
const inheritedNames = ["constructor", "__proto__", "prototype", "toString", "valueOf", "hasOwnProperty"];
const reservedMessage = "calls and tables use this name themselves";
const invalidMessage = "a name is a letter in lower case and up to 39 more letters or digits";

const access = { read: "member", add: "member", update: "member", delete: "member", export: "member" } as const;
const list = { columns: [], sort: { field: "createdAt", direction: "desc" } } as const;
/** Defines an entity with a field of this name. */
function define(type: string, name: string) {
  const fields = Object.fromEntries([[name, { type: "textbox", name: label } as const]]);
  return defineEntity({ type, name: label, access, titleField: name, fields, groups: [], list } as never);
}

it.each([...reservedNames, ...inheritedNames].flatMap((name) => [name, name.toUpperCase()]))(
  "Q-27: an entity with a field named %s is refused",
  (name) => expect(() => define("thing", name)).toThrow(`thing.${name}: ${reservedMessage}`),
);

it.each(["", "Name", "1st", "first_name", "from_Start", "naïve", "名称", "a b", "a.b", "a".repeat(41)])(
  "an entity with a field named %j is refused as an invalid name",
  (name) => expect(() => define("thing", name)).toThrow(`thing.${name}: ${invalidMessage}`),
);

it.each(["tenant", "Tenants", "session", "ui", "SITEPAGE"])("an entity cannot be named %s", (type) =>
  expect(() => define(type, "name")).toThrow(`${type}: ${reservedMessage}`),
);

it("accepts every other name", () => {
  for (const name of ["name", "a", "aB2", "a".repeat(40)]) expect(() => define("thing", name)).not.toThrow();
});

it("no entity can have the name that the path of a call starts with", () => {
  const firstSegments = Object.values(calls)
    .map(({ path }) => /^(?:api\/)?(\w+)\//i.exec(path)?.[1])
    .filter((segment) => segment !== undefined);
  expect(firstSegments.length).toBeGreaterThan(10);
  const types = new Set(codeEntities.map(({ type }) => type.toLowerCase()));
  const unreserved = firstSegments.filter(
    (segment) => !types.has(segment.toLowerCase()) && typeNameProblem(segment) === undefined,
  );
  expect(unreserved).toEqual([]);
});

it("no entity can have the table of another one", () => {
  const entity = { ...codeEntities[0]!, type: "workMessage" };
  expect(() => schema([...codeEntities, entity])).toThrow("workMessage: there is a table of this name already");
});

it("enquiries are filtered by the language in which they were written, whatever language is requested", async () => {
  const owner = await newSpaceOwner(server);
  const message = (locale: string) =>
    sql`insert into contact_message (id, tenant_id, name, contact, message, locale, status)
      values (${randomUUID()}::uuid, ${owner.tenantId}::uuid, ${locale}, 'a@b.cn', 'm', ${locale}, 'new')`;
  await server.database.tenant(owner.tenantId, async (tx) => {
    for (const locale of ["zh", "zh", "en"]) await tx.rows(message(locale));
  });
  const localesOf = async (query: object) => {
    const answer = await client(server, owner).send("GET Api/{type}/QueryList", { type: "contactMessage", ...query });
    expect(answer.status, answer.text).toBe(200);
    return (contentOf(answer) as { locale: string }[]).map(({ locale }) => locale);
  };
  expect(await localesOf({ locale: "zh", language: "en" })).toEqual(["zh", "zh"]);
  expect(await localesOf({ locale: "en", language: "zh" })).toEqual(["en"]);
});

it("the migration renames old fields in values, field versions and roles", async () => {
  const databaseName = `wire_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client({ ...inject("postgres"), database: "postgres" });
  await admin.connect();
  await admin.query(`create database ${databaseName} owner meridian`);
  const oldClient = new pg.Client({ connectionString: addressOf(inject("postgres"), databaseName) });
  await oldClient.connect();
  try {
    await oldClient.query(`create table contact_message (language text, field_versions jsonb);
      create table wiki (id int, key text, field_versions jsonb);
      create table service_package (key text, field_versions jsonb);
      create table role (grants jsonb);
      create index wiki_by_key on wiki (key); create unique index wiki_one_key on wiki (key);
      create unique index service_package_one_key on service_package (key);
      insert into contact_message values ('zh', '{"language": 3, "note": 2}');
      insert into wiki values (1, 'start', '{"title": 2}');
      insert into role values (null), ('[]'), ('[
        {"entity": "contactMessage", "verbs": ["read"], "read": ["name", "language"], "write": null},
        {"entity": "news", "verbs": [], "read": ["language"], "write": ["key"]},
        {"entity": "wiki", "verbs": [], "read": ["key", "title"], "write": ["key"]}]')`);
    await oldClient.query(`begin; ${readFileSync(globSync("migrations/*_names_of_the_wire.sql")[0]!, "utf8")}; commit`);
    const rows = async (query: string) => (await oldClient.query(query)).rows;
    expect(await rows("select * from contact_message")).toEqual([
      { locale: "zh", field_versions: { locale: 3, note: 2 } },
    ]);
    expect(await rows("select * from wiki")).toEqual([{ id: 1, slug: "start", field_versions: { title: 2 } }]);
    expect(await rows("select grants from role")).toEqual([
      { grants: null },
      { grants: [] },
      {
        grants: [
          { entity: "contactMessage", verbs: ["read"], read: ["name", "locale"], write: null },
          { entity: "news", verbs: [], read: ["language"], write: ["key"] },
          { entity: "wiki", verbs: [], read: ["slug", "title"], write: ["slug"] },
        ],
      },
    ]);
  } finally {
    await oldClient.end();
    await admin.query(`drop database ${databaseName} with (force)`);
    await admin.end();
  }
});
