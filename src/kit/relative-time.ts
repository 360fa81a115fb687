import { dateTime, days, hours, minutes } from "./format.ts";
import { formatText, type Locale } from "./text.ts";

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
