import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { invite } from "../invite.server.ts";

const inviteMember = defineCall({
  method: "POST",
  path: "paas/member/invite",
  envelope: "data",
  title: { zh: "邀请成员", en: "Invite a person by mobile number; they are notified by SMS" },
  access: administrator,
  stepUp: true,
  limit: { max: 30, windowSeconds: 60 },
  idempotent: true,
  input: z.strictObject({
    mobile: z.string().max(30),
    name: z.string().trim().max(50).default(""),
    roles: z.array(z.uuid()).max(100).default([]),
  }),
  /** `isSent`: an SMS is on its way; if false, the administrator has to pass on the link. */
  output: z.object({ id: z.string(), isSent: z.boolean() }),
  run: (input, context) => invite(context, input),
});

export default inviteMember;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/member/invite": typeof inviteMember;
  }
}
