import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { deleteAddress } from "../addresses.server.ts";

const remove = defineCall({
  method: "DELETE",
  path: "api/useraddress/delete",
  envelope: "site",
  title: { zh: "删除地址", en: "Delete one of your addresses" },
  access: member,
  input: z.strictObject({ id: z.uuid() }),
  output: z.literal(true),
  run: ({ id }, { principal, services }) =>
    services.database.tenant(principal.tenantId, async (tx) => {
      await deleteAddress(tx, principal, id);
      return true as const;
    }),
});

export default remove;
declare module "#kit/call.ts" {
  interface Calls {
    "DELETE api/useraddress/delete": typeof remove;
  }
}
