import { twoDigits } from "./format.ts";

/** The lengths of the periods up to today that people choose from, in days, as the wire has them. */
export const periodLengths = ["7", "30", "90", "180", "360"] as const;
export type PeriodLength = (typeof periodLengths)[number];
export const periodDays: readonly number[] = periodLengths.map(Number);

// A day is the text `yyyy-MM-dd`. It is calculated with in UTC, so that time zones and summer time make no difference.
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** Today in the reader's time zone. */
export function today(now = new Date()): string {
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}

/** The day that is `days` days later (or earlier, if negative). */
export function addDays(day: string, days: number): string {
  const date = dateOf(day);
  date.setUTCDate(date.getUTCDate() + days);
  return dayOf(date);
}

/** The same day of the month `months` months later, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const date = dateOf(day);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, last));
  return dayOf(date);
}

/** 0 for Monday to 6 for Sunday. */
export const weekday = (day: string): number => (dateOf(day).getUTCDay() + 6) % 7;

/** The whole weeks, Monday first, that cover the month of this day. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, -weekday(first));
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_unused, n) => addDays(start, week * 7 + n)),
  );
  return weeks.filter((week) => week.some((date) => date.startsWith(day.slice(0, 7))));
}
