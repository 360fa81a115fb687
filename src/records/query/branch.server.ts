import { type SQL, sql } from "drizzle-orm";
import type { EntityDefinition } from "#kit/entity.ts";
import { snakeCase } from "#server/postgres/columns.server.ts";
import { tableSql } from "./table-store.server.ts";

/** The ids of the rows with a code, whose descendants are a branch of the tree; none for an entity without codes. */
export function branchRootsSql(entity: EntityDefinition, tenantId: string, code: string): SQL {
  const { tree } = entity;
  if (tree?.code === undefined) return sql`select null::uuid where false`;
  return sql`select id from ${tableSql(entity)}
    where tenant_id = ${tenantId}::uuid and deleted_at is null and ${sql.identifier(snakeCase(tree.code))} = ${code}`;
}

/** The condition that rows are in the branch below the rows with a code; true for all rows without a code. */
export function inBranchSql(entity: EntityDefinition, tenantId: string, code: string | undefined): SQL {
  if (code === undefined) return sql`true`;
  if (entity.tree?.code === undefined) return sql`false`;
  const [table, parent] = [tableSql(entity), sql.identifier(snakeCase(entity.tree.parent))];
  const isLive = sql`t.tenant_id = ${tenantId}::uuid and t.deleted_at is null`;
  return sql`id in (with recursive branch as (
      select t.id from ${table} t where ${isLive} and t.${parent} in (${branchRootsSql(entity, tenantId, code)})
      union select t.id from ${table} t join branch on t.${parent} = branch.id where ${isLive}
    ) select id from branch)`;
}
