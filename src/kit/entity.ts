import type { EntityAccess, Level, Verb } from "./access.ts";
import { invalidFormulas } from "./computed.ts";
import { isCyclic } from "./condition.ts";
import type { Fields, ValuesOf } from "./field.ts";
import type { Filter } from "./filter.ts";
import type { InternalColumns, InternalRowOf, InternalValuesOf } from "./internal-column.ts";
import type { Placeholders } from "./placeholder.ts";
import type { FieldProblems } from "./problem.ts";
import type { Text } from "./text.ts";
import { type EntityAction, isActionName } from "./row-action.ts";
import type { RowCondition } from "./row-condition.ts";
import { fieldNameProblem, typeNameProblem, type WithoutReservedNames } from "./reserved-names.ts";

/** Every entity adds itself here: `interface Entities { news: typeof news }`. */
export interface Entities {}
export type EntityType = keyof Entities & string;

/** How rows that are configuration become files. `F`: the names of the fields. */
export type ConfigurationRows<F extends string = string> = {
  /**
   * The text fields that identify a row in every space; none for the only row of an entity. Rows with the same values are numbered in the order in which
   * they were added.
   */
  key: readonly F[];
  /** Entities that rows name without a relation field: their rows are imported first. */
  after?: readonly string[];
  /** The key under which the JSON of a row names rows of the same entity, by the first field of their `key`: those are imported first. */
  refersBy?: string;
  /** The field with the names of further secrets in the JSON of other fields (kit/configuration-secrets.ts). */
  secretKeys?: F;
  /** A state that files keep, into which a command brings an imported row. */
  state?: { field: F; value: string; command: string };
};

