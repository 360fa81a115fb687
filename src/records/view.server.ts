import { type Grant, type Level, levelOf, type Principal, reaches, type Verb, verbs } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { memo } from "#kit/memo.ts";
import { fieldTypeOf } from "./definitions.server.ts";

/** An entity as one person may see and use it. */
export type EntityView = {
  /** The entity with the fields that this person may read and no others: lists, forms and filters made of it know nothing else. */
  entity: EntityDefinition;
  may: ReadonlySet<Verb>;
  /** Fields that the person may write: of those of the form. */
  writable: ReadonlySet<string>;
  /** What the person may do with rows they added themselves only. */
  ownRows: ReadonlySet<Verb>;
  /** True unless the person's roles name fields: the row is read, or read and written, with all of them. */
  readsWhole: boolean;
  writesWhole: boolean;
};

/** Those of the form that can be edited there: what is only shown is closed on the wire too. */
const formFields = ({ groups, fields }: EntityDefinition) =>
  groups.flatMap((group) => group.fields).filter((name) => fieldTypeOf(fields[name]!).Edit !== undefined);

/** What a level by itself gives. */
const viewOfLevel = memo((entity: EntityDefinition, level: Level): EntityView => {
  const person = { kind: "user", isSuperAdmin: level === "superAdmin", isAdministrator: level === "administrator" };
  const who = (level === "anyone" ? { kind: "anonymous" } : person) as Principal;
  const may = new Set(verbs.filter((verb) => reaches(who, entity.access[verb])));
  const isOwn = entity.ownRowsBelow !== undefined && !reaches(who, entity.ownRowsBelow);
  return {
    entity,
    may,
    writable: new Set(formFields(entity)),
    ownRows: isOwn ? may : new Set(),
    readsWhole: true,
    writesWhole: true,
  };
});

/** The program itself may all that is not closed by type. */
const viewOfSystem = memo((entity: EntityDefinition): EntityView => ({
  entity,
  may: new Set(verbs),
  writable: new Set(Object.keys(entity.fields)),
  ownRows: new Set(),
  readsWhole: true,
  writesWhole: true,
}));

/** The entity without every field but these. */
function narrowed(entity: EntityDefinition, readable: ReadonlySet<string>): EntityDefinition {
  const has = (name: string) => readable.has(name);
  const columns = entity.list.columns.filter(has);
  const { sort } = entity.list;
  const isOwnTime = sort.field === "createdAt" || sort.field === "updatedAt";
  return {
    ...entity,
    fields: Object.fromEntries(Object.entries(entity.fields).filter(([name]) => has(name))),
    groups: entity.groups
      .map(({ name, fields }) => ({ name, fields: fields.filter(has) }))
      .filter(({ fields }) => fields.length > 0),
    titleField: has(entity.titleField) ? entity.titleField : [...readable][0]!,
    searchable: (entity.searchable ?? []).filter(has),
    list: {
      columns: columns.length > 0 ? columns : [...readable].slice(0, 6),
      // The order of rows tells their values: what may not be read is not sorted by.
      sort: isOwnTime || has(sort.field) ? sort : { field: "createdAt", direction: "desc" },
    },
  };
}

/** Verbs that a role may give: those that the space's own administrators have. */
const grantableVerbs = memo((entity: EntityDefinition): ReadonlySet<Verb> =>
  entity.isGrantable === false ? new Set() : viewOfLevel(entity, "administrator").may,
);

/** The fields that a role may name, in the order of the definition. */
export const grantableFields = memo((entity: EntityDefinition): readonly string[] =>
  Object.keys(entity.fields).filter((name) => entity.fields[name]!.type !== "hidden"),
);

/** What a role may give of an entity: nothing for those that say who may do what, and for what only the platform may. */
export const grantable = (entity: EntityDefinition): readonly Verb[] =>
  verbs.filter((verb) => grantableVerbs(entity).has(verb));

type Fields = ReadonlySet<string> | null;
/** Together: every field as soon as one names none. */
const together = (lists: (readonly string[] | null)[]): Fields =>
  lists.some((list) => list === null) ? null : new Set(lists.flatMap((list) => list ?? []));

/**
 * A member's view with their roles: roles add up. One that names fields names them for every row of the space, so rows of one's own, seen
 * whole without it, are seen by these fields too: fields of one rule never meet the rows of another.
 */
function withGrants(entity: EntityDefinition, base: EntityView, all: readonly Grant[]): EntityView {
  const own = all.filter((grant) => grant.entity === entity.type);
  const given = new Set(own.flatMap((grant) => grant.verbs).filter((verb) => grantableVerbs(entity).has(verb)));
  if (given.size === 0) return base;
  const writing = own.filter(({ verbs: named }) => named.includes("add") || named.includes("update"));
  const form = formFields(entity);
  const write = writing.length === 0 ? null : together(writing.map((grant) => grant.write));
  const read = together(own.map((grant) => grant.read));
  const isReadWhole = read === null || (base.may.has("read") && base.ownRows.size === 0);
  const isWriteWhole = write === null || (base.may.has("update") && base.ownRows.size === 0);
  const writable = new Set(isWriteWhole ? form : form.filter((name) => write.has(name)));
  const readable = isReadWhole
    ? undefined
    : new Set(grantableFields(entity).filter((name) => read.has(name) || (writing.length > 0 && writable.has(name))));
  if (readable?.size === 0) return base;
  // Whoever may do anything with rows has to see them.
  const may = new Set<Verb>([...base.may, ...given, "read"]);
  return {
    entity: readable === undefined ? entity : narrowed(entity, readable),
    may,
    writable: readable === undefined ? writable : new Set([...writable].filter((name) => readable.has(name))),
    ownRows: new Set([...base.ownRows].filter((verb) => verb !== "read" && !given.has(verb))),
    readsWhole: readable === undefined,
    writesWhole: readable === undefined && writable.size === form.length,
  };
}

const viewsOfGrants = memo((_grants: readonly Grant[]) => new WeakMap<EntityDefinition, EntityView>()) as (
  grants: readonly Grant[],
) => WeakMap<EntityDefinition, EntityView>;

/** The entity as `who` may see and use it, within their own space. */
export function viewOf(who: Principal, entity: EntityDefinition): EntityView {
  if (who.kind === "system") return viewOfSystem(entity);
  const level = levelOf(who);
  const base = viewOfLevel(entity, level);
  if (who.kind !== "user" || level !== "member" || who.grants.length === 0) return base;
  const views = viewsOfGrants(who.grants);
  const made = views.get(entity) ?? withGrants(entity, base, who.grants);
  views.set(entity, made);
  return made;
}
