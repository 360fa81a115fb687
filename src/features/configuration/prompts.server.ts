import { sql } from "drizzle-orm";
import { z } from "zod";
import type { UserPrincipal } from "#kit/access.ts";
import { type OfferedPrompt, promptPurposes } from "#kit/ai-prompt.ts";
import type { Services } from "#kit/call.ts";
import { readJsonObject } from "#kit/json-object.ts";
import { Problem } from "#kit/problem.ts";
import { refusal } from "#kit/refusal.ts";
import type { ChatRequest } from "#server/language/chat.server.ts";
import { readConfigurations } from "./read-configurations.server.ts";

/**
 * The type of configurations that are prompts: `{ "url": "/product/intro", "prompt": "...", "maxTokens": 400 }`, and for the screen of the AI a name and
 * what is asked for: `"name": { "zh": "...", "en": "..." }, "inputs": ["product", "audience"]`. With a purpose (`kit/ai-prompt.ts`) it is offered at fields,
 * pictures or in the page builder: `"purpose": "summary"`. `maxInputLength` allows longer inputs.
 */
const promptType = "AiPrompt";
const limits = {
  promptCharacters: 8000,
  inputs: 20,
  inputCharacters: { default: 2000, max: 12_000 },
  /** Of all inputs of a question together. */
  allCharacters: 24_000,
  tokens: { default: 500, max: 4000 },
};

const missingUrl = refusal({ zh: "url不能为空", en: "The url cannot be empty" });
const texts = {
  unknown: { zh: "没有为此 url 登记提示词", en: "There is no prompt for this url" },
  inputs: { zh: "参数过多或过长", en: "Too many inputs, or an input is too long" },
};

/** The key of a prompt. */
export const promptUrl = z.string(missingUrl).trim().min(1, missingUrl).max(500);

const promptName = z.object({ zh: z.string().max(100), en: z.string().max(100) });

/** A prompt that an administrator registered; undefined when the configuration is something else. */
const promptSchema = z.object({
  url: z.string().max(500),
  prompt: z.string().min(1).max(limits.promptCharacters),
  maxTokens: z.number().int().min(1).max(limits.tokens.max).default(limits.tokens.default),
  name: promptName.optional(),
  purpose: z.enum(promptPurposes).optional(),
  maxInputLength: z.number().int().min(1).max(limits.inputCharacters.max).default(limits.inputCharacters.default),
  inputs: z.array(z.string().trim().min(1).max(60)).max(limits.inputs).default([]),
});
type Prompt = z.output<typeof promptSchema>;

type Context = { principal: UserPrincipal; services: Services };

/** The prompts that a person may use: those whose configurations they may read. */
async function readPrompts(context: Context): Promise<Prompt[]> {
  const configurations = await readConfigurations(context, sql`lower(config_type) = ${promptType.toLowerCase()}`);
  return configurations.flatMap(({ name, value }) => {
    const prompt = promptSchema.safeParse(readJsonObject(value)).data;
    if (prompt === undefined) return [];
    // The name of the configuration, if the prompt has none of its own.
    return prompt.name === undefined && name ? [{ ...prompt, name: { zh: name, en: name } }] : [prompt];
  });
}

/** What a person is told of a prompt; its words are the administrator's. */
export const promptOutput = z.object({
  url: z.string(),
  name: promptName.nullable(),
  purpose: z.enum(promptPurposes).nullable(),
  inputs: z.array(z.string()),
  maxInputLength: z.number(),
});

/** The prompts that a person may use, each url once. */
export async function listPrompts(context: Context): Promise<OfferedPrompt[]> {
  const prompts = new Map(
    (await readPrompts(context)).toReversed().map((prompt) => [prompt.url.toLowerCase(), prompt]),
  );
  return [...prompts.values()].toReversed().map(({ url, name, purpose, inputs, maxInputLength }) => ({
    url,
    name: name ?? null,
    purpose: purpose ?? null,
    inputs,
    maxInputLength,
  }));
}

/** The request to the AI of a prompt with what a person put in. @throws {Problem} notFound; invalid */
export async function promptRequest(
  context: Context,
  url: string,
  inputs: Readonly<Record<string, unknown>>,
): Promise<ChatRequest & { url: string }> {
  const prompt = (await readPrompts(context)).find((candidate) => candidate.url.toLowerCase() === url.toLowerCase());
  if (prompt === undefined) throw new Problem("notFound", texts.unknown);
  const data = Object.entries(inputs).map(([name, value]): [string, string] => [name, String(value)]);
  const isTooMuch =
    data.length > limits.inputs ||
    data.some(([name, value]) => name.length > 60 || value.length > prompt.maxInputLength) ||
    data.reduce((sum, [, value]) => sum + value.length, 0) > limits.allCharacters;
  if (isTooMuch) throw new Problem("invalid", texts.inputs);
  return {
    url: prompt.url,
    user: context.principal,
    instructions: prompt.prompt,
    data: Object.fromEntries(data),
    maxTokens: prompt.maxTokens,
  };
}
