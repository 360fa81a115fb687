/** Formatting of times. */
import { expect, it } from "vitest";
import { dateTime, days, hours, minutes, seconds } from "#kit/format.ts";
import { relativeTime } from "#kit/relative-time.ts";

const time = new Date(2024, 2, 5, 6, 7, 8).toISOString();

it.each([
  ["B-285", "yyyy-MM-dd HH:mm:ss", "2024-03-05 06:07:08"],
  ["B-286", "yyyy-MM-dd HH:mm", "2024-03-05 06:07"],
  ["B-287", "yyyy-MM-dd HH", "2024-03-05 06"],
  ["B-288", "yyyy-MM-dd", "2024-03-05"],
  ["B-289", "yyyy-MM", "2024-03"],
  ["B-290", "HH:mm", "06:07"],
] as const)("%s: formats a time as %s: %s", (_id, format, text) => {
  expect(dateTime(time, format)).toBe(text);
});

const now = Date.parse(time);
const relativeTimes = (duration: number) => {
  const iso = new Date(now - duration).toISOString();
  return [relativeTime(iso, "zh", now), relativeTime(iso, "en", now)];
};

it.each([
  ["B-291", 0, "刚刚", "just now"],
  ["B-291", seconds(59), "刚刚", "just now"],
  ["B-292", minutes(1), "1 分钟前", "1 minute ago"],
  ["B-292", minutes(59), "59 分钟前", "59 minutes ago"],
  ["B-293", hours(1), "1 小时前", "1 hour ago"],
  ["B-293", hours(23), "23 小时前", "23 hours ago"],
  ["B-294", days(1), "1 天前", "1 day ago"],
  ["B-294", days(6), "6 天前", "6 days ago"],
] as const)("%s: formats a time %i ms ago as %s, %s", (_id, duration, zh, en) => {
  expect(relativeTimes(duration)).toEqual([zh, en]);
});

it("B-294: formats a time seven days ago as a date", () => {
  expect(relativeTimes(days(7))).toEqual(["2024-02-27", "2024-02-27"]);
});
