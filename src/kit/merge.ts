import { difference, rebaseChange } from "./edit.ts";
import {
  applyChange,
  type PageChange,
  type PageDocument,
  type PageRecord,
  type RecordChange,
  settingId,
} from "./page.ts";
import { ancestorsOf, orphans, type RecordLookup, treeOf } from "./page-tree.ts";
import { isSame } from "./same.ts";

/** Ids of the records that `change` affects, including the settings. */
export function touchedIds(change: { records: readonly { id: string }[]; setting?: unknown }): string[] {
  return [...change.records.map(({ id }) => id), ...(change.setting === undefined ? [] : [settingId])];
}

/**
 * Ids of conflicts to resolve before `change` can be applied to `theirPage`, the page as others saved it: records (and the settings, as `settingId`)
 * in `touched` that others changed to another value, and canvases and groups that one side removed while the other edited their content. Edits of
 * different records never conflict.
 */
export function findConflicts(change: PageChange, theirPage: PageDocument, touched: ReadonlySet<string>): string[] {
  const ids = change.records
    .filter(({ id, after }) => touched.has(id) && !isSame(theirPage.records[id], after))
    .map(({ id }) => id);
  const { setting } = change;
  if (setting !== undefined && touched.has(settingId) && !isSame(theirPage.setting, setting.after)) ids.push(settingId);
  const result = applyChange(theirPage, change);
  const changedIds = new Set(touchedIds(change));
  for (const id of orphans(result)) {
    const missing = missingAbove(treeOf(result).record, id);
    if (missing !== undefined && (changedIds.has(id) ? touched.has(missing) : touched.has(id))) ids.push(missing);
  }
  return [...new Set(ids)];
}

/** The id of the nearest ancestor of a record that is missing in the page; undefined if none is missing. */
const missingAbove = (record: RecordLookup, id: string): string | undefined =>
  ancestorsOf(record, id).find((parent) => record(parent) === undefined);

/**
 * The page after conflicts were resolved: `theirPage` plus the changes from `base` to `myPage`, field by field. Records in `theirIds` stay as in
 * `theirPage`. A canvas or a group is resolved together with its content.
 */
export function resolvePage(
  base: PageDocument,
  myPage: PageDocument,
  theirPage: PageDocument,
  theirIds: ReadonlySet<string>,
): PageDocument {
  const [theirRecord, myRecord] = [treeOf(theirPage).record, treeOf(myPage).record];
  const findRecord: RecordLookup = (id) => theirRecord(id) ?? myRecord(id) ?? base.records[id];
  const prefersTheirs = (id: string) =>
    [id, ...ancestorsOf(findRecord, id)].some((relatedId) => theirIds.has(relatedId));
  const change = difference(base, myPage);
  // A record that others removed and I changed is restored completely.
  const restoreRemoved = ({ id, before, after }: RecordChange): RecordChange =>
    after !== undefined && before !== undefined && theirRecord(id) === undefined
      ? { id, after }
      : { id, ...(before && { before }), ...(after && { after }) };
  const records = change.records.filter(({ id }) => !prefersTheirs(id)).map(restoreRemoved);
  const setting = change.setting === undefined || theirIds.has(settingId) ? {} : { setting: change.setting };
  const next = applyChange(theirPage, rebaseChange({ records, ...setting }, theirRecord, theirPage.setting));
  const recordAfter = treeOf(next).record;
  const restoredRecords = orphans(next).flatMap((id): PageRecord[] => {
    const missing = missingAbove(recordAfter, id);
    // A record that stays as in `theirPage` needs its parents from there too, also if I moved it into something that they removed.
    if (prefersTheirs(id) || (missing !== undefined && prefersTheirs(missing)))
      return [id, ...ancestorsOf(theirRecord, id)].flatMap((relatedId) => theirRecord(relatedId) ?? []);
    return ancestorsOf(myRecord, id).flatMap((parent) =>
      recordAfter(parent) === undefined && !prefersTheirs(parent) ? (myRecord(parent) ?? []) : [],
    );
  });
  const restored = applyChange(next, { records: restoredRecords.map((after) => ({ id: after.id, after })) });
  return applyChange(restored, { records: orphans(restored).map((id) => ({ id, before: restored.records[id]! })) });
}
