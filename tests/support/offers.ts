/** The interface offers a person exactly what the server accepts: the same checks for every entity, of the program and of a space. */
import { expect } from "vitest";
import type { Grant, Verb } from "#kit/access.ts";
import {
  actionsByRow,
  type AdvancedItem,
  type AutoForm,
  type ListDescription,
  type RowActions,
  type TableResult,
} from "#kit/auto.ts";
import type { BatchPreview } from "#kit/batch.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { unknownId } from "#kit/expectation.ts";
import type { FieldDefinition, LocalizedField } from "#kit/field.ts";
import { type Filter, filterLimits, relatedFieldsIn } from "#kit/filter.ts";
import { maxColumns } from "#kit/list-layout.ts";
import { exportFields, grantableVerbs } from "#records/registry/view.server.ts";
import { comparisonsOf, conditionOf, valueFieldOf } from "#render/filter/filter-conditions.ts";
import { type Client, contentOf } from "./client.ts";
import { fieldIsIn, grant } from "./roles.ts";

const fieldTypes = new Map(
  Object.values(
    import.meta.glob<FieldDefinition>(["../../src/fields/*.tsx", "../../src/fields/lazy-fields/*.tsx"], {
      eager: true,
      import: "default",
    }),
  ).map((definition) => [definition.type as string, definition]),
);

/** An entity whose offers are checked. */
export type OfferedEntity = Pick<EntityDefinition, "type" | "fields" | "actions">;

/** A grant to read the title and one other field, and to write the title. */
function twoFieldGrant({ fields, titleField }: EntityDefinition) {
  const secondField = Object.keys(fields).find((name) => name !== titleField);
  return { read: [titleField, ...(secondField === undefined ? [] : [secondField])], write: [titleField] };
}

/** Roles of every kind that give access to these entities. `rows`: the id of a row of each. */
export function offerRoles(entities: readonly EntityDefinition[], rows: Readonly<Record<string, string | number>>) {
  const grantable = entities.filter((entity) => grantableVerbs(entity).length > 0);
  const ofEach = (grantOf: (entity: EntityDefinition, verbs: readonly Verb[]) => Grant) =>
    grantable.map((entity) => grantOf(entity, grantableVerbs(entity)));
  return {
    "a role that gives all": ofEach(({ type }, verbs) => grant(type, verbs)),
    "a role that gives reading": ofEach(({ type }) => grant(type, ["read"])),
    "a role that gives two fields": ofEach((entity, verbs) =>
      grant(entity.type, verbs, undefined, twoFieldGrant(entity)),
    ),
    "a role that exports one field": ofEach((entity, verbs) =>
      grant(entity.type, verbs, undefined, { export: [exportFields(entity)[0]!] }),
    ),
    "a role that gives one row": ofEach(({ type }, verbs) => grant(type, verbs, fieldIsIn("id", String(rows[type])))),
    "a role that gives the list and no actions": ofEach(({ type }, verbs) =>
      grant(type, verbs, undefined, { actions: [], pages: ["list"] }),
    ),
    "a role that gives one action and all pages but the list": ofEach(({ type, actions = [] }, verbs) =>
      grant(type, verbs, undefined, {
        actions: actions.slice(0, 1).map(({ id }) => id),
        pages: ["edit", "add", "import"],
      }),
    ),
  } satisfies Record<string, readonly Grant[]>;
}
export type OfferRole = keyof ReturnType<typeof offerRoles>;

/** A valid value for the control of a comparison. */
function validValueFor(control: LocalizedField) {
  const { options } = control as { options?: readonly { key: string }[] };
  if (options !== undefined) return control.type === "checkboxlist" ? [options[0]!.key] : options[0]!.key;
  return fieldTypes.get(control.type)!.examples.valid[0] as string;
}

export type List = { play: ListDescription; rowActions: RowActions; result: TableResult };
/** The rows of a list with its description. */
export const searchList = (api: Client, type: string, more: object = {}) =>
  api.send("POST paas/table/search", { paraModel: { url: `/paas/${type}/list`, ...more } });
const preview = (api: Client, type: string, verb: Verb, id: string) => {
  const selection = { filter: fieldIsIn("id", id) };
  return api.send("POST Api/{type}/BatchPreview", { type, verb, selection, values: {} });
};
/** The number of rows, 0 or 1, that a person may change or delete. */
async function countPermitted(api: Client, type: string, verb: Verb, id: string): Promise<number> {
  const answer = await preview(api, type, verb, id);
  return answer.status === 200 ? (contentOf(answer) as BatchPreview).possible : 0;
}

