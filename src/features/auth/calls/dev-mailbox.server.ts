import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";

const none = new Problem("notFound", { zh: "接口未找到", en: "There is no such call" });

/** What the local SMS adapter sent lately. Gone as soon as a real provider is set, and for other machines unless MAILBOX=open. */
const devMailbox = defineCall({
  method: "GET",
  path: "dev/mailbox",
  envelope: "data",
  title: { zh: "开发短信箱", en: "Developer mailbox" },
  access: anyone,
  sensitive: true,
  input: z.strictObject({}),
  output: z.array(z.object({ id: z.string(), mobile: z.string(), text: z.string(), code: z.string(), sentAt: z.string() })),
  run(_input, { services, ip }) {
    const isNear = ip === "::1" || ip.startsWith("127.") || services.env.MAILBOX === "open";
    if (services.sms.mailbox === undefined || !isNear) throw none;
    return [...services.sms.mailbox()];
  },
});

export default devMailbox;
declare module "#kit/call.ts" {
  interface Calls {
    "GET dev/mailbox": typeof devMailbox;
  }
}
