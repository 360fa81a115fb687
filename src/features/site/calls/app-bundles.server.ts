import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { clientTypes } from "#kit/client-type.ts";
import { listBundles } from "../app-bundle/app-bundles.server.ts";

const appBundles = defineCall({
  method: "GET",
  path: "paas/appBundle/versions",
  envelope: "data",
  title: { zh: "查询安装包的版本", en: "List the versions of the space’s app bundles, latest first" },
  access: administrator,
  input: z.strictObject({}),
  output: z.array(
    z.strictObject({
      /** Its ZIP is at `/files/private/{id}`. */
      id: z.uuid(),
      client: z.enum(clientTypes),
      number: z.int(),
      /** Scheme and host of the server for which it was made. */
      address: z.string(),
      maker: z.string(),
      madeAt: z.string(),
      current: z.boolean(),
      /** The size of the ZIP. */
      bytes: z.number(),
    }),
  ),
  run: (_input, { principal: { tenantId }, services: { database } }) =>
    listBundles((query) => database.read(tenantId, query), tenantId),
});

export default appBundles;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/appBundle/versions": typeof appBundles;
  }
}
