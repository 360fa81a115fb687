import { openEventStream } from "#client/event-stream.ts";

export type RowVersion = { id: string; version: number };

/**
 * Opens a stream of the rows of lists and calls `onRows` with a list and its rows whenever they change. A list is the JSON of the `paraModel` of
 * `paas/table/search`, which names one page of it. Returns a function that closes the stream.
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
