import { useCallback, useEffect, useRef, useState } from "react";
import { seconds } from "#kit/format.ts";
import { isSame } from "#kit/same.ts";
import { dropFormDraft, type FormDraft, readFormDraft, writeFormDraft } from "./form-drafts.ts";
import type { FormField, FormStore, Values } from "./form-store.ts";

/** After the last key until the draft is written, ms. */
const delay = seconds(0.4);

type DraftOptions = {
  store: FormStore;
  fields: readonly FormField[];
  /** The loaded values. */
  start: Values;
  /** Undefined: the form stores no draft. */
  key: string | undefined;
  /** The version that a save would be based on. */
  version: number | undefined;
  /** Returns to the version that the draft was made on, so that later changes by others are detected as conflicts. */
  onRestore: (version: number) => void;
};

export type RestoredDraft = {
  /** When the draft was written. */
  at: string;
  /** Discards the draft. */
  discard: () => void;
};

/** Restores a draft into a form: values of fields that still exist and are writable. Returns whether any differs from the stored ones. */
function restore(draft: FormDraft, store: FormStore, fields: readonly FormField[]): boolean {
  const writable = new Set(fields.filter(({ isReadOnly = false }) => !isReadOnly).map(({ name }) => name));
  for (const [name, value] of Object.entries(draft.changes)) if (writable.has(name)) store.set(name, value);
  return store.isDirty();
}

/** Stores unsaved changes in the browser until they are saved, and restores them when the form is opened again. */
export function useFormDraft({
  store,
  fields,
  start,
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
    let written: Values | undefined;
    /** Only storable values: secrets are submitted once, and never stored. */
    const changes = () => {
      const secret = new Set(latest.current.fields.filter(({ isSecret }) => isSecret === true).map(({ name }) => name));
      return Object.fromEntries(Object.entries(store.changes()).filter(([name]) => !secret.has(name)));
    };
    function write(): void {
      clearTimeout(timer);
      timer = undefined;
      if (!store.isDirty()) {
        written = undefined;
        setRestoredAt(undefined);
        return dropFormDraft(key!);
      }
      const current = changes();
      if (written !== undefined && isSame(written, current)) return;
      written = current;
      const savedAt = new Date().toISOString();
      writeFormDraft(key!, { changes: current, version: latest.current.version ?? null, at: savedAt });
    }
    function note(): void {
      clearTimeout(timer);
      timer = setTimeout(write, delay);
    }
    const flush = () => timer !== undefined && write();
    // After a save the draft must not reappear: the screen may close at once.
    const stops = [store.subscribeAll(note), store.subscribeDirty(() => (store.isDirty() ? note() : write()))];
    const draft = readFormDraft(key);
    // Changes typed before the draft was loaded take precedence.
    if (draft !== undefined && !store.isDirty()) {
      if (!restore(draft, store, latest.current.fields)) dropFormDraft(key);
      else {
        written = draft.changes;
        setRestoredAt(draft.at);
        if (draft.version !== null && draft.version < (latest.current.version ?? 0))
          latest.current.onRestore(draft.version);
      }
    }
    // Typed before the key of the draft was known.
    else if (store.isDirty()) note();
    addEventListener("pagehide", flush);
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
      removeEventListener("pagehide", flush);
    };
  }, [store, key]);

  const discard = useCallback(() => {
    store.reset(start);
    setRestoredAt(undefined);
    if (key !== undefined) dropFormDraft(key);
  }, [store, start, key]);
  return restoredAt === undefined ? undefined : { at: restoredAt, discard };
}
