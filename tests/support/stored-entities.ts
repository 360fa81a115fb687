import type { Fields } from "#kit/field.ts";
import type { StoredDefinition } from "#records/registry/stored-definition.server.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { createRegistries } from "#records/registry/registries.server.ts";
import { publishDefinition } from "#records/definitions/publish-definition.server.ts";
import type { Server } from "./server.ts";

const sameText = (text: string) => ({ zh: text, en: text });

/** The definition of a runtime entity with these fields and other properties. */
export const definitionOf = (type: string, fields: Fields, more: Partial<StoredDefinition> = {}): StoredDefinition => ({
  type,
  name: sameText(type),
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  fields: fields as StoredDefinition["fields"],
  titleField: Object.keys(fields)[0]!,
  groups: [{ name: sameText("Everything"), fields: Object.keys(fields) }],
  list: { columns: Object.keys(fields), sort: { field: "createdAt", direction: "desc" } },
  ...more,
});

const text = (name: string, more: object = {}) => ({ type: "textbox", name: sameText(name), ...more }) as const;

const deviceFields = {
  title: text("Title", { required: true, localized: true, search: "contains" }),
  serial: text("Serial number", { required: true, search: "prefix", column: { sortable: true } }),
  note: { type: "textarea", name: sameText("Note"), max: 2000 },
  power: {
    type: "number",
    name: sameText("Power"),
    step: 0.5,
    max: 1_000_000,
    search: "gte",
    column: { sortable: true },
  },
  isOnline: { type: "switch", name: sameText("Online"), value: false, search: "eq" },
  installedAt: { type: "datepicker", name: sameText("Installed"), search: "between", column: { sortable: true } },
  state: {
    type: "dropdownlist",
    name: sameText("State"),
    required: true,
    value: "spare",
    search: "eq",
    column: { sortable: true },
    options: ["spare", "running", "retired"].map((key) => ({ key, name: sameText(key) })),
  },
  article: { type: "relation", name: sameText("Article"), entity: "news", search: "eq" },
  articles: { type: "relationcheckbox", name: sameText("Articles"), entity: "news" },
  picture: { type: "image", name: sameText("Picture") },
  manual: { type: "url", name: sameText("Manual") },
  day: { type: "date", name: sameText("Day"), search: "between", column: { sortable: true } },
  term: { type: "daterange", name: sameText("Term"), search: "overlaps" },
  load: { type: "numberrange", name: sameText("Load") },
  outage: { type: "datetimerange", name: sameText("Outage") },
  mail: { type: "email", name: sameText("Mail"), search: "eq" },
  marks: { type: "tags", name: sameText("Marks") },
  grade: { type: "rate", name: sameText("Grade"), column: { sortable: true } },
  dueAt: { type: "deadline", name: sameText("Due"), readOnly: true, search: "between" },
} as const;
/** The fields of forms: all except read-only fields. */
const { dueAt: _dueAt, ...writableFields } = deviceFields;
const formFields = Object.keys(writableFields);

/** Entities of two spaces with the same type name and different fields. The first one has every field type that runtime entities may have. */
export const firstDevice = definitionOf("device", deviceFields, {
  groups: [{ name: sameText("Everything"), fields: formFields }],
  searchable: ["title", "note"],
  unique: [["serial"]],
  isFrozen: { field: "state", op: "eq", value: "retired" },
  list: {
    columns: ["title", "serial", "power", "installedAt", "state"],
    sort: { field: "installedAt", direction: "desc" },
  },
});
export const secondDevice = definitionOf(
  "device",
  {
    name: text("Name", { required: true, search: "contains", column: { sortable: true } }),
    // The first entity has a field of this name and of another type.
    serial: { type: "number", name: sameText("Serial number"), search: "eq", column: { sortable: true } },
    remark: text("Remark"),
  },
  { searchable: ["name"], list: { columns: ["name", "serial"], sort: { field: "serial", direction: "asc" } } },
);

/** Publishes a definition in a space without a check of rights. */
export async function publish(server: Server, tenantId: string, definition: unknown) {
  const registries = createRegistries(server.database, codeEntities);
  const entities = await registries.of(tenantId);
  return server.database.tenant(tenantId, (tx) =>
    publishDefinition(tx, { principal: { kind: "system", tenantId }, entities }, definition),
  );
}
