import { type Grant, isAtLeast, type Level, levelOf, type Principal, type Verb, verbs } from "#kit/access.ts";
import { type EntityDefinition, groupsOf } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { memo } from "#kit/memo.ts";
import type { RowCondition } from "#kit/row-condition.ts";
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

/** Rows of an entity: those that the person added, if so, and those that satisfy one of the rules. */
export type RowLimit = { isOwn: boolean; rules: readonly RowCondition[] };

/** An entity for one person. */
export type EntityView = {
  readable: ReadableEntity;
  may: ReadonlySet<Verb>;
  /** Fields of the form that the person may write, in a new row and in an existing one. */
  writable: Readonly<Record<"add" | "update", ReadonlySet<string>>>;
  /** Fields that files made for the person may contain. */
  exportable: ReadonlySet<string>;
  /** The rows on which the person may use a verb: those within each of these limits, all rows for a verb that has none. Only rows that may be read may be used. */
  limits: ReadonlyMap<Verb, readonly RowLimit[]>;
  /** True unless the person's roles name fields: rows are read with all of them. */
  readsWhole: boolean;
};

const ownRowLimits: readonly RowLimit[] = [{ isOwn: true, rules: [] }];

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

/** The fields that a file can contain, in the order of the definition: those that are stored, and that people see. */
export const exportFields = memo((entity: EntityDefinition): readonly string[] =>
  Object.keys(entity.fields).filter((name) => {
    const { storage, isHidden } = fieldTypeOf(entity.fields[name]!);
    return storage !== "none" && isHidden !== true;
  }),
);

/** A definition for a reader of all its fields. */
const readableAll = memo((source: EntityDefinition): ReadableEntity => {
  const { access: _access, ...parts } = source;
  return { ...parts, groups: groupsOf(source), source, [brand]: true };
});

/** An entity for people of an access level, without roles. */
const viewOfLevel = memo((entity: EntityDefinition, level: Level): EntityView => {
  const may = new Set(verbs.filter((verb) => isAtLeast(level, entity.access[verb])));
  const isOwn = entity.ownRowsBelow !== undefined && !isAtLeast(level, entity.ownRowsBelow);
  return {
    readable: readableAll(entity),
    may,
    writable: { add: new Set(formFields(entity)), update: new Set(formFields(entity, "update")) },
    exportable: new Set(exportFields(entity)),
    limits: new Map(isOwn ? [...may].map((verb) => [verb, ownRowLimits]) : []),
    readsWhole: true,
  };
});

/** The program may do everything. Filters in definitions are evaluated in this view. */
export const programView = memo((entity: EntityDefinition): EntityView => {
  const writable = new Set(Object.keys(entity.fields));
  return {
    readable: readableAll(entity),
    may: new Set(verbs),
    writable: { add: writable, update: writable },
    exportable: new Set(exportFields(entity)),
    limits: new Map(),
    readsWhole: true,
  };
});

