import { days, hours, minutes } from "./format.ts";
import { formatText, type Locale } from "./text.ts";

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
