import { sql } from "drizzle-orm";
import { forbiddenText, hasLevel, type UserPrincipal } from "#kit/access.ts";
import { type CommentThread, type Mention, mentionsIn } from "#kit/comment.ts";
import { Problem } from "#kit/problem.ts";
import { inLocale, type Locale, type LocalizedValue, type Text } from "#kit/text.ts";
import { firstCharacters } from "#kit/text-length.ts";
import { addNotices, changeNotices } from "#server/notices/notices.server.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { commentNameOf, peopleOfPage } from "./comment-people.server.ts";

/** The page of comments. Callers check that the principal may edit it. */
type PageKey = { tenantId: string; pageId: string };

/** The maximum number of comments and replies of a page. */
const maxComments = 1000;
/** The length of the excerpt in a notice, in characters. */
const excerptLength = 200;

const texts = {
  deleted: { zh: "评论已删除", en: "The comment was deleted" },
  gone: { zh: "评论不存在或已被删除", en: "This comment was deleted" },
  many: {
    zh: `一个页面最多 ${maxComments} 条评论，请先删除不再需要的评论`,
    en: `A page can have ${maxComments} comments. Delete those you no longer need.`,
  },
  repeated: { zh: "此评论的编号已被使用", en: "The id of this comment is already in use" },
  outsider: {
    zh: "只能提及可以编辑此页面的成员",
    en: "You can only mention members who can edit this page",
  },
} satisfies Record<string, Text>;

/** The change tag of the comments of a page. */
export const commentsTag = ({ tenantId, pageId }: PageKey): string => `comments:${tenantId}:${pageId}`;

/** SQL: the comments of a page. */
const ofPage = ({ tenantId, pageId }: PageKey) => sql`c.tenant_id = ${tenantId}::uuid and c.page_id = ${pageId}::uuid`;

/** A text that differs whenever the comments of a page have changed. */
export async function readCommentsState(database: Pick<Database, "read">, page: PageKey): Promise<string> {
  const [row] = await database.read<{ state: string }>(
    page.tenantId,
    sql`select concat_ws(' ', count(*), count(c.deleted_at), count(c.resolved_at), max(greatest(c.created_at, c.deleted_at, c.resolved_at))) as state
      from page_comment c where ${ofPage(page)}`,
  );
  return row!.state;
}

type CommentRow = {
  id: string;
  threadId: string | null;
  recordId: string | null;
  recordName: LocalizedValue<string> | null;
  isOnPage: boolean;
  locale: Locale | null;
  text: string;
  mentions: Mention[];
  isOwn: boolean;
  memberName: string;
  createdAt: string;
  isDeleted: boolean;
  resolvedAt: string | null;
  resolvedBy: string | null;
};

/** The comments of a page with their replies, the oldest first. */
export async function listComments(tx: Tx, principal: UserPrincipal, pageId: string): Promise<CommentThread[]> {
  const { tenantId, memberId } = principal;
  // The ids of the records are read once: for each comment, the whole document would be decompressed.
  const rows = await tx.rows<CommentRow>(sql`
    with on_page as materialized (
      select jsonb_object_keys(p.document -> 'records') as id from page p
      where p.tenant_id = ${tenantId}::uuid and p.id = ${pageId}::uuid and jsonb_typeof(p.document -> 'records') = 'object')
    select c.id, c.thread_id as "threadId", c.record_id as "recordId", c.record_name as "recordName",
      c.record_id is null or c.record_id in (select id from on_page) as "isOnPage", c.locale, c.text, c.mentions,
      coalesce(c.member_id = ${memberId}::uuid, false) as "isOwn", c.member_name as "memberName", c.created_at as "createdAt",
      c.deleted_at is not null as "isDeleted", c.resolved_at as "resolvedAt", c.resolved_by as "resolvedBy"
    from page_comment c where ${ofPage({ tenantId, pageId })} order by c.created_at, c.id`);
  const isModerator = hasLevel(principal, "administrator");
  const byThread = Map.groupBy(rows, ({ id, threadId }) => threadId ?? id);
  return [...byThread.values()].flatMap((thread): CommentThread[] => {
    const first = thread.find(({ threadId }) => threadId === null);
    if (first === undefined) return [];
    const { id, recordId, recordName, isOnPage, locale, resolvedAt, resolvedBy } = first;
    return [
      {
        id,
        recordId,
        recordName,
        isOnPage,
        locale,
        resolved: resolvedAt === null ? null : { at: resolvedAt, by: resolvedBy ?? "" },
        comments: thread.map((row) => ({
          id: row.id,
          memberName: row.memberName,
          isOwn: row.isOwn,
          text: row.text,
          mentions: row.mentions,
          createdAt: row.createdAt,
          isDeleted: row.isDeleted,
          mayDelete: !row.isDeleted && (row.isOwn || isModerator),
        })),
      },
    ];
  });
}

