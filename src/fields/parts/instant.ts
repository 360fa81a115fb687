import type { Fields } from "#kit/field.ts";
import { dateTime, isInstant, type TimeFormat, timeFormats } from "#kit/format.ts";
import type { Text } from "#kit/text.ts";

/** What pickers of instants have in common (N-041). `min` and `max` are instants, ISO 8601; `step`: minutes between two instants, from the full hour. */
export type InstantOptions = {
  format?: TimeFormat;
  min?: string;
  max?: string;
  step?: number;
  /** Forms send the value as milliseconds since 1970. */
  timestamp?: boolean;
};

export const instantSettings = {
  format: {
    type: "dropdownlist",
    name: { zh: "格式", en: "Format" },
    options: timeFormats.map((key) => ({ key, name: { zh: key, en: key } })),
  },
  min: { type: "datetimepicker", name: { zh: "最早", en: "Earliest" } },
  max: { type: "datetimepicker", name: { zh: "最晚", en: "Latest" } },
  // Up to a quarter of an hour: time zones differ by multiples of it.
  step: { type: "number", name: { zh: "间隔（分钟）", en: "Step in minutes" }, min: 1, max: 15 },
  timestamp: { type: "switch", name: { zh: "以毫秒时间戳提交", en: "Send as a timestamp in milliseconds" } },
} as const satisfies Fields;

const minute = 60_000;
/** The last millisecond of a `Date`. */
const lastTime = 8.64e15;

/** Whether an instant is valid, within the limits and on a step. */
export function isAllowedInstant(value: string, { min, max, step }: InstantOptions): boolean {
  if (!isInstant(value)) return false;
  const time = Date.parse(value);
  const isWithin = (min === undefined || time >= Date.parse(min)) && (max === undefined || time <= Date.parse(max));
  return isWithin && (step === undefined || time % (step * minute) === 0);
}

/** The message for an instant that is not allowed; `invalid` for a field without limits. */
export function instantMessage({ min, max, step }: InstantOptions, invalid: Text): Text {
  const [first, last] = [min, max].map((limit) => (limit === undefined ? "…" : dateTime(limit, "yyyy-MM-dd HH:mm")));
  const range = `${first} – ${last}${step === undefined ? "" : ` (${step} min)`}`;
  return (min ?? max ?? step) ? { zh: `可选范围：${range}`, en: `Choose within ${range}` } : invalid;
}

/** Milliseconds since 1970 as an ISO instant. Anything else is returned unchanged, for the check to refuse. */
export const instantOfTimestamp = (sent: unknown): unknown =>
  typeof sent === "number" && Number.isInteger(sent) && Math.abs(sent) <= lastTime
    ? new Date(sent).toISOString()
    : sent;

/** An instant as a form sends it. */
export const sentInstant = (value: string, { timestamp }: InstantOptions): unknown =>
  timestamp === true && isInstant(value) ? Date.parse(value) : value;
