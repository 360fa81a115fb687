import { sql } from "drizzle-orm";
import type { Principal } from "#kit/access.ts";
import type { RowAction, RowActions } from "#kit/auto.ts";
import type { AnyRow, EntityDefinition } from "#kit/entity.ts";
import { type EntityAction, appliesTo, type RowRules, whyNot } from "#kit/row-action.ts";
import { fieldsIn } from "#kit/filter.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import { getOrCompute, memo } from "#kit/memo.ts";
import { isFrozen, whyNotDelete } from "#kit/rules.ts";
import type { Locale, Text } from "#kit/text.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { isForMany, requestsKey, type RowRequest } from "#records/change/row-commands.server.ts";
import { mayBeReferenced, referenceReasons } from "#records/change/refusals.server.ts";
import { allows, givesPage, hasAllFields } from "#records/registry/guard.server.ts";
import { entityPageAt } from "./pages.server.ts";
import { filledAddress } from "#records/registry/placeholders.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { type EntityView, viewOf } from "#records/registry/view.server.ts";

const editWord = { zh: "编辑", en: "Edit" };
const viewWord = { zh: "查看", en: "View" };
const deleteWord = { zh: "删除", en: "Delete" };

/**
 * A reader's rights on a row. `delete`: a text explains why the row cannot be deleted. `form`: whether they may open its form; `otherScreens`: whether
 * they may open more than that.
 */
type Rights = { update: boolean; form: boolean; otherScreens: boolean; delete: boolean | Text };

/** Whether `principal` may open the other screens of an entity, which show and change complete rows. */
export const mayUseOtherScreens = (principal: Principal, entity: EntityDefinition): boolean =>
  allows(principal, entity, "update") && hasAllFields(principal, entity, "update");

/** The properties that all kinds of actions have; for a row, also the reason why it is unavailable. */
function commonProperties(
  { id, name, icon, ...rules }: EntityAction | RowRequest,
  locale: Locale,
  row: AnyRow | undefined,
) {
  const reason = row === undefined ? undefined : whyNot(rules, row);
  return { name: name[locale], icon, ...(reason === undefined ? {} : { disabled: reason[locale] }), command: id };
}

function requestAction(request: RowRequest, entity: EntityDefinition, locale: Locale, row?: AnyRow): RowAction {
  const { title, isDangerous = false } = request.question ?? {};
  return {
    ...commonProperties(request, locale, row),
    type: "request",
    method: "POST",
    url: `Api/${entity.type}/Command`,
    event: "command",
    isBatch: isForMany(request),
    isUndoable: "set" in request,
    ...(title === undefined ? {} : { question: { title: title[locale], isDangerous } }),
  };
}

/** Links, and actions that the browser performs itself. */
function actionOf(entity: EntityDefinition, action: EntityAction, locale: Locale, row?: AnyRow): RowAction[] {
  if (action.kind === "request") return [];
  const base = { ...commonProperties(action, locale, row), url: filledAddress(entity, action.url, locale) };
  if (action.kind === "link") return [{ ...base, type: "link", event: "open", isMain: action.isMain === true }];
  return [{ ...base, type: "event", event: action.event }];
}

type ActionContext = {
  may: Rights;
  requests: readonly RowRequest[];
  view: Pick<EntityView, "givesAction" | "givesPage">;
  row?: AnyRow;
};

/** Whether the roles of a reader leave them the page to which a link leads. */
function leadsToGivenPage({ type }: EntityDefinition, view: ActionContext["view"], { url }: { url: string }): boolean {
  const page = entityPageAt(type, url);
  return page === undefined || view.givesPage(page);
}

