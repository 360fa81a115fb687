import { sql } from "drizzle-orm";
import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readJsonObject } from "#kit/json-object.ts";
import { Problem } from "#kit/problem.ts";
import { refusal } from "#kit/refusal.ts";
import { readConfigurations } from "../read-configurations.server.ts";

/** The type of configurations that are prompts: `{ "url": "/product/intro", "prompt": "...", "maxTokens": 400 }`. */
const promptType = "AiPrompt";
const limits = { promptCharacters: 8000, inputs: 20, inputCharacters: 2000, tokens: { default: 500, max: 2000 } };

const missingUrl = refusal({ zh: "url不能为空", en: "The url cannot be empty" });
const texts = {
  unknown: { zh: "没有为此 url 登记提示词", en: "There is no prompt for this url" },
  inputs: { zh: "参数过多或过长", en: "Too many inputs, or an input is too long" },
};

/** A prompt that an administrator registered; undefined when the configuration is something else. */
const promptSchema = z.object({
  url: z.string().max(500),
  prompt: z.string().min(1).max(limits.promptCharacters),
  maxTokens: z.number().int().min(1).max(limits.tokens.max).default(limits.tokens.default),
});

const aiGet = defineCall({
  method: "GET",
  path: "paas/ai/get",
  envelope: "data",
  title: {
    zh: "以登记的提示词询问 AI，url 为提示词的键，不会被访问",
    en: "Ask the AI with a registered prompt. `url` is the key of the prompt and is never fetched; other parameters are its inputs",
  },
  access: member,
  limit: { max: 20, windowSeconds: 60 },
  input: z.object({ url: z.string(missingUrl).trim().min(1, missingUrl).max(500) }).catchall(z.unknown()),
  output: z.strictObject({ url: z.string(), text: z.string() }),
  async run({ url, ...inputs }, context) {
    const configurations = await readConfigurations(context, sql`lower(config_type) = ${promptType.toLowerCase()}`);
    const prompt = configurations
      .map(({ value }) => promptSchema.safeParse(readJsonObject(value)).data)
      .find((candidate) => candidate?.url.toLowerCase() === url.toLowerCase());
    if (prompt === undefined) throw new Problem("notFound", texts.unknown);
    const data = Object.entries(inputs).map(([name, value]): [string, string] => [name, String(value)]);
    const isTooMuch =
      data.length > limits.inputs ||
      data.some(([name, value]) => name.length > 60 || value.length > limits.inputCharacters);
    if (isTooMuch) throw new Problem("invalid", texts.inputs);
    const text = await context.services.chat.ask({
      user: context.principal,
      instructions: prompt.prompt,
      data: Object.fromEntries(data),
      maxTokens: prompt.maxTokens,
    });
    return { url: prompt.url, text };
  },
});

export default aiGet;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/ai/get": typeof aiGet;
  }
}
