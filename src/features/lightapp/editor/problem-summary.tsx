import { ChevronDown, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { formatText, textIn } from "#kit/text.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { type Draft, subDraftOf, subFieldsOf } from "../draft/draft.ts";
import { type PlacedProblem, subProblems } from "../draft/problems.ts";

const texts = {
  problems: {
    zh: "有 {n} 处错误，改正后才能发布",
    en: "{n} {n|problem|problems} to solve before this can be published",
  },
  app: { zh: "轻应用设置", en: "Light app settings" },
};

type SummaryProps = { draft: Draft; problems: readonly PlacedProblem[]; onOpen: (problem: PlacedProblem) => void };

/** What a problem is about, in the words of the draft. */
export function useProblemSubject(): (draft: Draft, problem: PlacedProblem) => string {
  const locale = useLocale();
  const t = useText();
  return ({ definition }, { selection, setting, text }) => {
    if (selection.kind === "group") return textIn(definition.groups[selection.index]?.name, locale);
    if (selection.kind === "app") return t(texts.app);
    const field = definition.fields.find(({ field: name }) => name === selection.field);
    const name = textIn(field?.name, locale) || selection.field;
    const [inner] = field === undefined ? [] : subProblems(subDraftOf(field).definition, { [setting]: text });
    if (inner?.selection.kind !== "field") return name;
    const innerField = inner.selection.field;
    const innerName = subFieldsOf(field!).find(({ field: one }) => one === innerField)?.name;
    return `${name} › ${textIn(innerName, locale) || innerField}`;
  };
}

/** The number of problems, and the list of them: each leads to where it is mended. */
export function ProblemSummary({ draft, problems, onOpen }: SummaryProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const subjectOf = useProblemSubject();
  if (problems.length === 0) return null;
  return (
    <section className="border-b border-line bg-sheet text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-10 w-full items-center gap-2 px-4 text-left text-danger sm:px-6 lg:px-8 pointer-coarse:min-h-11"
        onClick={() => setOpen(!isOpen)}
      >
        <TriangleAlert size={16} strokeWidth={1.5} aria-hidden="true" className="shrink-0" />
        <span role="status">{t(formatText(texts.problems, { n: problems.length }))}</span>
        <ChevronDown
          size={16}
          strokeWidth={1.5}
          aria-hidden="true"
          className={`shrink-0 transition-transform ${isOpen ? "rotate-180" : ""}`}
        />
      </button>
      {isOpen && (
        <ul className="max-h-60 overflow-auto px-4 pb-3 sm:px-6 lg:px-8">
          {problems.map((problem) => (
            <li key={problem.path}>
              <button
                type="button"
                className="flex min-h-8 w-full flex-wrap items-baseline gap-x-2 rounded-sm text-left text-ink-2 hover:text-brand pointer-coarse:min-h-11"
                onClick={() => onOpen(problem)}
              >
                <span className="font-medium text-ink">{subjectOf(draft, problem)}</span>
                {problem.text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
