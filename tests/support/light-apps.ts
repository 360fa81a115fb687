import { expect } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { FieldDefinition } from "#kit/field.ts";
import { type Answer, type Client, contentOf } from "./client.ts";
import { sameText } from "./roles.ts";

export type DraftField = { field: string; type: string } & Record<string, unknown>;
export type DraftReview = CallOutput<"POST paas/lightApp/check">;

/** A field of a draft, named after itself. */
export const draftField = (field: string, type = "textbox", more: object = {}): DraftField => ({
  field,
  type,
  name: sameText(field),
  ...more,
});

type NamedFields = Readonly<Record<string, object>>;

/** Options of a field in the shape of a draft, in which the fields in a field are a list. */
function inDraft(config: object): object {
  const { fields } = config as { fields?: NamedFields };
  return fields === undefined ? config : { ...config, fields: draftFields(fields) };
}

/** The fields of a definition in the shape of a draft: as a list. */
export const draftFields = (fields: NamedFields): DraftField[] =>
  Object.entries(fields).map(([field, config]) => ({ field, ...inDraft(config) }) as DraftField);

/** The options of a type's example in the shape of a draft. */
export const draftOptions = ({ examples }: Pick<FieldDefinition, "examples">): object => inDraft(examples.field);

const everyAccess = {
  read: "administrator",
  add: "administrator",
  update: "administrator",
  delete: "administrator",
  export: "administrator",
};

/** The definition of a draft with these fields and other properties. */
export const draftDefinition = (fields: readonly DraftField[], more: object = {}) => ({
  access: everyAccess,
  fields,
  titleField: fields[0]?.field,
  groups: [{ name: sameText("All"), fields: fields.map(({ field }) => field) }],
  list: { columns: fields.map(({ field }) => field), sort: { field: "createdAt", direction: "desc" } },
  ...more,
});

const draftOf = (tableName: string, definition: unknown) => ({
  tableName,
  name: sameText(tableName || "Part"),
  definition: typeof definition === "string" ? definition : JSON.stringify(definition),
});

/** Saves a new draft, or a new version of one, and returns its row. */
export async function saveDraft(
  api: Client,
  tableName: string,
  definition: unknown,
  before?: Pick<AnyRow, "id">,
): Promise<AnyRow> {
  const draft = draftOf(tableName, definition);
  if (before === undefined)
    return (await api.call("POST Api/{type}/QueryAdd", { type: "lightApp", ...draft } as never)) as AnyRow;
  const { version } = await lightAppOf(api, before.id);
  return (await api.call("POST Api/{type}/QueryUpdate", {
    type: "lightApp",
    id: before.id,
    version,
    ...draft,
  } as never)) as AnyRow;
}

/** The row of a light app. */
export const lightAppOf = async (api: Client, id: string): Promise<AnyRow> =>
  contentOf(await api.send("GET Api/{type}/QueryById", { type: "lightApp", id })) as AnyRow;

export const command = (api: Client, name: "publish" | "unpublish", id: string): Promise<Answer> =>
  api.send("POST Api/{type}/Command", { type: "lightApp", command: name, ids: [id] });

/** Checks a definition as the draft of a light app. */
export async function check(api: Client, tableName: string, definition: unknown, id?: string): Promise<DraftReview> {
  const answer = await api.send("POST paas/lightApp/check", {
    ...draftOf(tableName, definition),
    ...(id === undefined ? {} : { id }),
  });
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return contentOf(answer) as DraftReview;
}

/** Saves and publishes a definition. Returns the row of the light app. */
export async function publishLightApp(
  api: Client,
  tableName: string,
  definition: unknown,
  before?: Pick<AnyRow, "id">,
): Promise<AnyRow> {
  const row = await saveDraft(api, tableName, definition, before);
  const answer = await command(api, "publish", row.id);
  expect(answer.status, answer.text).toBe(200);
  return row;
}
