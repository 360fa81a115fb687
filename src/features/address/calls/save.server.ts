import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { requireMobile } from "#server/identity/mobile.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import { saveAddress } from "../addresses.server.ts";
import { addressOutput } from "../address-shape.server.ts";

const save = defineCall({
  method: "POST",
  path: "api/useraddress/SaveOrderAddress",
  envelope: "site",
  title: { zh: "保存地址", en: "Add an address, or update the one with this ID" },
  access: member,
  idempotent: true,
  input: z.strictObject({
    id: z.uuid().optional(),
    isDefault: z.boolean().default(false),
    name: z.string().trim().min(1).max(50),
    mobile: z.string().max(20),
    regionId: z.int(),
    address: z.string().trim().min(1).max(200),
  }),
  output: addressOutput,
  run(input, { principal, services, locale }) {
    const mobile = requireMobile(input.mobile);
    return services.database.tenant(principal.tenantId, async (tx) => {
      await claimRequestEffect(tx);
      return saveAddress(tx, principal, { ...input, mobile }, locale);
    });
  },
});

export default save;
declare module "#kit/call.ts" {
  interface Calls {
    "POST api/useraddress/SaveOrderAddress": typeof save;
  }
}
