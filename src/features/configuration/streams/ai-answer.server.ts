import { z } from "zod";
import type { AnswerEvent } from "#kit/ai-answer.ts";
import { Problem } from "#kit/problem.ts";
import { defineStream } from "#kit/stream.ts";
import { promptRequest, promptUrl } from "../prompts.server.ts";

export default defineStream({
  path: "paas/ai/answer",
  method: "POST",
  limit: { max: 20, windowSeconds: 60 },
  title: {
    zh: "以登记的提示词询问 AI，逐段返回回答",
    en: "Ask the AI with a registered prompt and get the answer piece by piece. `url` is the key of the prompt and is never fetched",
  },
  input: z.strictObject({ url: promptUrl, inputs: z.record(z.string(), z.string()).default({}) }),
  output: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("text"), text: z.string() }),
    z.strictObject({ kind: z.literal("end"), isCut: z.boolean() }),
    z.strictObject({ kind: z.literal("problem"), message: z.string() }),
  ]),
  async *open({ input: { url, inputs }, signal, locale, ...context }): AsyncGenerator<AnswerEvent> {
    const request = await promptRequest(context, url, inputs);
    let hasBegun = false;
    try {
      for await (const piece of context.services.chat.stream(request, signal)) {
        yield "text" in piece ? { kind: "text", text: piece.text } : { kind: "end", ...piece };
        hasBegun = true;
      }
    } catch (error) {
      // Before the first piece, the problem is the response.
      if (!hasBegun || !(error instanceof Problem)) throw error;
      yield { kind: "problem", message: error.text[locale] };
    }
  },
});
