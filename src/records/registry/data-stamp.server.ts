import { sql } from "drizzle-orm";
import { stampedTypes } from "#kit/data-stamp.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { rowsTag } from "#server/postgres/tags.server.ts";
import { isStamped } from "#server/schema/row-change.server.ts";

/** The stamp of a space without such changes. */
const noChange = "none";

/** The stamp of a space: it differs after each change of what its stored answers depend on (kit/data-stamp.ts). */
export async function readDataStamp(database: Pick<Database, "read">, tenantId: string): Promise<string> {
  const [row] = await database.read<{ id: string }>(
    tenantId,
    sql`select id from row_change where tenant_id = ${tenantId}::uuid and ${isStamped} order by id desc limit 1`,
  );
  return row?.id ?? noChange;
}

/** The tags of the changes that give a space another stamp. */
export const stampTags = (tenantId: string): string[] => stampedTypes.map((type) => rowsTag(tenantId, type));