/** The entity without every field but these. */
function narrowTo(entity: EntityDefinition, readable: ReadonlySet<string>): ReadableEntity {
  const has = (name: string) => readable.has(name);
  const columns = entity.list.columns.filter(has);
  const { sort } = entity.list;
  const isRowTime = sort.field === "createdAt" || sort.field === "updatedAt";
  return {
    ...readableAll(entity),
    fields: Object.fromEntries(Object.entries(entity.fields).filter(([name]) => has(name))),
    groups: groupsOf(entity)
      .map(({ name, fields }) => ({ name, fields: fields.filter(has) }))
      .filter(({ fields }) => fields.length > 0),
    titleField: has(entity.titleField) ? entity.titleField : [...readable][0]!,
    searchable: (entity.searchable ?? []).filter(has),
    list: {
      columns: columns.length > 0 ? columns : [...readable].slice(0, 6),
      // Sorting reveals values: only readable fields can be sorted by.
      sort: isRowTime || has(sort.field) ? sort : { field: "createdAt", direction: "desc" },
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
/** Every field as soon as one list is all of them. */
const unionOf = (lists: readonly Fields[]): Fields =>
  lists.includes(null) ? null : new Set(lists.flatMap((list) => [...(list ?? [])]));

/** What one role gives of one verb: these fields of the rows that satisfy the rule, of all rows without one. */
type Part = { fields: Fields; rule: RowCondition | undefined };
/** What several roles give together; `rules`: of which a row satisfies one, null for all rows. */
type Grants = { fields: Fields; rules: readonly RowCondition[] | null };

const fieldCount = ({ fields }: Grants) => fields?.size ?? Infinity;

/**
 * What roles give together. Fields of the same rows add up, and so do rows with the same fields. What is left are different fields of different
 * rows: to add them up would give the fields of one role on the rows of another, so the largest number of fields counts, with its rows.
 */
function unite(parts: readonly Part[]): Grants {
  const sameRows = [...Map.groupBy(parts, ({ rule }) => JSON.stringify(rule)).values()].map((group): Part => ({
    fields: unionOf(group.map(({ fields }) => fields)),
    rule: group[0]!.rule,
  }));
  const ofAllRows = sameRows.filter(({ rule }) => rule === undefined).map(({ fields }) => fields);
  const widened = sameRows.map(({ fields, rule }) => ({ fields: unionOf([fields, ...ofAllRows]), rule }));
  const sameFields = Map.groupBy(widened, ({ fields }) => fields && [...fields].toSorted().join(" "));
  const merged = [...sameFields.values()].map((group): Grants => ({
    fields: group[0]!.fields,
    rules: group.some(({ rule }) => rule === undefined) ? null : group.flatMap(({ rule }) => rule ?? []),
  }));
  return merged.reduce((largest, candidate) => (fieldCount(candidate) > fieldCount(largest) ? candidate : largest), {
    fields: new Set(),
    rules: [],
  });
}

/**
 * Whether a grant applies. One with fields does not where members read their own rows only: their own rows are complete, all others would be partial,
 * and the fields of one rule must never apply to the rows of another.
 */
const counts = (entity: EntityDefinition, { entity: type, read, write }: Grant) =>
  type === entity.type && (entity.ownRowsBelow === undefined || (read === null && write === null));

/** What a level may do by itself, and what the grants that count add to it. */
type Sources = { entity: EntityDefinition; base: EntityView; grants: readonly Grant[] };

/** Whether everybody of the level may use the verb on all rows. */
const isOpen = ({ base }: Sources, verb: Verb) => base.may.has(verb) && !base.limits.has(verb);

/** The fields that a grant lets people write by a verb. */
function writtenBy({ entity, base }: Sources, { verbs: granted, write }: Grant, verb: "add" | "update"): Fields {
  if (!granted.includes(verb) || !grantableVerbs(entity).has(verb)) return new Set();
  const names = base.may.has(verb) ? null : write;
  return new Set(formFields(entity, verb).filter((name) => names === null || names.includes(name)));
}

/** The fields that a grant lets people read: those that may be written may be read. */
const readBy = (sources: Sources, grant: Grant): Fields =>
  grant.read === null
    ? null
    : new Set([
        ...grant.read,
        ...(writtenBy(sources, grant, "add") ?? []),
        ...(writtenBy(sources, grant, "update") ?? []),
      ]);

/** The fields that a grant lets people export: of those that it lets them read. */
function exportedBy(sources: Sources, grant: Grant): Fields {
  const read = sources.base.may.has("read") ? null : readBy(sources, grant);
  const { export: names = null } = grant;
  return names === null ? read : new Set(names.filter((name) => read?.has(name) !== false));
}

/** What grants give of reading, which every verb includes. */
const readingOf = (sources: Sources): Grants =>
  unite(sources.grants.map((grant) => ({ fields: readBy(sources, grant), rule: grant.rows })));

/** What grants give of another verb. */
function usingOf(sources: Sources, verb: Exclude<Verb, "read">): Grants {
  const fieldsBy = (grant: Grant): Fields => {
    if (verb === "export") return exportedBy(sources, grant);
    return verb === "delete" ? null : writtenBy(sources, grant, verb);
  };
  const grants = sources.grants.filter(({ verbs: granted }) => granted.includes(verb));
  return unite(grants.map((grant) => ({ fields: fieldsBy(grant), rule: grant.rows })));
}

/** The limit of a verb, without what reading limits already; none where all rows are open. */
function limitOf(sources: Sources, verb: Verb, { rules }: Grants): readonly RowLimit[] {
  if (rules === null || isOpen(sources, verb)) return [];
  return [{ isOwn: sources.base.limits.has(verb), rules }];
}

/** Limits that all hold; the same one once. */
const bothLimits = (one: readonly RowLimit[], other: readonly RowLimit[]): readonly RowLimit[] =>
  JSON.stringify(one) === JSON.stringify(other) ? one : [...one, ...other];

/** The view of a level with roles. Grants add up and never remove what the level allows. */
function withGrants(entity: EntityDefinition, level: Level, all: readonly Grant[]): EntityView {
  const base = viewOfLevel(entity, level);
  const sources: Sources = { entity, base, grants: all.filter((grant) => counts(entity, grant)) };
  const grantedVerbs = new Set(
    sources.grants.flatMap((grant) => grant.verbs).filter((verb) => grantableVerbs(entity).has(verb)),
  );
  if (grantedVerbs.size === 0) return base;
  const reading = readingOf(sources);
  const names = base.may.has("read") ? null : reading.fields;
  const grantableNames = names && new Set(grantableFields(entity).filter((name) => names.has(name)));
  if (grantableNames?.size === 0) return base;
  const using = new Map(verbs.filter((verb) => verb !== "read").map((verb) => [verb, usingOf(sources, verb)] as const));
  const isUsed = (name: string, verb: Exclude<Verb, "read">) =>
    using.get(verb)?.fields?.has(name) !== false && grantableNames?.has(name) !== false;
  const exportable = base.may.has("export")
    ? base.exportable
    : new Set(exportFields(entity).filter((name) => isUsed(name, "export")));
  // A role that exports no field exports nothing.
  if (exportable.size === 0) grantedVerbs.delete("export");
  // Every verb includes "read".
  const may = new Set<Verb>([...base.may, ...grantedVerbs, "read"]);
  const readLimits = limitOf(sources, "read", reading);
  const limits = [...may].map((verb) => {
    const verbLimits = verb === "read" ? readLimits : limitOf(sources, verb, using.get(verb)!);
    return [verb, bothLimits(readLimits, verbLimits)] as const;
  });
  const writable = (verb: "add" | "update") => {
    if (base.may.has(verb)) return base.writable[verb];
    return new Set(formFields(entity, verb).filter((name) => isUsed(name, verb)));
  };
  return {
    readable: grantableNames === null ? readableAll(entity) : narrowTo(entity, grantableNames),
    may,
    writable: { add: writable("add"), update: writable("update") },
    exportable,
    limits: new Map(limits.filter(([, found]) => found.length > 0)),
    readsWhole: grantableNames === null,
  };
}

/** Cached with the grants, which are read with each session: a cache on code entities would never be freed. */
const viewsOfGrants = {
  member: memo((grants: readonly Grant[], entity: EntityDefinition) => withGrants(entity, "member", grants)),
  // An API key has nothing but its roles.
  anyone: memo((grants: readonly Grant[], entity: EntityDefinition) => withGrants(entity, "anyone", grants)),
};

/** The entity as `principal` may see and use it, within their own space. */
export function viewOf(principal: Principal, entity: EntityDefinition): EntityView {
  if (principal.kind === "system") return programView(entity);
  const level = levelOf(principal);
  const hasGrants =
    principal.kind === "user" && principal.grants.length > 0 && (level === "member" || level === "anyone");
  return hasGrants ? viewsOfGrants[level](principal.grants, entity) : viewOfLevel(entity, level);
}
