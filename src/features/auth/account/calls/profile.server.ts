import { z } from "zod";
import { member as memberAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { sql } from "drizzle-orm";
import member from "#entities/member.ts";
import { updateRow } from "#records/change/save.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";

const profile = defineCall({
  method: "POST",
  path: "user/profile",
  envelope: "data",
  title: { zh: "修改个人资料", en: "Change your name and avatar in this space" },
  access: memberAccess,
  input: z.strictObject({ name: z.string().trim().min(1).max(50), avatar: z.string().max(300).nullable() }),
  output: z.object({ ok: z.literal(true) }),
  run: (values, { services, principal }) => {
    const { memberId: id, tenantId } = principal;
    return services.database.tenant(tenantId, async (tx) => {
      const [row] = await tx.rows<{ version: number }>(
        sql`select version from member where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`,
      );
      // An administrator may have deleted the member since the request began.
      if (row === undefined) throw new Problem("notFound", { zh: "用户不存在", en: "User not found" });
      await updateRow(tx, asProgram(services, tenantId, principal), member, { id, version: row.version, values });
      return { ok: true as const };
    });
  },
});

export default profile;
declare module "#kit/call.ts" {
  interface Calls {
    "POST user/profile": typeof profile;
  }
}
