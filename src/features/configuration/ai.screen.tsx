import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { errorMessage } from "#kit/error-message.ts";
import type { Text } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { usePerson } from "#client/person.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { Button } from "#ui/button.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextArea } from "#ui/input.tsx";
import { useText } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import screen from "./ai.screen.ts";
import { type Answer, useAnswer } from "./use-answer.ts";
import { inputNames, usualPrompts } from "./usual-prompts.ts";

const texts = {
  intro: {
    zh: "选择提示词并填写内容，回答会逐字显示。请核对回答后再使用。",
    en: "Choose a prompt and fill in its inputs; the answer appears as it is written. Check it before you use it.",
  },
  prompt: { zh: "提示词", en: "Prompt" },
  ask: { zh: "提问", en: "Ask" },
  again: { zh: "重新提问", en: "Ask again" },
  stop: { zh: "停止", en: "Stop" },
  answer: { zh: "回答", en: "Answer" },
  copy: { zh: "复制", en: "Copy" },
  waiting: { zh: "等待回答…", en: "Waiting for the answer…" },
  stopped: { zh: "已停止，以上为已收到的内容。", en: "Stopped. This is what had arrived." },
  cut: { zh: "已达到此提示词的长度上限。", en: "The answer reached the length that this prompt allows." },
  kept: { zh: "以上为已收到的内容。", en: "This is what had arrived." },
  off: { zh: "尚未配置 AI 服务", en: "No AI service is set up" },
  offText: { zh: "请联系平台管理员配置。", en: "Ask the platform administrator to set one up." },
  none: { zh: "尚未登记提示词", en: "No prompts yet" },
  noneText: {
    zh: "提示词是类型为 AiPrompt 的配置，由管理员登记。",
    en: "Prompts are configurations of the type AiPrompt. Administrators add them.",
  },
  add: { zh: "添加常用提示词", en: "Add the usual prompts" },
  added: { zh: "提示词已添加", en: "Prompts added" },
} satisfies Record<string, Text>;

type Prompt = CallOutput<"GET paas/ai/prompts">["list"][number];

/** The most characters of an input. */
const maxInputLength = 2000;

function AnswerView({ answer: { state, text, message } }: { answer: Answer }) {
  const t = useText();
  const note = { stopped: texts.stopped, cut: texts.cut, failed: text === "" ? undefined : texts.kept }[
    state as string
  ];
  return (
    <section aria-label={t(texts.answer)} className="grid min-w-0 content-start gap-3">
      <div className="flex min-h-9 items-center gap-3">
        <h2 className="mr-auto font-semibold">{t(texts.answer)}</h2>
        {text !== "" && state !== "running" && <CopyButton text={text}>{t(texts.copy)}</CopyButton>}
      </div>
      <div
        aria-live="polite"
        aria-busy={state === "running"}
        className="min-h-48 border border-line bg-sheet p-4 leading-relaxed break-words whitespace-pre-wrap"
      >
        {text === "" && state === "running" ? <span className="text-ink-3">{t(texts.waiting)}</span> : text}
      </div>
      {message !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {message}
        </p>
      )}
      {note !== undefined && <p className="text-sm text-ink-2">{t(note)}</p>}
    </section>
  );
}

function Assistant({ list }: { list: readonly Prompt[] }) {
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
    const filled = prompt.inputs.flatMap((name) => {
      const value = inputs[name]?.trim() ?? "";
      return value === "" ? [] : [[name, value] as const];
    });
    void ask(prompt.url, Object.fromEntries(filled));
  }
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2">
      <form className="grid min-w-0 gap-4" onSubmit={handleSubmit}>
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-prompt`} className="text-sm font-medium">
            {t(texts.prompt)}
          </label>
          <Select
            id={`${id}-prompt`}
            value={prompt.url}
            options={list.map((item) => ({ key: item.url, name: item.name === null ? item.url : t(item.name) }))}
            onChange={(key) => key !== null && setUrl(key)}
          />
        </div>
        {prompt.inputs.map((name) => (
          <div key={name} className="grid gap-1.5">
            <label htmlFor={`${id}-${name}`} className="text-sm font-medium">
              {Object.hasOwn(inputNames, name) ? t(inputNames[name]!) : name}
            </label>
            <TextArea
              id={`${id}-${name}`}
              rows={3}
              maxLength={maxInputLength}
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

/** No prompts: administrators can add the usual ones. */
function NoPrompts() {
  const t = useText();
  const client = useQueryClient();
  const { data: person } = usePerson();
  const { mutate: add, isPending } = useMutation({
    mutationFn: async () => {
      for (const { name, ...prompt } of usualPrompts)
        await call("POST Api/{type}/QueryAdd", {
          type: "autoConfig",
          configType: "AiPrompt",
          name: t(name),
          audience: "members",
          value: JSON.stringify({ ...prompt, name }),
        });
    },
    onSuccess: () => notify("success", t(texts.added)),
    onError: (error) => notify("error", errorMessage(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ["aiPrompts"] }),
  });
  return (
    <EmptyState title={t(texts.none)} text={t(texts.noneText)}>
      {person?.isAdministrator === true && (
        <Button kind="primary" disabled={isPending} onClick={() => add()}>
          {t(texts.add)}
        </Button>
      )}
    </EmptyState>
  );
}

/** Asks the AI with the prompts of the space. Its answers are text for people; nothing acts on them. */
export function AiScreen() {
  const t = useText();
  useTitle(t(screen.title));
  const { data, error, refetch } = useQuery({
    queryKey: ["aiPrompts"],
    queryFn: ({ signal }) => call("GET paas/ai/prompts", {}, { signal }),
    staleTime: 0,
  });
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
        <EmptyState title={t(texts.off)} text={t(texts.offText)} />
      ) : data.list.length === 0 ? (
        <NoPrompts />
      ) : (
        <Assistant list={data.list} />
      )}
    </div>
  );
}
