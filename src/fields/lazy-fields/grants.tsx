import {
  array,
  custom,
  enum as oneOf,
  exactOptional,
  maxLength,
  nullable,
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
const word = string().check(maxLength(60));
const names = nullable(array(word).check(maxLength(200)));
const rowRule = custom<RowCondition>(isRowRule);

const summaryOf = ({ length }: readonly Grant[], locale: Locale): string =>
  (length === 0 ? texts.none : formatText(texts.some, { n: length }))[locale];

const all = "*";
/** A verb; `export=title,intro` where files have these fields only. */
const verbText = (verb: Verb, { export: fields }: Grant): string =>
  verb === "export" && fields ? `${verb}=${fields.join(",")}` : verb;
const fieldsText = (fields: readonly string[] | null): string => fields?.join(" ") ?? all;

/**
 * A grant on a line: `news: read update | title intro | * | kind eq "company"`, the verbs (`export=title` with the fields of files), the fields
 * that are read and those that are written, and the rule of the rows where there is one.
 */
function lineOf(grant: Grant): string {
  const { entity, verbs: granted, read, write, rows } = grant;
  const words = granted.map((verb) => verbText(verb, grant));
  const parts = [`${entity}: ${words.join(" ")}`, fieldsText(read), fieldsText(write)];
  return [...parts, ...(rows ? [ruleText(rows)] : [])].join(" | ");
}

const splitWords = (text: string) => text.split(" ").filter((one) => one !== "");

/** Parses a line that `lineOf` wrote. */
function grantOf(line: string): Grant | undefined {
  const colon = line.indexOf(":");
  const [granted, read, write, ...rest] = line
    .slice(colon + 1)
    .split("|")
    .map((part) => part.trim());
  if (colon === -1 || granted === undefined || read === undefined || write === undefined) return undefined;
  // A rule may hold any sign.
  const rows =
    rest.length === 0
      ? undefined
      : readRuleText(
          line
            .slice(colon + 1)
            .split("|")
            .slice(3)
            .join("|"),
        );
  if (rest.length > 0 && rows === undefined) return undefined;
  const fieldsOf = (text: string) => (text === all ? null : splitWords(text));
  const words = splitWords(granted).map((part) => part.split("=", 2));
  const inFile = words.find(([verb, fields]) => verb === "export" && fields !== undefined)?.[1];
  // Verbs that do not exist are for the check to refuse.
  return {
    entity: line.slice(0, colon).trim(),
    verbs: words.map(([verb]) => verb as Verb),
    read: fieldsOf(read),
    write: fieldsOf(write),
    ...(inFile === undefined ? {} : { export: inFile.split(",").filter((one) => one !== "") }),
    ...(rows === undefined ? {} : { rows }),
  };
}

export default defineField({
  type: "grants",
  title: { zh: "权限", en: "Permissions" },
  storage: "json",
  // What a role can actually grant is decided when it is used (records/registry/view.server.ts).
  check: () =>
    array(
      strictObject({
        entity: word,
        verbs: array(oneOf(verbs)),
        read: names,
        write: names,
        export: exactOptional(names),
        rows: exactOptional(rowRule),
      }),
    ).check(
      maxLength(100),
      refine((grants) => new Set(grants.map(({ entity }) => entity)).size === grants.length),
    ),
  message: () => ({ zh: "权限设置无效", en: "Invalid permissions" }),
  operators: [],
  isGroup: true,
  grantsIn: (value) => value,
  plainText: (value) => value.map(lineOf).join("\n"),
  readText(text) {
    const grants = text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map(grantOf);
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
      [{ entity: "news", verbs: ["own"], read: null, write: null }],
      [{ entity: "news" }],
      "news",
    ],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    grants: { value: Grant[]; options: object };
  }
}
