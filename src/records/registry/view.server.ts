import { type Grant, isAtLeast, type Level, levelOf, type Principal, type Verb, verbs } from "#kit/access.ts";
import { type EntityDefinition, groupsOf } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { memo } from "#kit/memo.ts";
import { fieldTypeOf } from "./field-types.server.ts";

const brand: unique symbol = Symbol("readable");

/**
 * The readable part of an entity for one person. Lists, forms and filters are built from it. The two types are not interchangeable: rights are
 * checked on the definition, names given by readers are looked up in the view.
 */
export type ReadableEntity = Pick<
  EntityDefinition,
  | "type"
  | "name"
  | "listName"
  | "fields"
  | "groups"
  | "titleField"
  | "list"
  | "publicSort"
  | "searchable"
  | "addWord"
  | "isSingle"
> & {
  /** The definition, which determines where the rows are stored. */
  readonly source: EntityDefinition;
  readonly [brand]: true;
};

/** An entity for one person. */
export type EntityView = {
  readable: ReadableEntity;
  may: ReadonlySet<Verb>;
  /** Fields of the form that the person may write, in a new row and in an existing one. */
  writable: Readonly<Record<"add" | "update", ReadonlySet<string>>>;
  /** The verbs that the person may use only on rows they added. */
  ownRows: ReadonlySet<Verb>;
  /** True unless the person's roles name fields: rows are read with all of them. */
  readsWhole: boolean;
};

const isForNewRows = (field: FieldConfig) => fieldTypeOf(field).isForNewRows === true;

/** The fields that can be submitted for a new row, or for an existing one: read-only ones are refused on the wire too. */
export const formFields = (entity: EntityDefinition, verb: "add" | "update" = "add") => {
  const { fields } = entity;
  return groupsOf(entity)
    .flatMap((group) => group.fields)
    .filter((name) => fields[name]!.readOnly !== true && fields[name]!.compute === undefined)
    .filter((name) => fieldTypeOf(fields[name]!).Edit !== undefined)
    .filter((name) => verb === "add" || (fields[name]!.writeOnce !== true && !isForNewRows(fields[name]!)));
};

/** A definition for a reader of all its fields. */
const readableWhole = memo((source: EntityDefinition): ReadableEntity => {
  const { access: _access, ...parts } = source;
  return { ...parts, groups: groupsOf(source), source, [brand]: true };
});

/** An entity for people of an access level, without roles. */
const viewOfLevel = memo((entity: EntityDefinition, level: Level): EntityView => {
  const may = new Set(verbs.filter((verb) => isAtLeast(level, entity.access[verb])));
  const isOwn = entity.ownRowsBelow !== undefined && !isAtLeast(level, entity.ownRowsBelow);
  return {
    readable: readableWhole(entity),
    may,
    writable: { add: new Set(formFields(entity)), update: new Set(formFields(entity, "update")) },
    ownRows: isOwn ? may : new Set(),
    readsWhole: true,
  };
});

/** The program may do everything. Filters in definitions are evaluated in this view. */
export const programView = memo((entity: EntityDefinition): EntityView => {
  const writable = new Set(Object.keys(entity.fields));
  return {
    readable: readableWhole(entity),
    may: new Set(verbs),
    writable: { add: writable, update: writable },
    ownRows: new Set(),
    readsWhole: true,
  };
});

/** The entity without every field but these. */
function narrowed(entity: EntityDefinition, readable: ReadonlySet<string>): ReadableEntity {
  const has = (name: string) => readable.has(name);
  const columns = entity.list.columns.filter(has);
  const { sort } = entity.list;
  const isOwnTime = sort.field === "createdAt" || sort.field === "updatedAt";
  return {
    ...readableWhole(entity),
    fields: Object.fromEntries(Object.entries(entity.fields).filter(([name]) => has(name))),
    groups: groupsOf(entity)
      .map(({ name, fields }) => ({ name, fields: fields.filter(has) }))
      .filter(({ fields }) => fields.length > 0),
    titleField: has(entity.titleField) ? entity.titleField : [...readable][0]!,
    searchable: (entity.searchable ?? []).filter(has),
    list: {
      columns: columns.length > 0 ? columns : [...readable].slice(0, 6),
      // Sorting reveals values: only readable fields can be sorted by.
      sort: isOwnTime || has(sort.field) ? sort : { field: "createdAt", direction: "desc" },
    },
  };
}

