import { useCallback, useEffect, useState } from "react";
import type { Draft } from "./menu-draft.ts";

/** Maximum number of steps that can be undone. */
const maxSteps = 100;

/** `gesture`: that of the last change. */
type Steps = { past: readonly Draft[]; present: Draft; future: readonly Draft[]; gesture: string | undefined };

function stepBack(steps: Steps): Steps {
  const { past, present, future } = steps;
  const previous = past.at(-1);
  return previous === undefined
    ? steps
    : { past: past.slice(0, -1), present: previous, future: [present, ...future], gesture: undefined };
}

function stepForward(steps: Steps): Steps {
  const { past, present, future } = steps;
  const [next, ...later] = future;
  return next === undefined ? steps : { past: [...past, present], present: next, future: later, gesture: undefined };
}

function addStep({ past, present, gesture }: Steps, draft: Draft, nextGesture: string | undefined): Steps {
  const isContinued = nextGesture !== undefined && nextGesture === gesture;
  return {
    past: isContinued ? past : [...past, present].slice(-maxSteps),
    present: draft,
    future: [],
    gesture: nextGesture,
  };
}

export type DraftHistory = {
  draft: Draft;
  /** Whether the draft differs from what is saved. */
  isDirty: boolean;
  /** Changes the draft. Changes with the same `gesture`, those while something is dragged, are undone as one. */
  change: (draft: Draft, gesture?: string) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  /** Called after this draft was saved. */
  markSaved: (draft: Draft) => void;
};

/** A draft with undo and redo, also by Ctrl+Z and Ctrl+Shift+Z outside of text inputs and dialogs. */
export function useDraft(loaded: Draft): DraftHistory {
  const [steps, setSteps] = useState<Steps>({ past: [], present: loaded, future: [], gesture: undefined });
  const [saved, setSaved] = useState(loaded);
  const undo = useCallback(() => setSteps(stepBack), []);
  const redo = useCallback(() => setSteps(stepForward), []);

  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
      const { target } = event;
      if (target instanceof Element && target.closest("input, textarea, [role=dialog]") !== null) return;
      event.preventDefault();
      if (event.shiftKey) redo();
      else undo();
    }
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, [undo, redo]);

  return {
    draft: steps.present,
    isDirty: steps.present !== saved,
    change(draft, gesture) {
      if (draft !== steps.present) setSteps((current) => addStep(current, draft, gesture));
    },
    undo,
    redo,
    canUndo: steps.past.length > 0,
    canRedo: steps.future.length > 0,
    markSaved: setSaved,
  };
}