/** Filters, of which one must hold, in groups of at most `size`. */
const combined = (filters: readonly Filter[], size: number): Filter[] =>
  Array.from({ length: Math.ceil(filters.length / size) }, (_, n) => ({ or: filters.slice(n * size, (n + 1) * size) }));

async function checkSearches(api: Client, type: string, { columns, fields, sort }: ListDescription): Promise<void> {
  const items = contentOf(await api.send("GET paas/table/advanced", { type })) as AdvancedItem[];
  const filters = items.flatMap((item): Filter[] =>
    comparisonsOf(item).map((comparison) => {
      const control = valueFieldOf(item, comparison);
      return conditionOf(item.prop, comparison, control === undefined ? null : validValueFor(control));
    }),
  );
  // Filters are combined to save requests: the server refuses a combination that contains an invalid filter, or too many on related records.
  const { related = [], direct = [] } = Object.groupBy(filters, (filter) =>
    relatedFieldsIn(filter).length > 0 ? "related" : "direct",
  );
  for (const filter of [...combined(direct, 20), ...combined(related, filterLimits.related)]) {
    const { status, text } = await searchList(api, type, { filter });
    expect([filter, status, status === 200 ? "" : text]).toEqual([filter, 200, ""]);
  }
  for (const { prop, dataType, config } of fields) {
    const isRange = dataType === "between" || dataType === "overlaps";
    const value = validValueFor(config);
    const input = isRange ? { [`${prop}_Start`]: [value].flat()[0] } : { [prop]: value };
    expect([input, (await searchList(api, type, { fields: input })).status]).toEqual([input, 200]);
  }
  const sorts = [sort.field, ...columns.filter(({ sortable }) => sortable).map(({ field }) => field)];
  for (const field of sorts)
    for (const direction of ["asc", "desc"])
      expect([field, (await searchList(api, type, { sort: { field, direction } })).status]).toEqual([field, 200]);
}

/** The server exports exactly the columns that it offers, and refuses all others. */
async function checkExport(api: Client, { type, fields }: OfferedEntity): Promise<void> {
  const options = await api.send("POST paas/export/options", { type });
  const offered = (contentOf(options) as { columns: { field: string }[] }).columns.map(({ field }) => field);
  const file = await api.send("GET api/Auto/ToExcel", { type, columns: offered.join(",") });
  expect(file.status, file.text).toBe(200);
  for (const field of Object.keys(fields).filter((name) => !offered.includes(name))) {
    const refused = await api.send("GET api/Auto/ToExcel", { type, columns: `${offered[0]},${field}` });
    expect([type, field, refused.status]).toEqual([type, field, 422]);
  }
}

async function checkColumns(
  api: Client,
  entity: OfferedEntity,
  { columns, isExportable }: ListDescription,
): Promise<void> {
  const { type } = entity;
  const { choices } = contentOf(await api.send("GET paas/table/columns", { type })) as { choices: { field: string }[] };
  // The dialog offers to show up to `maxColumns` of them at once.
  for (let start = 0; start < choices.length; start += maxColumns) {
    const shown = choices.slice(start, start + maxColumns).map(({ field }) => ({ field }));
    const layout = { columns: shown, frozen: 0, density: "normal" };
    expect((await api.send("POST paas/table/layout", { type, layout })).status).toBe(200);
    const list = await searchList(api, type);
    expect([list.status, (contentOf(list) as List).play.columns.length]).toEqual([200, shown.length]);
  }
  await api.send("POST paas/table/layout", { type, layout: null });
  expect(columns.length).toBeGreaterThan(0);
  if (isExportable) {
    await checkExport(api, entity);
    return;
  }
  expect((await api.send("POST paas/export/options", { type })).status).toBe(403);
  expect((await api.send("GET api/Auto/ToExcel", { type })).status).toBe(403);
}

async function checkForm(api: Client, type: string, id: string, mayEdit: boolean): Promise<void> {
  const answer = await api.send("GET Api/Ui/AutoForm", { type, id });
  expect(answer.status, answer.text).toBe(200);
  const { groups, hiddenButton, row } = contentOf(answer) as AutoForm;
  expect([type, hiddenButton]).toEqual([type, !mayEdit]);
  const names = groups.flatMap(({ items }) => items.filter(({ readOnly }) => !readOnly).map(({ field }) => field));
  if (!mayEdit) return;
  const filled = names.filter((name) => row?.[name] !== null && row?.[name] !== undefined);
  const values = Object.fromEntries(filled.map((name) => [name, row![name]]));
  const saved = await api.send("POST Api/{type}/QueryUpdate", { type, id, version: row!.version, ...values });
  expect(saved.status, saved.text).toBe(200);
}

