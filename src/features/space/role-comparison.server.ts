import { type UserPrincipal, type Verb, verbs } from "#kit/access.ts";
import { pagePermissionId } from "#kit/page-permission.ts";
import { appScreens } from "#kit/app-screens.ts";
import type { CallContext } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { menuNames } from "#kit/menus.ts";
import { menuOf } from "#kit/menu-groups.ts";
import { requestsFor } from "#records/change/row-commands.server.ts";
import { roleIdsOf } from "#records/describe/pages.server.ts";
import { mayUseOtherScreens } from "#records/describe/row-actions.server.ts";
import { countRows } from "#records/query/list.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import { type EntityView, formFields, viewOf } from "#records/registry/view.server.ts";

/** The rights to an entity that an administrator has and a role lacks. Names are in the reader's language. */
export type EntityComparison = {
  type: string;
  name: string;
  /** Whether the role can read rows at all; if not, the lists are empty. */
  isReadable: boolean;
  verbs: Verb[];
  /** The names of further actions on rows. */
  actions: string[];
  /** Fields that the role does not see. */
  hidden: string[];
  /** Fields that the role sees but cannot change. */
  readOnly: string[];
  /** Fields that the role sees but cannot export. */
  notExported: string[];
  /** The rows that the role reads (`count`) of those that the administrator reads (`of`), both counted up to 10,001; null if it reads the same. */
  rows: { count: number; of: number } | null;
};

export type RoleComparison = {
  /** The names of screens that the role's menus lack, apart from lists. */
  screens: string[];
  entities: EntityComparison[];
};

/** `own`: the person with their own rights; `role`: the person with the rights of the role. */
type ComparedPrincipals = { own: UserPrincipal; role: UserPrincipal };

/** The elements of `expected` that `actual` lacks. */
const missingFrom = <T>(expected: Iterable<T>, actual: { has(element: T): boolean }): T[] =>
  [...expected].filter((element) => !actual.has(element));

/** The rights of a view as sets: verbs, readable fields, fields that can be set when adding and when updating, exportable fields. */
const viewSetsOf = ({ may, readable, writable, exportable }: EntityView) => ({
  may,
  fields: new Set(Object.keys(readable.fields)),
  add: may.has("add") ? writable.add : new Set<string>(),
  update: may.has("update") ? writable.update : new Set<string>(),
  exportable: may.has("export") ? exportable : new Set<string>(),
});

/** Whether a role has rights to an entity that the person does not have. */
export function exceeds({ own, role }: ComparedPrincipals, entity: EntityDefinition): boolean {
  const [ownView, roleView] = [viewOf(own, entity), viewOf(role, entity)];
  const [ownSets, roleSets] = [viewSetsOf(ownView), viewSetsOf(roleView)];
  if (!roleView.may.has("read")) return roleView.may.size > 0;
  const hasMoreRights = (["may", "fields", "add", "update", "exportable"] as const).some(
    (name) => missingFrom<string>(roleSets[name], ownSets[name]).length > 0,
  );
  const limitOf = ({ limits }: EntityView, verb: Verb) => JSON.stringify(limits.get(verb) ?? []);
  // Two limits cannot be ordered, so a limit other than the person's own counts as more rows.
  const hasMoreRows = [...roleView.may].some(
    (verb) => ownView.limits.has(verb) && limitOf(ownView, verb) !== limitOf(roleView, verb),
  );
  return hasMoreRights || hasMoreRows;
}

/** The names of the actions on rows that a person may use, by id, apart from editing and deleting. */
function actionNames({ services, entities }: CallContext, principal: UserPrincipal, entity: EntityDefinition) {
  const { givesAction } = viewOf(principal, entity);
  const requests = requestsFor(services.rowCommands, { principal, entities }, entity);
  const screenActions = mayUseOtherScreens(principal, entity)
    ? (entity.actions ?? []).filter(({ kind, id }) => kind !== "request" && givesAction({ id }))
    : [];
  return new Map([...requests, ...screenActions].map(({ id, name }) => [id, name]));
}

async function compareEntity(
  context: CallContext,
  { own, role }: ComparedPrincipals,
  entity: EntityDefinition,
): Promise<EntityComparison> {
  const { locale, services } = context;
  const [ownView, roleView] = [viewOf(own, entity), viewOf(role, entity)];
  const [ownSets, roleSets] = [viewSetsOf(ownView), viewSetsOf(roleView)];
  const base = { type: entity.type, name: (entity.listName ?? entity.name)[locale] };
  const noRights = { verbs: [], actions: [], hidden: [], readOnly: [], notExported: [], rows: null };
  if (!roleView.may.has("read")) return { ...base, ...noRights, isReadable: false };
  const namesOf = (fields: readonly string[]) => fields.map((field) => entity.fields[field]!.name[locale]);
  const isShown = (field: string) => roleSets.fields.has(field);
  const visibleFormFields = formFields(entity, "update").filter((field) => ownSets.update.has(field) && isShown(field));
  const isLimited = JSON.stringify(ownView.limits.get("read")) !== JSON.stringify(roleView.limits.get("read"));
  const ownActions = actionNames(context, own, entity);
  const roleActions = actionNames(context, role, entity);
  const count = (principal: UserPrincipal) => countRows(services.database, principal, entity);
  const [roleCount, ownCount] = isLimited ? await Promise.all([count(role), count(own)]) : [];
  return {
    ...base,
    isReadable: true,
    verbs: missingFrom(verbs, roleSets.may).filter((verb) => ownSets.may.has(verb)),
    actions: missingFrom(ownActions.keys(), roleActions).map((id) => ownActions.get(id)![locale]),
    hidden: namesOf(missingFrom(ownSets.fields, roleSets.fields)),
    readOnly: roleSets.may.has("update") ? namesOf(missingFrom(visibleFormFields, roleSets.update)) : [],
    notExported: roleSets.may.has("export")
      ? namesOf(missingFrom(ownSets.exportable, roleSets.exportable).filter(isShown))
      : [],
    rows: roleCount === undefined || ownCount === undefined ? null : { count: roleCount.total, of: ownCount.total },
  };
}

/** The names of screens in the person's menus that the role cannot open, apart from lists. */
function missingScreens({ entities, locale }: CallContext, { own, role }: ComparedPrincipals): string[] {
  const ownPages = new Set(roleIdsOf({ principal: own, entities }));
  const rolePages = new Set(roleIdsOf({ principal: role, entities }));
  const entries = menuNames
    .flatMap((menu) => menuOf(appScreens, menu))
    .flatMap((group) => group.entries)
    .filter(({ listedEntity }) => listedEntity === undefined);
  const missing = entries.filter(
    ({ url }) => ownPages.has(pagePermissionId(url)) && !rolePages.has(pagePermissionId(url)),
  );
  return [...new Set(missing.map(({ name }) => name[locale]))];
}

/** Whether a comparison has any difference. */
const isDifferent = ({ isReadable, verbs: missing, actions, hidden, readOnly, notExported, rows }: EntityComparison) =>
  !isReadable || rows !== null || [missing, actions, hidden, readOnly, notExported].some(({ length }) => length > 0);

/** Compares the rights of a role with those of the person. Only entities with differences are listed. */
export async function compareRole(context: CallContext, principals: ComparedPrincipals): Promise<RoleComparison> {
  const readable = context.entities.all.filter((entity) => allows(principals.own, entity, "read"));
  const comparisons = await Promise.all(readable.map((entity) => compareEntity(context, principals, entity)));
  return { screens: missingScreens(context, principals), entities: comparisons.filter(isDifferent) };
}
