import { Check } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { type AutoForm, type FormGroup, groupsIn } from "#kit/auto.ts";
import { formatText, type Locale } from "#kit/text.ts";
import type { FormStore } from "./form-store.ts";
import { useVisibleGroups } from "./form-groups.tsx";

const texts = {
  steps: { zh: "步骤", en: "Steps" },
  step: { zh: "第 {n} 步，共 {all} 步", en: "Step {n} of {all}" },
  done: { zh: "已完成", en: "done" },
};

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

/** The list of steps above the form. For a new row only earlier steps can be opened, for an existing one all of them. */
export function FormSteps({ steps, locale }: { steps: Steps; locale: Locale }) {
  const { all, index: currentIndex, isExistingRow, goTo } = steps;
  return (
    <nav aria-label={texts.steps[locale]} className="mt-4 border-b border-line pb-3">
      <p className="mb-2 text-sm text-ink-3">
        {formatText(texts.step, { n: currentIndex + 1, all: all.length })[locale]}
      </p>
      <ol className="flex flex-wrap gap-x-6 gap-y-2">
        {all.map(({ group }, index) => (
          <li key={group.groupName}>
            <button
              type="button"
              aria-current={index === currentIndex ? "step" : undefined}
              disabled={!isExistingRow && index > currentIndex}
              className="group flex items-center gap-2 rounded-sm text-sm text-ink-2 hover:text-ink disabled:pointer-events-none disabled:text-ink-3 aria-[current=step]:font-semibold aria-[current=step]:text-ink"
              onClick={() => goTo(index)}
            >
              <span
                aria-hidden="true"
                className="grid size-6 place-items-center rounded-full border border-line-2 text-xs tabular-nums group-aria-[current=step]:border-brand group-aria-[current=step]:bg-brand group-aria-[current=step]:text-on-brand"
              >
                {!isExistingRow && index < currentIndex ? <Check size={14} strokeWidth={2} /> : index + 1}
              </span>
              {group.groupName}
              {!isExistingRow && index < currentIndex && <span className="sr-only"> ({texts.done[locale]})</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
