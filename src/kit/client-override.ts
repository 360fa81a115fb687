import { type ClientType, clientTypes } from "./client-type.ts";
import { memo } from "./memo.ts";
import type { PageRecord } from "./page.ts";
import {
  type ClientWidth,
  clientWidth,
  clientWidths,
  isClientWidth,
  type PageWidth,
  pageWidths,
  partsOfClientWidth,
  stackedWidths,
  widthsFrom,
} from "./page-width.ts";
import { isSame } from "./same.ts";
import { locales } from "./text.ts";

type Values = Readonly<Record<string, unknown>>;
type NodeOverrides = NonNullable<Extract<PageRecord, { kind: "node" }>["overrides"]>;
/** What differs in one client: settings, formats of texts, and the place of a node. Of a text, it has only the languages that differ. */
export type ClientOverride = NonNullable<NodeOverrides[ClientType]>;
/** What differs at a width and at narrower ones: settings of which only styles are made, the place of a node, and whether it is hidden. */
export type WidthOverride = NonNullable<NodeOverrides[PageWidth]>;
/** What a record may differ in: a client, a width, or one client at one width. */
export type Variant = ClientType | PageWidth | ClientWidth;
export const variants: readonly Variant[] = [...clientTypes, ...pageWidths, ...clientWidths];

/** What edits are for in a view; undefined for what is common. */
export function variantIn(client: ClientType | undefined, width: PageWidth | undefined): Variant | undefined {
  if (client === undefined || width === undefined) return client ?? width;
  return clientWidth(client, width);
}

/**
 * The variants that count in a view, each over those before it: a narrower width over a wider one, and at the same width one client over all of
 * them.
 */
export function variantsIn(client: ClientType | undefined, width: PageWidth | undefined): Variant[] {
  const ofClient = client === undefined ? [] : [client];
  const widths = width === undefined ? [] : widthsFrom(width);
  return [...ofClient, ...widths.flatMap((wider) => [wider, ...ofClient.map((name) => clientWidth(name, wider))])];
}

const isPerLanguage = (value: unknown): value is Values =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.keys(value).every((key) => (locales as readonly string[]).includes(key));

type Override<V extends Variant> = V extends ClientType ? ClientOverride : WidthOverride;

/** What an override has of a record in a client or at a width; undefined if nothing differs there. */
export const overrideIn = <V extends Variant>(record: PageRecord, variant: V): Override<V> | undefined =>
  ((record.overrides ?? {}) as NodeOverrides)[variant] as Override<V> | undefined;

/** A record without what differs in clients or at widths. */
export function commonOf<R extends PageRecord>(record: R): R {
  const { overrides: _, ...common } = record;
  return common as R;
}

/** The clients in which a record differs. */
export const overriddenClients = (record: PageRecord): ClientType[] =>
  record.overrides === undefined ? [] : clientTypes.filter((client) => overrideIn(record, client) !== undefined);

/** The widths at which a record differs, from wide to narrow. */
export const overriddenWidths = (record: PageRecord): PageWidth[] =>
  record.overrides === undefined ? [] : pageWidths.filter((width) => overrideIn(record, width) !== undefined);

/** The clients that differ at a width, with that width, from wide to narrow. */
export const overriddenClientWidths = (record: PageRecord): ClientWidth[] =>
  record.overrides === undefined ? [] : clientWidths.filter((name) => overrideIn(record, name) !== undefined);

/** Whether a record differs at a width, in all clients or in one. */
export const differsAtWidths = (record: PageRecord): boolean =>
  overriddenWidths(record).length > 0 || overriddenClientWidths(record).length > 0;

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

/** What differs at a width, with what differs there in one client over it. */
function overrideAt(record: PageRecord, width: PageWidth, client: ClientType | undefined): WidthOverride | undefined {
  const common = overrideIn(record, width);
  const ofClient = client === undefined ? undefined : overrideIn(record, clientWidth(client, width));
  if (common === undefined || ofClient === undefined) return ofClient ?? common;
  const value = withValues(common.value ?? {}, ofClient.value);
  return { ...common, ...ofClient, ...(Object.keys(value).length === 0 ? {} : { value }) };
}

