import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { messageInput, sendMessage } from "../send-message.server.ts";

/** The contact form (N-052). */
const submit = defineCall({
  method: "POST",
  path: "basic/contact/submit",
  envelope: "data",
  title: { zh: "提交留言", en: "Send a message through the contact form" },
  access: anyone,
  limit: { max: 6, windowSeconds: 60 },
  input: messageInput,
  output: z.object({ id: z.string().nullable() }),
  run: async (input, { services, siteTenantId, locale }) => ({
    id: await sendMessage(services, siteTenantId, input, locale),
  }),
});

export default submit;
declare module "#kit/call.ts" {
  interface Calls {
    "POST basic/contact/submit": typeof submit;
  }
}
