import { sql } from "drizzle-orm";
import { Problem } from "#kit/problem.ts";
import type { Tx } from "#server/postgres/database.server.ts";

const noRole = { zh: "请从列表中选择角色", en: "Choose roles from the list" };

/** The ids of these roles of a space, each once. @throws {Problem} notFound when one does not exist */
export async function requireRoles(tx: Tx, tenantId: string, roles: readonly string[]): Promise<string[]> {
  const ids = [...new Set(roles)];
  const existing = await tx.rows(
    sql`select 1 from role where tenant_id = ${tenantId}::uuid and id = any(${sql.param(ids)}::uuid[]) and deleted_at is null`,
  );
  if (existing.length < ids.length) throw new Problem("notFound", noRole, { fields: { roles: noRole } });
  return ids;
}
