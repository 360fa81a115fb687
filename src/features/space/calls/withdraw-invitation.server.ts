import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { withdrawInvitation } from "../invite.server.ts";

const withdraw = defineCall({
  method: "POST",
  path: "paas/member/invite/withdraw",
  envelope: "data",
  title: { zh: "撤销邀请", en: "Revoke a pending invitation" },
  access: administrator,
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({ id: z.uuid() }),
  output: z.null(),
  async run({ id }, context) {
    await withdrawInvitation(context, id);
    return null;
  },
});

export default withdraw;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/member/invite/withdraw": typeof withdraw;
  }
}
