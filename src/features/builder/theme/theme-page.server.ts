import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Principal, UserPrincipal } from "#kit/access.ts";
import type { PageDocument } from "#kit/page.ts";
import { isOnCanvas, leavesOf, treeOf, widgetsOf } from "#kit/page-tree.ts";
import { Problem } from "#kit/problem.ts";
import theme from "#entities/theme.ts";
import { lockRows } from "#records/change/patch.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import { currentTheme } from "#records/site/site.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { type DraftRow, readDraft } from "#features/builder/server/draft.server.ts";
import { themeRefusals } from "./theme-refusals.ts";

/** A theme of a site on the wire; 2 would be one of the admin area (B-346). */
export const siteCodeType = 1;

const uuid = z.uuid();

/** A theme's id from the wire. @throws {Problem} badRequest, with the fixed message, when it is missing or malformed */
export function readThemeId(id: string | undefined): string {
  const parsed = uuid.safeParse(id);
  if (!parsed.success) throw new Problem("badRequest", themeRefusals.wrongId);
  return parsed.data;
}

/** Checks that the principal may design a theme of their space. @throws {Problem} forbidden, with the fixed message */
export async function refuseForeignTheme(tx: Tx, principal: UserPrincipal, themeId: string): Promise<void> {
  const condition = sql`${permittedRowsSql(principal, theme, "update")} and id = ${themeId}::uuid`;
  const isAllowed = allows(principal, theme, "update") && (await lockRows(tx, theme, condition)).length > 0;
  if (!isAllowed) throw new Problem("forbidden", themeRefusals.notAllowed);
}

/**
 * The draft of a page that a site with this theme shows: the page with this id, or else the home page, of the theme itself before one that is in all
 * themes. @throws {Problem} notFound, with the fixed message
 */
export async function readThemePage(
  tx: Tx,
  principal: Principal,
  { themeId, pageId }: { themeId: string; pageId?: string | undefined },
): Promise<DraftRow> {
  const parsed = pageId === undefined ? undefined : uuid.safeParse(pageId);
  if (parsed?.success === false) throw new Problem("notFound", themeRefusals.wrongAddress);
  const [found] = await tx.rows<{ id: string }>(sql`select id from page
    where tenant_id = ${principal.tenantId}::uuid and deleted_at is null and (theme is null or theme = ${themeId}::uuid)
      and ${parsed === undefined ? sql`lower(path) = '/index'` : sql`id = ${parsed.data}::uuid`}
    order by theme is null limit 1`);
  if (found === undefined) throw new Problem("notFound", themeRefusals.wrongAddress);
  return readDraft(tx, principal, found.id);
}

/** The id of the theme that a site has; undefined without one. */
export async function currentThemeId(tx: Tx, tenantId: string): Promise<string | undefined> {
  const [row] = await tx.rows<{ id: string }>(currentTheme(tenantId));
  return row?.id;
}

/** The components of a page in their order, each with the nodes of its canvas: the wire's list of widgets. */
export function wireWidgets(page: PageDocument): z.output<typeof wireWidget>[] {
  const tree = treeOf(page);
  return widgetsOf(page).map(({ id, name, value }) => ({
    id,
    name,
    value,
    nodes: leavesOf(tree, id)
      .filter(isOnCanvas)
      .map((node) => ({ id: node.id, type: node.type, box: node.box, value: node.value })),
  }));
}

const value = z.record(z.string(), z.unknown());
const wireNode = z.object({ id: z.string(), type: z.string(), box: z.record(z.string(), z.number()), value });
export const wireWidget = z.object({ id: z.string(), name: z.string(), value, nodes: z.array(wireNode) });
