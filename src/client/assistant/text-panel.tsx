import { textPurposes } from "#kit/ai-prompt.ts";
import { linesOf } from "#kit/lines.ts";
import { formatText, type Text } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { type AskedField, inputsForField } from "./known-inputs.ts";
import { QuestionForm } from "./question-form.tsx";

const texts = {
  insert: { zh: "填入", en: "Insert" },
  replace: { zh: "替换", en: "Replace" },
  append: { zh: "添加到末尾", en: "Insert at the end" },
  undo: { zh: "撤销填入", en: "Undo insertion" },
  long: {
    zh: "回答有 {n} 个字符，此字段最多 {max} 个。",
    en: "The answer has {n} characters; this field takes up to {max}.",
  },
} satisfies Record<string, Text>;

export type WriteMode = "replace" | "append";

/** An answer as the text of a field: without spaces around it, on one line if the field has one. */
function textFor({ format }: AskedField, answer: string): string {
  const text = answer.replaceAll("\r", "").trim();
  return format === "line" ? linesOf(text).join(" ") : text;
}

type TextPanelProps = {
  field: AskedField;
  /** The values around the field. */
  values: () => Readonly<Record<string, unknown>>;
  /** Writes the answer into the field, as one step. */
  onWrite: (text: string, mode: WriteMode) => void;
  /** Takes back what was written; undefined if nothing was, or if the field has changed since. */
  undo: (() => void) | undefined;
};

/** Asks the AI for the text of a field, and writes the answer into it when the person says so. */
export function TextPanel({ field, values, onWrite, undo }: TextPanelProps) {
  const t = useText();
  const first = field.text === "" ? (field.other === "" ? "draft" : "translate") : "shorten";
  return (
    <QuestionForm purposes={textPurposes} first={first} known={(purpose) => inputsForField(values(), field, purpose)}>
      {(answer) => {
        const text = textFor(field, answer.text);
        const length = [...text].length;
        return (
          <>
            {field.max !== undefined && length > field.max && (
              <p className="text-sm text-danger">{t(formatText(texts.long, { n: length, max: field.max }))}</p>
            )}
            <div className="flex flex-wrap gap-2">
              <Button kind="primary" onClick={() => onWrite(text, "replace")}>
                {t(field.text === "" ? texts.insert : texts.replace)}
              </Button>
              {field.text !== "" && field.format !== "line" && (
                <Button onClick={() => onWrite(text, "append")}>{t(texts.append)}</Button>
              )}
              {undo !== undefined && <Button onClick={undo}>{t(texts.undo)}</Button>}
            </div>
          </>
        );
      }}
    </QuestionForm>
  );
}
