/** Definitions that somebody wrote to break the program: refused in words with their place, or harmless when published. */
import { beforeAll, describe, expect, it } from "vitest";
import { maxDraftCharacters } from "#kit/light-app.ts";
import { fieldTypes } from "./support/entity-cases.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import {
  check,
  type DraftField,
  draftDefinition,
  draftField,
  draftOptions,
  publishLightApp,
  saveDraft,
  command,
} from "./support/light-apps.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let api: Client;
beforeAll(async () => {
  api = client(server, await newSpaceOwner(server));
});

const title = draftField("title");
const valid = draftDefinition([title, draftField("size", "number")]);
/** The paths of the problems of a definition. Every problem must have a text. */
async function problemsOf(definition: unknown, tableName = "part"): Promise<string[]> {
  const { problems } = await check(api, tableName, definition);
  expect(problems.every(({ text }) => text.trim().length > 2)).toBe(true);
  return problems.map(({ path }) => path);
}

const reservedNames = [
  ["id", "_id", "ids", "type", "key", "version", "language", "pageIndex", "pageSize", "fields", "filter", "orderBy"],
  ["after", "before", "createdAt", "updatedAt", "deletedAt", "tenantId", "ownerId", "search", "searchText", "q"],
  ["__proto__", "prototype", "constructor", "toString", "hasOwnProperty", "valueOf", "isPrototypeOf"],
].flat();
const malformedNames = [
  "",
  " ",
  "1a",
  "A",
  "a b",
  "a-b",
  "a_b",
  "a.b",
  "a$",
  "客户",
  "a'",
  'a"',
  "a;--",
  "a\u0000",
  "a\n",
  "é",
].concat("a".repeat(41), "a".repeat(30_000));
const twinsOf = (name: string) =>
  [name.toUpperCase(), name[0]! + name.slice(1).toUpperCase()].filter((twin) => twin !== name);

describe("a name of a field is refused at its place", () => {
  it.each(
    [...reservedNames, ...reservedNames.flatMap(twinsOf), ...malformedNames].map((name) => [name.slice(0, 50), name]),
  )("Q-27: %j", async (_short, name) => {
    const paths = await problemsOf({ ...valid, fields: [...valid.fields, { ...title, field: name }] });
    // A name that cannot be stored, such as one with NUL, is refused by another check at the same place.
    expect(paths).toEqual([expect.stringMatching(/^fields\.2\.field$/)]);
  });

  it.each([null, 7, {}, [], true])("%j", async (name) => {
    expect(await problemsOf({ ...valid, fields: [...valid.fields, { ...title, field: name }] })).toEqual([
      "fields.2.field",
    ]);
  });

  it.each(["title", "titlE", "tITLE", "tItLe"])("%j, when there is a field “title”", async (name) => {
    expect(await problemsOf({ ...valid, fields: [...valid.fields, { ...title, field: name }] })).toEqual([
      "fields.2.field",
    ]);
  });
});

const takenTypes = [
  ["account", "admin", "paas", "dev", "user", "sms", "relation", "entities", "session", "tenant", "console", "ui"],
  ["news", "NEWS", "member", "role", "lightApp", "lightapp", "page", "site"],
  ["__proto__", "constructor", "toString", "", "a b", "a/b", "../a", "客户", "a'", "x".repeat(60)],
].flat();

it.each(takenTypes)("a light app cannot have the type %j", async (tableName) => {
  expect(await problemsOf(valid, tableName)).toEqual(["tableName"]);
});

const conditionOf = (depth: number): object =>
  depth === 0 ? { field: "title", op: "eq", value: "x" } : { and: [conditionOf(depth - 1)] };
const chainOfRules = Array.from({ length: 60 }, (_, n) => draftField(`f${n}`, "textbox", { if: `f${(n + 1) % 60}=x` }));
const chainOfFormulas = Array.from({ length: 60 }, (_, n) =>
  draftField(`f${n}`, "number", { compute: `f${(n + 1) % 60} + 1` }),
);
const manyFields = Array.from({ length: 101 }, (_, n) => draftField(`f${n}`));

