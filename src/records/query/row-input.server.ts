import { z } from "zod";
import { withoutAreas } from "#kit/app-pages.ts";
import type { AnyRow } from "#kit/entity.ts";
import { conjuncts, type Filter, type Operator, operators, readRange, type Scalar } from "#kit/filter.ts";
import { localTimeZone } from "#kit/time-zone.ts";
import { acceptedBy } from "#server/http/memoised-answers.server.ts";
import type { ReadableEntity } from "#records/registry/view.server.ts";
import { badFilter } from "./where.server.ts";

/** `Api/{type}/...`: the name of an entity, in any letter case. */
export const typeInput = z.string().min(1).max(60);
export const idInput = z.uuid();
/** Maximum rows of one call that runs a command, and of one that restores deleted rows. */
export const maxCommandRows = 200;
export const maxRestoredRows = 100;
/** The version of a row, an integer of the database. */
export const versionInput = z.int32().min(1);
/** The token from `POST Api/User/ConfirmPayPassword` for exactly this save. */
export const confirmTokenInput = z.string().max(100).optional();

/** The IANA time zone of the reader; that of the server by default. */
export const timeZoneInput = z
  .string()
  .max(60)
  .refine((zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
    } catch {
      return false;
    }
  })
  .default(localTimeZone);

/** Rows are sent as plain objects; the engine decides which fields they contain. */
const rowShape = z.looseObject({
  id: z.string(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
const isRow = ({ id, version, createdAt, updatedAt }: Partial<AnyRow>) =>
  typeof id === "string" && Number.isFinite(version) && typeof createdAt === "string" && typeof updatedAt === "string";
/** `rowShape` without the cost of copying each row of a page. */
export const rowOutput = acceptedBy(rowShape, isRow);

/** The name of a field, or of a field of a related record (`relatedFieldIn`). */
const comparedField = z.string().max(121);
const scalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);
/** A filter as clients send it. `whereOf` checks its fields, operators, depth and number of conditions. */
export const filterInput: z.ZodType<Filter> = z.lazy(() =>
  z.union([
    z.strictObject({ and: z.array(filterInput).max(50) }),
    z.strictObject({ or: z.array(filterInput).max(50) }),
    z.strictObject({
      field: comparedField,
      op: z.enum(operators),
      value: z.union([scalar, z.array(scalar).max(200)]),
    }),
  ]),
);

/** Parses a filter from JSON. @throws {Problem} badRequest */
export function parseFilterInput(text: string): Filter {
  try {
    return filterInput.parse(JSON.parse(text));
  } catch {
    throw badFilter;
  }
}

export const sortInput = z.strictObject({ field: z.string().max(60), direction: z.enum(["asc", "desc"]) });

function asScalar(value: unknown): Scalar {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  throw badFilter;
}

function conditionFor(name: string, op: Operator, value: unknown): Filter {
  if (op === "between" || op === "overlaps") {
    const ends = Array.isArray(value) ? value : readRange(String(asScalar(value)));
    return { field: name, op, value: ends.map((end) => (end === null ? null : asScalar(end))) };
  }
  if (op !== "in") return { field: name, op, value: asScalar(value) };
  const items = Array.isArray(value) ? value : String(asScalar(value)).split(",");
  return { field: name, op, value: items.map(asScalar) };
}

/**
 * The filter of search values by field name (and `{field}_Start` / `{field}_End` for ranges), each with the search operator of its field.
 * @throws {Problem} badRequest for a value other than a string, a number or a boolean
 */
export function filterOf({ fields }: ReadableEntity, values: Readonly<Record<string, unknown>>): Filter {
  const filledValues = Object.entries(values).filter(
    ([, value]) => value !== null && value !== undefined && value !== "",
  );
  const operatorOf = (name: string): Operator =>
    (Object.hasOwn(fields, name) ? fields[name]!.search : undefined) ?? "eq";
  const parts = filledValues.map(([name, value]) => {
    const [, field, end] = /^(.+)_(Start|End)$/.exec(name) ?? [];
    if (field === undefined) return conditionFor(name, operatorOf(name), value);
    // A range matches if it overlaps the period: it ends after the start, and starts before the end.
    if (operatorOf(field) === "overlaps")
      return conditionFor(field, "overlaps", end === "Start" ? [value, null] : [null, value]);
    return conditionFor(field, end === "Start" ? "gte" : "lte", value);
  });
  return { and: parts };
}

/** The filter of a list: `fields` are the values of the search form, `filter` is a further condition. */
export const listFilterInput = {
  url: z.string().max(200),
  fields: z.record(z.string(), z.unknown()).optional(),
  filter: filterInput.optional(),
};

/** A page of a list: filter, order and position. */
export const listPageInput = {
  ...listFilterInput,
  pageIndex: z.number().int().min(1).default(1),
  pageSize: z.number().int().min(1).default(15),
  sort: sortInput.optional(),
  after: z.uuid().optional(),
  before: z.uuid().optional(),
};

/** `/admin/{type}/list`, with or without one of the area prefixes: the entity is the part before `list` (B-040). */
export function typeOfList(url: string): string {
  const parts = url
    .split("?", 1)[0]!
    .split("/")
    .filter((part) => part !== "");
  return withoutAreas(parts)
    .filter((part) => part.toLowerCase() !== "list")
    .join("/");
}

/** The filter of `listFilterInput`. @throws {Problem} as `filterOf` */
export function filterOfList(
  readable: ReadableEntity,
  { fields = {}, filter }: { fields?: Record<string, unknown> | undefined; filter?: Filter | undefined },
): Filter {
  return { and: [filterOf(readable, fields), ...(filter === undefined ? [] : [filter])].flatMap(conjuncts) };
}
