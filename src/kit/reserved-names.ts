/** Names that generic calls and tables use themselves: a field with one would be ambiguous in a query, a body or a row. */
const reservedFields = [
  "id",
  "_id",
  "ids",
  "type",
  "key",
  "version",
  "confirmToken",
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

/** A field with one of these names does not compile. */
export type WithoutReservedNames = Partial<Record<(typeof reservedFields)[number], never>>;

/** Properties of every JavaScript object: `row.constructor` exists whether or not the row has such a field. Types cannot forbid them. */
const objectProperties = ["prototype", ...Object.getOwnPropertyNames(Object.prototype)];
const reservedInLowerCase = new Set([...reservedFields, ...objectProperties].map((name) => name.toLowerCase()));

/** Words that have another meaning where a `{type}` is expected: in addresses of calls and screens, and in tags of changes. */
const reservedTypes = new Set(
  [
    "account",
    "admin",
    "adminSitePage",
    "autoConfigDataService",
    "basic",
    "collectDataService",
    "console",
    "dataColumn",
    "dataEngine",
    "dev",
    "entities",
    "entityData",
    "entityDataService",
    "enumDataService",
    "file",
    "java",
    "logs",
    "merchant",
    "paas",
    "region",
    "relation",
    "relationDataService",
    "widgetData",
  ]
    .concat(["sale", "service", "session", "sitePage", "sms", "tenant", "tenants", "type", "ui"])
    .concat(["user", "userAddress", "userDetail", "userReg"], objectProperties)
    .map((word) => word.toLowerCase()),
);

/** A lower-case letter, then letters and digits: unambiguous as a column, and without the suffixes of queries (`name_Start`). */
const namePattern = /^[a-z][A-Za-z0-9]{0,39}$/;

const reservedText = "calls and tables use this name themselves";
const namePatternText = "a name is a letter in lower case and up to 39 more letters or digits";

/** Why a field or an internal column may not have this name; undefined if it may. Letter case makes no difference. */
export function fieldNameProblem(name: string): string | undefined {
  if (reservedInLowerCase.has(name.toLowerCase())) return reservedText;
  return namePattern.test(name) ? undefined : namePatternText;
}

/** Why an entity may not have this type; undefined if it may. Letter case makes no difference. */
export function typeNameProblem(type: string): string | undefined {
  if (reservedTypes.has(type.toLowerCase())) return reservedText;
  return namePattern.test(type) ? undefined : namePatternText;
}
