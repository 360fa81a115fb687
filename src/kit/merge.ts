import { difference, onTopOf, orphans } from "./edit.ts";
import { applyChange, type PageChange, type PageDocument, type PageRecord, type RecordChange } from "./page.ts";
import { isSame } from "./same.ts";

/** Stands for the page's own settings where a record's id is expected. */
export const settingId = "setting";

const parentOf = (record: PageRecord | undefined) => (record?.kind === "node" ? record.parent : undefined);

/** Ids of what `change` touches, the settings among them. */
export function touchedIds(change: { records: readonly { id: string }[]; setting?: unknown }): string[] {
  return [...change.records.map(({ id }) => id), ...(change.setting === undefined ? [] : [settingId])];
}

/**
 * Ids of what somebody has to decide before `change` can be put on top of `theirs`: records (and the settings, under `settingId`) that
 * others `touched` since and left saying something else, and canvases that one side removed while the other worked on their nodes.
 * Edits of different records never clash.
 */
export function clashes(change: PageChange, theirs: PageDocument, touched: ReadonlySet<string>): string[] {
  const found = change.records
    .filter(({ id, after }) => touched.has(id) && !isSame(theirs.records[id], after))
    .map(({ id }) => id);
  const { setting } = change;
  if (setting !== undefined && touched.has(settingId) && !isSame(theirs.setting, setting.after)) found.push(settingId);
  const result = applyChange(theirs, change).records;
  const mine = new Set(touchedIds(change));
  for (const id of orphans(result)) {
    const canvas = parentOf(result[id])!;
    if (mine.has(id) ? touched.has(canvas) : touched.has(id)) found.push(canvas);
  }
  return [...new Set(found)];
}

/**
 * The page after clashes were decided: `theirs` with my changes since `base`, field by field, except those of the records in `given`, where
 * theirs stands. A canvas comes with its nodes: given up or kept as one.
 */
export function resolved(
  base: PageDocument,
  mine: PageDocument,
  theirs: PageDocument,
  given: ReadonlySet<string>,
): PageDocument {
  const isGiven = (id: string) => {
    const canvas = parentOf(theirs.records[id] ?? mine.records[id] ?? base.records[id]);
    return given.has(id) || (canvas !== undefined && given.has(canvas));
  };
  const change = difference(base, mine);
  // What they removed and I keep comes back whole: there is nothing left to put single fields on.
  const asAdded = ({ id, before, after }: RecordChange): RecordChange =>
    after !== undefined && before !== undefined && theirs.records[id] === undefined
      ? { id, after }
      : { id, ...(before && { before }), ...(after && { after }) };
  const records = change.records.filter(({ id }) => !isGiven(id)).map(asAdded);
  const setting = change.setting === undefined || given.has(settingId) ? {} : { setting: change.setting };
  const next = applyChange(
    theirs,
    onTopOf({ records, ...setting }, (id) => theirs.records[id], theirs.setting),
  );
  const canvases = orphans(next.records).flatMap((id) => {
    const canvas = parentOf(next.records[id])!;
    const back = isGiven(id) ? theirs.records[canvas] : given.has(canvas) ? undefined : mine.records[canvas];
    return back === undefined ? [] : [{ id: canvas, after: back }];
  });
  const whole = applyChange(next, { records: canvases });
  return applyChange(whole, { records: orphans(whole.records).map((id) => ({ id, before: whole.records[id]! })) });
}
