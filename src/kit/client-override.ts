import { type ClientType, clientTypes } from "./client-type.ts";
import { memo } from "./memo.ts";
import type { PageRecord } from "./page.ts";
import { isSame } from "./same.ts";
import { locales } from "./text.ts";

type Values = Readonly<Record<string, unknown>>;
type NodeOverride = NonNullable<NonNullable<Extract<PageRecord, { kind: "node" }>["overrides"]>[ClientType]>;
/** What differs in one client: settings, formats of texts, and the place of a node. Of a text, it has only the languages that differ. */
export type ClientOverride = NodeOverride;

const isPerLanguage = (value: unknown): value is Values =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).every((key) => (locales as readonly string[]).includes(key));

const overridesOf = (record: PageRecord) => (record.overrides ?? {}) as { readonly [C in ClientType]?: ClientOverride };

/** What an override has of a record in a client; undefined if the record is the same as in all clients. */
export const overrideIn = (record: PageRecord, client: ClientType): ClientOverride | undefined =>
  overridesOf(record)[client];

/** A record without what differs in clients. */
export function commonOf<R extends PageRecord>(record: R): R {
  const { overrides: _, ...common } = record;
  return common as R;
}

/** The clients in which a record differs. */
export const overriddenClients = (record: PageRecord): ClientType[] =>
  record.overrides === undefined ? [] : clientTypes.filter((client) => overrideIn(record, client) !== undefined);

/** `values` with those of `changed`; of a value in several languages, those that `changed` has. */
function withValues(values: Values, changed: Values = {}): Record<string, unknown> {
  const result = { ...values };
  for (const [name, value] of Object.entries(changed)) {
    const common = values[name];
    result[name] = isPerLanguage(value) && isPerLanguage(common) ? { ...common, ...value } : value;
  }
  return result;
}

/** What `values` has in place of `common`: whole values, or the languages that differ. A value that is missing is null. */
function changedValues(common: Values, values: Values): Record<string, unknown> {
  const names = new Set([...Object.keys(common), ...Object.keys(values)]);
  const entries = [...names].flatMap((name): [string, unknown][] => {
    const [before, after] = [common[name] ?? null, values[name] ?? null];
    if (isSame(before, after)) return [];
    if (!isPerLanguage(before)) return [[name, after]];
    if (after !== null && !isPerLanguage(after)) return [[name, after]];
    const languages = changedValues(before, after ?? {});
    return Object.keys(languages).length === 0 ? [] : [[name, languages]];
  });
  return Object.fromEntries(entries);
}

/** Formats without those that a client does not have. */
function presentFormats(formats: Values): Values {
  return Object.fromEntries(
    Object.entries(formats).flatMap(([name, format]) => {
      const parts = Object.entries((format ?? {}) as Values).filter(([, part]) => part !== null && part !== undefined);
      return parts.length === 0 ? [] : [[name, Object.fromEntries(parts)]];
    }),
  );
}

function resolve(record: PageRecord, override: ClientOverride | undefined): PageRecord {
  const common = commonOf(record);
  if (override === undefined) return common;
  const value = withValues(record.value, override.value);
  if (common.kind !== "node") return { ...common, value };
  const { rotation: commonRotation = 0, formats: commonFormats = {}, ...node } = common;
  const rotation = override.rotation ?? commonRotation;
  const formats = presentFormats(withValues(commonFormats, override.formats)) as typeof commonFormats;
  return {
    ...node,
    value,
    box: override.box ?? node.box,
    ...(rotation === 0 ? {} : { rotation }),
    ...(Object.keys(formats).length === 0 ? {} : { formats }),
  };
}

/** Whoever compares references sees the same record of a client until the stored one changes. */
const resolvedFor = memo((record: PageRecord, client: ClientType) => resolve(record, overrideIn(record, client)));

/** A record as a client gets it, without overrides; the record itself if none of its clients differs. */
export function recordForClient<R extends PageRecord>(record: R, client: ClientType): R {
  return record.overrides === undefined ? record : (resolvedFor(record, client) as R);
}

/** What `variant`, a record as a client gets it, has in place of the common values of `record`. */
function overrideOf(record: PageRecord, variant: PageRecord): ClientOverride {
  const value = changedValues(record.value, variant.value);
  const ofValue = Object.keys(value).length === 0 ? {} : { value };
  if (record.kind !== "node" || variant.kind !== "node") return ofValue;
  const formats = changedValues(record.formats ?? {}, variant.formats ?? {});
  for (const [name, format] of Object.entries(formats))
    if (format === null) formats[name] = changedValues((record.formats ?? {})[name] ?? {}, {});
  const [before, after] = [record.rotation ?? 0, variant.rotation ?? 0];
  return {
    ...ofValue,
    ...(Object.keys(formats).length === 0 ? {} : { formats: formats as NonNullable<ClientOverride["formats"]> }),
    ...(isSame(record.box, variant.box) ? {} : { box: variant.box }),
    ...(before === after ? {} : { rotation: after }),
  };
}

/** The record with an override; an empty one is none. */
export function withOverride<R extends PageRecord>(record: R, client: ClientType, override: ClientOverride): R {
  const { overrides = {}, ...rest } = record;
  const { [client]: _, ...others } = overrides;
  const next = Object.keys(override).length === 0 ? others : { ...others, [client]: override };
  return (Object.keys(next).length === 0 ? rest : { ...rest, overrides: next }) as R;
}

/**
 * `record` after an edit in one client: what differs in settings, formats and place is that client's, anything else, such as the order or the name, is
 * common.
 */
export function editInClient(record: PageRecord, client: ClientType, edited: PageRecord): PageRecord {
  const { overrides, ...before } = record;
  // A group has a name only, which visitors do not see.
  if (record.kind === "group") return overrides === undefined ? edited : ({ ...edited, overrides } as PageRecord);
  const common = { ...edited, value: before.value } as PageRecord;
  if (common.kind === "node" && before.kind === "node") {
    common.box = before.box;
    for (const name of ["rotation", "formats"] as const) {
      delete common[name];
      if (before[name] !== undefined) Object.assign(common, { [name]: before[name] });
    }
  }
  const withOthers = (overrides === undefined ? common : { ...common, overrides }) as PageRecord;
  return withOverride(withOthers, client, overrideOf(record, edited));
}

/** The record with `change` made to it and to what each client that differs gets. `client`: undefined for what is common. */
export function changeVariants<R extends PageRecord>(
  record: R,
  change: (variant: R, client: ClientType | undefined) => R,
): R {
  let next = change(commonOf(record), undefined);
  for (const client of overriddenClients(record))
    next = withOverride(next, client, overrideOf(next, change(recordForClient(record, client), client)));
  return next;
}
