import type { Fields } from "#kit/field.ts";
import type { StoredDefinition } from "#records/registry/stored-definition.server.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { createRegistries } from "#records/registry/registries.server.ts";
import { publishDefinition } from "#records/change/publish-definition.server.ts";
import type { Server } from "./server.ts";

const both = (text: string) => ({ zh: text, en: text });

/** The definition of a runtime entity with these fields and other properties. */
export const definitionOf = (type: string, fields: Fields, more: Partial<StoredDefinition> = {}): StoredDefinition => ({
  type,
  name: both(type),
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  fields: fields as StoredDefinition["fields"],
  titleField: Object.keys(fields)[0]!,
  groups: [{ name: both("Everything"), fields: Object.keys(fields) }],
  list: { columns: Object.keys(fields), sort: { field: "createdAt", direction: "desc" } },
  ...more,
});

const text = (name: string, more: object = {}) => ({ type: "textbox", name: both(name), ...more }) as const;

const deviceFields = {
  title: text("Title", { required: true, localized: true, search: "contains" }),
  serial: text("Serial number", { required: true, search: "prefix", column: { sortable: true } }),
  note: { type: "textarea", name: both("Note"), max: 2000 },
  power: {
    type: "number",
    name: both("Power"),
    step: 0.5,
    max: 1_000_000,
    search: "gte",
    column: { sortable: true },
  },
  isOnline: { type: "switch", name: both("Online"), value: false, search: "eq" },
  installedAt: { type: "datepicker", name: both("Installed"), search: "between", column: { sortable: true } },
  state: {
    type: "dropdownlist",
    name: both("State"),
    required: true,
    value: "spare",
    search: "eq",
    column: { sortable: true },
    options: ["spare", "running", "retired"].map((key) => ({ key, name: both(key) })),
  },
  article: { type: "relation", name: both("Article"), entity: "news", search: "eq" },
  articles: { type: "relationcheckbox", name: both("Articles"), entity: "news" },
  picture: { type: "image", name: both("Picture") },
  manual: { type: "url", name: both("Manual") },
  day: { type: "date", name: both("Day"), search: "between", column: { sortable: true } },
  term: { type: "daterange", name: both("Term"), search: "overlaps" },
  load: { type: "numberrange", name: both("Load") },
  outage: { type: "datetimerange", name: both("Outage") },
  mail: { type: "email", name: both("Mail"), search: "eq" },
  marks: { type: "tags", name: both("Marks") },
  grade: { type: "rate", name: both("Grade"), column: { sortable: true } },
  dueAt: { type: "deadline", name: both("Due"), readOnly: true, search: "between" },
} as const;
/** The fields of forms, without read-only ones. */
const { dueAt: _dueAt, ...writableFields } = deviceFields;
const writable = Object.keys(writableFields);

/** Entities of two spaces with one name and different fields. The first has every field type that a runtime entity may have. */
export const firstDevice = definitionOf("device", deviceFields, {
  groups: [{ name: both("Everything"), fields: writable }],
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
    // The same name with another type.
    serial: { type: "number", name: both("Serial number"), search: "eq", column: { sortable: true } },
    remark: text("Remark"),
  },
  { searchable: ["name"], list: { columns: ["name", "serial"], sort: { field: "serial", direction: "asc" } } },
);

/** Publishes a definition in a space, without checking any rights. */
export async function publish(server: Server, tenantId: string, definition: unknown) {
  const registries = createRegistries(server.database, codeEntities);
  const entities = await registries.of(tenantId);
  return server.database.tenant(tenantId, (tx) =>
    publishDefinition(tx, { principal: { kind: "system", tenantId }, entities }, definition),
  );
}
