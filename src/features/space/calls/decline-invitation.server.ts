import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { declineInvitation } from "../invite.server.ts";

const declineInvitationCall = defineCall({
  method: "POST",
  path: "user/spaces/decline",
  envelope: "data",
  title: { zh: "拒绝邀请", en: "Decline an invitation to a space" },
  access: member,
  aboutAccount: true,
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({ tenantId: z.uuid() }),
  output: z.null(),
  async run({ tenantId }, context) {
    await declineInvitation(context, tenantId);
    return null;
  },
});

export default declineInvitationCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/spaces/decline": typeof declineInvitationCall;
  }
}