/** The actions of an entity's definition and its commands for a row. Readers who may not change the row only get the main link of the definition. */
function declaredActions(
  entity: EntityDefinition,
  locale: Locale,
  { may, requests, view, row }: ActionContext,
): RowAction[] {
  const applies = (rules: RowRules) => row === undefined || appliesTo(rules, row);
  const isAvailable = (action: EntityAction) => (action.kind === "link" ? may.update && may.otherScreens : may.update);
  const isMain = (action: EntityAction) => action.kind === "link" && action.isMain === true;
  // Roles do not name main links: they are how readers open a row.
  const availableActions = (entity.actions ?? [])
    .filter((action) => isMain(action) || (isAvailable(action) && view.givesAction({ id: action.id })))
    .filter((action) => action.kind !== "link" || leadsToGivenPage(entity, view, action));
  return [
    ...requests
      .filter((request) => applies(request) && (may.update || "run" in request))
      .map((request) => requestAction(request, entity, locale, row)),
    ...availableActions.filter(applies).flatMap((action) => actionOf(entity, action, locale, row)),
  ];
}

/** The actions that a list offers for a row of the entity (or, without a row, for the selected rows) under these rights. */
export function actionsOf(entity: EntityDefinition, locale: Locale, context: ActionContext): RowAction[] {
  const { may } = context;
  const formUrl = `/admin/${entity.type}/edit`;
  const links = (entity.actions ?? []).filter((action) => action.kind === "link");
  // The list needs no action of its own if a link opens the form or, for a reader without the right to update, the page of a row.
  const hasOwnLink = links.some(({ url, isMain }) => (may.update ? url.split("?")[0] === formUrl : isMain === true));
  const form: RowAction = {
    type: "link",
    name: (may.update ? editWord : viewWord)[locale],
    icon: may.update ? "edit" : "view",
    url: formUrl,
    event: may.update ? "edit" : "view",
  };
  const remove: RowAction = {
    type: "request",
    name: deleteWord[locale],
    icon: "delete",
    method: "DELETE",
    url: `Api/${entity.type}/QueryDelete`,
    event: "delete",
    ...(typeof may.delete === "object" ? { disabled: may.delete[locale] } : {}),
  };
  return [
    ...declaredActions(entity, locale, context),
    ...(hasOwnLink || !may.form ? [] : [form]),
    ...(may.delete === false ? [] : [remove]),
  ];
}

/**
 * Whether limits of `principal` exclude some rows of a list from a verb. The limits of a verb include those of reading, which all rows of the list
 * meet.
 */
function hasRowLimits(principal: Principal, entity: EntityDefinition, verb: "update" | "delete"): boolean {
  const { limits } = viewOf(principal, entity);
  return (limits.get(verb)?.length ?? 0) > (limits.get("read")?.length ?? 0);
}

/** Whether the rights of `principal` may differ between rows of one list. */
function dependsOnRow(principal: Principal, entity: EntityDefinition): boolean {
  const updateDependsOnRow = entity.isFrozen !== undefined || hasRowLimits(principal, entity, "update");
  const deleteDependsOnRow = entity.whyNotDelete !== undefined || hasRowLimits(principal, entity, "delete");
  return (
    (updateDependsOnRow && allows(principal, entity, "update")) ||
    (deleteDependsOnRow && allows(principal, entity, "delete"))
  );
}

const conditionsOf = ({ if: condition, whyNot: rules = [] }: RowRules): RowCondition[] => [
  ...(condition === undefined ? [] : [condition]),
  ...rules.map(({ when }) => when),
];

/** The fields that the conditions of rules compare; undefined when they also compare internal columns. */
function ruleFields(entity: EntityDefinition, rules: readonly RowRules[]): string[] | undefined {
  const { isFrozen: frozen, whyNotDelete: refusals = [] } = entity;
  const all: RowRules[] = [...rules, { whyNot: refusals }, frozen === undefined ? {} : { if: frozen }];
  const names = [...new Set(all.flatMap(conditionsOf).flatMap(fieldsIn))];
  return names.every((name) => Object.hasOwn(entity.fields, name)) ? names : undefined;
}

/** A row, and whether it is within the limits for updating and deleting. */
type LimitedRow = { row: AnyRow; isUpdatable: boolean; isDeletable: boolean };

