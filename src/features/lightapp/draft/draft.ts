import { isObject } from "#kit/is-object.ts";
import type { EntityAccess } from "#kit/access.ts";
import type { CallOutput } from "#kit/call.ts";
import { type LocalizedValue, locales } from "#kit/text.ts";

type LocalizedText = LocalizedValue<string>;

/** A field of a draft: its name, its type, and its options. */
export type DraftField = { field: string; type: string; name: LocalizedText } & Record<string, unknown>;
export type DraftGroup = { name: LocalizedText; fields: string[] };

/** The definition of a draft, which may be wrong: only its shape is known. Properties that the editor does not show are kept. */
export type DraftDefinition = {
  access: EntityAccess;
  fields: DraftField[];
  titleField: string;
  groups: DraftGroup[];
  list: { columns: string[]; sort: { field: string; direction: "asc" | "desc" } };
  searchable?: string[];
  unique?: string[][];
} & Record<string, unknown>;

/** A light app while it is edited. `json`: the text of the definition while it is not one, as it was typed. */
export type Draft = { name: LocalizedText; tableName: string; definition: DraftDefinition; json?: string };

/** Changes the draft. Changes with the same `merge` are one step of undo. */
export type EditDraft = (edit: (draft: Draft) => Draft, merge?: string) => void;

/** A field type, as the server describes it for the editor. */
export type FieldTypeInfo = CallOutput<"GET paas/lightApp/fieldTypes">[number];

const everyAccess: EntityAccess = {
  read: "member",
  add: "member",
  update: "member",
  delete: "administrator",
  export: "administrator",
};

const objectsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);
const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
const localizedText = (value: unknown): LocalizedText =>
  isObject(value)
    ? Object.fromEntries(
        locales.flatMap((locale) => (typeof value[locale] === "string" ? [[locale, value[locale]]] : [])),
      )
    : {};

const defaultSort = { field: "createdAt", direction: "desc" } as const;

function listOf(value: unknown): DraftDefinition["list"] {
  const list = isObject(value) ? value : {};
  const sort = isObject(list.sort) && typeof list.sort.field === "string" ? list.sort : defaultSort;
  return {
    columns: stringsIn(list.columns),
    sort: { field: sort.field as string, direction: sort.direction === "asc" ? "asc" : "desc" },
  };
}

/** The fields in a field of rows or in a group; none for other fields. */
export const subFieldsOf = (field: DraftField): DraftField[] =>
  objectsIn(field.fields)
    .filter(({ field: name, type }) => typeof name === "string" && typeof type === "string")
    .map((one) => ({ ...one, name: localizedText(one.name) })) as DraftField[];

/** Reads the JSON of a definition; undefined for a text that has no list of fields, each with a name and a type. */
export function readDefinition(text: string): DraftDefinition | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || !Array.isArray(value.fields)) return undefined;
  const fields = objectsIn(value.fields);
  const areFields =
    fields.length === value.fields.length &&
    fields.every(({ field, type }) => typeof field === "string" && typeof type === "string");
  if (!areFields) return undefined;
  const unique = Array.isArray(value.unique) ? { unique: value.unique.map(stringsIn) } : {};
  const searchable = Array.isArray(value.searchable) ? { searchable: stringsIn(value.searchable) } : {};
  return {
    ...value,
    access: { ...everyAccess, ...(isObject(value.access) ? value.access : {}) },
    fields: fields.map((field) => ({ ...field, name: localizedText(field.name) })) as DraftField[],
    titleField: typeof value.titleField === "string" ? value.titleField : "",
    groups: objectsIn(value.groups).map(({ name, fields: names }) => ({
      name: localizedText(name),
      fields: stringsIn(names),
    })),
    list: listOf(value.list),
    ...searchable,
    ...unique,
  };
}

/** The draft of a light app that nobody has begun: one field, which is the title. */
export const blankDraft = (): Draft => ({
  name: {},
  tableName: "",
  definition: {
    access: everyAccess,
    fields: [{ field: "name", type: "textbox", name: { zh: "名称", en: "Name" }, required: true, max: 100 }],
    titleField: "name",
    groups: [],
    list: { columns: ["name"], sort: defaultSort },
    searchable: ["name"],
  },
});

/** The fields in a field as a draft of their own, without lists and groups. */
export const subDraftOf = (field: DraftField): Draft => ({
  ...blankDraft(),
  definition: { ...blankDraft().definition, fields: subFieldsOf(field), list: { columns: [], sort: defaultSort } },
});

/** The values of a row of a light app, or of its new form. */
type RowValues = Readonly<Record<string, unknown>>;

/** The draft in a row. A text that is no definition stays as it is, beside an empty definition. */
export function draftOf(values: RowValues): Draft {
  const text = typeof values.definition === "string" ? values.definition : "";
  const definition = readDefinition(text);
  return {
    name: localizedText(values.name),
    tableName: typeof values.tableName === "string" ? values.tableName : "",
    definition: definition ?? { ...blankDraft().definition, fields: [] },
    ...(definition === undefined ? { json: text } : {}),
  };
}

/** The definition of a draft as text. */
export const textOfDefinition = ({ definition, json }: Draft): string => json ?? JSON.stringify(definition, null, 2);

/** The text in each language as rows have it: trimmed, and without languages that are empty. */
const trimText = (text: LocalizedText): LocalizedText =>
  Object.fromEntries(
    Object.entries(text)
      .map(([locale, words]) => [locale, words.trim()])
      .filter(([, words]) => words !== ""),
  );

/** The values of a draft as its row has them. */
export const valuesOf = (draft: Draft) => ({
  name: trimText(draft.name),
  tableName: draft.tableName.trim(),
  definition: textOfDefinition(draft),
});

/** The draft as input of the calls that check and preview it. */
export const inputOf = (draft: Draft, id: string | undefined) => ({
  ...(id === undefined ? {} : { id }),
  ...valuesOf(draft),
});
