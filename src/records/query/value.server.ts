import type { Scalar } from "#kit/filter.ts";
import { uuidPattern } from "#server/process/id.server.ts";

function numberOf(value: Scalar): number | undefined {
  if (typeof value === "string" && !/^[+-]?\d{1,15}(\.\d{1,6})?$/.test(value.trim())) return undefined;
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

const readers: Record<string, (value: Scalar) => Scalar | undefined> = {
  text: (value) => (value === null ? undefined : String(value)),
  integer(value) {
    const number = numberOf(value);
    return number !== undefined && Number.isInteger(number) && Math.abs(number) < 2 ** 31 ? number : undefined;
  },
  decimal: numberOf,
  boolean: (value) =>
    value === true || value === "true" ? true : value === false || value === "false" ? false : undefined,
  /** A day counts from its start in UTC. */
  timestamp(value) {
    const at =
      typeof value === "string" && /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(value)
        ? Date.parse(value)
        : Number.NaN;
    return Number.isNaN(at) ? undefined : new Date(at).toISOString();
  },
  uuid: (value) =>
    typeof value === "string" && uuidPattern.test(value.toLowerCase()) ? value.toLowerCase() : undefined,
};

/** A value to compare with, as its storage takes it; undefined when it is no such value, so that the database never has to say so. */
export function valueOf(storage: string, value: Scalar): Scalar | undefined {
  return readers[storage]?.(value);
}
