import pg from "pg";
import type { Range } from "#kit/filter.ts";

/** Type id of lists of instants, which the driver's table of types lacks. */
const instants: number = 1185;
const ranges: Record<"number" | "instant" | "day", number> = { number: 3906, instant: 3910, day: 3912 };

// Instants as ISO strings, the way they travel. Sessions speak UTC (see `connectionSetupSql`), so usually only three characters differ.
const utcInstant = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/;
function instantOf(value: string): string {
  const match = utcInstant.exec(value);
  return match === null ? new Date(value).toISOString() : `${match[1]}T${match[2]}.${(match[3] ?? "").padEnd(3, "0")}Z`;
}

/** The two ends of a range as PostgreSQL writes it, `["a","b")`. */
function endsOf<T>(text: string, read: (end: string) => T): { from: T | null; to: T | null; hasTo: boolean } {
  const [from = "", to = ""] = text
    .slice(1, -1)
    .split(",")
    .map((end) => end.replaceAll('"', ""));
  return { from: from === "" ? null : read(from), to: to === "" ? null : read(to), hasTo: text.endsWith("]") };
}

/** PostgreSQL writes a range of days up to the day after it. */
function dayRange(text: string): Range {
  const { from, to, hasTo } = endsOf(text, String);
  if (to === null || hasTo) return [from, to];
  const last = new Date(`${to}T00:00:00Z`);
  last.setUTCDate(last.getUTCDate() - 1);
  return [from, last.toISOString().slice(0, 10)];
}

function pairOf<T>(text: string, read: (end: string) => T): [T | null, T | null] {
  const { from, to } = endsOf(text, read);
  return [from, to];
}

/** Sets how values from the database are parsed, for the whole process. */
export function setTypeParsers(): void {
  // numeric and int8 as numbers: our values stay far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, instantOf);
  pg.types.setTypeParser(instants, (list) => [...list.matchAll(/"([^"]+)"/g)].map(([, value]) => instantOf(value!)));
  // A day is no instant.
  pg.types.setTypeParser(pg.types.builtins.DATE, String);
  pg.types.setTypeParser(pg.types.builtins.TIME, (value) => value.replace(/:00$/, ""));
  pg.types.setTypeParser(ranges.number, (text) => pairOf(text, Number));
  pg.types.setTypeParser(ranges.instant, (text) => pairOf(text, instantOf));
  pg.types.setTypeParser(ranges.day, dayRange);
}
