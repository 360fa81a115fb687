import { array, enum as oneOf, maxLength, nullable, refine, strictObject, string } from "zod/mini";
import { type Grant, type Verb, verbs } from "#kit/access.ts";
import { defineField } from "#kit/field.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { GrantRows } from "#client/editors/grant-rows.tsx";

const texts = {
  none: { zh: "无", en: "None" },
  some: { zh: "{n} 类数据", en: "{n} data {n|type|types}" },
};
const word = string().check(maxLength(60));
const names = nullable(array(word).check(maxLength(200)));

const summaryOf = ({ length }: readonly Grant[], locale: Locale): string =>
  (length === 0 ? texts.none : formatText(texts.some, { n: length }))[locale];

const all = "*";
const fieldsText = (fields: readonly string[] | null): string => fields?.join(" ") ?? all;

/** A grant on a line: `news: read update | title intro | *`, the verbs, the fields that are read and those that are written. */
const lineOf = ({ entity, verbs: granted, read, write }: Grant): string =>
  `${entity}: ${granted.join(" ")} | ${fieldsText(read)} | ${fieldsText(write)}`;

const splitWords = (text: string) => text.split(" ").filter((one) => one !== "");

/** Parses a line that `lineOf` wrote. */
function grantOf(line: string): Grant | undefined {
  const colon = line.indexOf(":");
  const [granted, read, write, ...more] = line
    .slice(colon + 1)
    .split("|")
    .map((part) => part.trim());
  if (colon === -1 || granted === undefined || read === undefined || write === undefined || more.length > 0)
    return undefined;
  const fieldsOf = (text: string) => (text === all ? null : splitWords(text));
  // Verbs that do not exist are for the check to refuse.
  return {
    entity: line.slice(0, colon).trim(),
    verbs: splitWords(granted) as Verb[],
    read: fieldsOf(read),
    write: fieldsOf(write),
  };
}

export default defineField({
  type: "grants",
  title: { zh: "权限", en: "Permissions" },
  storage: "json",
  // What a role can actually grant is decided when it is used (records/registry/view.server.ts).
  check: () =>
    array(strictObject({ entity: word, verbs: array(oneOf(verbs)), read: names, write: names })).check(
      maxLength(100),
      refine((grants) => new Set(grants.map(({ entity }) => entity)).size === grants.length),
    ),
  message: () => ({ zh: "权限设置无效", en: "Invalid permissions" }),
  operators: [],
  isGroup: true,
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
    valid: [[{ entity: "news", verbs: ["read"], read: ["title"], write: null }], []],
    invalid: [[{ entity: "news", verbs: ["own"], read: null, write: null }], [{ entity: "news" }], "news"],
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    grants: { value: Grant[]; options: object };
  }
}
