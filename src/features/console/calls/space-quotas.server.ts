import { sql } from "drizzle-orm";
import { z } from "zod";
import { superAdmin } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { maxSpaceQuotas } from "#kit/space.ts";
import type { GivenQuotas } from "../spaces.server.ts";
import { lockSpace, recordSpaceEvent } from "#records/site/space-state.server.ts";

/** A quota; 0 is without a limit, null that of the settings. */
const quota = (max: number) => z.int().min(0).max(max).nullable();

const quotas = defineCall({
  method: "POST",
  path: "paas/space/quotas",
  envelope: "data",
  title: { zh: "修改空间配额", en: "Change the storage quotas of a space" },
  access: superAdmin,
  stepUp: true,
  input: z.strictObject({
    id: z.uuid(),
    megabytes: quota(maxSpaceQuotas.megabytes),
    files: quota(maxSpaceQuotas.files),
  }),
  output: z.object({ ok: z.literal(true) }),
  async run({ id, megabytes, files }, { services, principal: { accountId } }) {
    await services.database.system(async (tx) => {
      const space = await lockSpace(tx, id);
      await tx.rows(
        sql`update tenant set max_files_mb = ${megabytes}::int, max_files = ${files}::int where id = ${id}::uuid`,
      );
      const note = JSON.stringify({ megabytes, files } satisfies GivenQuotas);
      await recordSpaceEvent(tx, space, { kind: "quotas", accountId, note });
    });
    return { ok: true as const };
  },
});

export default quotas;
declare module "#kit/call.ts" {
  interface Calls {
    "POST paas/space/quotas": typeof quotas;
  }
}
