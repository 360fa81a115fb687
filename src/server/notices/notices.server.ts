import { type SQL, sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import { kindOf, maxNotices, type NoticeContent, noticeDays, type NoticeEvent, type NoticeKind } from "#kit/notice.ts";
import type { Read, Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";

type Reader = Pick<UserPrincipal, "tenantId" | "memberId">;

/** The change tag of one person's notices. */
export const noticesTag = (memberId: string) => `notices:${memberId}`;
/** SQL: the rows of this person. */
const readerCondition = ({ tenantId, memberId }: Reader): SQL =>
  sql`tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid`;

export type NewNotice = {
  event: NoticeEvent;
  /** The subject, for example the id of a row. An unread notice of the same event and subject is updated instead of a second insert. */
  about: string;
  content: NoticeContent;
  /** An address of the app. */
  url?: string;
};

/** Adds a notice for each of these members who has not turned off its kind; announced on commit. Returns the ids of those members. */
export async function addNotices(
  tx: Tx,
  { tenantId, memberIds }: { tenantId: string; memberIds: readonly string[] },
  { event, about, content, url }: NewNotice,
): Promise<string[]> {
  if (memberIds.length === 0) return [];
  const notified = await tx.rows<{ memberId: string }>(sql`
    insert into notice as n (id, tenant_id, member_id, event, about, content, url)
    select given.id, ${tenantId}::uuid, given.member_id, ${event}, ${about}, ${JSON.stringify(content)}::jsonb, ${url ?? null}
    from unnest(${sql.param(memberIds.map(() => newId()))}::uuid[], ${sql.param([...memberIds])}::uuid[]) given(id, member_id)
    where not exists (select 1 from notice_setting s
      where s.tenant_id = ${tenantId}::uuid and s.member_id = given.member_id and s.muted ? ${kindOf(event)!}::text)
    on conflict (tenant_id, member_id, event, about) where read_at is null
      do update set content = excluded.content, url = excluded.url, times = n.times + 1, created_at = now()
    returning member_id as "memberId"`);
  for (const { memberId } of notified) await tx.notifyChanged(noticesTag(memberId));
  return notified.map(({ memberId }) => memberId);
}

/** Changes values of the notices about a subject that lead to an address, whether read or not; announced on commit. */
export async function changeNotices(
  tx: Tx,
  { tenantId, about, url }: { tenantId: string; about: string; url: string },
  content: NoticeContent,
): Promise<void> {
  const changed = await tx.rows<{
    memberId: string;
  }>(sql`update notice set content = content || ${JSON.stringify(content)}::jsonb
    where tenant_id = ${tenantId}::uuid and about = ${about} and url = ${url} returning member_id as "memberId"`);
  for (const memberId of new Set(changed.map((notice) => notice.memberId)))
    await tx.notifyChanged(noticesTag(memberId));
}

export type StoredNotice = {
  id: string;
  event: string;
  about: string;
  content: NoticeContent;
  url: string | null;
  times: number;
  createdAt: string;
  isRead: boolean;
};

/** One page of a person's notices, newest first, starting after the notice `before`. */
export const listNotices = (
  read: Read,
  reader: Reader,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<StoredNotice[]> =>
  read<StoredNotice>(sql`select id, event, about, content, url, times, created_at as "createdAt", read_at is not null as "isRead"
    from notice where ${readerCondition(reader)}
      ${before === undefined ? sql`` : sql`and (created_at, id) < (select created_at, id from notice where ${readerCondition(reader)} and id = ${before}::uuid)`}
    order by created_at desc, id desc limit ${limit}`);

/** The number of unread notices, and the time of the last change; null without notices. */
export type NoticeState = { unread: number; changedAt: string | null };

export async function readNoticeState(read: Read, reader: Reader): Promise<NoticeState> {
  const [row] = await read<NoticeState>(sql`select count(*) filter (where read_at is null)::int as unread,
    max(greatest(created_at, read_at)) as "changedAt" from notice where ${readerCondition(reader)}`);
  return row!;
}

/** SQL: the number of unread notices of the member `m`. */
export const unreadOfMember: SQL = sql`(select count(*)::int from notice n
  where n.tenant_id = m.tenant_id and n.member_id = m.id and n.read_at is null)`;

/** Marks a person's notices as read: those with these ids, or all. */
export async function markNoticesRead(tx: Tx, reader: Reader, ids: readonly string[] | undefined): Promise<void> {
  const condition = ids === undefined ? sql`true` : sql`id = any(${sql.param([...ids])}::uuid[])`;
  const markedRows = await tx.rows(
    sql`update notice set read_at = now() where ${readerCondition(reader)} and read_at is null and ${condition} returning 1`,
  );
  if (markedRows.length > 0) await tx.notifyChanged(noticesTag(reader.memberId));
}

/** The kinds that a person has turned off. */
export async function readMutedKinds(read: Read, reader: Reader): Promise<NoticeKind[]> {
  const [row] = await read<{ muted: NoticeKind[] }>(
    sql`select muted from notice_setting where ${readerCondition(reader)}`,
  );
  return row?.muted ?? [];
}

/** Turns a kind of notices on or off for a person. */
export async function setNoticeKind(
  tx: Tx,
  { tenantId, memberId }: Reader,
  { kind, isOn }: { kind: NoticeKind; isOn: boolean },
): Promise<void> {
  const change = isOn ? sql`s.muted - ${kind}::text` : sql`(s.muted - ${kind}::text) || to_jsonb(${kind}::text)`;
  await tx.rows(sql`insert into notice_setting as s (tenant_id, member_id, muted)
    values (${tenantId}::uuid, ${memberId}::uuid, ${JSON.stringify(isOn ? [] : [kind])}::jsonb)
    on conflict (tenant_id, member_id) do update set muted = ${change}`);
}

/** Deletes notices beyond the retention: older than `noticeDays`, or beyond `maxNotices` per person. */
export async function purgeNotices(tx: Tx, limit: number): Promise<number> {
  const expiredCondition = sql`created_at < now() - ${`${noticeDays} days`}::interval`;
  const excessCondition = sql`id in (select id from
    (select id, row_number() over (partition by tenant_id, member_id order by created_at desc, id desc) as place from notice) ranked
    where place > ${maxNotices})`;
  return deleteRows(tx, "notice", sql`${expiredCondition} or ${excessCondition}`, limit);
}
