/** Generates definitions of light apps that somebody wrote to break the program. None of them may be published. */
import type { Random } from "./random.ts";
import { sameText } from "./own-entities.ts";

type Field = { field: string; type: string; name: unknown } & Record<string, unknown>;
type Definition = Record<string, unknown> & { fields: Field[] };
/** A draft. `kind`: what is wrong with it. `definition` is the text that is sent. */
export type HostileDraft = { kind: string; tableName: string; definition: string };

const wireNames =
  "id _id ids type key version language pageIndex pageSize fields filter orderBy after before createdAt updatedAt deletedAt tenantId ownerId search q".split(
    " ",
  );
const prototypeKeys = ["__proto__", "prototype", "constructor", "toString", "hasOwnProperty", "valueOf"];
const brokenNames = ["", " ", "1a", "a b", "a.b", "a'", 'a"', "a;--", "a\n", "客户", "é", "a\u0000", "${a}", "../a"];
const takenTypes = "account admin paas dev user sms relation news member role lightApp page site __proto__ a/b".split(
  " ",
);
const patterns = ["^(a+)+$", "(a|aa)+$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*x", "(?=(a+))a*b\\1"];
const addresses = ["https://example.org", "//example.org", "javascript:alert(1)", "data:text/html,x", "file:///etc"];

const access = Object.fromEntries(["read", "add", "update", "delete", "export"].map((verb) => [verb, "administrator"]));
const fieldOf = (field: string, type = "textbox", more: object = {}): Field => ({
  field,
  type,
  name: sameText(field || "x"),
  ...more,
});

function definitionOf(fields: Field[], more: object = {}): Definition {
  const names = fields.map(({ field }) => field);
  return {
    access,
    fields,
    titleField: names[0],
    groups: [{ name: sameText("All"), fields: names }],
    list: { columns: names.slice(0, 6), sort: { field: "createdAt", direction: "desc" } },
    ...more,
  };
}

/** A definition without faults. */
export const harmlessDefinition = (): string => JSON.stringify(definitionOf([fieldOf("title")]));

/** Between one and six fields without faults. */
const goodFields = (random: Random): Field[] =>
  Array.from({ length: 1 + random.below(6) }, (_, n) =>
    fieldOf(`f${n}`, random.pick(["textbox", "number", "textarea", "switch", "datepicker"])),
  );
const withField = (random: Random, field: Field) => definitionOf([...goodFields(random), field]);
const anyCase = (random: Random, text: string) =>
  [...text].map((letter) => (random.below(2) === 0 ? letter.toUpperCase() : letter.toLowerCase())).join("");
/** A value inside this many objects. */
const nested = (depth: number): object => (depth === 0 ? {} : { and: [nested(depth - 1)] });
/** Fields in a ring, each of which names the next. */
const ring = (length: number, type: string, more: (next: string) => object) =>
  Array.from({ length }, (_, n) => fieldOf(`f${n}`, type, more(`f${(n + 1) % length}`)));

