import {
  array,
  custom,
  enum as oneOf,
  exactOptional,
  maxLength,
  nullable,
  regex,
  refine,
  strictObject,
  string,
} from "zod/mini";
import { type Grant, type Verb, verbs } from "#kit/access.ts";
import { defineField } from "#kit/field.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import { isRowRule } from "#kit/row-rule.ts";
import { readRuleText, ruleText } from "#kit/row-rule-text.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { GrantRows } from "#client/editors/grant-rows.tsx";

const texts = {
  none: { zh: "无", en: "None" },
  some: { zh: "{n} 类数据", en: "{n} data {n|type|types}" },
};
const nameSchema = string().check(maxLength(60));
const fieldsSchema = nullable(array(nameSchema).check(maxLength(200)));
const partsSchema = array(nameSchema.check(regex(/^\w+$/))).check(maxLength(100));
const rowRuleSchema = custom<RowCondition>(isRowRule);

const summaryOf = ({ length }: readonly Grant[], locale: Locale): string =>
  (length === 0 ? texts.none : formatText(texts.some, { n: length }))[locale];

const allFields = "*";
/** The lists of names to which a grant can be limited, besides fields. */
const partLists = ["actions", "pages"] as const;
/** `actions=publish,pin` for a grant that names actions; nothing for one that does not. */
const partTexts = (grant: Grant): string[] =>
  partLists.flatMap((list) => (grant[list] === undefined ? [] : [`${list}=${grant[list].join(",")}`]));

/** The text of a verb; `export=title,intro` when exported files are limited to these fields. */
const verbText = (verb: Verb, { export: fields }: Grant): string =>
  verb === "export" && fields ? `${verb}=${fields.join(",")}` : verb;
const fieldsText = (fields: readonly string[] | null): string => fields?.join(" ") ?? allFields;

/**
 * A grant as one line: `news: read export=title actions=pin | title intro | * | kind eq "company"`. The parts are the entity with the verbs, actions and
 * pages, the readable fields, the writable fields and, if the grant is limited to some rows, the rule of the rows.
 */
function grantText(grant: Grant): string {
  const { entity, verbs: grantedVerbs, read, write, rows } = grant;
  const verbTexts = [...grantedVerbs.map((verb) => verbText(verb, grant)), ...partTexts(grant)];
  const parts = [`${entity}: ${verbTexts.join(" ")}`, fieldsText(read), fieldsText(write)];
  return [...parts, ...(rows ? [ruleText(rows)] : [])].join(" | ");
}

const splitNames = (text: string, separator: string) => text.split(separator).filter((item) => item !== "");
const readFields = (text: string) => (text === allFields ? null : splitNames(text, " "));

/** Parses the output of `grantText`; undefined when it is invalid. Accepts unknown verbs, which `check` refuses. */
function readGrant(line: string): Grant | undefined {
  const colon = line.indexOf(":");
  const parts = line.slice(colon + 1).split("|");
  const [verbsText, read, write] = parts.map((part) => part.trim());
  if (colon === -1 || verbsText === undefined || read === undefined || write === undefined) return undefined;
  // The rule itself may contain `|`.
  const rows = parts.length > 3 ? readRuleText(parts.slice(3).join("|")) : undefined;
  if (parts.length > 3 && rows === undefined) return undefined;
  const verbTexts = splitNames(verbsText, " ").map((text) => text.split("=", 2));
  const namesOf = (list: string) => verbTexts.find(([name, names]) => name === list && names !== undefined)?.[1];
  const exportFields = namesOf("export");
  const namedParts = partLists.flatMap((list) => {
    const names = namesOf(list);
    return names === undefined ? [] : [[list, splitNames(names, ",")] as const];
  });
  return {
    entity: line.slice(0, colon).trim(),
    verbs: verbTexts.filter(([name]) => !partLists.includes(name as never)).map(([verb]) => verb as Verb),
    read: readFields(read),
    write: readFields(write),
    ...(exportFields === undefined ? {} : { export: splitNames(exportFields, ",") }),
    ...(rows === undefined ? {} : { rows }),
    ...Object.fromEntries(namedParts),
  };
}

export default defineField({
  type: "grants",
  title: { zh: "权限", en: "Permissions" },
  storage: "json",
  // Entities and fields are not looked up here: each use of a role determines what its grants allow (records/registry/view.server.ts).
  check: () =>
    array(
      strictObject({
        entity: nameSchema,
        verbs: array(oneOf(verbs)),
        read: fieldsSchema,
        write: fieldsSchema,
        export: exactOptional(fieldsSchema),
        rows: exactOptional(rowRuleSchema),
        actions: exactOptional(partsSchema),
        pages: exactOptional(partsSchema),
      }),
    ).check(
      maxLength(100),
      refine((grants) => new Set(grants.map(({ entity }) => entity)).size === grants.length),
    ),
  message: () => ({ zh: "权限设置无效", en: "Invalid permissions" }),
  operators: [],
  isGroup: true,
  grantsIn: (value) => value,
  plainText: (value) => value.map(grantText).join("\n"),
  readText(text) {
    const grants = text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(readGrant);
    return grants.includes(undefined) ? undefined : (grants as Grant[]);
  },
  Show: ({ value, locale }) => <>{summaryOf(value ?? [], locale)}</>,
  Edit: ({ id, value, disabled, describedBy, onChange }) => (
    <GrantRows id={id} value={value ?? []} disabled={disabled} describedBy={describedBy} onChange={onChange} />
  ),
  examples: {
    field: {},
    valid: [
      [{ entity: "news", verbs: ["read"], read: ["title"], write: null }],
      [{ entity: "news", verbs: ["read", "export"], read: null, write: null, export: ["title", "intro"] }],
      [{ entity: "news", verbs: ["read", "update"], read: null, write: null, actions: ["pin"], pages: [] }],
      [
        {
          entity: "news",
          verbs: ["read", "update"],
          read: null,
          write: null,
          rows: {
            and: [
              { field: "kind", op: "eq", value: "a|b" },
              { field: "sort", op: "gt", value: 1 },
            ],
          },
        },
      ],
      [],
    ],
    invalid: [
      [
        {
          entity: "news",
          verbs: ["read"],
          read: null,
          write: null,
          rows: { field: "title", op: "contains", value: "x" },
        },
      ],
      [{ entity: "news", verbs: ["read"], read: null, write: null, rows: "all" }],
      [{ entity: "news", verbs: ["read"], read: null, write: null, pages: ["a b"] }],
      [{ entity: "news", verbs: ["own"], read: null, write: null }],
      [{ entity: "news" }],
      "news",
    ],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The permissions of a role: at most one grant per entity. */
    grants: { value: Grant[]; options: object };
  }
}