/** The rights on a row, as saving and deleting check them. */
function rightsOn(principal: Principal, entity: EntityDefinition): (row: LimitedRow) => Rights {
  const [updates, deletes] = [allows(principal, entity, "update"), allows(principal, entity, "delete")];
  const otherScreens = mayUseOtherScreens(principal, entity);
  const form = givesPage(principal, entity, "edit");
  return ({ row, isUpdatable, isDeletable }) => ({
    update: updates && isUpdatable && !isFrozen(entity, row),
    form,
    otherScreens,
    delete: deletes && isDeletable && (whyNotDelete(entity, row) ?? true),
  });
}

/** Reads the fields of rows that decide about actions, and the limits for each row. Rows that `principal` may not read are missing. */
async function readLimitedRows(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  { ids, names }: { ids: readonly string[]; names: readonly string[] | undefined },
): Promise<LimitedRow[]> {
  const { from, fields, allColumns } = storeOf(entity);
  // Long texts are not read for the actions of a list.
  const { columns, toRow } = names === undefined ? allColumns : fields(names);
  const rows = await database.read<AnyRow & { may_update: boolean; may_delete: boolean }>(
    principal.tenantId,
    sql`select ${columns}, (${permittedRowsSql(principal, entity, "update")}) as may_update, (${permittedRowsSql(principal, entity, "delete")}) as may_delete
      from ${from([])} where ${permittedRowsSql(principal, entity, "read")} and id = any(${sql.param([...ids])}::uuid[])`,
  );
  return rows.map(({ may_update, may_delete, ...raw }) => ({
    row: toRow(raw as AnyRow),
    isUpdatable: may_update,
    isDeletable: may_delete,
  }));
}

/** The rows of a list with the limits for each: without a query if the rows contain all fields that decide, `names`. */
async function limitedRowsOf(
  database: Database,
  principal: Principal,
  entity: EntityDefinition,
  { rows, names }: { rows: readonly AnyRow[]; names: readonly string[] | undefined },
): Promise<LimitedRow[]> {
  const hasLimits = hasRowLimits(principal, entity, "update") || hasRowLimits(principal, entity, "delete");
  if (hasLimits || names?.every((name) => rows.every((row) => Object.hasOwn(row, name))) !== true)
    return readLimitedRows(database, principal, entity, { ids: rows.map(({ id }) => id), names });
  return rows.map((row) => ({ row, isUpdatable: true, isDeletable: true }));
}

type Reader = { principal: Principal; locale: Locale };

/** The actions of a form for a row besides saving, and whether this person may change it. */
export async function formActions(
  database: Database,
  { principal, locale }: Reader,
  entity: EntityDefinition,
  { id, requests }: { id: string; requests: readonly RowRequest[] },
): Promise<{ mayUpdate: boolean; actions: RowAction[] }> {
  const names = ruleFields(entity, [...requests, ...(entity.actions ?? [])]);
  const [limitedRow] = await readLimitedRows(database, principal, entity, { ids: [id], names });
  if (limitedRow === undefined) return { mayUpdate: false, actions: [] };
  const may = rightsOn(principal, entity)(limitedRow);
  const formUrl = `/admin/${entity.type}/edit`;
  const view = viewOf(principal, entity);
  const actions = declaredActions(entity, locale, { row: limitedRow.row, may, requests, view }).filter(
    ({ url }) => url.split("?")[0] !== formUrl,
  );
  return { mayUpdate: may.update, actions };
}

/** What the actions of a list depend on besides its rows. */
type ActionPlan = {
  rules: RowRules[];
  /** The fields that decide about actions; undefined when internal columns decide too. */
  fields: string[] | undefined;
  /** The sets of actions by the values of these fields and what else decides; equal sets are the same object. */
  setByValues: Map<string, RowAction[]>;
  setByResults: Map<string, RowAction[]>;
};

/** With more entries, the maps of a plan are emptied before the next page: the values of rows may all be different. */
const maxSets = 200;

