/** A value of a sheet. Texts are never read as formulas; `clock`: local date and time of a moment, as ms since 1970 if it were UTC. */
export type Cell = string | number | { clock: number; hasTime: boolean } | null;

export type SheetColumn = { title: string; align: "start" | "end" };

/** Converts moments (ms since 1970) to the local time of an IANA zone, as ms since 1970 if that were UTC. */
export function clockIn(zone: string): (moment: number) => number {
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
  return (moment) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second);
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
