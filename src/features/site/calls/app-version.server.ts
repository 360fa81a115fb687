import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { clientTypes } from "#kit/client-type.ts";
import { currentBundle } from "../app-bundle/app-bundles.server.ts";

const appVersion = defineCall({
  method: "GET",
  path: "Api/App/Version",
  envelope: "site",
  title: { zh: "查询应用的当前版本", en: "Get the current version of this site’s app for a client" },
  access: anyone,
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({ client: z.enum(clientTypes) }),
  /** Both are null while there is no app for this client. */
  output: z.strictObject({ version: z.int().nullable(), madeAt: z.string().nullable() }),
  async run({ client }, { siteTenantId, services: { database } }) {
    const current = await currentBundle((query) => database.read(siteTenantId, query), siteTenantId, client);
    return { version: current?.number ?? null, madeAt: current?.madeAt ?? null };
  },
});

export default appVersion;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/App/Version": typeof appVersion;
  }
}
