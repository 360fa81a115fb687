import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { inviteAgain } from "../invite.server.ts";

const inviteMemberAgain = defineCall({
  method: "POST",
  path: "paas/member/invite/again",
  envelope: "data",
  title: { zh: "重发邀请短信", en: "Resend the SMS of an invitation" },
  access: administrator,
  limit: { max: 30, windowSeconds: 60 },
  input: z.strictObject({ id: z.uuid() }),
  output: z.object({ isSent: z.boolean() }),
  run: ({ id }, context) => inviteAgain(context, id),
});

export default inviteMemberAgain;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/member/invite/again": typeof inviteMemberAgain;
  }
}
