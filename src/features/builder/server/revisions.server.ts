import { type SQL, sql } from "drizzle-orm";
import { touchedIds } from "#kit/merge.ts";
import { type PageChange, settingId } from "#kit/page.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";

/** The change of a revision. Only its ids are used, because its values may have the format of an older version of the program. */
type TouchedParts = Parameters<typeof touchedIds>[0];
/** A saved change of a draft: author, time and changed records. */
export type Revision = { rev: number; change: TouchedParts; memberName: string; createdAt: string };

/** The maximum number of unnamed revisions per page: enough to merge the edits of an editor that was open for weeks. */
const revisionLimit = 500;
/** The maximum number of named versions per page; a new one takes the name and the document of the oldest. */
const namedVersionLimit = 50;

type PageKey = { tenantId: string; pageId: string };

/** The revisions after `rev`, oldest first. */
export function revisionsSince(tx: Tx, { tenantId, pageId }: PageKey, rev: number): Promise<Revision[]> {
  return tx.rows<Revision>(sql`select rev, change, member_name as "memberName", created_at as "createdAt" from page_revision
    where tenant_id = ${tenantId}::uuid and page_id = ${pageId}::uuid and rev > ${rev} order by rev`);
}

/**
 * The states that these records, or the page's settings, had in revisions, named versions and published versions of the page, by id. As stored: they may have
 * the format of an older version of the program.
 */
export async function earlierStates(
  tx: Tx,
  { tenantId, pageId }: PageKey,
  ids: readonly string[],
): Promise<Map<string, unknown[]>> {
  const ofPage = sql`tenant_id = ${tenantId}::uuid and page_id = ${pageId}::uuid`;
  const rows = await tx.rows<{ id: string; state: unknown }>(sql`
    with wanted as (select unnest(${sql.param([...ids])}::text[]) as id),
      changed as (
        select part ->> 'id' as id, part from page_revision, jsonb_array_elements(change -> 'records') part where ${ofPage}
        union all select ${settingId}, change -> 'setting' from page_revision where ${ofPage} and change ? 'setting'),
      stored as (
        select document from page_revision where ${ofPage} and document is not null
        union all select document from page_snapshot where ${ofPage})
    select distinct id, state from (
      select w.id, c.part -> side as state from wanted w join changed c on c.id = w.id, unnest(array['before', 'after']) side
      union all
      select w.id, case when w.id = ${settingId} then s.document -> 'setting' else s.document -> 'records' -> w.id end from wanted w, stored s) states
    where jsonb_typeof(state) = 'object'`);
  return new Map([...Map.groupBy(rows, ({ id }) => id)].map(([id, states]) => [id, states.map(({ state }) => state)]));
}

/** Who last saved the page, and when; undefined for a page that was never saved in the builder. */
export async function readLastSave(
  tx: Tx,
  { tenantId, pageId }: PageKey,
): Promise<{ memberName: string; createdAt: string } | undefined> {
  const [last] = await tx.rows<{
    memberName: string;
    createdAt: string;
  }>(sql`select member_name as "memberName", created_at as "createdAt"
    from page_revision where tenant_id = ${tenantId}::uuid and page_id = ${pageId}::uuid order by rev desc limit 1`);
  return last;
}

/**
 * The ids of the records that the revisions after `fromRev` up to `toRev` changed. `isComplete`: false when some of these revisions have been
 * deleted; callers must then assume that every record was changed.
 */
export function touchedBy(
  revisions: readonly Revision[],
  fromRev: number,
  toRev: number,
): { ids: Set<string>; isComplete: boolean } {
  return {
    ids: new Set(revisions.flatMap(({ change }) => touchedIds(change))),
    isComplete: revisions.length === toRev - fromRev,
  };
}

/** A named version of a draft. Times are ISO strings. */
export type NamedVersion = { id: string; name: string; rev: number; memberName: string; createdAt: string };

const namedVersions = ({ tenantId, pageId }: PageKey): SQL =>
  sql`from page_revision where tenant_id = ${tenantId}::uuid and page_id = ${pageId}::uuid and document is not null order by rev desc`;

/** The named versions of a page's draft, the newest first. */
export const listNamedVersions = (tx: Tx, page: PageKey): Promise<NamedVersion[]> =>
  tx.rows<NamedVersion>(
    sql`select id, name, rev, member_name as "memberName", created_at as "createdAt" ${namedVersions(page)} limit ${namedVersionLimit}`,
  );

/**
 * Adds a revision of a draft that is written already. One with a name gets a copy of the draft. Deletes unnamed revisions beyond `revisionLimit`;
 * named versions beyond `namedVersionLimit` become unnamed.
 */
export async function addRevision(
  tx: Tx,
  page: PageKey,
  { rev, change, name, memberId }: { rev: number; change: PageChange; name: string; memberId: string | null },
): Promise<Omit<Revision, "change">> {
  const { tenantId, pageId } = page;
  const [revision] = await tx.rows<Omit<Revision, "change">>(sql`
    insert into page_revision (id, tenant_id, page_id, rev, change, name, document, member_id, member_name)
    values (${newId()}::uuid, ${tenantId}::uuid, ${pageId}::uuid, ${rev}, ${JSON.stringify(change)}::jsonb, ${name},
      (select document from page where ${name} <> '' and tenant_id = ${tenantId}::uuid and id = ${pageId}::uuid), ${memberId}::uuid,
      coalesce((select name from member where tenant_id = ${tenantId}::uuid and id = ${memberId}::uuid), ''))
    returning rev, member_name as "memberName", created_at as "createdAt"`);
  if (name !== "")
    await tx.rows(sql`update page_revision set name = '', document = null
      where tenant_id = ${tenantId}::uuid and id in (select id ${namedVersions(page)} offset ${namedVersionLimit})`);
  await tx.rows(
    sql`delete from page_revision where tenant_id = ${tenantId}::uuid and page_id = ${pageId}::uuid and rev <= ${rev - revisionLimit} and name = ''`,
  );
  return revision!;
}
