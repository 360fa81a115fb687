import { useState } from "react";
import type { UndoActions } from "#ui/undo-buttons.tsx";
import { addStep, firstStep, redoStep, type UndoSteps, undoStep } from "#ui/undo-steps.ts";
import { useViewForm } from "./use-view-preview.ts";

/** The fields whose changes can be undone. */
const names = ["base", "columns", "conditions", "maxRows"] as const;
type State = Record<(typeof names)[number], unknown>;

/** Values that people type, character by character. */
const typedPath = /(?:^|\.)(?:maxRows|value|title\.(?:zh|en))$/;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** The path of the only difference between two values; undefined when there are several. */
function changedPath(before: unknown, after: unknown, path = ""): string | undefined {
  if (!isObject(before) || !isObject(after)) return isObject(before) || isObject(after) ? undefined : path;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const [key] = changed;
  if (key === undefined || changed.length > 1) return undefined;
  return changedPath(
    before[key] ?? (isObject(after[key]) ? {} : null),
    after[key],
    path === "" ? key : `${path}.${key}`,
  );
}

/** The path of a typed text that is the only difference: its characters are one step. */
function mergeOf(before: string, after: string): string | undefined {
  const path = changedPath(JSON.parse(before), JSON.parse(after));
  return path !== undefined && typedPath.test(path) ? path : undefined;
}

/** Undo and redo of the definition in the form, whichever control has changed it. */
export function useFormUndo(): UndoActions {
  const store = useViewForm();
  const values = store.values();
  const text = JSON.stringify(Object.fromEntries(names.map((name) => [name, values[name] ?? null])));
  const [steps, setSteps] = useState(() => firstStep(text));
  if (text !== steps.present) setSteps(addStep(steps, text, mergeOf(steps.present, text)));
  function take(next: UndoSteps<string>): void {
    setSteps(next);
    const state = JSON.parse(next.present) as State;
    for (const name of names)
      if (JSON.stringify(state[name]) !== JSON.stringify(values[name] ?? null)) store.set(name, state[name]);
  }
  return {
    undo: steps.past.length === 0 ? undefined : () => take(undoStep(steps)),
    redo: steps.future.length === 0 ? undefined : () => take(redoStep(steps)),
  };
}