describe("a definition is refused at its place", () => {
  it.each<[string, unknown, string | RegExp]>([
    ["no JSON", "{", "definition"],
    ["no object", "[]", "definition"],
    ["null", "null", "definition"],
    ["a number", "7", "definition"],
    ["nested too deeply", "[".repeat(30_000) + "]".repeat(30_000), "definition"],
    ["nested too deeply in a condition", { ...valid, isFrozen: conditionOf(200) }, "definition"],
    ["too long", JSON.stringify({ ...valid, listName: sameText("x".repeat(50_000)) }), "definition"],
    [
      "too many keys",
      JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`k${n}`, 1]))),
      "definition",
    ],
    ["a NUL in a text", JSON.stringify({ ...valid, addWord: sameText("a\u0000b") }), "addWord.zh"],
    ["half of a surrogate pair", JSON.stringify({ ...valid, addWord: sameText("a\ud800b") }), "addWord.zh"],
    ["no fields", { ...valid, fields: [] }, "fields"],
    ["fields by name", { ...valid, fields: { title } }, "fields"],
    ["more fields than allowed", draftDefinition(manyFields), "fields"],
    ["a field that is no object", { ...valid, fields: [...valid.fields, "title"] }, "fields.2"],
    ["an own type", { ...valid, type: "news" }, "type"],
    ["an own name", { ...valid, name: sameText("x") }, "name"],
    ["an unknown property", { ...valid, stepUp: ["add"] }, "stepUp"],
    ["a property that makes it grantable", { ...valid, isGrantable: false }, "isGrantable"],
    ["internal columns", { ...valid, internal: { ownerId: { type: "uuid" } } }, "internal"],
    ["rows of other tables", { ...valid, parts: [{ table: "account", column: "id" }] }, "parts"],
    ["a function", { ...valid, check: "() => ({})" }, "check"],
    ["access for an unknown level", { ...valid, access: { ...valid.access, read: "everybody" } }, "access.read"],
    ["access without a verb", { ...valid, access: { read: "member" } }, /^access\./],
    ["a list without columns", { ...valid, list: { ...valid.list, columns: [] } }, "list.columns"],
    [
      "a column of an object property",
      { ...valid, list: { ...valid.list, columns: ["constructor"] } },
      "list.columns.0",
    ],
    [
      "sorting by an object property",
      { ...valid, list: { ...valid.list, sort: { field: "__proto__", direction: "asc" } } },
      "list.sort.field",
    ],
    [
      "an unknown direction",
      { ...valid, list: { ...valid.list, sort: { field: "title", direction: "asc; drop table record" } } },
      "list.sort.direction",
    ],
    ["an unknown title field", { ...valid, titleField: "toString" }, "titleField"],
    [
      "a group with an unknown field",
      { ...valid, groups: [{ name: sameText("x"), fields: ["nothing"] }] },
      "groups.0.fields.0",
    ],
    ["a unique rule of an unknown field", { ...valid, unique: [["ownerId"]] }, "unique.0.0"],
    ["a circle of rules", draftDefinition(chainOfRules), /^fields\.\d+\.if$/],
    ["a circle of formulas", draftDefinition(chainOfFormulas), /^fields\.\d+\.compute$/],
    ["a rule about itself", draftDefinition([draftField("a", "textbox", { if: "a=x" })]), "fields.0.if"],
    ["a rule about an unknown field", draftDefinition([draftField("a", "textbox", { if: "b=x" })]), "fields.0.if"],
    ["a formula about itself", draftDefinition([draftField("a", "number", { compute: "a + 1" })]), "fields.0.compute"],
    [
      "a formula that is none",
      draftDefinition([draftField("a", "number", { compute: "fetch('/')" })]),
      "fields.0.compute",
    ],
    ["a wrong default", draftDefinition([draftField("a", "number", { value: "many" })]), "fields.0.value"],
    [
      "a default that is none of the choices",
      draftDefinition([draftField("a", "dropdownlist", { options: [{ key: "x", name: sameText("x") }], value: "y" })]),
      "fields.0.value",
    ],
    [
      "a relation to nothing",
      draftDefinition([title, draftField("a", "relation", { entity: "nothing" })]),
      "fields.1.entity",
    ],
    [
      "a relation to an object property",
      draftDefinition([title, draftField("a", "relation", { entity: "__proto__" })]),
      "fields.1.entity",
    ],
    ["a field of an unknown type", draftDefinition([draftField("a", "script")]), "fields.0.type"],
    ["a field of an object property as its type", draftDefinition([draftField("a", "constructor")]), "fields.0.type"],
    ["a pattern of its own", draftDefinition([draftField("a", "textbox", { pattern: "^(a+)+$" })]), "fields.0.pattern"],
    ["a pattern in its limits", draftDefinition([draftField("a", "textbox", { max: "(a+)+$" })]), "fields.0.max"],
    [
      "a data source elsewhere",
      draftDefinition([draftField("a", "textbox", { dataSource: "https://example.org" })]),
      "fields.0.dataSource",
    ],
    [
      "an action that leads elsewhere",
      { ...valid, actions: [{ kind: "link", id: "go", name: sameText("go"), icon: "view", url: "//example.org" }] },
      "actions.0.url",
    ],
    [
      "an action with a script",
      {
        ...valid,
        actions: [{ kind: "link", id: "go", name: sameText("go"), icon: "view", url: "javascript:alert(1)" }],
      },
      "actions.0.url",
    ],
    ["a condition with SQL", { ...valid, isFrozen: { field: "title' or 1=1 --", op: "eq", value: "x" } }, "isFrozen"],
    [
      "a comparison of unknown fields",
      { ...valid, checks: [{ kind: "compare", field: "a", op: "gt", other: "b", text: sameText("x") }] },
      "checks.0.0",
    ],
  ])("with %s", async (_what, definition, path) => {
    const paths = await problemsOf(definition);
    expect(paths).toContainEqual(path instanceof RegExp ? expect.stringMatching(path) : path);
    const { id } = await saveDraft(
      api,
      "part",
      typeof definition === "string" && !isSavable(definition) ? valid : definition,
    );
    await api.send("DELETE Api/{type}/QueryDelete", { type: "lightApp", id });
  });
});

