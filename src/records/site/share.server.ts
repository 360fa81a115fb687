import { sql } from "drizzle-orm";
import type { StoredPage } from "#kit/page.ts";
import { Problem } from "#kit/problem.ts";
import type { Read, Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { isSameHash, keyedHash, type Pepper, withEachKey } from "#server/process/secrets.server.ts";
import type { PageKey, PublishedPage } from "./publish.server.ts";

/** A link to a draft for people who are not members. Times are ISO strings. */
export type PageShare = { id: string; memberName: string; expiresAt: string; createdAt: string };

/** Maximum active links of a page. */
const maxShares = 20;
const tooMany = {
  zh: `一个页面最多 ${maxShares} 个分享链接，请先撤销不再使用的链接`,
  en: `A page can have ${maxShares} share links. Revoke one first.`,
};

const signature = (pepper: Pepper, id: string) => keyedHash(pepper, "page share", id).slice(0, 32);
/** The token of a link: the id with a signature, which cannot be forged without the secret of this installation. */
export const shareToken = (pepper: Pepper, id: string) => `${id}.${signature(pepper, id)}`;

/** Creates a link that is valid for `days`. @throws {Problem} conflict when the page has too many */
export async function addShare(
  tx: Tx,
  { tenantId, pageId, memberId, days }: PageKey & { memberId: string; days: number },
): Promise<PageShare> {
  if ((await listShares(tx, { tenantId, pageId })).length >= maxShares) throw new Problem("conflict", tooMany);
  const [share] = await tx.rows<PageShare>(sql`
    insert into page_share (id, tenant_id, page_id, member_id, member_name, expires_at)
    values (${newId()}::uuid, ${tenantId}::uuid, ${pageId}::uuid, ${memberId}::uuid,
      coalesce((select name from member where tenant_id = ${tenantId}::uuid and id = ${memberId}::uuid), ''), now() + make_interval(days => ${days}))
    returning id, member_name as "memberName", expires_at as "expiresAt", created_at as "createdAt"`);
  return share!;
}

/** The valid links of a page, the newest first. */
export function listShares(tx: Tx, { tenantId, pageId }: PageKey): Promise<PageShare[]> {
  return tx.rows<PageShare>(sql`
    select id, member_name as "memberName", expires_at as "expiresAt", created_at as "createdAt" from page_share
    where tenant_id = ${tenantId}::uuid and page_id = ${pageId}::uuid and expires_at > now() order by created_at desc`);
}

/** Revokes a link, and deletes expired ones of the page. */
export async function removeShare(tx: Tx, { tenantId, pageId }: PageKey, id: string): Promise<void> {
  await tx.rows(sql`delete from page_share where tenant_id = ${tenantId}::uuid and page_id = ${pageId}::uuid
    and (id = ${id}::uuid or expires_at <= now())`);
}

const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-f]{32})$/;

/** The draft of a link, to be shown without the site's top bar and footer; undefined for a forged, revoked or expired link. */
export async function sharedPage(
  read: Read,
  { tenantId, pepper, token }: { tenantId: string; pepper: Pepper; token: string },
): Promise<PublishedPage | undefined> {
  const [, id, signatureInToken] = tokenPattern.exec(token) ?? [];
  if (id === undefined) return undefined;
  if (!withEachKey(pepper).some((key) => isSameHash(signatureInToken!, signature(key, id)))) return undefined;
  const [row] = await read<{ pageId: string; document: StoredPage | null }>(sql`
    select p.id as "pageId", p.document from page_share s join page p on p.tenant_id = s.tenant_id and p.id = s.page_id
    where s.tenant_id = ${tenantId}::uuid and s.id = ${id}::uuid and s.expires_at > now() and p.deleted_at is null`);
  if (row === undefined || row.document === null) return undefined;
  return {
    pageId: row.pageId,
    document: row.document,
    params: {},
    isIndexed: false,
    isFramed: false,
    isPreview: true,
  };
}
