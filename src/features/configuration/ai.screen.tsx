import { type FormEvent, useId, useState } from "react";
import type { OfferedPrompt } from "#kit/ai-prompt.ts";
import type { Text } from "#kit/text.ts";
import { AnswerBox } from "#client/assistant/answer-box.tsx";
import { AddUsualPrompts, filledInputs, PromptSelect, usePrompts, useSetUpText } from "#client/assistant/prompts.tsx";
import { type Answer, useAnswer } from "#client/assistant/use-answer.ts";
import { inputName } from "#client/assistant/usual-prompts.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextArea } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";
import { useTitle } from "#ui/title.ts";
import screen from "./ai.screen.ts";

const texts = {
  intro: {
    zh: "选择提示词并填写内容，回答会逐字显示。请核对回答后再使用。",
    en: "Choose a prompt and fill in its inputs; the answer appears as it is written. Check it before you use it.",
  },
  ask: { zh: "提问", en: "Ask" },
  again: { zh: "重新提问", en: "Ask again" },
  stop: { zh: "停止", en: "Stop" },
  answer: { zh: "回答", en: "Answer" },
  copy: { zh: "复制", en: "Copy" },
  off: { zh: "尚未配置 AI 服务", en: "No AI service is set up" },
  none: { zh: "尚未登记提示词", en: "No prompts yet" },
  noneText: {
    zh: "提示词是类型为 AiPrompt 的配置，由管理员登记。",
    en: "Prompts are configurations of the type AiPrompt. Administrators add them.",
  },
} satisfies Record<string, Text>;

function AnswerView({ answer }: { answer: Answer }) {
  const t = useText();
  const { state, text } = answer;
  return (
    <section aria-label={t(texts.answer)} className="grid min-w-0 content-start gap-3">
      <div className="flex min-h-9 items-center gap-3">
        <h2 className="mr-auto font-semibold">{t(texts.answer)}</h2>
        {text !== "" && state !== "running" && <CopyButton text={text}>{t(texts.copy)}</CopyButton>}
      </div>
      <AnswerBox answer={answer} className="min-h-48 p-4" />
    </section>
  );
}

function Assistant({ list }: { list: readonly OfferedPrompt[] }) {
  const t = useText();
  const id = useId();
  const { answer, ask, stop } = useAnswer();
  const [url, setUrl] = useState(list[0]!.url);
  const [inputs, setInputs] = useState<Record<string, string>>({});
  const prompt = list.find((candidate) => candidate.url === url) ?? list[0]!;
  const isRunning = answer.state === "running";
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isRunning) return;
    void ask(
      prompt.url,
      filledInputs(prompt, (name) => inputs[name] ?? ""),
    );
  }
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <form className="grid min-w-0 gap-4" onSubmit={handleSubmit}>
        <div className="grid gap-1.5">
          <PromptSelect id={`${id}-prompt`} prompts={list} url={prompt.url} onChoose={setUrl} />
        </div>
        {prompt.inputs.map((name) => (
          <div key={name} className="grid gap-1.5">
            <label htmlFor={`${id}-${name}`} className="text-sm font-medium">
              {t(inputName(name))}
            </label>
            <TextArea
              id={`${id}-${name}`}
              rows={3}
              maxLength={prompt.maxInputLength}
              value={inputs[name] ?? ""}
              onChange={({ target }) => setInputs({ ...inputs, [name]: target.value })}
            />
          </div>
        ))}
        <div className="flex gap-2">
          {isRunning ? (
            <Button key="stop" onClick={stop}>
              {t(texts.stop)}
            </Button>
          ) : (
            <Button key="ask" kind="primary" type="submit">
              {t(answer.state === "none" ? texts.ask : texts.again)}
            </Button>
          )}
        </div>
      </form>
      {answer.state !== "none" && <AnswerView answer={answer} />}
    </div>
  );
}

/** Asks the AI with the prompts of the space. Its answers are text for people; nothing acts on them. */
export function AiScreen() {
  const t = useText();
  useTitle(t(screen.title));
  const { data, error, refetch } = usePrompts();
  const setUpText = useSetUpText();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header>
        <h1 className="text-2xl font-semibold tracking-tight">{t(screen.title)}</h1>
        <p className="mt-1 max-w-prose text-sm text-ink-2">{t(texts.intro)}</p>
      </header>
      {data === undefined ? (
        error === null ? (
          <ScreenLoading />
        ) : (
          <ScreenProblem problem={error} onRetry={() => void refetch()} />
        )
      ) : !data.isSet ? (
        <EmptyState title={t(texts.off)} text={setUpText} />
      ) : data.list.length === 0 ? (
        <EmptyState title={t(texts.none)} text={t(texts.noneText)}>
          <AddUsualPrompts list={data.list} kind="primary" />
        </EmptyState>
      ) : (
        <Assistant list={data.list} />
      )}
    </div>
  );
}
