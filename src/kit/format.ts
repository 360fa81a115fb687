/** Named durations in milliseconds, so that every constant shows its unit. */
export const seconds = (n: number) => n * 1000;
export const minutes = (n: number) => seconds(60 * n);
export const hours = (n: number) => minutes(60 * n);
export const days = (n: number) => hours(24 * n);

/** Bytes of n megabytes. */
export const megabytes = (n: number) => n * 1024 * 1024;

/** Whether a text is an instant in ISO 8601. */
export const isInstant = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value));

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

/** A number with a leading zero if it has one digit. */
export const twoDigits = (n: number): string => String(n).padStart(2, "0");

/** Formats an instant (ISO 8601) in the time zone of this browser or server. */
export function dateTime(iso: string, format: TimeFormat): string {
  const date = new Date(iso);
  const parts: Record<string, string> = {
    yyyy: String(date.getFullYear()),
    MM: twoDigits(date.getMonth() + 1),
    dd: twoDigits(date.getDate()),
    HH: twoDigits(date.getHours()),
    mm: twoDigits(date.getMinutes()),
    ss: twoDigits(date.getSeconds()),
  };
  return format.replace(/yyyy|MM|dd|HH|mm|ss/g, (part) => parts[part]!);
}
