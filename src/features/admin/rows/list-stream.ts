export type RowVersion = { id: string; version: number };

/** ms until a stream that was refused is requested again. */
const retryDelay = 15_000;

/** Opens a stream about pages of lists, each as JSON, and calls back with their rows. Returns a function that closes it. */
export function openListStream(lists: readonly string[], hear: (list: string, rows: RowVersion[]) => void): () => void {
  const query = new URLSearchParams(lists.map((list) => ["list", list])).toString();
  function open(): EventSource {
    const opened = new EventSource(`/api/paas/table/events?${query}`);
    opened.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const { list, rows } = JSON.parse(data) as { list: number; rows: RowVersion[] };
      hear(lists[list]!, rows);
    });
    return opened;
  }
  let source = open();
  // The browser does not reconnect to a stream that was refused.
  const retry = setInterval(() => {
    if (source.readyState === EventSource.CLOSED) source = open();
  }, retryDelay);
  return () => {
    clearInterval(retry);
    source.close();
  };
}