const makers: Record<string, (random: Random) => unknown> = {
  "name of the wire": (random) => withField(random, fieldOf(anyCase(random, random.pick(wireNames)))),
  "key of a prototype": (random) => withField(random, fieldOf(random.pick(prototypeKeys))),
  "broken name": (random) => withField(random, fieldOf(random.pick(brokenNames))),
  "long name": (random) => withField(random, fieldOf("a".repeat(41 + random.below(20_000)))),
  "case twin": (random) => {
    const fields = goodFields(random);
    return definitionOf([...fields, fieldOf(random.pick(fields).field.toUpperCase())]);
  },
  "circle of rules": (random) =>
    definitionOf(ring(1 + random.below(90), "textbox", (next) => ({ if: `${next}=x` }))),
  "circle of formulas": (random) =>
    definitionOf(ring(1 + random.below(90), "number", (next) => ({ compute: `${next} + 1` }))),
  "too many fields": (random) =>
    definitionOf(Array.from({ length: 101 + random.below(9900) }, (_, n) => ({ field: `f${n}`, type: "textbox", name: {} }))),
  "pattern": (random) => withField(random, fieldOf("z", "textbox", { pattern: random.pick(patterns) })),
  "pattern as a limit": (random) => withField(random, fieldOf("z", "textbox", { max: random.pick(patterns) })),
  "long formula": (random) =>
    withField(random, fieldOf("z", "number", { compute: "(".repeat(1 + random.below(9000)) + random.pick(["1", "z", ""]) })),
  "long rule": (random) => withField(random, fieldOf("z", "textbox", { if: "||".repeat(1 + random.below(9000)) })),
  "relation to nothing": (random) =>
    withField(random, fieldOf("z", "relation", { entity: random.pick(["nothing", "__proto__", "account", "session", ""]) })),
  "circle of relations": (random) =>
    definitionOf(
      Array.from({ length: 1 + random.below(20) }, (_, n) => fieldOf(`f${n}`, "relation", { entity: `ring${n + 1}` })),
    ),
  "unknown type": (random) => withField(random, fieldOf("z", random.pick([...prototypeKeys, "script", "", "sql"]))),
  "address": (random) => withField(random, fieldOf("z", "textbox", { dataSource: random.pick(addresses) })),
  "action elsewhere": (random) => ({
    ...definitionOf(goodFields(random)),
    actions: [{ kind: "link", id: "go", name: sameText("go"), icon: "view", url: random.pick(addresses) }],
  }),
  "property of the program": (random) => ({
    ...definitionOf(goodFields(random)),
    [random.pick(["table", "internal", "parts", "stepUp", "isGrantable", "check", "hooks", "owner2", "tenantId"])]:
      random.pick<unknown>([{}, [], "x", 1, true]),
  }),
  "wrong access": (random) => ({
    ...definitionOf(goodFields(random)),
    access: { ...access, read: random.pick<unknown>(["everybody", "system", "", null, 7, {}, "__proto__"]) },
  }),
  "SQL as an order": (random) => ({
    ...definitionOf(goodFields(random)),
    list: { columns: ["f0"], sort: { field: random.pick(["f0'; drop table record --", "__proto__"]), direction: "asc" } },
  }),
  "deep condition": (random) => ({ ...definitionOf(goodFields(random)), isFrozen: nested(20 + random.below(300)) }),
  "no list of fields": (random) => ({
    ...definitionOf(goodFields(random)),
    fields: random.pick<unknown>([{}, "f0", null, 7, [], [null], [7], [[]], { length: 1e9 }]),
  }),
  "wrong default": (random) =>
    withField(random, fieldOf("z", "number", { value: random.pick<unknown>(["many", {}, [], true, "1e999"]) })),
}; // prettier-ignore

/** Texts that are no definitions at all. */
const brokenTexts = [
  "{", "[]", "null", "7", '""', "[".repeat(30_000), "[".repeat(20_000) + "]".repeat(20_000), `{"a":`.repeat(9000),
  '{"__proto__":{"fields":[]}}', `"${"a".repeat(50_000)}"`, '{"fields":1,"fields":2}', "{'a':1}", "\ufeff{}",
]; // prettier-ignore

/** The draft with this number; consecutive numbers have all kinds. */
export function hostileDraft(random: Random, number: number): HostileDraft {
  const kinds = [...Object.keys(makers), "broken text", "taken type"];
  const kind = kinds[number % kinds.length]!;
  const tableName = kind === "taken type" ? anyCase(random, random.pick(takenTypes)) : `hostile${number}`;
  if (kind === "broken text") return { kind, tableName, definition: random.pick(brokenTexts) };
  const definition = kind === "taken type" ? definitionOf(goodFields(random)) : makers[kind]!(random);
  return { kind, tableName, definition: JSON.stringify(definition) };
}
