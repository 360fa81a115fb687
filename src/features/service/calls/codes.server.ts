import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { makeCodes } from "../codes.server.ts";

const codes = defineCall({
  method: "POST",
  path: "paas/service/codes",
  envelope: "data",
  title: { zh: "生成激活码", en: "Generate activation codes for a plan; only this call returns them" },
  access: administrator,
  stepUp: true,
  limit: { max: 30, windowSeconds: 60 },
  sensitive: true,
  input: z.strictObject({
    packageId: z.uuid(),
    count: z.number().int().min(1).max(100),
    /** A UUID made by the client: repeating the call with it returns the same codes. */
    requestId: z.uuid(),
  }),
  output: z.object({ codes: z.array(z.string()) }),
  run: (input, { principal, services }) =>
    services.database.tenant(principal.tenantId, async (tx) => ({
      codes: await makeCodes(tx, services, { ...input, providerId: principal.tenantId, maker: principal }),
    })),
});

export default codes;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/service/codes": typeof codes;
  }
}
