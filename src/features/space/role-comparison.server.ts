import { type UserPrincipal, type Verb, verbs } from "#kit/access.ts";
import { roleIdOf } from "#kit/app-pages.ts";
import { appScreens } from "#kit/app-screens.ts";
import type { CallContext } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { menus, type MenuName } from "#kit/screen.ts";
import { menuOf } from "#kit/screens.ts";
import type { Locale } from "#kit/text.ts";
import { requestsFor } from "#records/change/row-commands.server.ts";
import { roleIdsOf } from "#records/describe/pages.server.ts";
import { mayUsePlaces } from "#records/describe/row-actions.server.ts";
import { countRows } from "#records/query/list.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import { type EntityView, formFields, viewOf } from "#records/registry/view.server.ts";

/** What a role lacks of an entity, compared with the rights of an administrator; names in the reader's language. */
export type EntityComparison = {
  type: string;
  name: string;
  /** Whether its rows can be read at all; if not, nothing else is listed. */
  isReadable: boolean;
  verbs: Verb[];
  /** Further actions on its rows. */
  actions: string[];
  /** Fields that are not shown; shown and not changed; shown and not exported. */
  hidden: string[];
  readOnly: string[];
  notExported: string[];
  /** How many of how many rows can be read, both counted up to 10,001; null: all. */
  rows: { count: number; of: number } | null;
};

export type RoleComparison = {
  /** Screens that are not in its menus, apart from lists. */
  screens: string[];
  entities: EntityComparison[];
};

type Sides = { own: UserPrincipal; role: UserPrincipal };

const lacks = <T>(own: Iterable<T>, role: ReadonlySet<T>): T[] => [...own].filter((one) => !role.has(one));

/** The sets that make up a view, by what they are about. */
const partsOf = ({ may, readable, writable, exportable }: EntityView) => ({
  may,
  fields: new Set(Object.keys(readable.fields)),
  add: may.has("add") ? writable.add : new Set<string>(),
  update: may.has("update") ? writable.update : new Set<string>(),
  exportable: may.has("export") ? exportable : new Set<string>(),
});

/** Whether a role opens something of an entity that the person may not do themselves. */
export function exceeds({ own, role }: Sides, entity: EntityDefinition): boolean {
  const [ownView, roleView] = [viewOf(own, entity), viewOf(role, entity)];
  const [ownParts, roleParts] = [partsOf(ownView), partsOf(roleView)];
  if (!roleView.may.has("read")) return roleView.may.size > 0;
  const isWider = (["may", "fields", "add", "update", "exportable"] as const).some(
    (part) => lacks<string>(roleParts[part], ownParts[part]).length > 0,
  );
  const limitOf = ({ limits }: EntityView, verb: Verb) => JSON.stringify(limits.get(verb) ?? []);
  const opensRows = [...roleView.may].some(
    (verb) => ownView.limits.has(verb) && limitOf(ownView, verb) !== limitOf(roleView, verb),
  );
  return isWider || opensRows;
}

/** The names of the actions on rows that a person has, apart from the form and deletion. */
function actionNames({ services, entities }: CallContext, principal: UserPrincipal, entity: EntityDefinition) {
  const requests = requestsFor(services.rowCommands, { principal, entities }, entity);
  const places = mayUsePlaces(principal, entity) ? (entity.actions ?? []).filter(({ kind }) => kind !== "request") : [];
  return new Map([...requests, ...places].map(({ id, name }) => [id, name]));
}

async function compareEntity(
  context: CallContext,
  { own, role }: Sides,
  entity: EntityDefinition,
): Promise<EntityComparison> {
  const { locale, services } = context;
  const [ownView, roleView] = [viewOf(own, entity), viewOf(role, entity)];
  const [ownParts, roleParts] = [partsOf(ownView), partsOf(roleView)];
  const base = { type: entity.type, name: (entity.listName ?? entity.name)[locale] };
  const none = { verbs: [], actions: [], hidden: [], readOnly: [], notExported: [], rows: null };
  if (!roleView.may.has("read")) return { ...base, ...none, isReadable: false };
  const namesOf = (fields: readonly string[]) => fields.map((field) => entity.fields[field]!.name[locale]);
  const isShown = (field: string) => roleParts.fields.has(field);
  const form = formFields(entity, "update").filter((field) => ownParts.update.has(field) && isShown(field));
  const isLimited = JSON.stringify(ownView.limits.get("read")) !== JSON.stringify(roleView.limits.get("read"));
  const [ownActions, roleActions] = [own, role].map((one) => actionNames(context, one, entity)) as [
    ReturnType<typeof actionNames>,
    ReturnType<typeof actionNames>,
  ];
  const count = (principal: UserPrincipal) => countRows(services.database, principal, entity);
  const [seen, all] = isLimited ? await Promise.all([count(role), count(own)]) : [];
  return {
    ...base,
    isReadable: true,
    verbs: verbs.filter((verb) => ownParts.may.has(verb) && !roleParts.may.has(verb)),
    actions: [...ownActions].filter(([id]) => !roleActions.has(id)).map(([, name]) => name[locale]),
    hidden: namesOf(lacks(ownParts.fields, roleParts.fields)),
    readOnly: roleParts.may.has("update") ? namesOf(lacks(form, roleParts.update)) : [],
    notExported: roleParts.may.has("export")
      ? namesOf(lacks(ownParts.exportable, roleParts.exportable).filter(isShown))
      : [],
    rows: seen === undefined || all === undefined ? null : { count: seen.total, of: all.total },
  };
}

/** The names of the menu's screens that a role does not open, apart from the lists of entities. */
function missingScreens({ entities }: CallContext, { own, role }: Sides, locale: Locale): string[] {
  const [ownPages, rolePages] = [own, role].map((principal) => new Set(roleIdsOf({ principal, entities })));
  const places = (Object.keys(menus) as MenuName[])
    .flatMap((menu) => menuOf(appScreens, menu))
    .flatMap((group) => group.places)
    .filter(({ screen }) => screen.list === undefined);
  const missing = places.filter(({ url }) => ownPages!.has(roleIdOf(url)) && !rolePages!.has(roleIdOf(url)));
  return [...new Set(missing.map(({ name }) => name[locale]))];
}

const isDifferent = ({ isReadable, verbs: missing, actions, hidden, readOnly, notExported, rows }: EntityComparison) =>
  !isReadable || rows !== null || [missing, actions, hidden, readOnly, notExported].some(({ length }) => length > 0);

/** What the holders of a role do not see and cannot do, of what the person sees and can do. */
export async function compareRole(context: CallContext, sides: Sides): Promise<RoleComparison> {
  const readable = context.entities.all.filter((entity) => allows(sides.own, entity, "read"));
  const compared = await Promise.all(readable.map((entity) => compareEntity(context, sides, entity)));
  return { screens: missingScreens(context, sides, context.locale), entities: compared.filter(isDifferent) };
}
