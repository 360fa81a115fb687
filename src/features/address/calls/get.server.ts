import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { listAddresses } from "../addresses.server.ts";
import { addressOutput } from "../address-shape.server.ts";

const get = defineCall({
  method: "GET",
  path: "api/useraddress/get",
  envelope: "site",
  title: { zh: "查询我的地址", en: "List your addresses, default first" },
  access: member,
  input: z.object({}),
  output: z.array(addressOutput),
  run: (_input, { principal, services, locale }) =>
    services.database.tenant(principal.tenantId, (tx) => listAddresses(tx, principal, locale)),
});

export default get;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/useraddress/get": typeof get;
  }
}
