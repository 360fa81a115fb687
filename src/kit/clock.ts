import { twoDigits } from "./format.ts";

const minutesPerDay = 24 * 60;

/** `HH:mm`, or `HH:mm:ss` where seconds matter. */
export const timePattern = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** Parses a time of day as people type it, "9:05", "0905", "9点5分" or "9.05", into `HH:mm`; `HH:mm:ss` stays. Undefined for any other text. */
export function readTime(input: string): string | undefined {
  const text = input.normalize("NFKC").trim();
  const [, hour, minute = "0"] =
    /^(\d{1,2})(?:[:.时点](\d{1,2})分?|[时点])?$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return timePattern.test(text) ? text : undefined;
  return `${twoDigits(Number(hour))}:${twoDigits(Number(minute))}`;
}

/** The time `minutes` later (or earlier, if negative), wrapping at midnight; 09:00 for an empty or invalid time. */
export function stepTime(time: string, minutes: number): string {
  if (!timePattern.test(time)) return "09:00";
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const minuteOfDay = (hour * 60 + minute + minutes + minutesPerDay) % minutesPerDay;
  return `${twoDigits(Math.floor(minuteOfDay / 60))}:${twoDigits(minuteOfDay % 60)}`;
}

/** `yyyy-MM`, from the year 1000 on. */
export const monthPattern = /^[1-9]\d{3}-(0[1-9]|1[0-2])$/;

/** Parses a month as people type it, "2026-3", "2026/03" or "2026年3月", into `yyyy-MM`; undefined for any other text. */
export function readMonth(input: string): string | undefined {
  const [, year, month] = /^(\d{4})[-/.年](\d{1,2})月?$/.exec(input.normalize("NFKC").trim()) ?? [];
  const text = `${year}-${twoDigits(Number(month))}`;
  return monthPattern.test(text) ? text : undefined;
}

/** Adds months to a month; the current month for an empty or invalid one. */
export function stepMonth(month: string, months: number): string {
  const [year = 0, index = 0] = month.split("-").map(Number);
  const date = monthPattern.test(month) ? new Date(Date.UTC(year, index - 1 + months, 1)) : new Date();
  return date.toISOString().slice(0, 7);
}
