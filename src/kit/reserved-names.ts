/** What calls about any entity, and the tables of all entities, call their own things: in a query, a body or a row a field of that name could not be told from them. */
const reservedFields = [
  "id",
  "_id",
  "ids",
  "type",
  "key",
  "version",
  "language",
  "pageIndex",
  "pageSize",
  "fields",
  "filter",
  "orderBy",
  "direction",
  "after",
  "before",
  "q",
  "createdAt",
  "updatedAt",
  "deletedAt",
  "tenantId",
  "fieldVersions",
  "search",
  "searchText",
] as const;

/** Fields by these names do not compile. */
export type WithoutReservedNames = Partial<Record<(typeof reservedFields)[number], never>>;

/** What every object of JavaScript has: `row.constructor` is there whether or not a row has such a field. No type can forbid them. */
const namesOfObjects = ["prototype", ...Object.getOwnPropertyNames(Object.prototype)];
const reserved = new Set([...reservedFields, ...namesOfObjects].map((name) => name.toLowerCase()));

/** Words that stand where a `{type}` may stand, in the addresses of calls and screens and in the tags of changes, and mean something else there. */
const reservedTypes = new Set(
  ["account", "admin", "basic", "console", "dev", "entities", "file", "java", "merchant", "paas", "region", "relation"]
    .concat(["sale", "service", "session", "sitePage", "sms", "tenant", "tenants", "type", "ui"])
    .concat(["user", "userAddress", "userDetail", "userReg"])
    .map((word) => word.toLowerCase()),
);

/** A letter in lower case, then letters and digits: one spelling in columns, none of the endings that queries add (`name_Start`). */
const shape = /^[a-z][A-Za-z0-9]{0,39}$/;

const reservedText = "calls and tables use this name themselves";
const shapeText = "a name is a letter in lower case and up to 39 more letters or digits";

/** Why a field or an internal column may not have this name; undefined: it may. Compared in any case. */
export function fieldNameProblem(name: string): string | undefined {
  if (reserved.has(name.toLowerCase())) return reservedText;
  return shape.test(name) ? undefined : shapeText;
}

/** The same of the type of an entity. */
export function typeNameProblem(type: string): string | undefined {
  if (reservedTypes.has(type.toLowerCase())) return reservedText;
  return shape.test(type) ? undefined : shapeText;
}
