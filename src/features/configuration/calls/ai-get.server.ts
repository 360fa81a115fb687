import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { promptRequest, promptUrl } from "../prompts.server.ts";

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
  input: z.object({ url: promptUrl }).catchall(z.unknown()),
  output: z.strictObject({ url: z.string(), text: z.string() }),
  async run({ url: askedUrl, ...inputs }, context) {
    const { url, ...request } = await promptRequest(context, askedUrl, inputs);
    return { url, text: await context.services.chat.ask(request) };
  },
});

export default aiGet;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/ai/get": typeof aiGet;
  }
}
