import { openEventStream } from "#client/event-stream.ts";

export type RowVersion = { id: string; version: number };

/**
 * Opens a stream for list pages and calls `onRows` with the rows of a page whenever they change. A page is the JSON of `paraModel` of
 * `paas/table/search`. Returns a function that closes the stream.
 */
export function openListStream(
  lists: readonly string[],
  onRows: (list: string, rows: RowVersion[]) => void,
): () => void {
  const query = new URLSearchParams(lists.map((list) => ["list", list])).toString();
  return openEventStream<{ list: number; rows: RowVersion[] }>(
    `/api/paas/table/events?${query}`,
    ({ list: index, rows }) => onRows(lists[index]!, rows),
  );
}
