import { difference } from "#kit/edit.ts";
import { applyChange, type PageChange, type PageDocument, settingId } from "#kit/page.ts";
import { descendantsOf, treeOf, treeProblems, type TreeProblem } from "#kit/page-tree.ts";
import type { ReadPage } from "#render/page/read-page.ts";
import { holdsNodes } from "#render/registry.ts";

const problemsOf = (page: PageDocument): TreeProblem[] =>
  treeProblems(treeOf(page), Object.values(page.records), (parent) => parent.kind === "group" || holdsNodes(parent));

/** `next` without the groups that have content in `page` and none in `next`. */
function withoutEmptied(page: PageDocument, next: PageDocument): PageDocument {
  const emptied = Object.values(next.records).filter(
    ({ id, kind }) =>
      kind === "group" && treeOf(next).children(id).length === 0 && treeOf(page).children(id).length > 0,
  );
  if (emptied.length === 0) return next;
  return withoutEmptied(page, applyChange(next, { records: emptied.map((before) => ({ id: before.id, before })) }));
}

/**
 * The ids of what a version cannot give back to a draft: what cannot be read in the version, and records that cannot be read in the draft, which can
 * only be deleted.
 */
function exceptionsOf(draft: ReadPage, version: ReadPage): string[] {
  return [...version.broken, ...draft.broken.filter((id) => version.page.records[id] !== undefined)];
}

/** Whether one record, or the page's settings, can be read in the version and may be changed in the draft. */
export const isRestorable = (draft: ReadPage, version: ReadPage, id: string): boolean =>
  !exceptionsOf(draft, version).includes(id);

/** The change that gives a draft the state of a version, without what the version cannot give back. */
export const restoreVersion = (draft: ReadPage, version: ReadPage): PageChange =>
  difference(draft.page, version.page, exceptionsOf(draft, version));

/**
 * The change that gives one record of a draft, or the page's settings, the state of a version; a component or group with its content in both. What the
 * version cannot give back stays unchanged. Where a record would be at an invalid place then, why: `orphan` if the draft no longer has its parent.
 */
export function restorePart(draft: ReadPage, version: ReadPage, id: string): PageChange | TreeProblem["kind"] {
  const { page } = draft;
  const contents = [page, version.page].flatMap((document) => descendantsOf(treeOf(document), id));
  const scope = new Set([id, ...contents.map((record) => record.id)]);
  const all = restoreVersion(draft, version);
  const next = withoutEmptied(
    page,
    applyChange(page, {
      records: all.records.filter((change) => scope.has(change.id)),
      ...(id === settingId && all.setting !== undefined ? { setting: all.setting } : {}),
    }),
  );
  const earlier = new Set(problemsOf(page).map((problem) => problem.id));
  return problemsOf(next).find((problem) => !earlier.has(problem.id))?.kind ?? difference(page, next);
}
