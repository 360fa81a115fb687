import { sql } from "drizzle-orm";
import { z } from "zod";
import type { UserPrincipal } from "#kit/access.ts";
import { columnWidths, densities, type ListLayout, maxColumns, maxFrozen } from "#kit/list-layout.ts";
import type { Database } from "#server/postgres/database.server.ts";

export const layoutShape = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        field: z.string().max(60),
        width: z.number().int().min(columnWidths.min).max(columnWidths.max).optional(),
      }),
    )
    .min(1)
    .max(maxColumns),
  frozen: z.number().int().min(0).max(maxFrozen),
  density: z.enum(densities),
}) satisfies z.ZodType<ListLayout>;

const ofPerson = ({ tenantId, memberId }: UserPrincipal, type: string) =>
  sql`tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid and type = ${type}`;

/** The person's layout of an entity's list; undefined for the default. */
export async function readLayout(
  database: Database,
  principal: UserPrincipal,
  type: string,
): Promise<ListLayout | undefined> {
  const [row] = await database.read<{ layout: ListLayout }>(
    principal.tenantId,
    sql`select layout from list_layout where ${ofPerson(principal, type)}`,
  );
  return row?.layout;
}

/** Stores the person's layout of a list, for every browser; null restores the default. */
export function saveLayout(
  database: Database,
  principal: UserPrincipal,
  type: string,
  layout: ListLayout | null,
): Promise<void> {
  const { tenantId, memberId } = principal;
  return database.tenant(tenantId, async (tx) => {
    if (layout === null) await tx.rows(sql`delete from list_layout where ${ofPerson(principal, type)}`);
    else
      await tx.rows(sql`insert into list_layout (tenant_id, member_id, type, layout)
        values (${tenantId}::uuid, ${memberId}::uuid, ${type}, ${JSON.stringify(layout)}::jsonb)
        on conflict (tenant_id, member_id, type) do update set layout = excluded.layout, updated_at = now()`);
  });
}
