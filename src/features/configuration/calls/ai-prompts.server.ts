import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { listPrompts, promptOutput } from "../prompts.server.ts";

const aiPrompts = defineCall({
  method: "GET",
  path: "paas/ai/prompts",
  envelope: "data",
  title: {
    zh: "查询可用的提示词",
    en: "List the prompts that I may use, with their inputs, and whether an AI service is set up",
  },
  access: member,
  input: z.strictObject({}),
  output: z.object({ isSet: z.boolean(), list: z.array(promptOutput) }),
  run: async (_input, context) => ({ isSet: context.services.chat.isSet, list: await listPrompts(context) }),
});

export default aiPrompts;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/ai/prompts": typeof aiPrompts;
  }
}
