import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { activatePackage } from "../open.server.ts";

const open = defineCall({
  method: "POST",
  path: "service/open",
  envelope: "data",
  title: { zh: "开通套餐", en: "Activate a plan for your space; requests with the same requestId activate it once" },
  access: member,
  limit: { max: 120, windowSeconds: 60 },
  input: z.strictObject({
    packageId: z.uuid(),
    code: z.string().trim().min(1).max(60).optional(),
    requestId: z.uuid(),
  }),
  output: z.object({
    name: z.object({ zh: z.string(), en: z.string() }),
    openedAt: z.string(),
    endsAt: z.string(),
    devices: z.number().nullable(),
    responseHours: z.number(),
  }),
  run: ({ packageId, code, requestId }, context) => activatePackage(context, { packageId, code, requestId }),
});

export default open;
declare module "#kit/call.ts" {
  interface Calls {
    "POST service/open": typeof open;
  }
}
