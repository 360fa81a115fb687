import type { CallInput } from "#kit/call.ts";

export type RowVersion = { id: string; version: number };

/** ms until a stream that was refused is asked for again. */
const retryDelay = 15_000;
/** ms that a page of a list must be displayed before it is followed: the streams of a session are limited, and quick paging needs none. */
const settleTime = 1000;

/**
 * Calls back with the rows of a list page, by id and version, whenever somebody changes them. Only while the page is visible: browsers limit
 * connections per server. Returns a function that stops it.
 */
export function followList(
  list: CallInput<"POST paas/table/search">["paraModel"],
  show: (rows: RowVersion[]) => void,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let source: EventSource | undefined;
  function listen(): void {
    source?.close();
    source = undefined;
    if (signal.aborted || document.visibilityState !== "visible") return;
    source = new EventSource(`/api/paas/table/events?list=${encodeURIComponent(JSON.stringify(list))}`);
    source.addEventListener("message", ({ data }: MessageEvent<string>) =>
      show((JSON.parse(data) as { rows: RowVersion[] }).rows),
    );
  }
  // The browser does not reconnect to a stream that was refused.
  const retry = setInterval(() => {
    if (source?.readyState === EventSource.CLOSED) listen();
  }, retryDelay);
  document.addEventListener("visibilitychange", listen, { signal });
  signal.addEventListener("abort", () => {
    source?.close();
    clearInterval(retry);
    clearTimeout(start);
  });
  const start = setTimeout(listen, settleTime);
  return () => stopping.abort();
}
