import { isEmptyChange } from "#kit/edit.ts";
import type { PageChange } from "#kit/page.ts";
import { dropLocalDraft, writeLocalDraft } from "./draft-storage.ts";
import { createValue, type Value } from "#features/builder/document/value.ts";

/** The delay, in ms, between an edit and writing the draft: long enough to group keystrokes, short enough to lose less than a word in a crash. */
const writeDelay = 250;

/** Stores the unsaved edits of a page in this browser. */
export type Autosave = {
  /** Schedules a write of the unsaved edits. */
  schedule: () => void;
  /** Writes the unsaved edits now, if a write is scheduled. */
  flush: () => void;
  /** Whether the last write of a draft succeeded; if not, leaving the page with unsaved edits needs a warning. */
  isStorageAvailable: Value<boolean>;
  /** Whether all unsaved edits are stored in the browser. */
  isStored: Value<boolean>;
  /** Begins to store edits also when the page is hidden or left; `stop` ends that, and it can be started again. */
  start: () => void;
  stop: () => void;
};

/**
 * Stores unsaved edits shortly after they are made, so that they survive a crash. `pendingEdits`: these edits, and the revision they are based on.
 */
export function createAutosave(pageId: string, pendingEdits: () => { rev: number; change: PageChange }): Autosave {
  let timer: number | undefined;
  const isStorageAvailable = createValue(true);
  const isStored = createValue(true);

  function flush(): void {
    if (timer === undefined) return;
    window.clearTimeout(timer);
    timer = undefined;
    const { rev, change } = pendingEdits();
    if (isEmptyChange(change)) void dropLocalDraft(pageId);
    else
      void writeLocalDraft({ pageId, rev, change, at: new Date().toISOString() }).then((isWritten) => {
        isStorageAvailable.set(isWritten);
        // Edits made during the write are not in the stored draft.
        isStored.set(isWritten && timer === undefined);
      });
  }
  const handleBeforeUnload = (event: BeforeUnloadEvent) => {
    flush();
    if (!isStorageAvailable.get() && !isEmptyChange(pendingEdits().change)) event.preventDefault();
  };
  return {
    schedule() {
      isStored.set(false);
      timer ??= window.setTimeout(flush, writeDelay);
    },
    flush,
    isStorageAvailable,
    isStored,
    start() {
      window.addEventListener("pagehide", flush);
      document.addEventListener("visibilitychange", flush);
      window.addEventListener("beforeunload", handleBeforeUnload);
    },
    stop() {
      flush();
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", flush);
      window.removeEventListener("beforeunload", handleBeforeUnload);
    },
  };
}
