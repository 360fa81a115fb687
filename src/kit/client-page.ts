import { recordForClient } from "./client-override.ts";
import { type ClientType, isForClient } from "./client-type.ts";
import type { PageDocument, PageRecord } from "./page.ts";
import { descendantsOf, treeOf } from "./page-tree.ts";

/** Whether a record itself is shown in a client; what it stands on may still not be. */
export const isShownIn = ({ clients }: PageRecord, client: ClientType): boolean => isForClient(clients, client);

/** The page in a client: with its values, without the records that are limited to other clients, and what stands on them. The page itself when nothing differs. */
export function pageForClient(page: PageDocument, client: ClientType): PageDocument {
  const records = Object.values(page.records);
  const limited = records.filter((record) => !isShownIn(record, client));
  if (limited.length === 0 && records.every(({ overrides }) => overrides === undefined)) return page;
  const tree = treeOf(page);
  const removed = new Set(limited.flatMap(({ id }) => [id, ...descendantsOf(tree, id).map((record) => record.id)]));
  return {
    ...page,
    records: Object.fromEntries(
      Object.entries(page.records)
        .filter(([id]) => !removed.has(id))
        .map(([id, record]) => [id, recordForClient(record, client)]),
    ),
  };
}
