import { useMemo, useState } from "react";
import { firstLines, foldUnchanged, type LineChange, lineChanges } from "#kit/line-changes.ts";
import { formatText } from "#kit/text.ts";
import { Button } from "./button.tsx";
import { useText } from "./locale.ts";

const texts = {
  hidden: { zh: "{n} 行无变化", en: "{n} unchanged {n|line|lines}" },
  moreLines: { zh: "显示更多，还有 {n} 行", en: "Show more, {n} {n|line|lines} left" },
  removedLine: { zh: "修改前：", en: "Before: " },
  addedLine: { zh: "修改后：", en: "After: " },
};

/** Lines that are shown at first: a tree of categories may have tens of thousands. */
const shownLines = 1000;

const signs = { same: " ", removed: "−", added: "+" };
const colors = { same: "text-ink-2", removed: "bg-danger/10", added: "bg-brand-tint" };

function Line({ line: { kind, text } }: { line: LineChange }) {
  const t = useText();
  const content = (
    <>
      <span aria-hidden="true" className="w-5 shrink-0 text-center text-ink-3" style={{ userSelect: "none" }}>
        {signs[kind]}
      </span>
      {kind !== "same" && (
        <span className="sr-only">{t(kind === "removed" ? texts.removedLine : texts.addedLine)}</span>
      )}
      <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">{text}</span>
    </>
  );
  const line = { className: `flex pr-3 ${colors[kind]}`, style: { textDecoration: "none" } };
  if (kind === "removed") return <del {...line}>{content}</del>;
  if (kind === "added") return <ins {...line}>{content}</ins>;
  return <span {...line}>{content}</span>;
}

/** The lines of a value before and after, as in a code review: unchanged lines far from a change are counted, not shown. */
export function LineView({ label, before, after }: { label: string; before: string | null; after: string | null }) {
  const t = useText();
  const [count, setCount] = useState(shownLines);
  const all = useMemo(() => foldUnchanged(lineChanges(before, after)), [before, after]);
  const { parts, left } = firstLines(all, count);
  return (
    // Focusable, because it scrolls; positioned, so that the texts for screen readers scroll with the lines instead of making the page longer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="relative max-h-96 overflow-auto rounded-sm border border-line bg-paper py-1 font-mono text-[13px]"
    >
      {parts.map((part, index) =>
        "hidden" in part ? (
          <p key={index} className="px-5 text-ink-3">
            {t(formatText(texts.hidden, { n: part.hidden }))}
          </p>
        ) : (
          part.lines.map((line, position) => <Line key={`${index} ${position}`} line={line} />)
        ),
      )}
      {left > 0 && (
        <div className="px-5 py-2 font-sans">
          <Button onClick={() => setCount(count + shownLines)}>{t(formatText(texts.moreLines, { n: left }))}</Button>
        </div>
      )}
    </div>
  );
}
