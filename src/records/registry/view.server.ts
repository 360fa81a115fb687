import {
  givenVerbs,
  type Grant,
  isAtLeast,
  type Level,
  levelOf,
  type Principal,
  type Verb,
  verbs,
} from "#kit/access.ts";
import { formulaFields } from "#kit/computed.ts";
import { parseCondition } from "#kit/condition.ts";
import { type EntityDefinition, groupsOf } from "#kit/entity.ts";
import type { FieldConfig } from "#kit/field.ts";
import { memo } from "#kit/memo.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import { fieldTypeOf } from "./field-types.server.ts";
import { givePart } from "./named-parts.server.ts";

const brand: unique symbol = Symbol("readable");

/**
 * The readable part of an entity for one person. Lists, forms and filters are built from it. The brand distinguishes it from an `EntityDefinition`:
 * code that checks permissions takes the definition, code that looks up field names from a request takes this type.
 */
export type ReadableEntity = Pick<
  EntityDefinition,
  | "type"
  | "name"
  | "listName"
  | "fields"
  | "groups"
  | "titleField"
  | "labelField"
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

/** Limits access to the rows that satisfy one of the rules and, with `isOwn`, to those that the person added. */
export type RowLimit = { isOwn: boolean; rules: readonly RowCondition[] };

/** An action on rows; `set`: the values that it sets, if it only sets values. */
export type ActionToUse = { id: string; set?: object };
/** A page of an entity, and the verbs of which its access requires one. */
export type PageToOpen = { name: string; verbs: readonly Verb[] };

/** An entity for one person. */
export type EntityView = {
  readable: ReadableEntity;
  may: ReadonlySet<Verb>;
  /** Fields of the form that the person may write in a new row (`add`) and in an existing one (`update`). */
  writable: Readonly<Record<"add" | "update", ReadonlySet<string>>>;
  /** Fields that exported files for the person may contain. */
  exportable: ReadonlySet<string>;
  /** The person may use a verb on rows within all of its limits; on all rows if it has none. The limits of a verb include those of reading. */
  limits: ReadonlyMap<Verb, readonly RowLimit[]>;
  /** Whether the person may read all fields: true unless roles limit the fields. */
  readsAllFields: boolean;
  /** Whether roles that name actions leave this one to the person. Says nothing about rights to fields and rows. */
  givesAction: (action: ActionToUse) => boolean;
  /** Whether roles that name pages leave this one to the person. Says nothing about rights to fields and rows. */
  givesPage: (page: PageToOpen) => boolean;
};

const givesAll = { givesAction: () => true, givesPage: () => true };

const ownRowLimits: readonly RowLimit[] = [{ isOwn: true, rules: [] }];

const isForNewRows = (field: FieldConfig) => fieldTypeOf(field).isForNewRows === true;

/** The fields that can be submitted for a new row, or for an existing one. Calls refuse all others. */
export const formFields = memo((entity: EntityDefinition, verb: "add" | "update"): readonly string[] => {
  const { fields } = entity;
  return groupsOf(entity)
    .flatMap((group) => group.fields)
    .filter((name) => fields[name]!.readOnly !== true && fields[name]!.compute === undefined)
    .filter((name) => fieldTypeOf(fields[name]!).Edit !== undefined)
    .filter((name) => verb === "add" || (fields[name]!.writeOnce !== true && !isForNewRows(fields[name]!)));
});

/** The fields that an exported file can contain: stored and visible ones, in the order of the definition. */
export const exportFields = memo((entity: EntityDefinition): readonly string[] =>
  Object.keys(entity.fields).filter((name) => {
    const { storage, isHidden } = fieldTypeOf(entity.fields[name]!);
    return storage !== "none" && isHidden !== true && entity.joined?.exportable.has(name) !== false;
  }),
);

/** An entity for a person who may read all fields. */
const readableAll = memo((source: EntityDefinition): ReadableEntity => {
  const { access: _access, ...parts } = source;
  return { ...parts, groups: groupsOf(source), source, [brand]: true };
});

