import { isObject } from "#kit/is-object.ts";
import { jsonErrorPlace } from "#kit/json-place.ts";
import { maxDraftCharacters } from "#kit/light-app.ts";
import type { FieldProblems } from "#kit/problem.ts";
import { formatText, type Text } from "#kit/text.ts";
import {
  maxFields,
  maxSubFields,
  type StoredDefinition,
  storedDefinition,
  withSearchedFields,
} from "#records/registry/stored-definition.server.ts";
import { isOversized, pathToBadText } from "#server/http/input-guard.server.ts";
import { fieldProblems } from "#server/http/issue-text.server.ts";
import { fieldNameText, isFieldName } from "./definition-check.server.ts";

/**
 * The draft of a definition, as in a row of `lightApp`. `definition`: JSON with the properties of a stored definition, except `type` and `name`, and
 * with `fields` as a list, `[{ "field": "title", "type": "textbox", ... }]`: a list has an order, and two fields of one name are a visible error. The
 * `fields` of rows and groups are such a list, too.
 */
export type Draft = { tableName: string; name: unknown; definition: string };

/** A draft as a definition, or its problems. Paths are those of the draft: `fields.2.max`. */
export type ReadDraft = {
  definition?: StoredDefinition;
  problems: FieldProblems;
  /** Converts the path of a problem of the definition. */
  pathInDraft: (path: string) => string;
};

const texts = {
  syntax: { zh: "JSON 第 {line} 行第 {column} 个字符有误", en: "The JSON is wrong at line {line}, column {column}" },
  notObject: { zh: "定义须为 JSON 对象", en: "The definition must be a JSON object" },
  notAccepted: { zh: "不能提交此项", en: "This field is not accepted" },
  long: {
    zh: `定义最多 ${maxDraftCharacters} 个字符`,
    en: `A definition can have up to ${maxDraftCharacters} characters`,
  },
  oversized: { zh: "定义层级过深或项目过多", en: "The definition is nested too deeply or has too many parts" },
  badText: { zh: "含有无法保存的字符", en: "The content has characters that cannot be saved" },
  noList: { zh: "字段须为列表", en: "The fields must be a list" },
  tooMany: { zh: "最多 {n} 个字段", en: "At most {n} {n|field|fields}" },
  notField: { zh: "字段须为 JSON 对象", en: "A field must be a JSON object" },
  twin: { zh: "已有同名字段，大小写不同也算同名", en: "Another field has this name. Letter case makes no difference." },
} satisfies Record<string, Text>;

type JsonObject = Record<string, unknown>;

const refused = (path: string, text: Text): ReadDraft => ({
  problems: { [path]: text },
  pathInDraft: (same) => same,
});

/** Parses the JSON of a draft. Its texts are strings within a string, which the guard of requests did not see. */
export function parseDraft(text: string): { value: JsonObject } | { problem: [path: string, text: Text] } {
  if (text.length > maxDraftCharacters) return { problem: ["definition", texts.long] };
  if (isOversized(text)) return { problem: ["definition", texts.oversized] };
  const place = jsonErrorPlace(text);
  if (place !== undefined) return { problem: ["definition", formatText(texts.syntax, place)] };
  const value: unknown = JSON.parse(text);
  if (!isObject(value)) return { problem: ["definition", texts.notObject] };
  const badPath = pathToBadText(value);
  return badPath === undefined ? { value } : { problem: [badPath.join(".") || "definition", texts.badText] };
}

/** The places of fields in a list, by name, with those of the fields in them. */
type Places = ReadonlyMap<string, { index: number; inner?: Places }>;
type ReadFields = { fields: JsonObject; places: Places; problems: FieldProblems };

/** A list of fields by name; none, with a problem, for what is no list or is too long. */
function readList(list: unknown, max: number): ReadFields {
  const none = (text: Text): ReadFields => ({ fields: {}, places: new Map(), problems: { fields: text } });
  if (!Array.isArray(list)) return none(texts.noList);
  return list.length > max ? none(formatText(texts.tooMany, { n: max })) : readFields(list);
}

/** A field without its name, with the fields in it by name. */
function readField(config: JsonObject): { config: JsonObject; inner?: ReadFields } {
  if (!Object.hasOwn(config, "fields")) return { config };
  const inner = readList(config.fields, maxSubFields);
  return { config: { ...config, fields: inner.fields }, inner };
}

/** The fields by name. Fields with a name that is not allowed, or that an earlier field has, are left out and reported. */
function readFields(list: readonly unknown[]): ReadFields {
  const problems: FieldProblems = {};
  const places = new Map<string, { index: number; inner?: Places }>();
  const names = new Set<string>();
  const fields: JsonObject = {};
  for (const [index, item] of list.entries()) {
    if (!isObject(item)) {
      problems[`fields.${index}`] = texts.notField;
      continue;
    }
    const { field, ...sent } = item;
    const path = `fields.${index}.field`;
    if (typeof field !== "string" || !isFieldName(field)) problems[path] = fieldNameText;
    else if (names.has(field.toLowerCase())) problems[path] = texts.twin;
    else {
      const { config, inner } = readField(sent);
      names.add(field.toLowerCase());
      places.set(field, { index, ...(inner && { inner: inner.places }) });
      fields[field] = config;
      for (const [innerPath, text] of Object.entries(inner?.problems ?? {}))
        problems[`fields.${index}.${innerPath}`] = text;
    }
  }
  return { fields, places, problems };
}

/** Converts the path of a field by its name to one by its place: `fields.lines.fields.price.max` to `fields.2.fields.0.max`. */
function pathByPlace(path: string, places: Places): string {
  const [first, field = "", ...rest] = path.split(".");
  const place = places.get(field);
  if (first !== "fields" || place === undefined) return path;
  const below = rest.join(".");
  const inner = place.inner === undefined ? below : pathByPlace(below, place.inner);
  return [first, place.index, inner].filter((part) => part !== "").join(".");
}

/** Converts a draft to a definition whose shape is right; `definitionProblems` checks its content. */
export function readDraft({ tableName, name, definition: text }: Draft): ReadDraft {
  const parsed = parseDraft(text);
  if ("problem" in parsed) return refused(...parsed.problem);
  const { fields: list, ...properties } = parsed.value;
  for (const property of ["type", "name"])
    if (Object.hasOwn(properties, property)) return refused(property, texts.notAccepted);
  const { fields, places, problems } = readList(list, maxFields);
  if (Object.hasOwn(problems, "fields")) return refused("fields", problems.fields!);
  const pathInDraft = (path: string) => (path === "type" ? "tableName" : pathByPlace(path, places));
  const { data, error } = storedDefinition.safeParse({ ...properties, type: tableName, name, fields });
  for (const [path, problem] of Object.entries(error === undefined ? {} : fieldProblems(error)))
    problems[pathInDraft(path)] ??= problem;
  return { ...(data === undefined ? {} : { definition: withSearchedFields(data) }), problems, pathInDraft };
}
