import { useState } from "react";
import type { UndoActions } from "#ui/undo-buttons.tsx";
import { addStep, firstStep, redoStep, undoStep } from "#ui/undo-steps.ts";
import type { Draft } from "./menu-draft.ts";

export type DraftHistory = UndoActions & {
  draft: Draft;
  /** Whether the draft differs from what is saved. */
  isDirty: boolean;
  /** Changes the draft. Changes with the same `gesture`, those while something is dragged, are undone as one. */
  change: (draft: Draft, gesture?: string) => void;
  /** Called after this draft was saved. */
  markSaved: (draft: Draft) => void;
};

/** A draft with undo and redo. */
export function useDraft(loaded: Draft): DraftHistory {
  const [steps, setSteps] = useState(() => firstStep(loaded));
  const [saved, setSaved] = useState(loaded);
  return {
    draft: steps.present,
    isDirty: steps.present !== saved,
    change: (draft, gesture) => setSteps((current) => addStep(current, draft, gesture)),
    undo: steps.past.length === 0 ? undefined : () => setSteps(undoStep),
    redo: steps.future.length === 0 ? undefined : () => setSteps(redoStep),
    markSaved: setSaved,
  };
}
