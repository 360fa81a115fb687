import { sql } from "drizzle-orm";
import { touchedIds } from "#kit/merge.ts";
import type { PageChange } from "#kit/page.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";

/** The records changed by a revision. Their values may be of an older version, so they are not read. */
type TouchedParts = Parameters<typeof touchedIds>[0];
/** A saved change of a draft: author, time and changed records. */
export type Revision = { rev: number; change: TouchedParts; memberName: string; createdAt: string };

/** Unnamed revisions per page: enough to merge the edits of an editor that was open for weeks. */
const revisionLimit = 500;

type PageOf = { tenantId: string; pageId: string };

/** The revisions after `rev`, oldest first. */
export function revisionsSince(tx: Tx, { tenantId, pageId }: PageOf, rev: number): Promise<Revision[]> {
  return tx.rows<Revision>(sql`select rev, change, member_name as "memberName", created_at as "createdAt" from page_revision
    where tenant_id = ${tenantId}::uuid and page_id = ${pageId}::uuid and rev > ${rev} order by rev`);
}

/** Who saved the page last; undefined for one that was never saved in the builder. */
export async function lastSave(
  tx: Tx,
  { tenantId, pageId }: PageOf,
): Promise<{ memberName: string; createdAt: string } | undefined> {
  const [last] = await tx.rows<{
    memberName: string;
    createdAt: string;
  }>(sql`select member_name as "memberName", created_at as "createdAt"
    from page_revision where tenant_id = ${tenantId}::uuid and page_id = ${pageId}::uuid order by rev desc limit 1`);
  return last;
}

/** Ids that the revisions touched. When some are missing from the log, everything counts as touched: `isComplete` is false. */
export function touchedBy(
  revisions: readonly Revision[],
  from: number,
  to: number,
): { ids: Set<string>; isComplete: boolean } {
  return {
    ids: new Set(revisions.flatMap(({ change }) => touchedIds(change))),
    isComplete: revisions.length === to - from,
  };
}

export async function addRevision(
  tx: Tx,
  page: PageOf,
  { rev, change, name, memberId }: { rev: number; change: PageChange; name: string; memberId: string | null },
): Promise<Omit<Revision, "change">> {
  const { tenantId, pageId } = page;
  const [revision] = await tx.rows<Omit<Revision, "change">>(sql`
    insert into page_revision (id, tenant_id, page_id, rev, change, name, member_id, member_name)
    values (${newId()}::uuid, ${tenantId}::uuid, ${pageId}::uuid, ${rev}, ${JSON.stringify(change)}::jsonb, ${name}, ${memberId}::uuid,
      coalesce((select name from member where tenant_id = ${tenantId}::uuid and id = ${memberId}::uuid), ''))
    returning rev, member_name as "memberName", created_at as "createdAt"`);
  await tx.rows(
    sql`delete from page_revision where tenant_id = ${tenantId}::uuid and page_id = ${pageId}::uuid and rev <= ${rev - revisionLimit} and name = ''`,
  );
  return revision!;
}
