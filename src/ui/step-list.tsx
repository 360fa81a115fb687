import { Check } from "lucide-react";
import { formatText, type Locale } from "#kit/text.ts";

const texts = {
  steps: { zh: "步骤", en: "Steps" },
  step: { zh: "第 {n} 步，共 {all} 步", en: "Step {n} of {all}" },
  done: { zh: "已完成", en: "done" },
};

type StepListProps = {
  id?: string;
  names: readonly string[];
  /** Index of the current step. */
  index: number;
  /** Whether later steps can be opened too, and none counts as done. */
  isFree: boolean;
  locale: Locale;
  onChoose: (index: number) => void;
};

/** The list of steps above a form. */
export function StepList({ names, index: currentIndex, isFree, locale, onChoose }: StepListProps) {
  return (
    <nav aria-label={texts.steps[locale]} className="mt-4 border-b border-line pb-3">
      <p className="mb-2 text-sm text-ink-3">
        {formatText(texts.step, { n: currentIndex + 1, all: names.length })[locale]}
      </p>
      <ol className="flex flex-wrap gap-x-6 gap-y-2">
        {names.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              aria-current={index === currentIndex ? "step" : undefined}
              disabled={!isFree && index > currentIndex}
              className="group flex items-center gap-2 rounded-sm text-sm text-ink-2 hover:text-ink disabled:pointer-events-none disabled:text-ink-3 aria-[current=step]:font-semibold aria-[current=step]:text-ink"
              onClick={() => onChoose(index)}
            >
              <span
                aria-hidden="true"
                className="grid size-6 place-items-center rounded-full border border-line-2 text-xs tabular-nums group-aria-[current=step]:border-brand group-aria-[current=step]:bg-brand group-aria-[current=step]:text-on-brand"
              >
                {!isFree && index < currentIndex ? <Check size={14} strokeWidth={2} /> : index + 1}
              </span>
              {name}
              {!isFree && index < currentIndex && <span className="sr-only"> ({texts.done[locale]})</span>}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
