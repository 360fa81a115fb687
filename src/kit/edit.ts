import { generateNKeysBetween } from "fractional-indexing";
import { overrideIn, variants } from "./client-override.ts";
import {
  type Box,
  type PageChange,
  type PageDocument,
  type PageRecord,
  type PageSetting,
  type RecordChange,
  settingId,
} from "./page.ts";
import type { CanvasRecord, PlacedNode } from "./page-tree.ts";
import type { RichText } from "./rich-text.ts";
import { isSame } from "./same.ts";
import type { Locale, LocalizedValue } from "./text.ts";
import { adaptFormats, isTextFormat, plainFormat, withFormat, plainTextOf } from "./text-format.ts";

/** True for a change without effect, such as a drag that ended where it began. */
export function isEmptyChange(change: PageChange): boolean {
  return change.setting === undefined && change.records.length === 0;
}

/** The change of one record; none if both sides are equal. */
function recordChange(id: string, before: PageRecord | undefined, after: PageRecord | undefined): RecordChange[] {
  if (isSame(before, after)) return [];
  return [{ id, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
}

function changedSetting(before: PageSetting, after: PageSetting): Pick<PageChange, "setting"> {
  return isSame(before, after) ? {} : { setting: { before, after } };
}

export function addRecords(records: readonly PageRecord[]): PageChange {
  return { records: records.map((record) => ({ id: record.id, after: record })) };
}

export function removeRecords(records: readonly PageRecord[]): PageChange {
  return { records: records.map((record) => ({ id: record.id, before: record })) };
}

/** Sets one field of a widget or node. The format of a text follows its words. */
export function setField(record: PageRecord, field: string, value: unknown): PageChange {
  const after = { ...record, value: { ...record.value, [field]: value } } as PageRecord;
  return { records: recordChange(record.id, record, adaptFormats(record, after, field)) };
}

/** Sets a text with its format in one language. A format of words only is none. */
export function setFormattedText(record: PageRecord, field: string, locale: Locale, format: RichText): PageChange {
  const words = plainTextOf(format);
  const text = { ...(record.value[field] as LocalizedValue<unknown> | null), [locale]: words };
  const after = { ...record, value: { ...record.value, [field]: text } } as PageRecord;
  const isFormatted = isTextFormat(format) && !isSame(format, plainFormat(words));
  return {
    records: recordChange(record.id, record, withFormat(after, field, locale, isFormatted ? format : undefined)),
  };
}

/** Moves and resizes nodes, and rotates those with a `rotation`. */
export function setBoxes(nodeBoxes: readonly { node: PlacedNode; box: Box; rotation?: number }[]): PageChange {
  return {
    records: nodeBoxes.flatMap(({ node, box, rotation = node.rotation ?? 0 }) => {
      const { rotation: _, ...upright } = node;
      return recordChange(node.id, node, { ...upright, box, ...(rotation === 0 ? {} : { rotation }) });
    }),
  };
}

/** Sets properties of records outside of their values, such as `isLocked`; undefined removes a property. */
export function setProperties<R extends PageRecord>(
  records: readonly R[],
  properties: { [K in keyof R]?: R[K] | undefined },
): PageChange {
  return {
    records: records.flatMap((record) => {
      const entries = Object.entries({ ...record, ...properties }).filter(([, value]) => value !== undefined);
      return recordChange(record.id, record, Object.fromEntries(entries) as R);
    }),
  };
}

/** Brings siblings into another order with as few new order keys as needed: only the records in `moved` get new ones. */
export function setOrder(
  siblings: readonly PageRecord[],
  ids: readonly string[],
  moved: ReadonlySet<string>,
): PageChange {
  const byId = new Map(siblings.map((record) => [record.id, record]));
  const resting = siblings.filter(({ id }) => !moved.has(id));
  const changes: RecordChange[] = [];
  let place = 0;
  for (let index = 0; index < ids.length;) {
    let end = index;
    while (end < ids.length && moved.has(ids[end]!)) end += 1;
    const orders = ordersAt(resting, place, end - index);
    for (const [offset, order] of orders.entries()) {
      const record = byId.get(ids[index + offset]!)!;
      changes.push(...recordChange(record.id, record, { ...record, order }));
    }
    place += 1;
    index = end + 1;
  }
  return { records: changes };
}

/** Inserts records, in order, between the children of `parent` at `index - 1` and `index`; `siblings` are those children. */
export function moveInto(
  records: readonly CanvasRecord[],
  { parent, siblings, index }: { parent: string; siblings: readonly PageRecord[]; index: number },
): PageChange {
  const orders = ordersAt(siblings, index, records.length);
  return {
    records: records.flatMap((record, recordIndex) =>
      recordChange(record.id, record, { ...record, parent, order: orders[recordIndex]! }),
    ),
  };
}

/** `count` new order keys that sort between the siblings at `index - 1` and `index`. The siblings keep theirs. */
export function ordersAt(siblings: readonly PageRecord[], index: number, count: number): string[] {
  const before = siblings[index - 1]?.order ?? null;
  // Two people can create the same order at the same time; no order lies between equal ones, so the next larger one is the bound.
  const after = siblings.slice(Math.max(0, index)).find(({ order }) => before === null || order > before);
  return generateNKeysBetween(before, after?.order ?? null, count);
}

/** The order key of a record inserted between the siblings at `index - 1` and `index`. */
export const orderAt = (siblings: readonly PageRecord[], index: number): string => ordersAt(siblings, index, 1)[0]!;

/** Moves the record `id` among `siblings` (in order) to `index`. An unknown id or an unchanged place is an empty change. */
export function moveTo(siblings: readonly PageRecord[], id: string, index: number): PageChange {
  const record = siblings.find((sibling) => sibling.id === id);
  if (record === undefined) return { records: [] };
  const otherSiblings = siblings.filter((sibling) => sibling !== record);
  const place = Math.max(0, Math.min(otherSiblings.length, index));
  if (siblings[place] === record) return { records: [] };
  return { records: [{ id, before: record, after: { ...record, order: orderAt(otherSiblings, place) } }] };
}

/** Combines two successive changes. Records that the second change restores are left out. */
export function compose(first: PageChange, second: PageChange): PageChange {
  const changesById = new Map(first.records.map((change) => [change.id, change]));
  for (const change of second.records) {
    const earlier = changesById.get(change.id);
    const [combined] = recordChange(change.id, earlier === undefined ? change.before : earlier.before, change.after);
    if (combined === undefined) changesById.delete(change.id);
    else changesById.set(change.id, combined);
  }
  const before = first.setting?.before ?? second.setting?.before;
  const after = second.setting?.after ?? first.setting?.after;
  return {
    records: [...changesById.values()],
    ...(before === undefined || after === undefined ? {} : changedSetting(before, after)),
  };
}

/**
 * The change from `page` to `target`. A record that is the same object in both costs one comparison of references.
 * @param except ids of records (and `settingId`) to leave unchanged
 */
export function difference(page: PageDocument, target: PageDocument, except: readonly string[] = []): PageChange {
  const ids = new Set([...Object.keys(page.records), ...Object.keys(target.records)]);
  for (const id of except) ids.delete(id);
  const records = [...ids].flatMap((id) => recordChange(id, page.records[id], target.records[id]));
  return { records, ...(except.includes(settingId) ? {} : changedSetting(page.setting, target.setting)) };
}

type PlainObject = Record<string, unknown>;

/** `current` with the values of `to` for keys that differ between `from` and `to`. */
function mergeFields(current: PlainObject, from: PlainObject, to: PlainObject): PlainObject {
  const next = { ...current };
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    if (isSame(from[key], to[key])) continue;
    if (Object.hasOwn(to, key)) next[key] = to[key];
    else delete next[key];
  }
  return next;
}

function patchedRecord(current: PageRecord, from: PageRecord, to: PageRecord): PageRecord {
  const next = mergeFields(
    current as unknown as PlainObject,
    from as unknown as PlainObject,
    to as unknown as PlainObject,
  );
  next.value = mergeFields(current.value, from.value, to.value);
  const overrides = mergeOverrides(current, from, to);
  delete next.overrides;
  return { ...next, ...(Object.keys(overrides).length === 0 ? {} : { overrides }) } as unknown as PageRecord;
}

/** The overrides of `current` with what differs between those of `from` and `to`: single settings of single clients and widths. */
function mergeOverrides(current: PageRecord, from: PageRecord, to: PageRecord): PlainObject {
  const merged = variants.map((variant): [string, PlainObject] => {
    const [mine, before, after] = [current, from, to].map((record) => overrideIn(record, variant) ?? {});
    const next = mergeFields(mine as PlainObject, before as PlainObject, after as PlainObject);
    delete next.value;
    const value = mergeFields(mine!.value ?? {}, before!.value ?? {}, after!.value ?? {});
    return [String(variant), { ...next, ...(Object.keys(value).length === 0 ? {} : { value }) }];
  });
  return Object.fromEntries(merged.filter(([, override]) => Object.keys(override).length > 0));
}

/**
 * `change` as an edit of the current records, which may have changed since: only the fields that it changed are applied, and deleted records stay
 * deleted. Undo uses it, so that it never reverts the later edits of others.
 */
export function rebaseChange(
  change: PageChange,
  records: (id: string) => PageRecord | undefined,
  setting: PageSetting,
): PageChange {
  const rebasedRecords = change.records.flatMap(({ id, before, after }) => {
    const current = records(id);
    if (before === undefined || after === undefined) return recordChange(id, current, after);
    return current === undefined ? [] : recordChange(id, current, patchedRecord(current, before, after));
  });
  if (change.setting === undefined) return { records: rebasedRecords };
  const { before, after } = change.setting;
  const next = mergeFields(
    setting as unknown as PlainObject,
    before as unknown as PlainObject,
    after as unknown as PlainObject,
  ) as unknown as PageSetting;
  return { records: rebasedRecords, ...changedSetting(setting, next) };
}
