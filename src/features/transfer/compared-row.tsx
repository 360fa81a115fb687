import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { listSeparator } from "#kit/list-text.ts";
import { formatText } from "#kit/text.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";
import { LineView } from "#ui/line-view.tsx";
import { useText } from "#ui/locale.ts";
import { StatusTag } from "#ui/status-tag.tsx";
import type { Comparison } from "./file-step.tsx";
import { stateColors, stateTexts, texts } from "./texts.ts";

export type ComparedRow = Comparison["rows"][number];

type ComparedRowProps = {
  row: ComparedRow;
  isSelected: boolean;
  entersState: boolean;
  disabled: boolean;
  onSelect: (isSelected: boolean) => void;
  onEnterState: (entersState: boolean) => void;
};

/** A row that differs: what an import would do with it, whether it is chosen, and on demand its differences. */
export function ComparedRowItem({ row, isSelected, entersState, disabled, onSelect, onEnterState }: ComparedRowProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const { title, path, state, problem, secrets, missingFiles, target, changes } = row;
  const name = title === "" ? path : title;
  return (
    <li className="grid gap-3 border-t border-line px-4 py-3 first:border-t-0">
      <div className="flex items-start gap-3">
        <span className="pt-1">
          <Checkbox
            label={t(formatText(state === "missing" ? texts.selectMissing : texts.select, { title: name }))}
            checked={isSelected}
            disabled={disabled || problem !== null}
            onCheckedChange={onSelect}
          />
        </span>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          className="flex min-w-0 flex-1 items-start gap-2 text-left pointer-coarse:min-h-11"
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight
            size={16}
            strokeWidth={1.5}
            aria-hidden="true"
            className={`mt-1 shrink-0 text-ink-3 transition-transform ${isOpen ? "rotate-90" : ""}`}
          />
          <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-medium">{name}</span>{" "}
              <span className="font-mono text-[13px] text-ink-3">{path}.json</span>
            </span>
            <span className="text-sm">
              <StatusTag color={stateColors[state]}>{t(stateTexts[state])}</StatusTag>
            </span>
          </span>
        </button>
      </div>
      <div className="grid gap-2 pl-9 empty:hidden">
        {problem !== null && (
          <p className={`text-sm wrap-anywhere ${state === "missing" ? "text-ink-3" : "text-danger"}`}>{problem}</p>
        )}
        {problem === null && secrets.length > 0 && (
          <p className="text-sm wrap-anywhere text-ink-2">
            {t(formatText(texts.secrets, { names: secrets.join(t(listSeparator)) }))}
          </p>
        )}
        {problem === null && missingFiles.length > 0 && (
          <p className="text-sm wrap-anywhere text-ink-2">
            {t(formatText(texts.files, { names: missingFiles.join(t(listSeparator)) }))}
          </p>
        )}
        {problem === null && target !== null && (
          <>
            <LabelledCheckbox
              checked={entersState}
              disabled={disabled || !isSelected || target.problem !== null}
              onChange={onEnterState}
            >
              {t(formatText(texts.target, { state: target.name }))}
            </LabelledCheckbox>
            {target.problem !== null && <p className="text-sm wrap-anywhere text-danger">{target.problem}</p>}
          </>
        )}
        {isOpen && (
          <div id={detailsId} className="grid min-w-0 gap-4 pt-1">
            {changes.length === 0 && <p className="text-sm text-ink-3">{t(texts.noLines)}</p>}
            {changes.map(({ field, name: fieldName, before, after }) => (
              <section key={`${field} ${fieldName}`} className="grid min-w-0 gap-1.5">
                <h5 className="text-sm font-medium text-ink-2">{fieldName}</h5>
                <LineView label={fieldName} before={before} after={after} />
              </section>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}
