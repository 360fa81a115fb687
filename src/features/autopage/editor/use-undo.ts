import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";

/** The maximum number of steps that can be undone. */
const maxSteps = 100;

/** The values before the current one, and those that were undone. `current`: the value that the last step led to. */
type Steps = { past: readonly string[]; future: readonly string[]; current: string; merge: string | undefined };

export type Undo = {
  /** Takes a step. Steps with the same `merge`, one after the other, are one step. */
  edit: (next: string, merge?: string) => void;
  /** Undefined when there is nothing to undo or redo. */
  undo: (() => void) | undefined;
  redo: (() => void) | undefined;
  /** The keys for both, for the element around the controls. */
  onKeyDown: (event: KeyboardEvent) => void;
};

/** Undo and redo for a text that a form holds. A text that comes from elsewhere, such as an earlier version, is a step too. */
export function useUndo(value: string, onChange: (value: string) => void): Undo {
  const [steps, setSteps] = useState<Steps>({ past: [], future: [], current: value, merge: undefined });
  const known: Steps =
    steps.current === value
      ? steps
      : { past: [...steps.past, steps.current].slice(-maxSteps), future: [], current: value, merge: undefined };
  // Several steps can be taken before the form renders again.
  const latest = useRef(known);
  useLayoutEffect(() => {
    latest.current = known;
  });

  function go(next: Steps): void {
    latest.current = next;
    setSteps(next);
    onChange(next.current);
  }
  const { past, future } = known;
  const undo =
    past.length === 0
      ? undefined
      : () => go({ past: past.slice(0, -1), future: [value, ...future], current: past.at(-1)!, merge: undefined });
  const redo =
    future.length === 0
      ? undefined
      : () => go({ past: [...past, value], future: future.slice(1), current: future[0]!, merge: undefined });
  return {
    edit(next, merge) {
      const { past: before, current, merge: lastMerge } = latest.current;
      if (next === current) return;
      const isSameInput = merge !== undefined && merge === lastMerge;
      go({ past: isSameInput ? before : [...before, current].slice(-maxSteps), future: [], current: next, merge });
    },
    undo,
    redo,
    onKeyDown(event) {
      const isZ = event.key.toLowerCase() === "z";
      const isY = event.key.toLowerCase() === "y" && !event.shiftKey;
      if ((!isZ && !isY) || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      (isZ && !event.shiftKey ? undo : redo)?.();
    },
  };
}
