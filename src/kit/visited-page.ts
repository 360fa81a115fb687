import { recordForClient } from "./client-override.ts";
import type { PageDocument } from "./page.ts";
import { descendantsOf, treeOf } from "./page-tree.ts";
import { isShownIn, type Visit } from "./visit.ts";

/**
 * The page in a visit: with the values of its client, without the records that it does not show, and what stands on them. The page itself when nothing
 * differs.
 */
export function pageForVisit(page: PageDocument, visit: Visit): PageDocument {
  const { client } = visit;
  const records = Object.values(page.records);
  const limited = records.filter((record) => !isShownIn(record, visit));
  const isCommon = client === undefined || records.every(({ overrides }) => overrides === undefined);
  if (limited.length === 0 && isCommon) return page;
  const tree = treeOf(page);
  const removed = new Set(limited.flatMap(({ id }) => [id, ...descendantsOf(tree, id).map((record) => record.id)]));
  return {
    ...page,
    records: Object.fromEntries(
      Object.entries(page.records)
        .filter(([id]) => !removed.has(id))
        .map(([id, record]) => [id, client === undefined ? record : recordForClient(record, client)]),
    ),
  };
}

/** When the next period of a record begins or ends, in ms since 1970; undefined if none does after `at`. */
export function nextChange(page: PageDocument, at: number): number | undefined {
  const times = Object.values(page.records).flatMap(({ period = {} }) =>
    [period.from, period.until].flatMap((instant) => (instant === undefined ? [] : [Date.parse(instant)])),
  );
  return times.filter((time) => time > at).toSorted((a, b) => a - b)[0];
}