/** The type of a declaration in a file of `entities/`: names in it are checked against its own fields and columns. */
export type EntityDeclaration<F extends Fields, I extends InternalColumns> = {
  /** The `{type}` of the wire contract; also the file's name. */
  type: string;
  name: Text;
  /** The plural for list titles, if it differs from the name. */
  listName?: Text;
  access: EntityAccess;
  /** Verbs that require a recent proof of identity (step-up). */
  stepUp?: readonly Verb[];
  /** Rows that are public on the site: adding, changing, deleting or publishing one is sensitive as well. */
  isLive?: RowCondition;
  /** Fields on the wire and in forms. */
  fields: F;
  /** Columns that only the program reads and writes. */
  internal?: I;
  /** The field whose value names a row in headings, links and relation labels. */
  titleField: keyof F & string;
  /** The field whose value names a row where others refer to it, if it is not the title; where it is empty, the title does. */
  labelField?: keyof F & string;
  /** The form, group by group. Fields in no group are not edited in the auto form; without any group, all are, in one without a name. */
  groups: { name: Text; fields: (keyof F & string)[] }[];
  /** The internal column with the id of the member who added the row. */
  owner?: keyof NoInfer<I> & string;
  /** People below this level only read the rows that they added. Needs `owner`. */
  ownRowsBelow?: Level;
  /** False: no role can grant access, because its rows are the permissions themselves. */
  isGrantable?: false;
  /** A space has exactly one row: its list is left out and the form opens. */
  isSingle?: true;
  /** The screen for adding a row, if it is not the generated form, for people who may change rows. */
  addUrl?: string;
  /** A hook (a file under hooks/) does more than add the row, so imports cannot add rows. */
  hasAddHook?: true;
  /** Actions on rows besides editing and deleting: links, values to set, events of the browser. */
  actions?: readonly EntityAction<keyof F & string>[];
  /** Texts above and below the form. */
  tooltip?: { alertText?: Text; bottomHelpText?: Text };
  /** The form goes group by group, each checked before the next. */
  isStepwise?: true;
  /** Every save must be confirmed with the payment password. */
  checkSafePassword?: true;
  /** Which rows are read-only in their current state. */
  isFrozen?: RowCondition;
  /** For entities of people: fields that nobody may change in their own row, because they could not change them back. */
  readOnlyInOwnRow?: readonly (keyof F & string)[];
  /** Which rows may not be deleted in their current state, and why. */
  whyNotDelete?: readonly { when: RowCondition; text: Text }[];
  /** Relation fields of other entities: a row that one of them references cannot be deleted. */
  referencedBy?: readonly { type: string; field: string }[];
  /** For lists of options: the field whose value fields of the space name as their `dataSource`. A list that a field names cannot be deleted. */
  optionsBy?: keyof F & string;
  /**
   * Rows form a tree: `parent` is a relation to a row of the same entity and never leads back to where it started (records/change/tree.server.ts).
   * `position`, for trees that people put in order by moving rows, is the key of the order among siblings; new rows come last
   * (records/change/tree-order.server.ts). `code`: the text by which relation fields name a row, to choose below it (records/query/branch.server.ts).
   * Only for entities of the program.
   */
  tree?: { parent: keyof F & string; position?: keyof F & string; code?: keyof F & string };
  /** Tables whose rows belong to a row of this entity, with the column of its id: they are deleted when it is deleted permanently. */
  parts?: readonly { table: string; column: string }[];
  /** The rows that relation fields offer; by default all that a person may read. Existing references stay. */
  selectable?: Filter;
  /** The label for adding a row, if it is not "Add": for the list's button, the form's title and its button. */
  addWord?: Text;
  /** What the rows are for, shown while the list is empty. */
  purpose?: Text;
  list: {
    columns: (keyof F & string)[];
    sort: { field: (keyof F & string) | "createdAt" | "updatedAt"; direction: "asc" | "desc" };
  };
  /** The order in which sites show published rows, where it is not the list's: the first field decides, the next among equals. */
  publicSort?: readonly { field: keyof F & string; direction: "asc" | "desc" }[];
  /** Time fields that are set to the current time while they are empty and their rule holds: `{ publishedAt: "status=published" }`. */
  stamps?: Partial<Record<keyof F & string, string>>;
  /** Column sets that lists sort and filter by. Each index also gets the tenant as its first column and the id as its last. */
  indexes?: ((keyof F | keyof NoInfer<I>) & string)[][];
  /** Columns by which the program finds rows across all spaces. */
  lookups?: ((keyof F | keyof NoInfer<I>) & string)[];
  /** Text fields that `contains` searches through one bigram index; it finds texts of two Chinese characters or more. */
  searchable?: (keyof F & string)[];
  /** Rows are configuration of the space, which administrators take to other spaces as files (features/transfer). */
  configuration?: ConfigurationRows<keyof F & string>;
  /** Problems of a row as a whole, by field, in addition to those of each field's own rules. */
  check?: (row: Readonly<Record<string, unknown>>) => FieldProblems;
  /** Unique constraints within a tenant, ignoring deleted rows. Empty relations count as equal. */
  unique?: ((keyof F | keyof NoInfer<I>) & string)[][];
};

/**
 * The definition of a space that an entity was built from, and its publication. `facets`: the fields whose values the facet columns of its records
 * have, by column; empty for an unused column (records/query/record-facets.server.ts).
 */
export type StoredEntity = { id: string; version: number; facets: readonly string[] };

/** The rows of a view: joined from those of other entities for one reader. */
export type JoinedRows = {
  /** The row of `collectData` that defines the view. */
  id: string;
  /** The type of the entity that the view has one row for each row of. */
  base: string;
  /** The relation by which each field comes: the path of it, absent for fields of the base. */
  joinIds: ReadonlyMap<string, string>;
  /** The fields that files for the reader may contain. */
  exportable: ReadonlySet<string>;
  /** The row store (records/query/joined-store.server.ts). */
  store: object;
};

/** An entity as engines use it. `stored`: for one that a space defined itself; `joined`: for a view, which is read-only. */
export type EntityDefinition = EntityDeclaration<Fields, InternalColumns> & {
  stored?: StoredEntity;
  joined?: JoinedRows;
  /** The variables of the space, which addresses of actions may name; those in its texts have their values already. */
  variables?: Placeholders;
};

