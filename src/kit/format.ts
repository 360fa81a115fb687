import { formatText, type Locale } from "./text.ts";

/** Named durations in milliseconds, so that every constant shows its unit. */
export const seconds = (n: number) => n * 1000;
export const minutes = (n: number) => seconds(60 * n);
export const hours = (n: number) => minutes(60 * n);
export const days = (n: number) => hours(24 * n);

/** Bytes of n megabytes. */
export const megabytes = (n: number) => n * 1024 * 1024;

/** Relative time up to six days, then the date (B-291). `now` in ms. */
export function relativeTime(iso: string, locale: Locale, now = Date.now()): string {
  const elapsed = now - Date.parse(iso);
  if (elapsed < minutes(1)) return { zh: "刚刚", en: "just now" }[locale];
  const inUnits = (size: number, zh: string, en: string) => {
    const n = Math.floor(elapsed / size);
    return formatText({ zh: `{n} ${zh}前`, en: `{n} {n|${en}|${en}s} ago` }, { n })[locale];
  };
  if (elapsed < hours(1)) return inUnits(minutes(1), "分钟", "minute");
  if (elapsed < days(1)) return inUnits(hours(1), "小时", "hour");
  if (elapsed < days(7)) return inUnits(days(1), "天", "day");
  return dateTime(iso, "yyyy-MM-dd");
}

/** Whether a text is an instant in ISO 8601. */
export const isInstant = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));

/** The time until an instant, or since it passed, in the largest whole unit below three days. `now` in ms. */
export function timeLeft(iso: string, locale: Locale, now = Date.now()): { text: string; isOverdue: boolean } {
  const remaining = Date.parse(iso) - now;
  const isOverdue = remaining < 0;
  const span = Math.abs(remaining);
  const units = [
    { size: days(1), from: days(3), zh: "天", en: "day" },
    { size: hours(1), from: hours(1), zh: "小时", en: "hour" },
    { size: minutes(1), from: 0, zh: "分钟", en: "minute" },
  ];
  const unit = units.find(({ from }) => span >= from)!;
  const n = Math.floor(span / unit.size);
  const unitText = `{n} {n|${unit.en}|${unit.en}s}`;
  const words = isOverdue
    ? { zh: `已超时 {n} ${unit.zh}`, en: `Overdue by ${unitText}` }
    : { zh: `剩余 {n} ${unit.zh}`, en: `${unitText} left` };
  return { text: formatText(words, { n })[locale], isOverdue };
}

/** The formats of a time on the wire (B-285). */
export const timeFormats = [
  "yyyy-MM-dd HH:mm:ss",
  "yyyy-MM-dd HH:mm",
  "yyyy-MM-dd HH",
  "yyyy-MM-dd",
  "yyyy-MM",
  "HH:mm",
] as const;
export type TimeFormat = (typeof timeFormats)[number];

/** Formats a time in the reader's time zone. */
export function dateTime(iso: string, format: TimeFormat): string {
  const date = new Date(iso);
  const two = (n: number) => String(n).padStart(2, "0");
  const parts: Record<string, string> = {
    yyyy: String(date.getFullYear()),
    MM: two(date.getMonth() + 1),
    dd: two(date.getDate()),
    HH: two(date.getHours()),
    mm: two(date.getMinutes()),
    ss: two(date.getSeconds()),
  };
  return format.replace(/yyyy|MM|dd|HH|mm|ss/g, (part) => parts[part]!);
}