/** Whether a text can be saved as a draft: it is JSON and not too long. */
function isSavable(text: string): boolean {
  if (text.length > maxDraftCharacters) return false;
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

const possibleTypes = [...fieldTypes.values()].filter(({ settings }) => settings !== undefined);
const hostileTexts = [
  "<script>alert(1)</script>",
  "'; drop table record; --",
  "{name}",
  "${7*7}",
  "=cmd|' /C calc'!A0",
  "\u202Eabc",
  "%s%s%n",
  "a".repeat(200),
];

/** A number generator with a fixed seed, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A definition with fields of any types, options and texts. Many are accepted, others are refused. */
function generate(seed: number): { definition: ReturnType<typeof draftDefinition>; fields: DraftField[] } {
  const below = random(seed);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  const fields = Array.from({ length: 1 + below(6) }, (_, n): DraftField => {
    const type = pick(possibleTypes);
    const options: Record<string, unknown> = { ...draftOptions(type) };
    const common: Record<string, unknown> = {
      name: sameText(pick(hostileTexts)),
      required: below(3) === 0,
      ...(below(2) === 0 && type.operators.length > 0 ? { search: pick(type.operators) } : {}),
      ...(below(3) === 0 ? { column: { sortable: true, width: 40 + below(700) } } : {}),
      ...(below(5) === 0 ? { localized: true } : {}),
      ...(below(5) === 0 ? { helpBlock: sameText(pick(hostileTexts)) } : {}),
      ...(below(6) === 0 ? { if: pick(["f0=x", "f1=x||y", "f9=x", "constructor=x", "=", "f0"]) } : {}),
      ...(below(8) === 0 ? { value: pick<unknown>(["x", 1, null, [], {}, true, "2026-01-01"]) } : {}),
      ...(below(9) === 0 ? { readOnly: true } : {}),
      ...(below(9) === 0 ? { compute: pick(["f0 + 1", "f1 * f2", "1 / 0", "((((1))))", "f0 +"]) } : {}),
    };
    return { ...options, ...common, field: `f${n}`, type: type.type };
  });
  const names = fields.map(({ field }) => field);
  const more = {
    ...(below(2) === 0 ? { searchable: [pick(names)] } : {}),
    ...(below(3) === 0 ? { unique: [[pick(names)]] } : {}),
    ...(below(4) === 0 ? { tooltip: { alertText: sameText(pick(hostileTexts)) } } : {}),
    titleField: pick(names),
  };
  return { fields, definition: draftDefinition(fields, more) };
}

describe("generated definitions", () => {
  const seeds = Array.from({ length: 360 }, (_, seed) => seed + 1);
  const batches = Array.from({ length: 12 }, (_, n) => seeds.filter((seed) => seed % 12 === n));

  it.each(batches.map((batch, n) => [n, batch] as const))(
    "of batch %i are refused in words, or have a list, a form and an API that work",
    async (_n, batch) => {
      let published = 0;
      for (const seed of batch) {
        const { definition } = generate(seed);
        const type = `made${seed}`;
        const { problems } = await check(api, type, definition);
        if (problems.length > 0) {
          expect([seed, problems.every(({ text }) => text.length > 2)]).toEqual([seed, true]);
          continue;
        }
        published += 1;
        const { id } = await publishLightApp(api, type, definition);
        const answers = await Promise.all([
          api.send("POST paas/table/search", { paraModel: { url: `/paas/${type}/list` } }),
          api.send("GET api/Ui/AutoForm", { type }),
          api.send("GET api/Ui/DefaultValue", { type }),
          api.send("GET openapi.json"),
          api.send("GET api/Auto/ToExcel", { type }),
          api.send("GET paas/role/subjects"),
        ]);
        expect([seed, answers.map(({ status }) => status)]).toEqual([seed, [200, 200, 200, 200, 200, 200]]);
        const added = await api.send("POST Api/{type}/QueryAdd", { type });
        expect([seed, added.status, added.text.slice(0, 300)]).toEqual([
          seed,
          expect.toBeOneOf([200, 409, 422]),
          expect.anything(),
        ]);
        if (added.status === 200) {
          const row = contentOf(added) as { id: string };
          const read = await api.send("GET Api/LightApp/getsingle", { _id: row.id, tableName: type });
          expect([seed, read.status]).toEqual([seed, 200]);
        }
        expect((await command(api, "unpublish", id)).status).toBe(200);
      }
      expect(published).toBeGreaterThan(0);
    },
  );
});
