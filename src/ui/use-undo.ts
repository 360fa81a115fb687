import { useLayoutEffect, useRef, useState } from "react";
import type { UndoActions } from "./undo-buttons.tsx";
import { addStep, firstStep, redoStep, type UndoSteps, undoStep } from "./undo-steps.ts";

export type Undo = UndoActions & {
  /** Changes the value. Changes with the same `merge`, one after the other, are one step. */
  edit: (next: string, merge?: string) => void;
};

/** Undo and redo for a text that a form holds. A text that comes from elsewhere, such as an earlier version, is a step too. */
export function useUndo(value: string, onChange: (value: string) => void): Undo {
  const [steps, setSteps] = useState(() => firstStep(value));
  const nextSteps = addStep(steps, value);
  // Several steps can be taken before the form renders again.
  const latest = useRef(nextSteps);
  useLayoutEffect(() => {
    latest.current = nextSteps;
  });
  function take(next: UndoSteps<string>): void {
    latest.current = next;
    setSteps(next);
    onChange(next.present);
  }
  return {
    edit(next, merge) {
      const after = addStep(latest.current, next, merge);
      if (after !== latest.current) take(after);
    },
    undo: nextSteps.past.length === 0 ? undefined : () => take(undoStep(latest.current)),
    redo: nextSteps.future.length === 0 ? undefined : () => take(redoStep(latest.current)),
  };
}
