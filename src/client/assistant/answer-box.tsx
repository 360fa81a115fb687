import type { Text } from "#kit/text.ts";
import { useText } from "#ui/locale.ts";
import type { Answer } from "./use-answer.ts";

const texts = {
  answer: { zh: "回答", en: "Answer" },
  waiting: { zh: "等待回答…", en: "Waiting for the answer…" },
  stopped: { zh: "已停止，以上为已收到的内容。", en: "Stopped. This is what had arrived." },
  cut: { zh: "已达到此提示词的长度上限。", en: "The answer reached the length that this prompt allows." },
  kept: { zh: "以上为已收到的内容。", en: "This is what had arrived." },
} satisfies Record<string, Text>;

/** An answer as it arrives, as plain text, with why it did not come further. */
export function AnswerBox({ answer: { state, text, message }, className }: { answer: Answer; className: string }) {
  const t = useText();
  const note = { stopped: texts.stopped, cut: texts.cut, failed: text === "" ? undefined : texts.kept }[
    state as string
  ];
  return (
    <>
      <div
        role="group"
        aria-label={t(texts.answer)}
        // Focusable, so that the keyboard can scroll a long answer.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-live="polite"
        aria-busy={state === "running"}
        className={`border border-line bg-sheet leading-relaxed break-words whitespace-pre-wrap ${className}`}
      >
        {text === "" && state === "running" ? <span className="text-ink-3">{t(texts.waiting)}</span> : text}
      </div>
      {message !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {message}
        </p>
      )}
      {note !== undefined && <p className="text-sm text-ink-2">{t(note)}</p>}
    </>
  );
}
