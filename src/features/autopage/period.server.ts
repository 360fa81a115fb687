import type { ComparedRange, DayRange } from "#kit/auto-widget.ts";
import { addDays, addMonths, weekday } from "#kit/day.ts";
import { Problem } from "#kit/problem.ts";
import { localTimeIn, momentIn } from "#server/spreadsheet/cell.server.ts";

/** The longest period of a report, in days: ten years. */
const maxDays = 3660;

const wrongPeriod = new Problem("badRequest", {
  zh: "时间范围不正确，最长 10 年",
  en: "Invalid period. It can be up to ten years long.",
});

const dayMs = 24 * 60 * 60 * 1000;
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
const isDay = (day: string): boolean => /^[1-9]\d{3}-\d{2}-\d{2}$/.test(day) && addDays(day, 0) === day;

/** The number of days of a range. */
export const daysIn = ({ from, to }: DayRange): number => numberOf(to) - numberOf(from) + 1;

/** Today in a time zone. */
export const todayIn = (timeZone: string): string =>
  new Date(localTimeIn(timeZone)(Date.now())).toISOString().slice(0, 10);

/** The last `days` days in a time zone, today included. */
export const lastDays = (days: number, timeZone: string): DayRange => {
  const to = todayIn(timeZone);
  return { from: addDays(to, 1 - days), to };
};

/** As many days before a range. */
export const daysBefore = (range: DayRange): DayRange => ({
  from: addDays(range.from, -daysIn(range)),
  to: addDays(range.from, -1),
});

export type PeriodInput = { days?: string | undefined; start?: string | undefined; end?: string | undefined };

/** The period that the parameters of an address name: from `start` to `end`, or the last `days` days. @throws {Problem} badRequest */
export function periodOf({ days = "30", start, end }: PeriodInput, timeZone: string): DayRange {
  if (start === undefined && end === undefined) return lastDays(Number(days), timeZone);
  const to = end ?? todayIn(timeZone);
  const from = start ?? addDays(to, 1 - Number(days));
  let range: DayRange;
  try {
    if (!isDay(from) || !isDay(to)) throw wrongPeriod;
    range = { from, to };
  } catch {
    // An impossible day, such as 2026-13-01.
    throw wrongPeriod;
  }
  if (daysIn(range) < 1 || daysIn(range) > maxDays) throw wrongPeriod;
  return range;
}

/** The range with the one that it is compared with. */
export const withBefore = (range: DayRange): ComparedRange => ({ ...range, before: daysBefore(range) });

/** The first day of each part of a range: days up to a month, weeks up to half a year, else months. */
export function stepsOf(range: DayRange): string[] {
  const days = daysIn(range);
  const next = (day: string): string => {
    if (days <= 31) return addDays(day, 1);
    if (days <= 200) return addDays(day, 7 - weekday(day));
    return addMonths(`${day.slice(0, 7)}-01`, 1);
  };
  const steps: string[] = [];
  for (let day = range.from; day <= range.to; day = next(day)) steps.push(day);
  return steps;
}

/** The moment at which a day begins in a time zone. */
export function startOf(timeZone: string): (day: string) => string {
  const toMoment = momentIn(timeZone);
  return (day) => new Date(toMoment(Date.parse(`${day}T00:00:00Z`))).toISOString();
}
