import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OfferedPrompt, PromptPurpose } from "#kit/ai-prompt.ts";
import { errorMessage } from "#kit/error-message.ts";
import type { Text } from "#kit/text.ts";
import { useStoredAnswer } from "#client/answers/cached-call.ts";
import { call } from "#client/call.ts";
import { dropCachedAnswers, storedAnswers } from "#client/answers/data-stamp.ts";
import { usePerson } from "#client/person.ts";
import { Button } from "#ui/button.tsx";
import { useText } from "#ui/locale.ts";
import { Select } from "#ui/select.tsx";
import { notify } from "#ui/toast.tsx";
import { usualPrompts } from "./usual-prompts.ts";

const texts = {
  prompt: { zh: "提示词", en: "Prompt" },
  add: { zh: "添加常用提示词", en: "Add the usual prompts" },
  added: { zh: "提示词已添加", en: "Prompts added" },
  askToSetUp: { zh: "请联系平台管理员配置。", en: "Ask the platform administrator to set one up." },
  setUp: {
    zh: "在服务器上设置 AI_ENDPOINT、AI_MODEL 和 AI_KEY，重启后即可使用。",
    en: "Set AI_ENDPOINT, AI_MODEL and AI_KEY on the server and restart it.",
  },
} satisfies Record<string, Text>;

/** The prompts that the person may use, and whether an AI service is set up. */
export const usePrompts = () => useStoredAnswer("GET paas/ai/prompts", {});

/** What the person can do when no AI service is set up. */
export function useSetUpText(): string {
  const t = useText();
  const { data: person } = usePerson();
  return t(person?.isSuperAdmin === true ? texts.setUp : texts.askToSetUp);
}

/** The prompts for these purposes, in the order of the purposes. */
export const promptsFor = (prompts: readonly OfferedPrompt[], purposes: readonly PromptPurpose[]): OfferedPrompt[] =>
  purposes.flatMap((purpose) => prompts.filter((prompt) => prompt.purpose === purpose));

/** What is sent for the inputs of a prompt: those that have a value. */
export const filledInputs = ({ inputs }: OfferedPrompt, valueOf: (name: string) => string): Record<string, string> =>
  Object.fromEntries(inputs.map((name) => [name, valueOf(name).trim()]).filter(([, value]) => value !== ""));

type PromptSelectProps = {
  id: string;
  prompts: readonly OfferedPrompt[];
  url: string;
  onChoose: (url: string) => void;
};

/** The choice of a prompt, with its label. */
export function PromptSelect({ id, prompts, url, onChoose }: PromptSelectProps) {
  const t = useText();
  return (
    <>
      <label htmlFor={id} className="text-sm font-medium">
        {t(texts.prompt)}
      </label>
      <Select
        id={id}
        value={url}
        options={prompts.map((prompt) => ({
          key: prompt.url,
          name: prompt.name === null ? prompt.url : t(prompt.name),
        }))}
        onChange={(key) => key !== null && onChoose(key)}
      />
    </>
  );
}

/** A button with which administrators add those of the usual prompts that the space does not have; nothing for others. */
export function AddUsualPrompts({
  list,
  kind = "plain",
}: {
  list: readonly OfferedPrompt[];
  kind?: "plain" | "primary";
}) {
  const t = useText();
  const client = useQueryClient();
  const { data: person } = usePerson();
  const { mutate: add, isPending } = useMutation({
    mutationFn: async () => {
      const missing = usualPrompts.filter(({ url }) => list.every((prompt) => prompt.url.toLowerCase() !== url));
      for (const { name, ...prompt } of missing)
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
    onSettled() {
      dropCachedAnswers();
      return client.invalidateQueries({ queryKey: [storedAnswers] });
    },
  });
  if (person?.isAdministrator !== true) return null;
  return (
    <Button kind={kind} disabled={isPending} onClick={() => add()}>
      {t(texts.add)}
    </Button>
  );
}
