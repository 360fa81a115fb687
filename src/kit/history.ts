import { compose, isEmptyChange } from "./edit.ts";
import type { PageChange } from "./page.ts";

/** How an edit is recorded: "now" as its own step, "never" not at all (edits of others), or merged into the previous step with the same key. */
export type Capture = "now" | "never" | { merge: string };

/** An undo step. `selected`: the ids that were selected before and after it, restored by undo and redo to show the place. */
export type Step = {
  change: PageChange;
  mergeKey?: string;
  /** The time of the step's last edit in ms. */
  at: number;
  selected: { before: readonly string[]; after: readonly string[] };
};

/** Steps that were done, the newest last, and steps that were undone, the next to redo last. */
export type History = { done: readonly Step[]; undone: readonly Step[] };

export const noHistory: History = { done: [], undone: [] };

/** ms without an edit after which the next one with the same key is a separate step: a pause in typing. */
export const mergeWindow = 500;
/** Maximum number of steps. A step shares its records with the page, so that a simple one costs less than a kilobyte. */
const maxSteps = 500;

/** Returns the history with a step added, or merged into the last one; undone steps are discarded. */
export function recordStep(history: History, step: Step): History {
  const last = history.done.at(-1);
  const isContinued =
    last?.mergeKey !== undefined &&
    last.mergeKey === step.mergeKey &&
    step.at - last.at <= mergeWindow &&
    history.undone.length === 0;
  if (!isContinued) return { done: [...history.done, step].slice(-maxSteps), undone: [] };
  const merged = {
    ...step,
    change: compose(last.change, step.change),
    selected: { before: last.selected.before, after: step.selected.after },
  };
  const earlier = history.done.slice(0, -1);
  return { done: isEmptyChange(merged.change) ? earlier : [...earlier, merged], undone: [] };
}

/** The step to undo, and the history without it. */
export function stepBack({ done, undone }: History): { step: Step; history: History } | undefined {
  const step = done.at(-1);
  return step && { step, history: { done: done.slice(0, -1), undone: [...undone, step] } };
}

/** The step to do again, and the history with it. */
export function stepForward({ done, undone }: History): { step: Step; history: History } | undefined {
  const step = undone.at(-1);
  return step && { step, history: { done: [...done, step], undone: undone.slice(0, -1) } };
}
