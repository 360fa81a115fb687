import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { UserPrincipal } from "#kit/access.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { columnWidths, densities, type ListLayout, maxColumns, maxFrozen } from "#kit/list-layout.ts";
import { Problem } from "#kit/problem.ts";
import { entityKey } from "#records/change/history.server.ts";
import { notFoundText } from "#records/change/refusals.server.ts";
import { columnChoices } from "#records/describe/columns.server.ts";
import type { ReadableEntity } from "#records/registry/view.server.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { createTaggedCache } from "#server/postgres/tagged-cache.server.ts";

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

const unknownColumnText = { zh: "列不存在或无权查看", en: "This column does not exist, or you cannot read it" };

/** Checks the columns of a layout. @throws {Problem} badRequest for a column that the reader may not choose, or that the layout contains twice */
export function checkLayout(readable: ReadableEntity, layout: ListLayout): void {
  const choices = new Set(columnChoices(readable));
  if (!layout.columns.every(({ field }) => choices.delete(field))) throw new Problem("badRequest", unknownColumnText);
}

/** A list, or a list in one of its saved views. */
export type LayoutTarget = { entity: EntityDefinition; viewId?: string | undefined };

/** The SQL condition for the layouts of a person. */
const personCondition = ({ tenantId, memberId }: UserPrincipal) =>
  sql`tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid`;

/** The SQL condition for the saved view of a target, if the person may use it: their own view of this list, or a shared one. */
const visibleViewCondition = (principal: UserPrincipal, { entity, viewId }: LayoutTarget) =>
  sql`tenant_id = ${principal.tenantId}::uuid and id = ${viewId}::uuid and list = ${entityKey(entity)} and deleted_at is null
    and (is_shared or member_id = ${principal.memberId}::uuid)`;

/** The tag of a person's own layouts of lists. */
const layoutsTag = ({ tenantId, memberId }: UserPrincipal) => `layouts:${tenantId}:${memberId}`;

/** People's own layouts of lists, not of views, because every page of a list reads one. Undefined: the default layout. */
const cachedLayouts = createTaggedCache<{ layout: ListLayout | undefined }>();

/**
 * The layout of a list for a person; undefined for the default. In a saved view: the person's own layout of the view, else the layout saved in the
 * view, else the person's layout of the list.
 */
export async function readLayout(
  database: Database,
  principal: UserPrincipal,
  target: LayoutTarget,
): Promise<ListLayout | undefined> {
  const { type } = target.entity;
  const readFirst = async (query: SQL) => {
    const [row] = await database.read<{ layout: ListLayout }>(principal.tenantId, query);
    return row?.layout;
  };
  const listLayout = sql`select layout, 3 as precedence from list_layout where ${personCondition(principal)} and type = ${type}`;
  if (target.viewId !== undefined)
    return readFirst(sql`select layout, 1 as precedence from view_layout where ${personCondition(principal)} and view_id = ${target.viewId}::uuid
      union all select content::jsonb->'layout', 2 from saved_view where ${visibleViewCondition(principal, target)} and content::jsonb ? 'layout'
      union all ${listLayout} order by precedence limit 1`);
  const tag = layoutsTag(principal);
  const entry = cachedLayouts(database, { tag, key: `${tag}:${type}` });
  const cached = entry.read();
  if (cached !== undefined) return cached.layout;
  const layout = await readFirst(listLayout);
  entry.store({ layout });
  return layout;
}

/** Deletes a person's own layout of a view, so that the view's layout applies. */
export const deleteViewLayout = async (tx: Tx, principal: UserPrincipal, viewId: string): Promise<void> =>
  void (await tx.rows(sql`delete from view_layout where ${personCondition(principal)} and view_id = ${viewId}::uuid`));

/**
 * Stores the person's layout of a list, or of a list in a saved view. Null restores the default layout, or that of the view. A layout equal to the
 * view's is not stored.
 * @throws {Problem} notFound for a view that the person cannot see
 */
export function saveLayout(
  database: Database,
  principal: UserPrincipal,
  target: LayoutTarget,
  layout: ListLayout | null,
): Promise<void> {
  const { tenantId, memberId } = principal;
  const { entity, viewId } = target;
  const value = sql`${JSON.stringify(layout)}::jsonb`;
  return database.tenant(tenantId, async (tx) => {
    if (viewId !== undefined) {
      const [view] = await tx.rows<{ isSame: boolean }>(
        sql`select coalesce(content::jsonb->'layout' = ${value}, false) as "isSame" from saved_view where ${visibleViewCondition(principal, target)}`,
      );
      if (view === undefined) throw new Problem("notFound", notFoundText);
      if (layout === null || view.isSame) return deleteViewLayout(tx, principal, viewId);
      await tx.rows(sql`insert into view_layout (tenant_id, member_id, view_id, layout)
        values (${tenantId}::uuid, ${memberId}::uuid, ${viewId}::uuid, ${value})
        on conflict (tenant_id, member_id, view_id) do update set layout = excluded.layout, updated_at = now()`);
      return;
    }
    await tx.notifyChanged(layoutsTag(principal));
    if (layout === null)
      await tx.rows(sql`delete from list_layout where ${personCondition(principal)} and type = ${entity.type}`);
    else
      await tx.rows(sql`insert into list_layout (tenant_id, member_id, type, layout)
        values (${tenantId}::uuid, ${memberId}::uuid, ${entity.type}, ${value})
        on conflict (tenant_id, member_id, type) do update set layout = excluded.layout, updated_at = now()`);
  });
}
