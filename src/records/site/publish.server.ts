import { type SQL, sql } from "drizzle-orm";
import page from "#entities/page.ts";
import type { StoredPage } from "#kit/page.ts";
import { Problem } from "#kit/problem.ts";
import type { Site } from "#kit/site.ts";
import type { LocalizedValue } from "#kit/text.ts";
import { type LockedRow, lockRows, patchRow } from "#records/change/patch.server.ts";
import type { Author } from "#records/registry/row-context.server.ts";
import type { Read, Tx } from "#server/postgres/database.server.ts";
import { rowExistenceTag } from "#server/postgres/tags.server.ts";
import { newId } from "#server/process/id.server.ts";
import { currentTheme } from "./site.server.ts";

/** One published state of a page. Times are ISO strings. */
export type PageSnapshot = {
  id: string;
  number: number;
  rev: number;
  /** A note by the member who published it. */
  note: string;
  memberName: string;
  createdAt: string;
  isPublished: boolean;
  /** The theme of the site when the page was published; null if that theme does not exist any more. */
  theme: { name: LocalizedValue<string>; version: number } | null;
};

/** Identifies a page and its tenant. */
export type PageKey = { tenantId: string; pageId: string };

/** Maximum stored snapshots of a page; a new one removes the oldest. */
const snapshotLimit = 20;
const notFoundText = { zh: "页面不存在", en: "Page not found" };

/** The cache tag of one page. */
export const pageTag = (tenantId: string, pageId: string) => `${tenantId}:page:${pageId}`;

/** Locks a page with a draft. @throws {Problem} notFound if the tenant has no such page */
async function lockPage(tx: Tx, { tenantId, pageId }: PageKey): Promise<LockedRow<typeof page>> {
  const condition = sql`tenant_id = ${tenantId}::uuid and id = ${pageId}::uuid and deleted_at is null and document is not null`;
  const [target] = await lockRows(tx, page, condition);
  if (target === undefined) throw new Problem("notFound", notFoundText);
  return target;
}

/**
 * Publishes the page's draft as a snapshot. One update of `snapshotId` switches from the old page to the new one, so visitors never get a mixture
 * . `memberId` is null when the program publishes.
 * @throws {Problem} notFound
 */
export async function publishPage(
  tx: Tx,
  author: Author,
  { tenantId, pageId, memberId, note = "" }: PageKey & { memberId: string | null; note?: string },
): Promise<{ id: string; number: number; createdAt: string }> {
  const target = await lockPage(tx, { tenantId, pageId });
  const id = newId();
  // Copied within the database, so that the snapshot is identical to the draft.
  const [snapshot] = await tx.rows<{ number: number; createdAt: string }>(sql`
    insert into page_snapshot (id, tenant_id, page_id, number, path, document, is_login, is_layout, rev, only_theme_id, theme_id, theme_version, note, member_id, member_name)
    select
      ${id}::uuid, page.tenant_id, page.id,
      (select coalesce(max(number), 0) + 1 from page_snapshot where tenant_id = ${tenantId}::uuid and page_id = ${pageId}::uuid),
      lower(path), document, coalesce(setting -> 'isLogin' = 'true', false),
      coalesce(jsonb_typeof(setting -> 'layoutFor') = 'array' and setting -> 'layoutFor' <> '[]', false), rev, page.theme,
      current_theme.id, coalesce(current_theme.version, 0),
      ${note}::text, ${memberId}::uuid,
      coalesce((select name from member where tenant_id = ${tenantId}::uuid and id = ${memberId}::uuid), '')
    from page cross join lateral (select document -> 'setting' as setting) settings
      left join lateral (${currentTheme(tenantId)}) current_theme on true
    where page.tenant_id = ${tenantId}::uuid and page.id = ${pageId}::uuid
    returning number, created_at as "createdAt"`);
  await showSnapshot(tx, author, target, id);
  await tx.rows(sql`delete from page_snapshot where tenant_id = ${tenantId}::uuid and page_id = ${pageId}::uuid and number <= ${snapshot!.number - snapshotLimit}
    and id is distinct from (select snapshot_id from page where tenant_id = ${tenantId}::uuid and id = ${pageId}::uuid)`);
  return { id, ...snapshot! };
}

