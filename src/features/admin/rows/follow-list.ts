import type { CallInput } from "#kit/call.ts";
import type { RowVersion } from "./list-stream.ts";
import { followInSharedStream } from "./shared-list-stream.ts";

/** How long a page is displayed, in ms, before a stream for it is opened, so that quick paging opens none. */
const settleTime = 1000;

/**
 * Follows a list page while the browser tab is visible: calls `onRows` with the ids and versions of its rows whenever they change. Returns a function
 * that stops it.
 */
export function followList(
  list: CallInput<"POST paas/table/search">["paraModel"],
  onRows: (rows: RowVersion[]) => void,
): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const listJson = JSON.stringify(list);
  let stop: (() => void) | undefined;
  function restart(): void {
    stop?.();
    stop = undefined;
    if (!signal.aborted && document.visibilityState === "visible") stop = followInSharedStream(listJson, onRows);
  }
  document.addEventListener("visibilitychange", restart, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(startTimer);
    stop?.();
  });
  const startTimer = setTimeout(restart, settleTime);
  return () => controller.abort();
}