/** Verbs that a role may grant: those that the space's own administrators have. */
const grantableVerbs = memo((entity: EntityDefinition): ReadonlySet<Verb> =>
  entity.isGrantable === false ? new Set() : viewOfLevel(entity, "administrator").may,
);

/** The fields that a role may name, in the order of the definition. */
export const grantableFields = memo((entity: EntityDefinition): readonly string[] => Object.keys(entity.fields));

/** What a role may grant on an entity: nothing on entities that store permissions, or that only the platform may use. */
export const grantable = (entity: EntityDefinition): readonly Verb[] =>
  verbs.filter((verb) => grantableVerbs(entity).has(verb));

type Fields = ReadonlySet<string> | null;
/** The union of two lists; null (every field) as soon as one is null. */
const unionOf = (lists: (readonly string[] | null)[]): Fields =>
  lists.some((list) => list === null) ? null : new Set(lists.flatMap((list) => list ?? []));

/**
 * Whether a grant applies. One with fields does not where members read their own rows only: their own rows are complete, all others would be partial,
 * and the fields of one rule must never apply to the rows of another.
 */
const counts = (entity: EntityDefinition, { entity: type, read, write }: Grant) =>
  type === entity.type && (entity.ownRowsBelow === undefined || (read === null && write === null));

/** The view of a level with roles. Grants add up and never remove what the level allows. */
function withGrants(entity: EntityDefinition, level: Level, all: readonly Grant[]): EntityView {
  const base = viewOfLevel(entity, level);
  const entityGrants = all.filter((grant) => counts(entity, grant));
  const grantedVerbs = new Set(
    entityGrants.flatMap((grant) => grant.verbs).filter((verb) => grantableVerbs(entity).has(verb)),
  );
  if (grantedVerbs.size === 0) return base;
  const writableFor = (verb: "add" | "update"): string[] => {
    const verbGrants = entityGrants.filter((grant) => grant.verbs.includes(verb));
    const writeFields = base.may.has(verb) ? null : unionOf(verbGrants.map((grant) => grant.write));
    return formFields(entity, verb).filter((name) => writeFields === null || writeFields.has(name));
  };
  const [add, update] = [
    grantedVerbs.has("add") ? writableFor("add") : [],
    grantedVerbs.has("update") ? writableFor("update") : [],
  ];
  const read = base.may.has("read") ? null : unionOf(entityGrants.map((grant) => grant.read));
  // Writable fields are readable.
  const readable =
    read && new Set(grantableFields(entity).filter((name) => read.has(name) || [...add, ...update].includes(name)));
  if (readable?.size === 0) return base;
  return {
    readable: readable === null ? readableWhole(entity) : narrowed(entity, readable),
    // Every verb includes "read".
    may: new Set<Verb>([...base.may, ...grantedVerbs, "read"]),
    writable: {
      add: base.may.has("add") ? base.writable.add : new Set(add),
      update: base.may.has("update") ? base.writable.update : new Set(update),
    },
    ownRows: new Set([...base.ownRows].filter((verb) => verb !== "read" && !grantedVerbs.has(verb))),
    readsWhole: readable === null,
  };
}

/** Cached with the grants, which are read with each session: a cache on code entities would never be freed. */
const viewsOfGrants = {
  member: memo((grants: readonly Grant[], entity: EntityDefinition) => withGrants(entity, "member", grants)),
  // An API key has nothing but its roles.
  anyone: memo((grants: readonly Grant[], entity: EntityDefinition) => withGrants(entity, "anyone", grants)),
};

/** The entity as `who` may see and use it, within their own space. */
export function viewOf(who: Principal, entity: EntityDefinition): EntityView {
  if (who.kind === "system") return programView(entity);
  const level = levelOf(who);
  const hasGrants = who.kind === "user" && who.grants.length > 0 && (level === "member" || level === "anyone");
  return hasGrants ? viewsOfGrants[level](who.grants, entity) : viewOfLevel(entity, level);
}