/** Makes a snapshot the published one. @throws {Problem} notFound when the page has no such snapshot */
async function showSnapshot(tx: Tx, author: Author, target: LockedRow<typeof page>, snapshotId: string): Promise<void> {
  const { tenantId, row } = target;
  // Compared in the database, because a document may be large.
  const [comparison] = await tx.rows<{ isSameAsDraft: boolean; concernsOthers: boolean }>(sql`
    select s.document = p.document as "isSameAsDraft", (s.path, s.only_theme_id) is distinct from (before.path, before.only_theme_id)
      or s.is_layout or coalesce(before.is_layout, false) as "concernsOthers"
    from page_snapshot s join page p on p.tenant_id = s.tenant_id and p.id = s.page_id
      left join page_snapshot before on before.tenant_id = p.tenant_id and before.id = p.snapshot_id
    where s.tenant_id = ${tenantId}::uuid and s.page_id = ${row.id}::uuid and s.id = ${snapshotId}::uuid`);
  if (comparison === undefined) throw new Problem("notFound", notFoundText);
  const status = comparison.isSameAsDraft ? "published" : "changed";
  await patchRow(tx, author, page, target, { values: { status }, internal: { snapshotId } });
  await tx.notifyChanged(pageTag(tenantId, row.id));
  // Another page, such as one with `{key}` in its path, may be cached under the new path; a layout page is a part of others.
  if (comparison.concernsOthers) await tx.notifyChanged(rowExistenceTag(tenantId, page.type));
}

/** Publishes an earlier snapshot again. The draft stays unchanged. @throws {Problem} notFound for a page or snapshot that the tenant does not have */
export async function rollbackPage(
  tx: Tx,
  author: Author,
  { tenantId, pageId, snapshotId }: PageKey & { snapshotId: string },
): Promise<void> {
  await showSnapshot(tx, author, await lockPage(tx, { tenantId, pageId }), snapshotId);
}

/** The page's snapshots, the newest first. */
export function listSnapshots(tx: Tx, { tenantId, pageId }: PageKey): Promise<PageSnapshot[]> {
  return tx.rows<PageSnapshot>(sql`
    select s.id, s.number, s.rev, s.note, s.member_name as "memberName", s.created_at as "createdAt", coalesce(s.id = p.snapshot_id, false) as "isPublished",
      case when th.id is not null then jsonb_build_object('name', th.name, 'version', s.theme_version) end as theme
    from page_snapshot s join page p on p.tenant_id = s.tenant_id and p.id = s.page_id
      left join theme th on th.tenant_id = s.tenant_id and th.id = s.theme_id
    where s.tenant_id = ${tenantId}::uuid and s.page_id = ${pageId}::uuid order by s.number desc`);
}

/** A condition on snapshot `s`: a page of one theme is shown only while the site uses that theme. */
export const shownCondition = (tenantId: string): SQL =>
  sql`(s.only_theme_id is null or s.only_theme_id = (select id from (${currentTheme(tenantId)}) current_theme))`;

/**
 * A page to render. `isIndexed` is false for pages that are hidden from search engines, `isFramed` is false for pages without the site's top bar and
 * footer. `isPreview` is true for a draft: without parameters in its address, it shows an arbitrary row.
 */
export type PublishedPage = {
  pageId: string;
  document: StoredPage;
  params: Record<string, string>;
  isIndexed?: false;
  isFramed?: false;
  isPreview?: true;
  /** The parameters of its address that its links keep. */
  parameters?: readonly string[];
  /** Another site in which the page is shown, instead of the tenant's: that of a template. */
  site?: Site;
};

/** Finds a page by its path (lower case, no trailing slash); undefined if there is none. */
export type FindPage = (read: Read, tenantId: string, path: string) => Promise<PublishedPage | undefined>;
