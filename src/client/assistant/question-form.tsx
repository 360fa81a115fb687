import { type ReactNode, useId, useState } from "react";
import { type OfferedPrompt, ownInputs, type PromptPurpose } from "#kit/ai-prompt.ts";
import { formatText, type Text } from "#kit/text.ts";
import { firstCharacters } from "#kit/text-length.ts";
import { Button } from "#ui/button.tsx";
import { TextArea } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { AnswerBox } from "./answer-box.tsx";
import { AddUsualPrompts, filledInputs, PromptSelect, promptsFor, usePrompts, useSetUpText } from "./prompts.tsx";
import { inputName } from "./usual-prompts.ts";
import { type Answer, useAnswer } from "./use-answer.ts";

const texts = {
  ask: { zh: "提问", en: "Ask" },
  again: { zh: "重新提问", en: "Ask again" },
  stop: { zh: "停止", en: "Stop" },
  sent: {
    zh: "以上内容会发送给 AI 服务，请核对回答后再使用。",
    en: "This is sent to the AI service. Check the answer before you use it.",
  },
  cut: { zh: "仅发送前 {n} 个字符。", en: "Only the first {n} characters are sent." },
  off: { zh: "尚未配置 AI 服务", en: "No AI service is set up" },
  none: { zh: "没有适用于此处的提示词", en: "There is no prompt for this" },
  noneText: {
    zh: "管理员可以登记用途为 {purposes} 的提示词。",
    en: "Administrators can register prompts with the purpose {purposes}.",
  },
} satisfies Record<string, Text>;

/** What the program knows for the inputs of a prompt, by their names. */
export type KnownInputs = Readonly<Record<string, string>>;

const isOwn = (name: string) => (ownInputs as readonly string[]).includes(name);

type FormProps = {
  prompts: readonly OfferedPrompt[];
  /** The purpose that is chosen first, if there is a prompt for it. */
  first: PromptPurpose;
  known: (purpose: PromptPurpose) => KnownInputs;
  /** What can be done with an answer that has come to its end, or as far as it came. */
  children: (answer: Answer) => ReactNode;
};

function QuestionFields({ prompts, first, known, children }: FormProps) {
  const t = useText();
  const id = useId();
  const { answer, ask, stop } = useAnswer();
  const [url, setUrl] = useState((prompts.find(({ purpose }) => purpose === first) ?? prompts[0]!).url);
  /** What the person wrote, by prompt and input. */
  const [written, setWritten] = useState<Record<string, string>>({});
  const prompt = prompts.find((candidate) => candidate.url === url) ?? prompts[0]!;
  const isRunning = answer.state === "running";
  const { maxInputLength } = prompt;
  const knownInputs = known(prompt.purpose!);
  const keyOf = (name: string) => `${prompt.url} ${name}`;
  const valueOf = (name: string) => written[keyOf(name)] ?? firstCharacters(knownInputs[name] ?? "", maxInputLength);
  const isCut = (name: string) => written[keyOf(name)] === undefined && valueOf(name) !== (knownInputs[name] ?? "");

  function send(): void {
    void ask(prompt.url, filledInputs(prompt, valueOf));
  }
  return (
    <>
      <div className="grid gap-1">
        <PromptSelect id={`${id}-prompt`} prompts={prompts} url={prompt.url} onChoose={setUrl} />
      </div>
      {prompt.inputs
        .filter((name) => !isOwn(name))
        .map((name) => (
          <div key={name} className="grid gap-1">
            <label htmlFor={`${id}-${name}`} className="text-sm font-medium">
              {t(inputName(name))}
            </label>
            <TextArea
              id={`${id}-${name}`}
              rows={2}
              maxLength={maxInputLength}
              value={valueOf(name)}
              aria-describedby={isCut(name) ? `${id}-${name}-note` : undefined}
              onChange={({ target }) => setWritten({ ...written, [keyOf(name)]: target.value })}
            />
            {isCut(name) && (
              <p id={`${id}-${name}-note`} className="text-sm text-ink-3">
                {t(formatText(texts.cut, { n: maxInputLength }))}
              </p>
            )}
          </div>
        ))}
      <p className="text-sm text-ink-3">{t(texts.sent)}</p>
      <div className="flex flex-wrap gap-2">
        {isRunning ? (
          <Button key="stop" onClick={stop}>
            {t(texts.stop)}
          </Button>
        ) : (
          <Button key="ask" kind={answer.text === "" ? "primary" : "plain"} onClick={send}>
            {t(answer.state === "none" ? texts.ask : texts.again)}
          </Button>
        )}
      </div>
      {answer.state !== "none" && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <AnswerBox answer={answer} className="max-h-72 min-h-24 overflow-auto p-3 text-sm" />
          {!isRunning && answer.text.trim() !== "" && children(answer)}
        </div>
      )}
    </>
  );
}

type QuestionFormProps = Omit<FormProps, "prompts"> & { purposes: readonly PromptPurpose[] };

/** A question to the AI with one of the prompts for these purposes, whose inputs are filled in as far as the program knows them. */
export function QuestionForm({ purposes, ...props }: QuestionFormProps) {
  const t = useText();
  const setUpText = useSetUpText();
  return (
    <QueryContent query={usePrompts()} height="h-24">
      {({ isSet, list }) => {
        if (!isSet)
          return (
            <div className="grid gap-1 text-sm text-ink-2">
              <p>{t(texts.off)}</p>
              <p>{setUpText}</p>
            </div>
          );
        const prompts = promptsFor(list, purposes);
        if (prompts.length > 0) return <QuestionFields prompts={prompts} {...props} />;
        return (
          <div className="grid justify-items-start gap-2">
            <p className="font-medium">{t(texts.none)}</p>
            <p className="text-sm text-ink-2">{t(formatText(texts.noneText, { purposes: purposes.join(" / ") }))}</p>
            <AddUsualPrompts list={list} />
          </div>
        );
      }}
    </QueryContent>
  );
}
