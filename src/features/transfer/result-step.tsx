import { CircleCheck } from "lucide-react";
import { Link } from "react-router";
import { useUrlFor } from "#client/person.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { StatusTag } from "#ui/status-tag.tsx";
import type { Applied } from "./review-step.tsx";
import { resultTexts, stateColors, texts } from "./texts.ts";

/** What was imported, with a link to each row and its history. */
export function ResultStep({ applied: { rows }, onNext }: { applied: Applied; onNext: () => void }) {
  const t = useText();
  const urlFor = useUrlFor();
  return (
    <div className="grid gap-5">
      <div role="status" className="grid gap-1">
        <h3 className="flex items-center gap-2 text-lg font-medium">
          <CircleCheck size={22} strokeWidth={1.5} className="text-brand" aria-hidden="true" />
          {t(texts.done)}
        </h3>
        <p className="text-ink-2">{t(texts.doneText)}</p>
      </div>
      <ul className="rounded-sm border border-line bg-sheet">
        {rows.map(({ path, type, typeName, title, state, id }) => (
          <li
            key={path}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-3 first:border-t-0"
          >
            <span className="min-w-0 wrap-anywhere">
              <span className="text-ink-3">{typeName}</span>{" "}
              {state === "missing" ? (
                <span>{title || path}</span>
              ) : (
                <Link
                  to={urlFor(`/paas/${type}/edit?id=${id}`)}
                  className="font-medium underline-offset-3 hover:text-brand hover:underline"
                >
                  {title || path}
                </Link>
              )}
            </span>
            <span className="text-sm">
              <StatusTag color={stateColors[state]}>{t(resultTexts[state])}</StatusTag>
            </span>
          </li>
        ))}
      </ul>
      <Button className="w-max" onClick={onNext}>
        {t(texts.next)}
      </Button>
    </div>
  );
}
