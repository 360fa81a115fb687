import {
  boolean,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  type PgColumnBuilderBase,
  text,
  time,
  uuid,
} from "drizzle-orm/pg-core";
import type { Storage } from "#kit/field.ts";
import type { Scalar } from "#kit/filter.ts";
import { timestampColumn } from "./timestamp-column.server.ts";
import { uuidPattern } from "#server/process/id.server.ts";

export type StoredStorage = Exclude<Storage, "none">;

type StorageType = {
  /** PostgreSQL's type name, as in a cast. */
  sqlType: string;
  column: (name: string) => PgColumnBuilderBase;
  /** Converts a value into a statement parameter; by default it is unchanged. */
  parameter?: (value: unknown) => unknown;
  /** Parses an operand of a filter; undefined when it is invalid, so that the database never has to refuse it. */
  operand?: (value: Scalar) => Scalar | undefined;
  /** The storage of both ends of a range. */
  ends?: StoredStorage;
};

function numberOf(value: Scalar): number | undefined {
  if (typeof value === "string" && !/^[+-]?\d{1,15}(\.\d{1,6})?$/.test(value.trim())) return undefined;
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined;
}

function dayOf(value: Scalar): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) && !value.startsWith("0000")
    ? value
    : undefined;
}

/** Parses an instant; a day without a time stands for its start in UTC. */
function instantOf(value: Scalar): string | undefined {
  const isInstant = typeof value === "string" && /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(value);
  const epoch = isInstant ? Date.parse(value) : Number.NaN;
  return Number.isNaN(epoch) ? undefined : new Date(epoch).toISOString();
}

/** A range as PostgreSQL reads it: both ends are included, and an open end is omitted. */
const rangeText = (value: unknown): string => {
  const [from, to] = value as [Scalar, Scalar];
  return `[${from ?? ""},${to ?? ""}]`;
};

const rangeStorage = (sqlType: string, ends: StoredStorage): StorageType => ({
  sqlType,
  column: (name) => customType<{ data: unknown }>({ dataType: () => sqlType })(name),
  parameter: rangeText,
  ends,
});

/** The storage of each kind of value: its column, how it is written, and its operands. */
export const storageTypes: Record<StoredStorage, StorageType> = {
  text: {
    sqlType: "text",
    column: (name) => text(name),
    operand: (value) => (value === null ? undefined : String(value)),
  },
  integer: {
    sqlType: "integer",
    column: (name) => integer(name),
    operand(value) {
      const number = numberOf(value);
      return number !== undefined && Number.isInteger(number) && Math.abs(number) < 2 ** 31 ? number : undefined;
    },
  },
  decimal: {
    sqlType: "numeric",
    column: (name) => numeric(name, { precision: 20, scale: 6 }),
    operand: numberOf,
  },
  boolean: {
    sqlType: "boolean",
    column: (name) => boolean(name),
    operand: (value) =>
      value === true || value === "true" ? true : value === false || value === "false" ? false : undefined,
  },
  timestamp: {
    sqlType: "timestamptz",
    column: timestampColumn,
    operand: instantOf,
  },
  date: { sqlType: "date", column: (name) => date(name), operand: dayOf },
  time: {
    sqlType: "time",
    column: (name) => time(name, { precision: 0 }),
    operand: (value) =>
      typeof value === "string" && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value) ? value : undefined,
  },
  uuid: {
    sqlType: "uuid",
    column: (name) => uuid(name),
    operand: (value) =>
      typeof value === "string" && uuidPattern.test(value.toLowerCase()) ? value.toLowerCase() : undefined,
  },
  json: { sqlType: "jsonb", column: (name) => jsonb(name), parameter: (value) => JSON.stringify(value) },
  numberRange: rangeStorage("numrange", "decimal"),
  dateRange: rangeStorage("daterange", "date"),
  timestampRange: rangeStorage("tstzrange", "timestamp"),
};

/**
 * Parses a range operand `[from, to]`, in which null is an open end, and returns it as PostgreSQL reads it. Undefined when it is invalid, for example
 * when it ends before it begins.
 */
export function rangeOperand(storage: StoredStorage, value: readonly Scalar[]): string | undefined {
  const { ends } = storageTypes[storage];
  const parseEnd = ends === undefined ? undefined : storageTypes[ends].operand;
  if (parseEnd === undefined || value.length !== 2) return undefined;
  const [from, to] = value.map((end) => (end === null ? null : parseEnd(end)));
  if (from === undefined || to === undefined) return undefined;
  return from !== null && to !== null && from > to ? undefined : rangeText([from, to]);
}
