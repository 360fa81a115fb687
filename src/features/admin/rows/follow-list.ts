import type { CallInput } from "#kit/call.ts";
import type { RowVersion } from "./list-stream.ts";
import { followTogether } from "./shared-list-stream.ts";

/** ms that a page of a list must be displayed before it is followed: quick paging needs no stream. */
const settleTime = 1000;

/**
 * Calls back with the rows of a list page, by id and version, whenever somebody changes them. Only while the page is visible. Returns a function that
 * stops it.
 */
export function followList(
  list: CallInput<"POST paas/table/search">["paraModel"],
  show: (rows: RowVersion[]) => void,
): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const text = JSON.stringify(list);
  let stop: (() => void) | undefined;
  function listen(): void {
    stop?.();
    stop = undefined;
    if (!signal.aborted && document.visibilityState === "visible") stop = followTogether(text, show);
  }
  document.addEventListener("visibilitychange", listen, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(start);
    stop?.();
  });
  const start = setTimeout(listen, settleTime);
  return () => stopping.abort();
}