/** An entity whose fields and internal columns are known at compile time. */
type TypedEntity<F extends Fields, I extends InternalColumns> = Omit<EntityDefinition, "fields" | "internal"> & {
  fields: F;
  internal?: I;
};

/**
 * Declares an entity: fields, form, list and access as plain data. The file's name must be its `type`.
 * @throws when the type, a field or an internal column has a reserved or malformed name (kit/reserved-names.ts), when a rule or formula is cyclic, or
 * when a verb that nobody may use requires a proof of identity
 */
export function defineEntity<const F extends Fields & WithoutReservedNames, const I extends InternalColumns = {}>(
  definition: EntityDeclaration<F, I>,
): TypedEntity<F, I>;
export function defineEntity(definition: EntityDefinition): EntityDefinition {
  const { type, fields, internal = {}, access, stepUp = [] } = definition;
  const throwIf = (subject: string, reason: string | undefined) => {
    if (reason !== undefined) throw new Error(`${subject}: ${reason}`);
  };
  throwIf(type, typeNameProblem(type));
  for (const name of [...Object.keys(fields), ...Object.keys(internal)])
    throwIf(`${type}.${name}`, fieldNameProblem(name));
  for (const name of Object.keys(internal))
    throwIf(`${type}.${name}`, Object.hasOwn(fields, name) ? "a field has this name" : undefined);
  for (const name of Object.keys(fields))
    throwIf(`${type}.${name}`, isCyclic(name, fields) ? "its rule is cyclic" : undefined);
  for (const { id } of definition.actions ?? [])
    throwIf(
      `${type}.${id}`,
      isActionName(id, definition.actions ?? []) ? undefined : "this name is not allowed for an action, or not unique",
    );
  for (const verb of stepUp)
    throwIf(`${type}.stepUp`, (access[verb] ?? "nobody") === "nobody" ? `nobody may use "${verb}"` : undefined);
  for (const name of invalidFormulas(fields)) throwIf(`${type}.${name}`, "its formula is invalid or cyclic");
  return definition;
}

/** The groups of an entity's form. */
export const groupsOf = ({ groups, fields }: Pick<EntityDefinition, "groups" | "fields">): EntityDefinition["groups"] =>
  groups.length > 0 ? groups : [{ name: { zh: "", en: "" }, fields: Object.keys(fields) }];

/** The values that every row has besides its own fields. Times are ISO 8601 strings in UTC. */
export type RowBase = {
  id: string;
  /** Raised by one on every save; a save includes the version it was read at. */
  version: number;
  createdAt: string;
  updatedAt: string;
};

/** A row of an entity as the wire carries it. */
export type Row<E extends { fields: Fields }> = RowBase & ValuesOf<E["fields"]>;

/** Any row, for engines that work from the definition alone. */
export type AnyRow = RowBase & Record<string, unknown>;

/** Any values by the names of their columns, for the same engines. */
export type AnyValues = Readonly<Record<string, unknown>>;

/** True for the type of an entity known only at run time: its rows have only the common columns. */
type IsAny<E extends EntityDefinition> = string extends keyof E["fields"] ? true : false;

/** A row of an entity with its internal columns. */
export type StoredRow<E extends EntityDefinition> =
  IsAny<E> extends true ? AnyRow : Row<E> & InternalRowOf<NonNullable<E["internal"]>>;

/** The values that the program writes into a row: of fields and internal columns. Absent ones stay unchanged. */
export type RowValues<E extends EntityDefinition = EntityDefinition> =
  IsAny<E> extends true
    ? { values?: AnyValues; internal?: AnyValues }
    : { values?: Partial<ValuesOf<E["fields"]>>; internal?: Partial<InternalValuesOf<NonNullable<E["internal"]>>> };
