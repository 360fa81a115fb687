import { isEmptyChange } from "#kit/edit.ts";
import type { PageChange } from "#kit/page.ts";
import { dropLocalDraft, writeLocalDraft } from "./draft-storage.ts";
import { createValue, type Value } from "#features/builder/document/value.ts";

/** ms after an edit until the draft is written: groups keystrokes, and a crash loses less than a word. */
const delay = 250;

export type Autosave = {
  /** Schedules a write of the unsaved edits. */
  schedule: () => void;
  flush: () => void;
  /** False when this browser cannot keep drafts; then leaving the page with unsaved edits needs a warning. */
  isSafe: Value<boolean>;
  /** Whether all unsaved edits are stored in the browser. */
  isStored: Value<boolean>;
  stop: () => void;
};

/** Keeps unsaved edits in this browser, so that a crash or a closed laptop loses nothing. */
export function createAutosave(pageId: string, pending: () => { rev: number; change: PageChange }): Autosave {
  let timer: number | undefined;
  const isSafe = createValue(true);
  const isStored = createValue(true);

  function flush(): void {
    if (timer === undefined) return;
    window.clearTimeout(timer);
    timer = undefined;
    const { rev, change } = pending();
    if (isEmptyChange(change)) void dropLocalDraft(pageId);
    else
      void writeLocalDraft({ pageId, rev, change, at: new Date().toISOString() }).then((isWritten) => {
        isSafe.set(isWritten);
        // Edits made during the write are not in the stored draft.
        isStored.set(isWritten && timer === undefined);
      });
  }
  const leave = (event: BeforeUnloadEvent) => {
    flush();
    if (!isSafe.get() && !isEmptyChange(pending().change)) event.preventDefault();
  };
  window.addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", flush);
  window.addEventListener("beforeunload", leave);
  return {
    schedule() {
      isStored.set(false);
      timer ??= window.setTimeout(flush, delay);
    },
    flush,
    isSafe,
    isStored,
    stop() {
      flush();
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
      window.removeEventListener("beforeunload", leave);
    },
  };
}
