import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { enterSpace } from "../invite.server.ts";

const enterSpaceCall = defineCall({
  method: "POST",
  path: "user/spaces/enter",
  envelope: "data",
  title: { zh: "切换空间", en: "Switch to another of your spaces; accepts an invitation to it" },
  access: member,
  aboutAccount: true,
  limit: { max: 60, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({ tenantId: z.uuid() }),
  /** The session's new token, for clients with bearer tokens. */
  output: z.object({ token: z.string().nullable() }),
  run: ({ tenantId }, context) => enterSpace(context, tenantId),
});

export default enterSpaceCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/spaces/enter": typeof enterSpaceCall;
  }
}
