/** The maximum number of steps that can be undone. */
const maxSteps = 200;

/**
 * A value with the values before it, oldest first, and those that were undone, next first.
 * `merge` identifies the input or gesture of the last change, whose changes are one step.
 */
export type UndoSteps<T> = { past: readonly T[]; present: T; future: readonly T[]; merge?: string | undefined };

/** The value to begin with, before any step. */
export const firstStep = <T>(present: T): UndoSteps<T> => ({ past: [], present, future: [] });

/** Changes the value. Changes with the same `merge`, one after the other, are one step; the same value is none. */
export function addStep<T>(steps: UndoSteps<T>, next: T, merge?: string): UndoSteps<T> {
  const { past, present } = steps;
  if (next === present) return steps;
  const isMerged = merge !== undefined && merge === steps.merge;
  return { past: isMerged ? past : [...past, present].slice(-maxSteps), present: next, future: [], merge };
}

/** Takes back the last step, if there is one. */
export function undoStep<T>(steps: UndoSteps<T>): UndoSteps<T> {
  const { past, present, future } = steps;
  return past.length === 0 ? steps : { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future] };
}

/** Repeats the step that was undone last, if there is one. */
export function redoStep<T>(steps: UndoSteps<T>): UndoSteps<T> {
  const { past, present, future } = steps;
  return future.length === 0 ? steps : { past: [...past, present], present: future[0]!, future: future.slice(1) };
}