export type NewComment = {
  id: string;
  pageId: string;
  /** The comment to which this one replies; undefined for a first comment. */
  threadId: string | undefined;
  recordId: string | null;
  recordName: LocalizedValue<string> | null;
  locale: Locale | null;
  text: string;
  /** Ids of the members whom the text mentions. */
  mentions: readonly string[];
  /** Title of the page, for notices. */
  pageTitle: Text;
};

/** The address of a comment. */
const commentUrl = ({ pageId }: PageKey, id: string): string => `/builder/${pageId}?comment=${id}`;

/** Members who wrote in a thread. */
const authorsOf = async (tx: Tx, page: PageKey, threadId: string): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(sql`select distinct c.member_id as id from page_comment c
      where ${ofPage(page)} and coalesce(c.thread_id, c.id) = ${threadId}::uuid and c.member_id is not null and c.deleted_at is null`)
  ).map(({ id }) => id);

/** Notifies the mentioned members, and, of a reply, the others who wrote in the thread and may still open the page. */
async function notifyOfComment(
  tx: Tx,
  { memberId }: UserPrincipal,
  page: PageKey,
  { comment, name, mentioned }: { comment: NewComment; name: string; mentioned: readonly Mention[] },
): Promise<void> {
  const { id, threadId, text, pageTitle } = comment;
  const notice = {
    about: threadId ?? id,
    content: { name, title: pageTitle, detail: firstCharacters(text, excerptLength) },
    url: commentUrl(page, id),
  };
  const mentionedIds = mentioned.map((person) => person.id).filter((person) => person !== memberId);
  await addNotices(tx, { ...page, memberIds: mentionedIds }, { ...notice, event: "comment.mentioned" });
  if (threadId === undefined) return;
  const others = (await authorsOf(tx, page, threadId)).filter(
    (author) => author !== memberId && !mentionedIds.includes(author),
  );
  const readers = await peopleOfPage(tx, page, others);
  await addNotices(
    tx,
    { ...page, memberIds: readers.map((person) => person.id) },
    { ...notice, event: "comment.replied" },
  );
}

/**
 * Adds a comment; a repeated id of the same author and page adds nothing.
 * @throws {Problem} notFound for an unknown thread; invalid for a mention of somebody who may not edit the page; conflict when the page has too many
 */
export async function addComment(tx: Tx, principal: UserPrincipal, comment: NewComment): Promise<void> {
  const { id, pageId, threadId, recordId, recordName, locale, text } = comment;
  const { tenantId, memberId } = principal;
  const page: PageKey = { tenantId, pageId };
  // Comments of a page are added one after another, so that their number is right, and a first comment cannot go while it gets a reply.
  await tx.lock(commentsTag(page));
  const duplicates = await tx.rows<{ isRepeated: boolean }>(sql`
    select c.page_id = ${pageId}::uuid and c.member_id = ${memberId}::uuid as "isRepeated" from page_comment c
    where c.tenant_id = ${tenantId}::uuid and c.id = ${id}::uuid`);
  if (duplicates[0]?.isRepeated === true) return;
  const [state] = await tx.rows<{ count: number; hasThread: boolean }>(sql`
    select count(*)::int as count, coalesce(bool_or(c.id = ${threadId ?? null}::uuid and c.thread_id is null), false) as "hasThread"
    from page_comment c where ${ofPage(page)}`);
  if (threadId !== undefined && !state!.hasThread) throw new Problem("notFound", texts.gone);
  if (state!.count >= maxComments) throw new Problem("conflict", texts.many);
  const mentionIds = [...new Set(comment.mentions)];
  const people = await peopleOfPage(tx, page, mentionIds);
  if (people.length < mentionIds.length)
    throw new Problem("invalid", texts.outsider, { fields: { mentions: texts.outsider } });
  const mentioned = mentionsIn(text, people);
  const name = await commentNameOf(tx, principal);
  const added = await tx.rows(sql`
    insert into page_comment (id, tenant_id, page_id, thread_id, record_id, record_name, locale, text, mentions, member_id, member_name, created_at)
    values (${id}::uuid, ${tenantId}::uuid, ${pageId}::uuid, ${threadId ?? null}::uuid, ${recordId},
      ${recordName === null ? null : JSON.stringify(recordName)}::jsonb, ${locale}, ${text}, ${JSON.stringify(mentioned)}::jsonb,
      ${memberId}::uuid, ${name}, clock_timestamp())
    on conflict (id) do nothing returning 1`);
  if (added.length === 0) throw new Problem("conflict", texts.repeated);
  await notifyOfComment(tx, principal, page, { comment, name, mentioned });
  await tx.notifyChanged(commentsTag(page));
}

