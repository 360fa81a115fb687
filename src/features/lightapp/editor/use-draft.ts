import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from "react";
import { seconds } from "#kit/format.ts";
import { isSame } from "#kit/same.ts";
import { deleteFormDraft, readFormDraft, writeFormDraft } from "#render/form/form-drafts.ts";
import type { UndoActions } from "#ui/undo-buttons.tsx";
import { addStep, firstStep, redoStep, type UndoSteps, undoStep } from "#ui/undo-steps.ts";
import { type Draft, type EditDraft, draftOf, valuesOf } from "../draft/draft.ts";

/** Time from the last change until it is kept in the browser, ms. */
const writeDelay = seconds(0.4);

type Step = { kind: "edit"; edit: (draft: Draft) => Draft; merge: string | undefined } | { kind: "undo" | "redo" };

function takeStep(steps: UndoSteps<Draft>, step: Step): UndoSteps<Draft> {
  if (step.kind === "edit") return addStep(steps, step.edit(steps.present), step.merge);
  return step.kind === "undo" ? undoStep(steps) : redoStep(steps);
}

/** The stored values of a light app, with the id and version of its row; without an id, it has not been saved. */
export type Saved = {
  id: string | undefined;
  draft: Draft;
  version: number | undefined;
  /** Whether `draft` is that of a later version: changes of an earlier visit were restored, and somebody has saved since. */
  isOther?: boolean;
};

export type DraftState = UndoActions & {
  draft: Draft;
  isDirty: boolean;
  /** When unsaved changes of an earlier visit were kept, ISO 8601; undefined if none were restored. */
  restoredAt: string | undefined;
  edit: EditDraft;
};

type Options = {
  saved: Saved;
  /** The draft to begin with, if it is not the saved one: that of a template. */
  initialDraft: Draft | undefined;
  /** The key of the unsaved changes in the browser. */
  storageKey: string;
  /** Called with the version on which restored changes are based. */
  onRestore: (version: number | undefined) => void;
};

/** The draft with undo. Unsaved changes are kept in the browser, and are there again when the editor is opened. */
export function useDraft({ saved, initialDraft, storageKey, onRestore }: Options): DraftState {
  const [kept] = useState(() => readFormDraft(storageKey));
  const [restoredAt, setRestoredAt] = useState(kept?.at);
  const [steps, dispatch] = useReducer(takeStep, undefined, () => {
    const restored = kept && draftOf({ ...valuesOf(saved.draft), ...kept.changes });
    return firstStep(restored ?? initialDraft ?? saved.draft);
  });
  const draft = steps.present;
  // A template that nobody has changed is no work that could be lost.
  const base = kept === undefined && saved.version === undefined ? (initialDraft ?? saved.draft) : saved.draft;
  const isDirty = useMemo(() => !isSame(valuesOf(draft), valuesOf(base)), [draft, base]);

  const latestRestore = useRef(onRestore);
  useEffect(() => {
    if (kept !== undefined) latestRestore.current(kept.version ?? undefined);
  }, [kept]);

  useEffect(() => {
    if (!isDirty) {
      setRestoredAt(undefined);
      return deleteFormDraft(storageKey);
    }
    const write = () =>
      writeFormDraft(storageKey, {
        changes: valuesOf(draft),
        version: saved.version ?? null,
        at: new Date().toISOString(),
      });
    const timer = setTimeout(write, writeDelay);
    addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", write);
    };
  }, [draft, isDirty, saved.version, storageKey]);

  const edit = useCallback<EditDraft>((change, merge) => dispatch({ kind: "edit", edit: change, merge }), []);
  return {
    draft,
    isDirty,
    restoredAt,
    edit,
    undo: steps.past.length === 0 ? undefined : () => dispatch({ kind: "undo" }),
    redo: steps.future.length === 0 ? undefined : () => dispatch({ kind: "redo" }),
  };
}
