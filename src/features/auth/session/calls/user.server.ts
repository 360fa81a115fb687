import { sql } from "drizzle-orm";
import { z } from "zod";
import { member, hasLevel } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { maskMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";

const notFoundText = { zh: "用户不存在", en: "User not found" };

const user = defineCall({
  method: "GET",
  path: "user",
  envelope: "data",
  title: { zh: "查询用户", en: "Get a user of your space: yourself or, for administrators, anyone" },
  access: member,
  input: z.object({ id: z.uuid() }),
  output: z.object({ id: z.string(), userName: z.string(), avatar: z.string().nullable() }),
  async run({ id }, { services, principal }) {
    const { accountId, tenantId } = principal;
    // An account that the caller may not see is treated as non-existent.
    if (id !== accountId && !hasLevel(principal, "administrator")) throw new Problem("notFound", notFoundText);
    const [row] = await services.database.tenant(tenantId, (tx) =>
      tx.rows<{ id: string; userName: string; avatar: string | null }>(
        sql`select account_id as id, user_name as "userName", avatar from member where tenant_id = ${tenantId}::uuid and account_id = ${id}::uuid and deleted_at is null`,
      ),
    );
    if (row === undefined) throw new Problem("notFound", notFoundText);
    return { ...row, userName: maskMobile(row.userName) };
  },
});

export default user;
declare module "#kit/call.ts" {
  interface Calls {
    "GET user": typeof user;
  }
}
