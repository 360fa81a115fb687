import type { ZodType } from "zod";

/**
 * The schema, except that an object that it has accepted once passes unchanged from then on. For parts of outputs that are memoised and never change,
 * such as the columns of a list; the schema must not transform values. `_zod.run` is the method that Zod's own schemas call on the schemas in them.
 */
export function checkedOnce<T extends ZodType>(schema: T): T {
  const accepted = new WeakSet<object>();
  const once = schema.clone();
  // oxlint-disable-next-line no-underscore-dangle
  const internals = once._zod;
  const { run } = internals;
  internals.run = (payload, context) => {
    const { value } = payload;
    if (typeof value !== "object" || value === null) return run(payload, context);
    if (accepted.has(value)) return payload;
    const result = run(payload, context);
    if (!(result instanceof Promise) && result.issues.length === 0) accepted.add(value);
    return result;
  };
  return once;
}
