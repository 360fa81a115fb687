import { isObject } from "./is-object.ts";
import { overriddenClients, overrideIn, recordForClient } from "./client-override.ts";
import type { PageRecord } from "./page.ts";
import { isSame } from "./same.ts";
import { type Locale, locales } from "./text.ts";

/**
 * A text whose other language has changed since it was written: the setting, the text itself, by which it is found again wherever it is moved, and what
 * the other language said when they agreed.
 */
export type OutdatedText = { field: string; locale: Locale; text: string; source: string };

/** The maximum number of outdated texts that a record names, and the maximum length of each, in UTF-16 units. Longer texts are not followed. */
export const outdatedLimits = { entries: 100, units: 8000 };

type Pair = { zh: string; en: string };
type FieldPair = Pair & { field: string };

export const otherLocale = (locale: Locale): Locale => locales.find((other) => other !== locale)!;

const isWritten = (text: unknown): text is string =>
  typeof text === "string" && text.trim() !== "" && text.length <= outdatedLimits.units;

/** A text that is written in both languages. */
function pairOf(value: unknown): Pair | undefined {
  if (!isObject(value)) return undefined;
  const { zh, en } = value;
  return isWritten(zh) && isWritten(en) ? { zh, en } : undefined;
}

/** The texts that are written in both languages: in the settings of a record, and in the rows of its settings. */
function pairsOf({ value: values }: PageRecord): FieldPair[] {
  return Object.entries(values).flatMap(([field, value]): FieldPair[] => {
    const candidates = Array.isArray(value) ? value.filter(isObject).flatMap(Object.values) : [value];
    return candidates.flatMap((candidate) => {
      const pair = pairOf(candidate);
      return pair === undefined ? [] : [{ field, ...pair }];
    });
  });
}

/** A record as each of its clients gets it that differs. */
const variantsOf = (record: PageRecord): PageRecord[] =>
  overriddenClients(record).map((client) => recordForClient(record, client));

/** The texts of a record, in any of its clients, that are out of date, as it says, without those that have changed since. */
export function outdatedTexts(record: PageRecord): (OutdatedText & { current: string })[] {
  if (record.outdated === undefined) return [];
  const pairs = [record, ...variantsOf(record)].flatMap(pairsOf);
  return record.outdated.flatMap((entry) => {
    const originals = pairs
      .filter(({ field, [entry.locale]: text }) => field === entry.field && text === entry.text)
      .map((pair) => pair[otherLocale(entry.locale)]);
    const current = originals.find((original) => original !== entry.source);
    return current === undefined ? [] : [{ ...entry, current }];
  });
}

/** The record with these entries; none are written as no property. */
function withEntries<R extends PageRecord>(record: R, entries: readonly OutdatedText[]): R {
  const { outdated: _, ...others } = record;
  return (entries.length === 0 ? others : { ...others, outdated: entries.slice(0, outdatedLimits.entries) }) as R;
}

const entryOf = ({ field, locale, text, source }: OutdatedText): OutdatedText => ({ field, locale, text, source });

/**
 * A record whose texts a person edits, with what is out of date by that. A text of one language is out of date when the other one changes, until it is
 * edited itself, confirmed, or the other one is what it was. An edit in one client is compared with what that client got. `follows`: whether this edit brought a text up to date or began a missing one; the next
 * keystrokes in the same text then belong to it (`isFollowing`), and put nothing out of date.
 */
export function markOutdated<R extends PageRecord>(
  before: PageRecord,
  after: R,
  isFollowing: boolean,
): { record: R; follows: boolean } {
  const client = overriddenClients(after).find((other) => !isSame(overrideIn(before, other), overrideIn(after, other)));
  const inClient = (record: PageRecord) => (client === undefined ? record : recordForClient(record, client));
  const pairs = pairsOf(inClient(after));
  const earlierPairs = pairsOf(inClient(before));
  const isIn = (list: readonly FieldPair[], pair: FieldPair) => list.some((other) => isSame(other, pair));
  const previous = outdatedTexts(after).map(entryOf);
  const [removed, added] = [
    earlierPairs.filter((pair) => !isIn(pairs, pair)),
    pairs.filter((pair) => !isIn(earlierPairs, pair)),
  ];
  const earlier = outdatedTexts(before);
  // A text that was missing is being written from the other one.
  const isNew = (pair: FieldPair) =>
    !removed.some(({ field, zh, en }) => field === pair.field && (zh === pair.zh || en === pair.en));
  let follows = isFollowing || (added.length > 0 && added.every(isNew));
  const fresh = added.flatMap((pair): OutdatedText[] =>
    locales.flatMap((locale): OutdatedText[] => {
      const other = otherLocale(locale);
      const was = removed.find(({ field, [locale]: text }) => field === pair.field && text === pair[locale]);
      if (was === undefined || was[other] === pair[other]) return [];
      const { field, [locale]: text } = pair;
      // It is marked already, or has just become what it was when both agreed.
      if (earlier.some((entry) => entry.field === field && entry.locale === locale && entry.text === text)) return [];
      // The other language was behind and has been brought up to date.
      const wasBehind = (entry: OutdatedText) =>
        entry.field === field && entry.locale === other && entry.text === was[other];
      if (earlier.some(wasBehind)) follows = true;
      return follows ? [] : [{ field, locale, text, source: was[other] }];
    }),
  );
  return { record: withEntries(after, [...previous, ...fresh]), follows };
}

/** The record without an entry: a person says that the text is up to date. */
export const confirmText = <R extends PageRecord>(record: R, entry: OutdatedText): R =>
  withEntries(
    record,
    outdatedTexts(record)
      .map(entryOf)
      .filter((other) => !isSame(other, entryOf(entry))),
  );

/** The languages in which a text of a record is out of date. */
export const outdatedLocales = (record: PageRecord): Locale[] => {
  const entries = outdatedTexts(record);
  return locales.filter((locale) => entries.some((entry) => entry.locale === locale));
};