/** The plans of everybody with the same view, by the commands that they may run. */
const plansOf = memo((_view: EntityView, _locale: Locale) => new Map<string, ActionPlan>());

function planOf(view: EntityView, locale: Locale, requests: readonly RowRequest[]): ActionPlan {
  return getOrCompute(plansOf(view, locale), requestsKey(requests), () => {
    const entity = view.readable.source;
    const hasRules = (action: RowRules) => action.if !== undefined || action.whyNot !== undefined;
    const rules = [...requests, ...(entity.actions ?? [])].filter(hasRules);
    return { rules, fields: ruleFields(entity, rules), setByValues: new Map(), setByResults: new Map() };
  });
}

/** A key for what decides about the actions of a row: equal keys, equal values. No text in the database contains the separator. */
function valuesKey(
  { row, isUpdatable, isDeletable }: LimitedRow,
  reference: Text | undefined,
  fields: readonly string[],
): string {
  let key = `${isUpdatable} ${isDeletable} ${reference?.zh}`;
  for (const name of fields) {
    const value = row[name] ?? null;
    key += typeof value === "object" ? `\0${JSON.stringify(value)}` : `\0${typeof value} ${String(value)}`;
  }
  return key;
}

/** The actions of a list per row; empty when all rows have the same. Rows with equal actions share one set. */
export async function rowActions(
  database: Database,
  reader: RowContext & { locale: Locale },
  entity: EntityDefinition,
  { rows, requests }: { rows: readonly AnyRow[]; requests: readonly RowRequest[] },
): Promise<RowActions> {
  const { principal, locale } = reader;
  const isReferenced = mayBeReferenced(reader, entity) && allows(principal, entity, "delete");
  const view = viewOf(principal, entity);
  const { rules, fields, setByValues, setByResults } = planOf(view, locale, requests);
  if (rows.length === 0 || !(isReferenced || rules.length > 0 || dependsOnRow(principal, entity)))
    return { sets: [], rows: [] };
  if (setByValues.size + setByResults.size > maxSets) {
    setByValues.clear();
    setByResults.clear();
  }
  const ids = rows.map(({ id }) => id);
  const [limitedRows, references] = await Promise.all([
    limitedRowsOf(database, principal, entity, { rows, names: fields }),
    isReferenced ? database.tenant(principal.tenantId, (tx) => referenceReasons(tx, reader, entity, ids)) : undefined,
  ]);
  const rightsOf = rightsOn(principal, entity);

  /** The actions of a row. Equal rights and equal results of all rules give equal actions. */
  function actionsFor(limitedRow: LimitedRow, reference: Text | undefined): RowAction[] {
    const { row } = limitedRow;
    const rights = rightsOf(limitedRow);
    const may = rights.delete === true && reference !== undefined ? { ...rights, delete: reference } : rights;
    const reason = typeof may.delete === "object" ? may.delete[locale] : may.delete;
    const results = rules.map((rule) => appliesTo(rule, row) && (whyNot(rule, row)?.[locale] ?? true));
    const key = [may.update, may.otherScreens, reason, ...results].join("\n");
    return getOrCompute(setByResults, key, () => actionsOf(entity, locale, { may, requests, view, row }));
  }

  const indexBySet = new Map<RowAction[], number>();
  const indexById = new Map<string, number>();
  for (const limitedRow of limitedRows) {
    const { row } = limitedRow;
    const reference = references?.get(row.id);
    const key = fields === undefined ? undefined : valuesKey(limitedRow, reference, fields);
    const set = (key === undefined ? undefined : setByValues.get(key)) ?? actionsFor(limitedRow, reference);
    if (key !== undefined) setByValues.set(key, set);
    if (!indexBySet.has(set)) indexBySet.set(set, indexBySet.size);
    indexById.set(row.id, indexBySet.get(set)!);
  }
  return { sets: [...indexBySet.keys()], rows: ids.map((id) => indexById.get(id) ?? -1) };
}
