import { z } from "zod";
import type { EntityDefinition } from "#kit/entity.ts";
import { type Filter, operators } from "#kit/filter.ts";
import type { Scalar } from "#kit/filter.ts";

/** `Api/{type}/...`: the entity's word, in any case. */
export const typeInput = z.string().min(1).max(60);
export const idInput = z.uuid();

/** Rows leave as plain objects; which fields they carry is the engine's decision, not the edge's. */
export const rowOutput = z.looseObject({ id: z.string(), version: z.number(), createdAt: z.string(), updatedAt: z.string() });

const scalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);
export const filterInput: z.ZodType<Filter> = z.lazy(() =>
  z.union([
    z.strictObject({ and: z.array(filterInput).max(50) }),
    z.strictObject({ or: z.array(filterInput).max(50) }),
    z.strictObject({ field: z.string().max(60), op: z.enum(operators), value: z.union([scalar, z.array(scalar).max(200)]) }),
  ]),
);

export const sortInput = z.strictObject({ field: z.string().max(60), direction: z.enum(["asc", "desc"]) });

const asScalar = (value: unknown): Scalar =>
  value === "true" ? true : value === "false" ? false : typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;

/** Search values by field name (and `{field}_Start` / `{field}_End` for ranges), compared the way the entity says. */
export function filterOf(entity: EntityDefinition, values: Readonly<Record<string, unknown>>): Filter {
  const parts = Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]): Filter => {
      const range = /^(.*)_(Start|End)$/.exec(name);
      if (range !== null) return { field: range[1]!, op: range[2] === "Start" ? "gte" : "lte", value: asScalar(value) };
      return { field: name, op: entity.fields[name]?.search ?? "eq", value: asScalar(value) };
    });
  return { and: parts };
}
