import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { refusal } from "#kit/refusal.ts";
import { addWorkMessage } from "../work.server.ts";

const picture = z.string().regex(/^\/files\/[\w.-]+$/);

const message = defineCall({
  method: "POST",
  path: "paas/workorder/message",
  envelope: "data",
  title: { zh: "回复工单", en: "Reply to a work order; requests with the same messageId add one reply" },
  access: rowAccess("read", "paasWork"),
  limit: { max: 60, windowSeconds: 60 },
  input: z
    .strictObject({
      id: z.uuid(),
      messageId: z.uuid(),
      text: z.string().trim().max(2000),
      pictures: z.array(picture).max(6).default([]),
    })
    .refine(({ text, pictures }) => text !== "" || pictures.length > 0, {
      path: ["text"],
      ...refusal({ zh: "请输入回复内容", en: "Enter a reply" }),
    }),
  output: z.object({ ok: z.literal(true) }),
  run: ({ id, messageId, text, pictures }, { principal, services }) =>
    services.database.tenant(principal.tenantId, async (tx) => {
      await addWorkMessage(tx, principal, id, { id: messageId, text, pictures });
      return { ok: true as const };
    }),
});

export default message;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/workorder/message": typeof message;
  }
}