/** Resolves a comment, or opens it again; one that is in that state already stays as it is. @throws {Problem} notFound */
export async function resolveComment(
  tx: Tx,
  principal: UserPrincipal,
  { pageId, id, isResolved }: { pageId: string; id: string; isResolved: boolean },
): Promise<void> {
  const page: PageKey = { tenantId: principal.tenantId, pageId };
  const name = await commentNameOf(tx, principal);
  const changed = await tx.rows(sql`
    update page_comment c set
      resolved_at = case when ${isResolved} then coalesce(c.resolved_at, now()) end,
      resolved_by = case when ${isResolved} then coalesce(c.resolved_by, ${name}) end
    where ${ofPage(page)} and c.id = ${id}::uuid and c.thread_id is null returning 1`);
  if (changed.length === 0) throw new Problem("notFound", texts.gone);
  await tx.notifyChanged(commentsTag(page));
}

/**
 * Deletes a comment: that of the principal, or for an administrator any. A first comment with replies stays without its text until the last reply goes.
 * @throws {Problem} notFound, forbidden
 */
export async function deleteComment(
  tx: Tx,
  principal: UserPrincipal,
  { pageId, id }: { pageId: string; id: string },
): Promise<void> {
  const { tenantId, memberId } = principal;
  const page: PageKey = { tenantId, pageId };
  await tx.lock(commentsTag(page));
  const [comment] = await tx.rows<{ threadId: string | null; isOwn: boolean }>(sql`
    select c.thread_id as "threadId", coalesce(c.member_id = ${memberId}::uuid, false) as "isOwn" from page_comment c
    where ${ofPage(page)} and c.id = ${id}::uuid and c.deleted_at is null`);
  if (comment === undefined) throw new Problem("notFound", texts.gone);
  if (!comment.isOwn && !hasLevel(principal, "administrator")) throw new Problem("forbidden", forbiddenText);
  const replies = (threadId: string) =>
    sql`exists (select 1 from page_comment r where r.tenant_id = c.tenant_id and r.page_id = c.page_id and r.thread_id = ${threadId}::uuid)`;
  if (comment.threadId === null)
    await tx.rows(sql`update page_comment c set text = '', mentions = '[]'::jsonb, deleted_at = now()
      where ${ofPage(page)} and c.id = ${id}::uuid and ${replies(id)}`);
  await tx.rows(sql`delete from page_comment c where ${ofPage(page)} and c.id = ${id}::uuid and c.deleted_at is null`);
  if (comment.threadId !== null)
    await tx.rows(sql`delete from page_comment c
      where ${ofPage(page)} and c.id = ${comment.threadId}::uuid and c.deleted_at is not null and not ${replies(comment.threadId)}`);
  // The notices of it have an excerpt.
  await changeNotices(
    tx,
    { tenantId, about: comment.threadId ?? id, url: commentUrl(page, id) },
    { detail: texts.deleted },
  );
  await tx.notifyChanged(commentsTag(page));
}

/** A page's title in both languages; its path where it has none. */
export const titleText = ({ title, path }: { title: LocalizedValue<string>; path: string }): Text => ({
  zh: inLocale(title, "zh") ?? path,
  en: inLocale(title, "en") ?? path,
});