/** The view of an access level, without roles. */
const viewOfLevel = memo((entity: EntityDefinition, level: Level): EntityView => {
  const may = new Set(verbs.filter((verb) => isAtLeast(level, entity.access[verb] ?? "nobody")));
  const isOwn = entity.ownRowsBelow !== undefined && !isAtLeast(level, entity.ownRowsBelow);
  return {
    readable: readableAll(entity),
    may,
    writable: { add: new Set(formFields(entity, "add")), update: new Set(formFields(entity, "update")) },
    exportable: new Set(exportFields(entity)),
    limits: new Map(isOwn ? [...may].map((verb) => [verb, ownRowLimits]) : []),
    readsAllFields: true,
    ...givesAll,
  };
});

/** The view of the program, which may do everything. Filters in definitions are evaluated with this view. */
export const programView = memo((entity: EntityDefinition): EntityView => {
  const writable = new Set(Object.keys(entity.fields));
  return {
    readable: readableAll(entity),
    may: new Set(verbs),
    writable: { add: writable, update: writable },
    exportable: new Set(exportFields(entity)),
    limits: new Map(),
    readsAllFields: true,
    ...givesAll,
  };
});

/** A field as lists, searches and descriptions show it: without a rule or a formula that uses a field for which `isReadable` is false. */
function withReadableRules(field: FieldConfig, isReadable: (name: string) => boolean): FieldConfig {
  const { if: rule, compute, ...config } = field;
  const decidingField = parseCondition(rule ?? "")?.field;
  const hidesRule = decidingField !== undefined && !isReadable(decidingField);
  const hidesFormula = formulaFields(compute ?? "").some((source) => !isReadable(source.field));
  if (!hidesRule && !hidesFormula) return field;
  return {
    ...config,
    ...(rule === undefined || hidesRule ? {} : { if: rule }),
    ...(compute === undefined || hidesFormula ? {} : { compute }),
  } as FieldConfig;
}

