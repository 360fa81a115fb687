import { type ClientType, isForClient } from "./client-type.ts";
import type { PageRecord } from "./page.ts";
import { ancestorsOf, type RecordLookup } from "./page-tree.ts";
import { type Locale, locales } from "./text.ts";

/** Whom a page is for, and when: a client, a language and a point in time, in ms since 1970. What is undefined limits nothing. */
export type Visit = { client?: ClientType | undefined; locale?: Locale | undefined; at?: number | undefined };

/** When a record is shown: from an instant on, until another, or both. */
export type Period = NonNullable<PageRecord["period"]>;

/** Whether a period has begun and not ended at a point in time. */
export function periodState({ from, until }: Period, at: number): "before" | "during" | "after" {
  if (until !== undefined && at >= Date.parse(until)) return "after";
  return from !== undefined && at < Date.parse(from) ? "before" : "during";
}

/** Whether a record itself is shown in a visit; what it stands on may still not be. */
export const isShownIn = ({ clients, languages, period }: PageRecord, { client, locale, at }: Visit): boolean =>
  (client === undefined || isForClient(clients, client)) &&
  (locale === undefined || languages === undefined || languages.includes(locale)) &&
  (at === undefined || period === undefined || periodState(period, at) === "during");

/** The languages in which a record is shown, as it and what it stands on say. */
export function shownLocales(record: RecordLookup, id: string): Locale[] {
  const records = [id, ...ancestorsOf(record, id)].flatMap((related) => record(related) ?? []);
  return locales.filter((locale) => records.every((related) => isShownIn(related, { locale })));
}
