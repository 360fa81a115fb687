import { useCallback, useEffect, useRef, useState } from "react";
import { seconds } from "#kit/format.ts";
import { isSame } from "#kit/same.ts";
import { deleteFormDraft, type FormDraft, readFormDraft, writeFormDraft } from "./form-drafts.ts";
import type { FormField, FormStore, Values } from "./form-store.ts";

/** Time from the last change until the draft is written, ms. */
const writeDelay = seconds(0.4);

type DraftOptions = {
  store: FormStore;
  fields: readonly FormField[];
  /** The stored values, which `discard` restores. */
  loadedValues: Values;
  /** Storage key of the draft; undefined: the form stores none. */
  key: string | undefined;
  /** The version that a save would be based on. */
  version: number | undefined;
  /** Called with the version of the row on which the draft is based, so that others' later changes are detected as conflicts. */
  onRestore: (version: number) => void;
};

export type RestoredDraft = {
  /** When the draft was stored, ISO 8601. */
  at: string;
  /** Deletes the draft and restores the stored values. */
  discard: () => void;
};

/** Restores the values of a draft for fields that still exist and are writable. Returns whether any of them differs from the stored values. */
function restore(draft: FormDraft, store: FormStore, fields: readonly FormField[]): boolean {
  const writable = new Set(fields.filter(({ isReadOnly = false }) => !isReadOnly).map(({ name }) => name));
  for (const [name, value] of Object.entries(draft.changes)) if (writable.has(name)) store.set(name, value);
  return store.isDirty();
}

/** Stores unsaved changes in the browser until they are saved, and restores them when the form is opened again. */
export function useFormDraft({
  store,
  fields,
  loadedValues,
  key,
  version,
  onRestore,
}: DraftOptions): RestoredDraft | undefined {
  const [restoredAt, setRestoredAt] = useState<string>();
  const latest = useRef({ version, fields, onRestore });
  useEffect(() => {
    latest.current = { version, fields, onRestore };
  });

  useEffect(() => {
    if (key === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastWritten: Values | undefined;
    /** The changes without secrets, which are never stored. */
    const storableChanges = () => {
      const secret = new Set(latest.current.fields.filter(({ isSecret }) => isSecret === true).map(({ name }) => name));
      return Object.fromEntries(Object.entries(store.changes()).filter(([name]) => !secret.has(name)));
    };
    function write(): void {
      clearTimeout(timer);
      timer = undefined;
      if (!store.isDirty()) {
        lastWritten = undefined;
        setRestoredAt(undefined);
        return deleteFormDraft(key!);
      }
      const current = storableChanges();
      if (lastWritten !== undefined && isSame(lastWritten, current)) return;
      lastWritten = current;
      const savedAt = new Date().toISOString();
      writeFormDraft(key!, { changes: current, version: latest.current.version ?? null, at: savedAt });
    }
    function scheduleWrite(): void {
      clearTimeout(timer);
      timer = setTimeout(write, writeDelay);
    }
    const flush = () => timer !== undefined && write();
    // After a save the draft is deleted without delay, because the screen may close at once.
    const unsubscribers = [
      store.subscribeAll(scheduleWrite),
      store.subscribeDirty(() => (store.isDirty() ? scheduleWrite() : write())),
    ];
    const draft = readFormDraft(key);
    // Changes typed before the draft was loaded take precedence.
    if (draft !== undefined && !store.isDirty()) {
      if (!restore(draft, store, latest.current.fields)) deleteFormDraft(key);
      else {
        lastWritten = draft.changes;
        setRestoredAt(draft.at);
        if (draft.version !== null && draft.version < (latest.current.version ?? 0))
          latest.current.onRestore(draft.version);
      }
    }
    // Stores values that were typed before the storage key was loaded.
    else if (store.isDirty()) scheduleWrite();
    addEventListener("pagehide", flush);
    return () => {
      clearTimeout(timer);
      for (const stop of unsubscribers) stop();
      removeEventListener("pagehide", flush);
    };
  }, [store, key]);

  const discard = useCallback(() => {
    store.reset(loadedValues);
    setRestoredAt(undefined);
    if (key !== undefined) deleteFormDraft(key);
  }, [store, loadedValues, key]);
  return restoredAt === undefined ? undefined : { at: restoredAt, discard };
}
