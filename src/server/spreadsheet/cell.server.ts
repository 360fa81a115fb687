/** The value of a cell. A text is never a formula. `clock`: a local date and time, in ms since 1970 as if it were UTC. */
export type Cell = string | number | { clock: number; hasTime: boolean } | null;

export type SheetColumn = {
  title: string;
  align: "start" | "end";
  /** Whether people fill in texts: a spreadsheet program then keeps all digits of a long number. */
  isText?: boolean;
  choices?: ColumnChoices | undefined;
};

/** The choices that a spreadsheet program offers in the cells of a column. `range`: where they are in the workbook. `isClosed`: other values are refused. */
type ColumnChoices = { range: SheetRange; isClosed: boolean };

/** Cells of one row of a sheet, by their numbers from 0; the head is row 0. */
export type SheetRange = { sheet: string; row: number; firstColumn: number; lastColumn: number };

/** Since this time, all time zones have changed their clocks at quarters of an hour only. */
const regularSince = Date.UTC(1973, 0);
/** Maximum cached offsets. */
const maxSpans = 20_000;
/** ms. */
const quarter = 15 * 60 * 1000;
const day = 96 * quarter;

/** Returns a function for the offset in ms of an IANA time zone from UTC at a moment. It caches, because a column may have thousands of cells. */
function offsetIn(zone: string): (moment: number) => number {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const [days, quarters] = [new Map<number, number>(), new Map<number, number>()];
  const measure = (moment: number) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const clock = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second);
    return clock - Math.floor(moment / 1000) * 1000;
  };
  function measureCached(moment: number, span: number, offsets: Map<number, number>): number {
    const start = Math.floor(moment / span) * span;
    const offset = offsets.get(start) ?? measure(start);
    if (offsets.size >= maxSpans) offsets.clear();
    offsets.set(start, offset);
    return offset;
  }
  return (moment) => {
    if (moment < regularSince) return measure(moment);
    const offset = measureCached(moment, day, days);
    // A day with the same offset at both ends has no clock change.
    return measureCached(moment + day, day, days) === offset ? offset : measureCached(moment, quarter, quarters);
  };
}

/** Returns a function that converts moments (ms since 1970) to the local time of an IANA zone, as ms since 1970 as if that were UTC. */
export function localTimeIn(zone: string): (moment: number) => number {
  const offset = offsetIn(zone);
  return (moment) => Math.floor(moment / 1000) * 1000 + offset(moment);
}

/** The inverse of `localTimeIn`. A local time that a clock change skips is moved by an hour; for an ambiguous one, the result is the first moment. */
export function momentIn(zone: string): (clock: number) => number {
  const offset = offsetIn(zone);
  return (clock) => {
    const before = clock - offset(clock - 12 * 60 * 60 * 1000);
    const after = clock - offset(clock + 12 * 60 * 60 * 1000);
    return clock - offset(before) === before ? before : clock - offset(after) === after ? after : before;
  };
}

/** A cell as plain text. */
export function plainText(cell: Cell): string {
  if (cell === null) return "";
  return typeof cell === "object" ? clockText(cell) : String(cell);
}

/** `2026-11-22` or `2026-11-22 09:30:00`. */
export function clockText({ clock, hasTime }: { clock: number; hasTime: boolean }): string {
  const text = new Date(clock).toISOString();
  return hasTime ? text.slice(0, 19).replace("T", " ") : text.slice(0, 10);
}
