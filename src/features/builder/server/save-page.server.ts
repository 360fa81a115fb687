import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import { difference, isEmptyChange } from "#kit/edit.ts";
import { megabytes } from "#kit/format.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { findConflicts, touchedIds } from "#kit/merge.ts";
import {
  applyChange,
  type PageChange,
  type PageDocument,
  type PageRecord,
  type PageSetting,
  settingId,
} from "#kit/page.ts";
import { maxRecords } from "#kit/page-schema.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { invalidText } from "#records/change/check.server.ts";
import {
  hasEarlierBindings,
  listLimitProblems,
  newBindingProblems,
  unreadableBindings,
} from "./binding-check.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import { readRecord } from "#render/page/read-page.ts";
import { refuseBeyondContent } from "./content-check.server.ts";
import { type DraftRow, lockDraft, mayUpdateWhole, writeDraft } from "./draft.server.ts";
import { checkRecord, checkSetting, misplacedRecords, type RecordProblem } from "./record-check.server.ts";
import {
  addRevision,
  earlierStates,
  readLastSave,
  type Revision,
  revisionsSince,
  touchedBy,
} from "./revisions.server.ts";

/** An edit from the browser: changed records in their new state; one without `after` is removed. */
export type Edit = { records: { id: string; after?: unknown }[]; setting?: PageSetting | undefined };
/**
 * A save of a page: the edit, and the revision of the draft on which it was made; without one, it is made on the newest. An edit may follow from the
 * draft. A `name` makes it a named version.
 */
export type PageSave = {
  pageId: string;
  baseRev?: number | undefined;
  edit: Edit | ((draft: DraftRow) => Edit);
  name: string;
};
/** The draft after a save: its revision, and the changes that others saved in between, for the editor to apply. */
export type SavedPage = {
  rev: number;
  savedAt: string;
  savedBy: string;
  others: { id: string; after?: PageRecord }[];
  othersSetting?: PageSetting;
  /** Ids of the records (and `settingId`) of the draft that are bound to what visitors may not read. */
  unbound: string[];
};

/** Maximum size of a page's document, in bytes. */
const maxBytes = megabytes(4);

const texts = {
  clash: {
    zh: "他人已修改相同的内容，请选择要保留的版本",
    en: "Someone else changed this content. Choose which version to keep.",
  },
  future: { zh: "修订号不正确，请刷新后重试", en: "Wrong revision. Reload and try again." },
  large: { zh: "页面内容过多", en: "This page is too large" },
  unreadable: { zh: "此部分无法读取，只能删除", en: "This part cannot be read. You can only delete it." },
};

/** @throws {Problem} invalid, naming every invalid record and field */
function refuse(text: Text, problems: RecordProblem[]): never {
  const fields = Object.fromEntries(
    problems.map(({ id, field, message }) => [field === undefined ? id : `${id}.${field}`, message]),
  );
  throw new Problem("invalid", text, { fields, problems });
}

/**
 * Converts an edit to a change of the draft. Upgrades values from an editor that was opened before an update, and drops unchanged records.
 * @throws {Problem} invalid, naming every invalid record and field
 */
function changeOf({ page, broken }: DraftRow, edit: Edit): PageChange {
  const newRecords: PageDocument["records"] = { ...page.records };
  const problems: RecordProblem[] = [];
  for (const { id, after } of edit.records) {
    delete newRecords[id];
    if (after === undefined) continue;
    const { record, problem } = readRecord(id, after);
    if (record === undefined) problems.push({ id, message: problem });
    else newRecords[id] = record;
  }
  const change = difference(page, { ...page, records: newRecords, setting: edit.setting ?? page.setting });
  const unreadable = new Set(broken);
  // A record that cannot be read can still be deleted.
  const unreadableRemovals = edit.records.filter(
    ({ id, after }) => after === undefined && unreadable.has(id) && !page.records[id],
  );
  change.records.push(...unreadableRemovals.map(({ id }) => ({ id })));
  for (const { id, after } of change.records)
    if (after !== undefined)
      problems.push(...(unreadable.has(id) ? [{ id, message: texts.unreadable }] : checkRecord(after)));
  if (change.setting !== undefined) problems.push(...checkSetting(change.setting.after));
  if (problems.length === 0) return change;
  return refuse(invalidText, problems);
}

/** @throws {Problem} invalid when the change misplaces records (records misplaced before are accepted); payloadTooLarge */
function refuseInvalidDocument(before: PageDocument, page: PageDocument): void {
  const misplacedBefore = new Set(misplacedRecords(before).map(({ id }) => id));
  const problems = misplacedRecords(page).filter(({ id }) => !misplacedBefore.has(id));
  if (problems.length > 0) refuse(problems[0]!.message, problems);
  if (Object.keys(page.records).length > maxRecords || Buffer.byteLength(JSON.stringify(page)) > maxBytes)
    throw new Problem("payloadTooLarge", texts.large);
}

/**
 * @throws {Problem} conflict; its data has the draft's revision and, for each clashing record, its current content, and who saved it last and when
 */
function refuseClashes(draft: DraftRow, change: PageChange, baseRev: number, revisions: readonly Revision[]): void {
  const { ids, isComplete } = touchedBy(revisions, baseRev, draft.rev);
  const touchedByOthers = isComplete ? ids : new Set(touchedIds(change));
  const clashingIds = findConflicts(change, draft.page, touchedByOthers);
  if (clashingIds.length === 0) return;
  const lastRevisionOf = (id: string) => revisions.findLast((revision) => touchedIds(revision.change).includes(id));
  // As a JSON string: data of a problem are localized for the reader, and a record must keep both languages.
  const currentContent = (id: string) =>
    JSON.stringify((id === settingId ? draft.page.setting : draft.page.records[id]) ?? null);
  const records = clashingIds.map((id) => ({
    id,
    by: lastRevisionOf(id)?.memberName ?? "",
    at: lastRevisionOf(id)?.createdAt ?? draft.updatedAt,
    theirs: currentContent(id),
  }));
  throw new Problem("conflict", texts.clash, { data: { rev: draft.rev, records } });
}