/** The server refuses every action of the definition that it does not offer. */
async function checkRefusedActions(api: Client, { type, actions = [] }: OfferedEntity, { play }: List): Promise<void> {
  const offered = new Set(play.actions.flatMap((action) => ("command" in action ? [action.command] : [])));
  for (const { id, kind } of actions)
    if (kind === "request" && !offered.has(id)) {
      const { status } = await api.send("POST Api/{type}/Command", { type, command: id, ids: [unknownId] });
      expect([type, id, status === 403 || status === 422]).toEqual([type, id, true]);
    }
}

async function checkActions(api: Client, type: string, list: List, isPageLimited: boolean): Promise<void> {
  const { play, rowActions, result } = list;
  for (const { id } of result.rows.slice(0, 3)) {
    const actions = actionsByRow(rowActions, result.rows).get(id) ?? play.actions;
    const removal = actions.find(({ event }) => event === "delete");
    const isRemovable = removal !== undefined && removal.disabled === undefined;
    expect([type, "delete", await countPermitted(api, type, "delete", id)]).toEqual([
      type,
      "delete",
      isRemovable ? 1 : 0,
    ]);
    for (const action of actions)
      if (action.event === "command") {
        const input = { type, command: action.command, ids: [unknownId] };
        expect([action.command, (await api.send("POST Api/{type}/Command", input)).status]).toEqual([
          action.command,
          404,
        ]);
      }
    const isEditable = actions.some(({ event }) => event === "edit");
    const isViewable = actions.some(({ event }) => event === "view");
    if (isEditable || isViewable) await checkForm(api, type, id, isEditable);
  }
  const newForm = await api.send("GET Api/Ui/AutoForm", { type });
  if (play.addUrl?.startsWith("/admin/") === true) {
    expect(newForm.status, newForm.text).toBe(200);
    expect((contentOf(newForm) as AutoForm).hiddenButton).toBe(false);
  }
  const added = await api.send("POST Api/{type}/QueryAdd", { type });
  if (play.addUrl === undefined && !isPageLimited) expect([type, added.status]).toEqual([type, 403]);
  const upload = await api.send("POST paas/import/{type}/upload", { type });
  expect([type, upload.status === 403]).toEqual([type, !play.isImportable]);
}

/** Checks that a person is offered for an entity exactly what the server accepts. */
export async function expectOffers(api: Client, entity: OfferedEntity, role: string): Promise<void> {
  // Such a role gives data on pages that it does not give.
  const isPageLimited = role.includes("the list");
  const { type } = entity;
  const answer = await searchList(api, type);
  if (answer.status !== 200) {
    expect(answer.status).toBe(403);
    const data = isPageLimited ? [] : ["GET Api/{type}/QueryPageList", "GET paas/table/advanced"];
    for (const call of [...data, "GET paas/table/columns"])
      expect([call, (await api.send(call, { type })).status]).toEqual([call, 403]);
    return;
  }
  const list = contentOf(answer) as List;
  await checkSearches(api, type, list.play);
  await checkColumns(api, entity, list.play);
  await checkActions(api, type, list, isPageLimited);
  await checkRefusedActions(api, entity, list);
}

/** Checks that the API description for a program lists for an entity exactly what the server accepts. */
export async function expectDescribedCalls(program: Client, type: string): Promise<void> {
  const api = (await program.send("GET api/openapi.json")).body as {
    paths: Record<string, Record<string, { parameters?: { name: string; schema: { enum?: string[] } }[] }>>;
  };
  const list = api.paths[`/api/${type}/QueryPageList`]?.get;
  if (list === undefined) {
    expect((await program.send("GET Api/{type}/QueryPageList", { type })).status).toBe(403);
    return;
  }
  const orders = list.parameters!.find(({ name }) => name === "orderBy")!.schema.enum!;
  for (const orderBy of orders)
    expect([orderBy, (await program.send("GET Api/{type}/QueryPageList", { type, orderBy })).status]).toEqual([
      orderBy,
      200,
    ]);
  for (const [call, method] of [
    ["QueryAdd", "POST"],
    ["QueryUpdate", "POST"],
    ["QueryDelete", "DELETE"],
  ] as const) {
    const isDescribed = api.paths[`/api/${type}/${call}`] !== undefined;
    const { status } = await program.send(`${method} Api/{type}/${call}`, { type, id: unknownId, version: 1 });
    expect([call, status === 403]).toEqual([call, !isDescribed]);
  }
}
