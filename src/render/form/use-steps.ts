import { useState } from "react";
import { flushSync } from "react-dom";
import { type AutoForm, type FormGroup, groupsIn } from "#kit/auto.ts";
import type { FormStore } from "./form-store.ts";
import { useVisibleGroups } from "./form-groups.tsx";

/** A form that is filled in group by group. Groups without a visible field are skipped. */
export type Steps = {
  all: readonly { group: FormGroup; groupIndex: number }[];
  current: FormGroup;
  /** Index of the current step in `all`. */
  index: number;
  isLast: boolean;
  /** The row already exists: every step can be opened, and the form can be saved from every step. */
  isExistingRow: boolean;
  goTo: (index: number) => void;
  /** Goes to the next step if the current step is valid. */
  next: () => void;
};

type StepOptions = { store: FormStore; isValid: (names: ReadonlySet<string>) => boolean };

/** The steps of a form, undefined for a form without steps. `openStep` shows the step that contains a field. */
export function useSteps(
  form: AutoForm,
  { store, isValid }: StepOptions,
): { steps: Steps | undefined; openStep: (field: string) => void } {
  const [groupIndex, setGroupIndex] = useState(0);
  const groups = groupsIn(form);
  const isStepwise = form.isStepwise === true && groups.length > 1;
  const visibleSteps = useVisibleGroups(
    store,
    isStepwise ? groups.map(({ items }) => items.map(({ field }) => field)) : [],
  );
  if (!isStepwise) return { steps: undefined, openStep: () => undefined };
  const all = groups.flatMap((group, position) => (visibleSteps[position] ? [{ group, groupIndex: position }] : []));
  const index = Math.max(
    0,
    all.findLastIndex((step) => step.groupIndex <= groupIndex),
  );
  const goTo = (next: number) => setGroupIndex(all[next]?.groupIndex ?? groupIndex);
  return {
    openStep(field) {
      const step = groups.findIndex(({ items }) => items.some((item) => item.field === field));
      if (step !== -1) flushSync(() => setGroupIndex(step));
    },
    steps: {
      all,
      current: all[index]!.group,
      index,
      isLast: index === all.length - 1,
      isExistingRow: form.row !== null,
      goTo,
      next() {
        if (isValid(new Set(all[index]!.group.items.map(({ field }) => field)))) goTo(index + 1);
      },
    },
  };
}
