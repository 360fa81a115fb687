import { difference, rebaseChange, removeRecords } from "#kit/edit.ts";
import { insertFragment } from "#kit/fragment.ts";
import { applyChange, type PageChange, type PageDocument, type PageRecord } from "#kit/page.ts";
import { childrenOf, descendantsOf, isOnCanvas, rootId, treeOf, treeOfRecords } from "#kit/page-tree.ts";
import { filesOf } from "./foreign-part.ts";
import { newRecordId } from "./record-id.ts";

/** One copy of an item on a page: its item and edition, and the ids of the widgets that came with it. */
export type PartCopy = { item: string; edition: number; widgets: string[] };

/**
 * The copies of items on a page, from top to bottom. A widget belongs to the first copy of its item and edition that does not have this widget yet,
 * so that an item which was inserted twice is two copies.
 */
export function copiesOn(page: PageDocument): PartCopy[] {
  const copies: (PartCopy & { records: Set<string> })[] = [];
  for (const { id, origin } of childrenOf(treeOf(page), rootId)) {
    if (origin === undefined) continue;
    const { item, edition, record } = origin;
    const copy = copies.find(
      (candidate) => candidate.item === item && candidate.edition === edition && !candidate.records.has(record),
    );
    if (copy === undefined) copies.push({ item, edition, widgets: [id], records: new Set([record]) });
    else {
      copy.widgets.push(id);
      copy.records.add(record);
    }
  }
  return copies.map(({ records: _records, ...copy }) => copy);
}

/** The records of a copy, by the ids that they have in the item. */
function recordsOf(page: PageDocument, { item, widgets }: PartCopy): Map<string, PageRecord> {
  const tree = treeOf(page);
  const records = widgets.flatMap((id) => [tree.record(id) ?? [], descendantsOf(tree, id)]).flat();
  const byOrigin = new Map<string, PageRecord>();
  for (const record of records)
    if (record.origin?.item === item && !byOrigin.has(record.origin.record)) byOrigin.set(record.origin.record, record);
  return byOrigin;
}

/** A later edition of an item: its records, and those of the edition that a copy has, if that is still stored. */
export type PartEdition = { edition: number; before: readonly PageRecord[] | undefined; after: readonly PageRecord[] };

const byId = (records: readonly PageRecord[]) => new Map(records.map((record) => [record.id, record]));
const definitionName = (record: PageRecord | undefined) =>
  record?.kind === "widget" ? record.name : record?.kind === "node" ? record.type : record?.kind;

/** The change of one record of a copy: what the item changed from `before` to `after`, on the record as it is here. */
function mergeRecord(
  mine: PageRecord,
  { before, after, edition }: { before: PageRecord | undefined; after: PageRecord | undefined; edition: number },
  idHere: (id: string) => string | undefined,
): PageRecord {
  const origin = { ...mine.origin!, edition };
  // Somebody made another component of it here: its settings are not those of the item.
  const isOther = before !== undefined && definitionName(before) !== definitionName(mine);
  if (after === undefined || after.kind !== mine.kind || isOther) return { ...mine, origin };
  const placeOf = (record: PageRecord) => {
    if (before === undefined || !isOnCanvas(record)) return isOnCanvas(mine) ? { parent: mine.parent } : {};
    return { parent: idHere(record.parent) ?? (isOnCanvas(mine) ? mine.parent : record.parent) };
  };
  // Widgets, and records whose earlier place is unknown, stay where they are.
  const orderOf = (record: PageRecord) => (before === undefined || mine.kind === "widget" ? mine.order : record.order);
  const asMine = (record: PageRecord) =>
    ({ ...record, id: mine.id, order: orderOf(record), ...placeOf(record), origin }) as PageRecord;
  const from = before === undefined ? mine : asMine(before);
  const change = { records: [{ id: mine.id, before: from, after: asMine(after) }] };
  const merged = rebaseChange(change, () => mine, {} as never).records[0]?.after ?? mine;
  return { ...merged, origin };
}

/**
 * The edit that brings a copy of an item to a later edition. What was changed here since stays, unless the item changed the same setting; what was
 * removed here stays removed. Without the earlier edition, the settings of the item replace those here.
 */