/** The record with its values at widths, in all clients or in one, as its only overrides. */
function withWidths<R extends PageRecord>(record: R, stored: PageRecord, client?: ClientType): R {
  const overrides = pageWidths.flatMap((width) => {
    const override = overrideAt(stored, width, client);
    return override === undefined ? [] : [[width, override]];
  });
  return overrides.length === 0 ? record : { ...record, overrides: Object.fromEntries(overrides) };
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
const resolvedFor = memo((record: PageRecord, client: ClientType) =>
  withWidths(resolve(record, overrideIn(record, client)), record, client),
);

/** A record as a client gets it, with no overrides but those of widths; the record itself if nothing differs. */
export function recordForClient<R extends PageRecord>(record: R, client: ClientType): R {
  return record.overrides === undefined ? record : (resolvedFor(record, client) as R);
}

const resolvedAt = memo((record: PageRecord, width: PageWidth) => {
  const resolved = widthsFrom(width).reduce<PageRecord>((current, wider) => {
    const override = overrideIn(record, wider);
    if (override === undefined) return current;
    const { isHidden = current.isHidden === true, ...values } = override;
    const { isHidden: _, ...rest } = resolve(current, values);
    return { ...rest, ...(isHidden ? { isHidden } : {}) } as PageRecord;
  }, commonOf(record));
  return withWidths(resolved, record);
});

/** A record as it is on pages of a width, with its overrides of widths; the record itself if none of them counts. */
export const recordAtWidth = <R extends PageRecord>(record: R, width: PageWidth): R =>
  widthsFrom(width).some((wider) => overrideIn(record, wider) !== undefined)
    ? (resolvedAt(record, width) as R)
    : record;

/** The stacked width for which a node has the place that counts at `width`; undefined if it has none of its own and is stacked there. */
export const placedAt = (record: PageRecord, width: PageWidth): PageWidth | undefined =>
  widthsFrom(width).findLast(
    (wider) => stackedWidths[wider] !== undefined && overrideIn(record, wider)?.box !== undefined,
  );

/** Whether a record has a place that can be moved at a width: those in a stack have none. */
export const hasPlaceAt = (record: PageRecord, width: PageWidth): boolean =>
  stackedWidths[width] === undefined || placedAt(record, width) !== undefined;

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
export function withOverride<R extends PageRecord, V extends Variant>(record: R, variant: V, override: Override<V>): R {
  const { overrides = {}, ...rest } = record;
  const { [variant]: _, ...others } = overrides as NodeOverrides;
  const next = Object.keys(override).length === 0 ? others : { ...others, [variant]: override };
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

/** A record without one of its overrides. */
const without = <R extends PageRecord>(record: R, variant: Variant): R => withOverride(record, variant, {});

/** What differs from `record` once the override of a width, or of one client there, is taken away. */
function baseOf(record: PageRecord, variant: PageWidth | ClientWidth): PageRecord {
  const rest = without(record, variant);
  if (!isClientWidth(variant)) return recordAtWidth(rest, variant);
  const { client, width } = partsOfClientWidth(variant);
  return recordAtWidth(recordForClient(rest, client), width);
}

/**
 * What `edited`, a record as it is at a width, or in one client there, has in place of what counts otherwise. A place that was its own remains so, even if
 * it is equal.
 */
function widthOverrideOf(record: PageRecord, variant: PageWidth | ClientWidth, edited: PageRecord): WidthOverride {
  const base = baseOf(record, variant);
  const { formats: _, ...override } = overrideOf(base, edited);
  const isPlaced = overrideIn(record, variant)?.box !== undefined && edited.kind === "node";
  const [before, after] = [base.isHidden === true, edited.isHidden === true];
  return {
    ...override,
    ...(isPlaced ? { box: edited.box } : {}),
    ...(before === after ? {} : { isHidden: after }),
  };
}

/** An edit at one width as two: of what is common to all widths, and of the record there. */
function splitEdit(
  record: PageRecord,
  { width, settings }: { width: PageWidth; settings: readonly string[] },
  edited: PageRecord,
): { common: PageRecord; variant: PageRecord } {
  const { overrides: _, isHidden: _hidden, ...after } = edited;
  const isHidden = record.isHidden === true ? edited.isHidden === true : false;
  const responsiveValues = Object.fromEntries(
    settings.flatMap((name) => (Object.hasOwn(record.value, name) ? [[name, record.value[name]]] : [])),
  );
  const shared = Object.entries(after.value).filter(([name]) => !settings.includes(name));
  const common = {
    ...after,
    value: { ...Object.fromEntries(shared), ...responsiveValues },
    ...(isHidden ? { isHidden: true } : {}),
  } as PageRecord;
  const variant = { ...after, ...(edited.isHidden === true ? { isHidden: true } : {}) } as PageRecord;
  if (common.kind === "node" && record.kind === "node" && variant.kind === "node") {
    common.box = record.box;
    delete common.rotation;
    if (record.rotation !== undefined) common.rotation = record.rotation;
    const resting = hasPlaceAt(record, width) ? undefined : (recordAtWidth(record, width) as typeof record);
    if (resting !== undefined) {
      variant.box = resting.box;
      delete variant.rotation;
      if (resting.rotation !== undefined) variant.rotation = resting.rotation;
    }
  }
  return { common, variant };
}

/**
 * `record` after an edit at one width, of one client or of all: what differs in `settings`, in its place and in whether it is hidden is that width's,
 * anything else, such as a text, is the client's, or common. A node in a stack has no place, and what is hidden everywhere is shown nowhere.
 */
export function editAtWidth(
  record: PageRecord,
  { width, settings, client }: { width: PageWidth; settings: readonly string[]; client?: ClientType | undefined },
  edited: PageRecord,
): PageRecord {
  if (client === undefined) {
    const { common, variant } = splitEdit(record, { width, settings }, edited);
    const next = (record.overrides === undefined ? common : { ...common, overrides: record.overrides }) as PageRecord;
    return withOverride(next, width, widthOverrideOf(next, width, variant));
  }
  const { common, variant } = splitEdit(recordForClient(record, client), { width, settings }, edited);
  const next = editInClient(record, client, common);
  const name = clientWidth(client, width);
  return withOverride(next, name, widthOverrideOf(next, name, variant));
}

/** The record as it is in a variant. */
export function recordIn<R extends PageRecord>(record: R, variant: Variant): R {
  if (typeof variant === "number") return recordAtWidth(record, variant);
  if (!isClientWidth(variant)) return recordForClient(record, variant);
  const { client, width } = partsOfClientWidth(variant);
  return recordAtWidth(recordForClient(record, client), width);
}

/**
 * The record with `change` made to it and to what each client or width that differs gets. `variant`: undefined for what is common.
 */
export function changeVariants<R extends PageRecord>(
  record: R,
  change: (state: R, variant: Variant | undefined) => R,
): R {
  let next = change(commonOf(record), undefined);
  for (const client of overriddenClients(record))
    next = withOverride(next, client, overrideOf(next, change(recordForClient(record, client), client)));
  const widths = [...overriddenWidths(record), ...overriddenClientWidths(record)];
  const changed = widths.map((variant) => change(recordIn(record, variant), variant));
  for (const [index, variant] of widths.entries()) {
    // An own place remains one, whatever it is equal to.
    const box = overrideIn(record, variant)?.box;
    const placed = box === undefined ? next : withOverride(next, variant, { box } as WidthOverride);
    next = withOverride(next, variant, widthOverrideOf(placed, variant, changed[index]!));
  }
  return next;
}

/** Whether a record is hidden at a width, in all clients or in one. */
export const isHiddenSomewhere = (record: PageRecord): boolean =>
  [...overriddenWidths(record), ...overriddenClientWidths(record)].some(
    (variant) => overrideIn(record, variant)?.isHidden !== undefined,
  );

/** The record without what hides it at widths. */
export const shownAtEveryWidth = <R extends PageRecord>(record: R): R =>
  [...overriddenWidths(record), ...overriddenClientWidths(record)].reduce((current, variant) => {
    const { isHidden: _, ...override } = overrideIn(current, variant)!;
    return withOverride(current, variant, override as WidthOverride);
  }, record);