/** The ids of the records of a page, and `settingId`, that are bound to what visitors may not read. */
export const unboundIds = (page: PageDocument, entities: EntityRegistry): string[] => [
  ...new Set(unreadableBindings(page, entities).map(({ id }) => id)),
];

/**
 * What is wrong with the bindings that a change brings. Undo and the restoration of a version bring back what the page had before: what has become
 * unreadable for visitors meanwhile is saved, marked (`SavedPage.unbound`) and not published.
 */
async function bindingProblems(
  tx: Tx,
  pageKey: { tenantId: string; pageId: string },
  { page, change, entities }: { page: PageDocument; change: PageChange; entities: EntityRegistry },
): Promise<RecordProblem[]> {
  const problems = newBindingProblems(change, page, entities);
  const ids = [...new Set(problems.map(({ id }) => id))];
  const earlier = ids.length === 0 ? new Map<string, unknown[]>() : await earlierStates(tx, pageKey, ids);
  const isRestored = (id: string): boolean => {
    const states = earlier.get(id) ?? [];
    if (id === settingId) return hasEarlierBindings(change.setting!.after, states as PageSetting[]);
    const after = change.records.find((record) => record.id === id)?.after;
    const records = states.flatMap((state) => readRecord(id, state).record ?? []);
    return after !== undefined && hasEarlierBindings(after, records);
  };
  const restored = new Set(ids.filter(isRestored));
  return [...problems.filter(({ id }) => !restored.has(id)), ...listLimitProblems(change, page)];
}

/** The changes that others saved since the editor read the page. */
function othersOf(
  draft: DraftRow,
  revisions: readonly Revision[],
  ownIds: ReadonlySet<string>,
): Pick<SavedPage, "others" | "othersSetting"> {
  const ids = new Set(revisions.flatMap(({ change }) => touchedIds(change)).filter((id) => !ownIds.has(id)));
  const others = [...ids]
    .filter((id) => id !== settingId)
    .map((id) => ({ id, ...(draft.page.records[id] && { after: draft.page.records[id] }) }));
  return { others, ...(ids.has(settingId) ? { othersSetting: draft.page.setting } : {}) };
}

/** When a draft was last saved, and by whom; for a page that was never saved in the builder, when its row changed, and an empty name. */
export async function lastSaveOf(
  tx: Tx,
  draft: DraftRow,
  tenantId: string,
): Promise<Pick<SavedPage, "savedAt" | "savedBy">> {
  const last = await readLastSave(tx, { tenantId, pageId: draft.id });
  return { savedAt: last?.createdAt ?? draft.updatedAt, savedBy: last?.memberName ?? "" };
}

/**
 * Saves an edit that was made on the revision `baseRev` of a draft. Edits of different records merge. Saving the same edit again changes nothing.
 * `isImport`: what bindings name may come with the same import, so that only publishing checks it.
 * @throws {Problem} notFound; badRequest for a future revision; invalid; payloadTooLarge; conflict; forbidden for more than content, to those who
 * may edit no more
 */
export async function savePage(
  tx: Tx,
  { principal, services }: Pick<CallContext<UserPrincipal>, "principal" | "services">,
  { pageId, baseRev: givenRev, edit: givenEdit, name }: PageSave,
  { isImport = false }: { isImport?: boolean } = {},
): Promise<SavedPage> {
  const { tenantId, memberId } = principal;
  const draft = await lockDraft(tx, principal, pageId, "editContent");
  const baseRev = givenRev ?? draft.rev;
  const edit = typeof givenEdit === "function" ? givenEdit(draft) : givenEdit;
  if (baseRev > draft.rev) throw new Problem("badRequest", texts.future);
  const change = changeOf(draft, edit);
  const entities = await services.registries.of(tenantId);
  const problems = isImport
    ? []
    : await bindingProblems(tx, { tenantId, pageId }, { page: draft.page, change, entities });
  if (problems.length > 0) refuse(invalidText, problems);
  const revisions = baseRev < draft.rev ? await revisionsSince(tx, { tenantId, pageId }, baseRev) : [];
  if (baseRev < draft.rev) refuseClashes(draft, change, baseRev, revisions);
  const otherChanges = othersOf(
    draft,
    revisions,
    new Set([...edit.records.map(({ id }) => id), ...(edit.setting === undefined ? [] : [settingId])]),
  );
  // The edit changes nothing, e.g. because it was sent again after a lost response.
  if (isEmptyChange(change) && name === "" && draft.isStored)
    return {
      rev: draft.rev,
      ...(await lastSaveOf(tx, draft, tenantId)),
      ...otherChanges,
      unbound: unboundIds(draft.page, entities),
    };
  if (!(await mayUpdateWhole(tx, principal, pageId))) refuseBeyondContent(change);
  const page = applyChange(draft.page, change);
  refuseInvalidDocument(draft.page, page);
  const rev = draft.rev + 1;
  await writeDraft(tx, asProgram(services, tenantId, principal), draft, change, rev);
  const savedRevision = await addRevision(tx, { tenantId, pageId }, { rev, change, name, memberId });
  return {
    rev,
    savedAt: savedRevision.createdAt,
    savedBy: savedRevision.memberName,
    ...otherChanges,
    unbound: unboundIds(page, entities),
  };
}