/** The entity with only these fields. */
function narrowTo(entity: EntityDefinition, readable: ReadonlySet<string>): ReadableEntity {
  const has = (name: string) => readable.has(name);
  const columns = entity.list.columns.filter(has);
  const { sort } = entity.list;
  const { labelField: label, ...all } = readableAll(entity);
  const isRowTime = sort.field === "createdAt" || sort.field === "updatedAt";
  return {
    ...all,
    ...(label !== undefined && has(label) ? { labelField: label } : {}),
    fields: Object.fromEntries(
      Object.entries(entity.fields).flatMap(([name, field]) =>
        has(name) ? [[name, withReadableRules(field, has)]] : [],
      ),
    ),
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

/** The verbs that a role may grant: those that administrators of the space have. */
const grantableVerbSet = memo((entity: EntityDefinition): ReadonlySet<Verb> =>
  entity.isGrantable === false ? new Set() : viewOfLevel(entity, "administrator").may,
);

/** The fields that a grant may list, in the order of the definition. */
export const grantableFields = memo((entity: EntityDefinition): readonly string[] => Object.keys(entity.fields));

/** The verbs that a role may grant on an entity, in a fixed order: none on entities that store permissions, or that only the platform may use. */
export const grantableVerbs = (entity: EntityDefinition): readonly Verb[] =>
  verbs.filter((verb) => grantableVerbSet(entity).has(verb));

type FieldNames = ReadonlySet<string> | null;
/** The union of sets of field names; null for all fields. */
const unionOfFields = (lists: readonly FieldNames[]): FieldNames =>
  lists.includes(null) ? null : new Set(lists.flatMap((list) => [...(list ?? [])]));

/** The fields that one grant gives for one verb, on the rows that satisfy `rule`; undefined: on all rows. */
type GrantedFields = { fields: FieldNames; rule: RowCondition | undefined };
/** The fields that several grants give together, on the rows that satisfy one of `rules`; null: on all rows. */
type CombinedGrant = { fields: FieldNames; rules: readonly RowCondition[] | null };

const fieldCount = ({ fields }: CombinedGrant) => fields?.size ?? Infinity;

/**
 * Combines grants. The fields of grants with the same rule are united, and so are the rules of grants with the same fields. Uniting the remaining
 * grants would give the fields of one on the rows of another, so only the grant with the largest number of fields applies.
 */
function combineGrants(parts: readonly GrantedFields[]): CombinedGrant {
  const byRule = [...Map.groupBy(parts, ({ rule }) => JSON.stringify(rule)).values()].map((group): GrantedFields => ({
    fields: unionOfFields(group.map(({ fields }) => fields)),
    rule: group[0]!.rule,
  }));
  const fieldsOfAllRows = byRule.filter(({ rule }) => rule === undefined).map(({ fields }) => fields);
  const withSharedFields = byRule.map(({ fields, rule }) => ({
    fields: unionOfFields([fields, ...fieldsOfAllRows]),
    rule,
  }));
  const byFields = Map.groupBy(withSharedFields, ({ fields }) => fields && [...fields].toSorted().join(" "));
  const merged = [...byFields.values()].map((group): CombinedGrant => ({
    fields: group[0]!.fields,
    rules: group.some(({ rule }) => rule === undefined) ? null : group.flatMap(({ rule }) => rule ?? []),
  }));
  return merged.reduce((largest, candidate) => (fieldCount(candidate) > fieldCount(largest) ? candidate : largest), {
    fields: new Set(),
    rules: [],
  });
}

/**
 * Whether a grant applies to an entity. Where members read only their own rows, a grant that lists fields, actions or pages does not: people would
 * read their own rows with all fields and the other rows with some.
 */
const isApplicable = (entity: EntityDefinition, { entity: type, read, write, actions, pages }: Grant) =>
  type === entity.type &&
  (entity.ownRowsBelow === undefined ||
    (read === null && write === null && actions === undefined && pages === undefined));

/** The sources of a person's permissions: the view of their level, and the applicable grants, which extend it. */
type Sources = { entity: EntityDefinition; base: EntityView; grants: readonly Grant[] };

/** Whether the level alone allows the verb on all rows. */
const coversAllRows = ({ base }: Sources, verb: Verb) => base.may.has(verb) && !base.limits.has(verb);

/** The fields that a grant allows to write with a verb. */
function writableBy({ entity, base }: Sources, { verbs: granted, write }: Grant, verb: "add" | "update"): FieldNames {
  if (!granted.includes(verb) || !grantableVerbSet(entity).has(verb)) return new Set();
  const names = base.may.has(verb) ? null : write;
  return new Set(formFields(entity, verb).filter((name) => names === null || names.includes(name)));
}

/** The fields that a grant allows to read, including those that it allows to write. */
const readableBy = (sources: Sources, grant: Grant): FieldNames =>
  grant.read === null
    ? null
    : new Set([
        ...grant.read,
        ...(writableBy(sources, grant, "add") ?? []),
        ...(writableBy(sources, grant, "update") ?? []),
      ]);

/** The fields that a grant allows to export, among those that may be read. */
function exportableBy(sources: Sources, grant: Grant): FieldNames {
  const read = sources.base.may.has("read") ? null : readableBy(sources, grant);
  const { export: names = null } = grant;
  return names === null ? read : new Set(names.filter((name) => read?.has(name) !== false));
}

/** Whether the grants that give an action's right, on its fields if one of them alone does, give the action too. */
function givesAction(sources: Sources, { id, set = {} }: ActionToUse): boolean {
  if (sources.base.may.has("update")) return true;
  const updating = sources.grants.filter(({ verbs: granted }) => granted.includes("update"));
  const setting = updating.filter((grant) => {
    const fields = writableBy(sources, grant, "update");
    return Object.keys(set).every((name) => fields?.has(name) !== false);
  });
  return givePart(setting.length > 0 ? setting : updating, "actions", id);
}

/** Whether a grant of one of the page's verbs gives the page too. */
function givesPage({ base, grants }: Sources, { name, verbs: pageVerbs }: PageToOpen): boolean {
  const giving = grants.filter((grant) => givenVerbs(grant).some((verb) => pageVerbs.includes(verb)));
  const isForMembers = pageVerbs.some((verb) => base.may.has(verb));
  return isForMembers || giving.length === 0 || giving.some(({ pages }) => pages?.includes(name) ?? true);
}

/** The combined grant of reading, which every verb includes. */
const readGrantOf = (sources: Sources): CombinedGrant =>
  combineGrants(sources.grants.map((grant) => ({ fields: readableBy(sources, grant), rule: grant.rows })));

/** The combined grant of another verb. */
function verbGrantOf(sources: Sources, verb: Exclude<Verb, "read">): CombinedGrant {
  const fieldsBy = (grant: Grant): FieldNames => {
    if (verb === "export") return exportableBy(sources, grant);
    return verb === "delete" || verb === "editContent" ? null : writableBy(sources, grant, verb);
  };
  const grants = sources.grants.filter((grant) => givenVerbs(grant).includes(verb));
  return combineGrants(grants.map((grant) => ({ fields: fieldsBy(grant), rule: grant.rows })));
}

/** The limits of a verb, without those of reading; empty when it may be used on all rows. */
function limitOf(sources: Sources, verb: Verb, { rules }: CombinedGrant): readonly RowLimit[] {
  if (rules === null || coversAllRows(sources, verb)) return [];
  return [{ isOwn: sources.base.limits.has(verb), rules }];
}

/** The limits of both lists, all of which apply. Equal lists are not repeated. */
const combineLimits = (one: readonly RowLimit[], other: readonly RowLimit[]): readonly RowLimit[] =>
  JSON.stringify(one) === JSON.stringify(other) ? one : [...one, ...other];

/** The view of a level with the grants of roles, which extend and never reduce what the level allows. */
function withGrants(entity: EntityDefinition, level: Level, allGrants: readonly Grant[]): EntityView {
  const base = viewOfLevel(entity, level);
  const sources: Sources = { entity, base, grants: allGrants.filter((grant) => isApplicable(entity, grant)) };
  const grantedVerbs = new Set(sources.grants.flatMap(givenVerbs).filter((verb) => grantableVerbSet(entity).has(verb)));
  if (grantedVerbs.size === 0) return base;
  const readGrant = readGrantOf(sources);
  const names = base.may.has("read") ? null : readGrant.fields;
  const grantableNames = names && new Set(grantableFields(entity).filter((name) => names.has(name)));
  if (grantableNames?.size === 0) return base;
  const grantByVerb = new Map(
    verbs.filter((verb) => verb !== "read").map((verb) => [verb, verbGrantOf(sources, verb)] as const),
  );
  const coversField = (name: string, verb: Exclude<Verb, "read">) =>
    grantByVerb.get(verb)?.fields?.has(name) !== false && grantableNames?.has(name) !== false;
  const exportable = base.may.has("export")
    ? base.exportable
    : new Set(exportFields(entity).filter((name) => coversField(name, "export")));
  // Without exportable fields the verb is not allowed.
  if (exportable.size === 0) grantedVerbs.delete("export");
  // Every verb includes "read".
  const may = new Set<Verb>([...base.may, ...grantedVerbs, "read"]);
  const readLimits = limitOf(sources, "read", readGrant);
  const limits = [...may].map((verb) => {
    const verbLimits = verb === "read" ? readLimits : limitOf(sources, verb, grantByVerb.get(verb)!);
    return [verb, combineLimits(readLimits, verbLimits)] as const;
  });
  const writable = (verb: "add" | "update") => {
    if (base.may.has(verb)) return base.writable[verb];
    return new Set(formFields(entity, verb).filter((name) => coversField(name, verb)));
  };
  return {
    readable: grantableNames === null ? readableAll(entity) : narrowTo(entity, grantableNames),
    may,
    writable: { add: writable("add"), update: writable("update") },
    exportable,
    limits: new Map(limits.filter(([, verbLimits]) => verbLimits.length > 0)),
    readsAllFields: grantableNames === null,
    givesAction: (action) => givesAction(sources, action),
    givesPage: (page) => givesPage(sources, page),
  };
}

/** Cached by the array of grants, which is freed with its session: entities of the program are never freed. */
const viewsOfGrants = {
  member: memo((grants: readonly Grant[], entity: EntityDefinition) => withGrants(entity, "member", grants)),
  // An API key has only the permissions of its roles.
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