export function updateCopy(page: PageDocument, copy: PartCopy, { edition, before, after }: PartEdition): PageChange {
  const mine = recordsOf(page, copy);
  const [earlier, later] = [byId(before ?? []), byId(after)];
  const laterTree = treeOfRecords(after);
  const ids = new Map([...mine].map(([id, record]) => [id, record.id]));
  const isRemovedHere = (id: string) => before !== undefined && earlier.has(id) && !mine.has(id);
  const tree = treeOf(page);
  const removed = [...mine].filter(([id]) => !later.has(id)).map(([, record]) => record);
  const removal = removeRecords(removed.flatMap((record) => [record, ...descendantsOf(tree, record.id)]));
  // Parents come before children, so that a new record finds the id of a new parent.
  const tops = childrenOf(laterTree, rootId);
  const ordered = tops.flatMap((top) => [top, ...descendantsOf(laterTree, top.id)]);
  const added: PageRecord[] = [];
  for (const record of ordered) {
    if (ids.has(record.id) || isRemovedHere(record.id)) continue;
    const parent = isOnCanvas(record) ? ids.get(record.parent) : rootId;
    if (parent === undefined) continue;
    const id = newRecordId(record);
    ids.set(record.id, id);
    const origin = { item: copy.item, edition, record: record.id };
    added.push({ ...record, id, ...(isOnCanvas(record) ? { parent } : {}), origin } as PageRecord);
  }
  const merged = [...mine].map(([id, record]) => ({
    id: record.id,
    before: record,
    after: mergeRecord(record, { before: earlier.get(id), after: later.get(id), edition }, (other) => ids.get(other)),
  }));
  const addedOnCanvas = added.filter(isOnCanvas).map((record) => ({ id: record.id, after: record }));
  const first = Math.max(0, tree.children(rootId).indexOf(copy.widgets[0] ?? ""));
  let result = applyChange(page, { records: [...merged, ...addedOnCanvas] });
  result = applyChange(result, removal);
  for (const widget of added.filter(({ kind }) => kind === "widget")) {
    const children = treeOf(result).children(rootId);
    const place = tops.findIndex(({ id }) => ids.get(id) === widget.id);
    // Below the nearest widget above it that is here, else above the first one.
    const above = tops.slice(0, place).map(({ id }) => children.indexOf(ids.get(id) ?? ""));
    const nearest = Math.max(...above, -1);
    const index = nearest === -1 ? Math.min(first, children.length) : nearest + 1;
    const fragment = { schema: 1, records: [widget] } as const;
    result = applyChange(result, insertFragment(treeOf(result), fragment, { parent: rootId, index }));
  }
  return difference(page, result);
}

/** The files of the first records by those of the second ones, which are the same records with their files copied. */
export function copiedFiles(from: readonly PageRecord[], to: readonly PageRecord[]): Map<string, string> {
  const copies = byId(to);
  return new Map(
    from.flatMap((record) => {
      const copy = copies.get(record.id);
      const [files, copied] = [filesOf(record), copy === undefined ? [] : filesOf(copy)];
      return files.length === copied.length ? files.map((file, index) => [file, copied[index]!] as const) : [];
    }),
  );
}

function withFiles<T>(value: T, files: ReadonlyMap<string, string>): T {
  if (typeof value === "string") return (files.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((item) => withFiles(item, files)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withFiles(item, files)])) as T;
}

function withFilesOf(record: PageRecord, files: ReadonlyMap<string, string>): PageRecord {
  const { value, overrides } = record;
  return {
    ...record,
    value: withFiles(value, files),
    ...(overrides === undefined ? {} : { overrides: withFiles(overrides, files) }),
  } as PageRecord;
}

/** A change with addresses of files replaced. */
export const changeWithFiles = (change: PageChange, files: ReadonlyMap<string, string>): PageChange => ({
  ...change,
  records: change.records.map(({ after, ...rest }) => ({
    ...rest,
    ...(after === undefined ? {} : { after: withFilesOf(after, files) }),
  })),
});
