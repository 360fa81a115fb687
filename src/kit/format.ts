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
