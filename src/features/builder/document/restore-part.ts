import { difference } from "#kit/edit.ts";
import { applyChange, type PageChange, type PageDocument, settingId } from "#kit/page.ts";
import { descendantsOf, treeOf, treeProblems, type TreeProblem } from "#kit/page-tree.ts";
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
 * The change that gives one record of `page`, or the page's settings, the state of `version`; a component or group with its content in both. Where a
 * record would be at an invalid place then, why: `orphan` if the draft no longer has its parent.
 * @param except ids of records that cannot be read in the version; they stay unchanged
 */
export function restorePart(
  page: PageDocument,
  version: PageDocument,
  id: string,
  except: readonly string[] = [],
): PageChange | TreeProblem["kind"] {
  const contents = [page, version].flatMap((document) => descendantsOf(treeOf(document), id));
  const scope = new Set([id, ...contents.map((record) => record.id)]);
  const all = difference(page, version, except);
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
