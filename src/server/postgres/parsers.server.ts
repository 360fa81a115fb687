import pg from "pg";
import type { Range } from "#kit/filter.ts";

/** The type id (OID) of `timestamptz[]`, which the driver's table of types lacks; below, those of ranges. */
const instantArrayOid: number = 1185;
const rangeOids: Record<"number" | "instant" | "day", number> = { number: 3906, instant: 3910, day: 3912 };

// Sessions use UTC (see `setupSql`), so PostgreSQL's text almost always has this form, which is faster to rewrite than to parse as a date.
const utcInstant = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/;
/** Converts an instant as PostgreSQL writes it into an ISO string. */
function instantOf(value: string): string {
  const match = utcInstant.exec(value);
  return match === null ? new Date(value).toISOString() : `${match[1]}T${match[2]}.${(match[3] ?? "").padEnd(3, "0")}Z`;
}

/** Parses a range as PostgreSQL writes it, `["a","b")`. An open end is null; `includesTo` is whether the upper end belongs to the range. */
function parseRange<T>(text: string, parse: (end: string) => T): { from: T | null; to: T | null; includesTo: boolean } {
  const [from = "", to = ""] = text
    .slice(1, -1)
    .split(",")
    .map((end) => end.replaceAll('"', ""));
  return { from: from === "" ? null : parse(from), to: to === "" ? null : parse(to), includesTo: text.endsWith("]") };
}

/** Parses a range of days, whose exclusive upper end in PostgreSQL is the day after the last one. */
function dayRange(text: string): Range {
  const { from, to, includesTo } = parseRange(text, String);
  if (to === null || includesTo) return [from, to];
  const last = new Date(`${to}T00:00:00Z`);
  last.setUTCDate(last.getUTCDate() - 1);
  return [from, last.toISOString().slice(0, 10)];
}

/** Parses a range whose ends are both included. */
function inclusiveRange<T>(text: string, parse: (end: string) => T): [T | null, T | null] {
  const { from, to } = parseRange(text, parse);
  return [from, to];
}

/** Sets how values from the database are parsed, for the whole process. */
export function setTypeParsers(): void {
  // numeric and int8 as numbers: our values stay far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, instantOf);
  pg.types.setTypeParser(instantArrayOid, (list) =>
    [...list.matchAll(/"([^"]+)"/g)].map(([, value]) => instantOf(value!)),
  );
  // A day stays text, because it has no time zone.
  pg.types.setTypeParser(pg.types.builtins.DATE, String);
  pg.types.setTypeParser(pg.types.builtins.TIME, (value) => value.replace(/:00$/, ""));
  pg.types.setTypeParser(rangeOids.number, (text) => inclusiveRange(text, Number));
  pg.types.setTypeParser(rangeOids.instant, (text) => inclusiveRange(text, instantOf));
  pg.types.setTypeParser(rangeOids.day, dayRange);
}
