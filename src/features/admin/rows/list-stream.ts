export type RowVersion = { id: string; version: number };

/** After how many ms a refused stream is requested again. */
const retryDelay = 15_000;

/**
 * Opens a stream for list pages and calls `onRows` with the rows of a page whenever they change. A page is the JSON of `paraModel` of
 * `paas/table/search`. Returns a function that closes the stream.
 */
export function openListStream(
  lists: readonly string[],
  onRows: (list: string, rows: RowVersion[]) => void,
): () => void {
  const query = new URLSearchParams(lists.map((list) => ["list", list])).toString();
  function open(): EventSource {
    const eventSource = new EventSource(`/api/paas/table/events?${query}`);
    eventSource.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const { list: index, rows } = JSON.parse(data) as { list: number; rows: RowVersion[] };
      onRows(lists[index]!, rows);
    });
    return eventSource;
  }
  let source = open();
  // Browsers do not reconnect after a refusal, which closes the source.
  const retry = setInterval(() => {
    if (source.readyState === EventSource.CLOSED) source = open();
  }, retryDelay);
  return () => {
    clearInterval(retry);
    source.close();
  };
}
