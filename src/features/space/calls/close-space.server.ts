import { sql } from "drizzle-orm";
import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { Text } from "#kit/text.ts";
import { spaceName } from "#records/site/site.server.ts";
import { closeSpace } from "#records/site/space-state.server.ts";

const wrongName = { zh: "与空间名称不一致", en: "This is not the name of the space" };

const closeSpaceCall = defineCall({
  method: "POST",
  path: "user/spaces/close",
  envelope: "data",
  title: { zh: "关闭空间", en: "Close the space: it stops at once, and its data are erased after 30 days" },
  access: administrator,
  stepUp: true,
  limit: { max: 20, windowSeconds: 60 },
  sensitive: true,
  /** `name`: the name of the space, in one of its languages. */
  input: z.strictObject({ name: z.string().trim().min(1).max(500) }),
  output: z.object({ eraseAt: z.string() }),
  async run({ name }, { services, setSessionCookie, principal: { tenantId, accountId } }) {
    const closed = await services.database.system(async (tx) => {
      const [row] = await tx.rows<{ name: Text }>(
        sql`select ${spaceName} as name from tenant t where t.id = ${tenantId}::uuid`,
      );
      if (!Object.values(row!.name).some((known) => known.trim() === name))
        throw new Problem("invalid", wrongName, { fields: { name: wrongName } });
      return closeSpace(tx, services, tenantId, accountId);
    });
    // The session has ended with the space.
    setSessionCookie(undefined);
    return closed;
  },
});

export default closeSpaceCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/spaces/close": typeof closeSpaceCall;
  }
}
