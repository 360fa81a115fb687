import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext, Services } from "#kit/call.ts";
import { isEmailed, noticeText } from "#kit/notice.ts";
import { Problem } from "#kit/problem.ts";
import type { Locale, Text } from "#kit/text.ts";
import { addNotices, type NewNotice } from "#server/notices/notices.server.ts";
import type { Read, Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { isSameHash, keyedHash, type Pepper, withEachKey } from "#server/process/secrets.server.ts";
import { queueEmail } from "./queue-email.server.ts";

const texts = {
  confirmSubject: { zh: "确认您的通知邮箱", en: "Confirm your email address" },
  confirmLine: {
    zh: "有人在经纬中填写了此邮箱，用于接收通知。如果是您本人，请打开下面的链接并登录确认，24 小时内有效。",
    en: "Someone entered this address in Meridian to receive notifications. If it was you, open the link below, sign in and confirm it within 24 hours.",
  },
  confirm: { zh: "确认邮箱", en: "Confirm address" },
  confirmReason: {
    zh: "如果不是您本人填写，无需操作，此邮箱不会收到其他邮件。",
    en: "If it wasn’t you, do nothing. You won’t get any other email.",
  },
  open: { zh: "查看", en: "View" },
  noticeReason: {
    zh: "此邮箱已被确认用于接收通知。如需停止，请登录后打开铃铛，在通知设置中移除邮箱。",
    en: "You get this because you confirmed this address for notifications. To stop, sign in, open the bell and remove the address in the settings.",
  },
  tooMany: {
    zh: "发送的确认邮件过多，请稍后再试",
    en: "Too many confirmation emails. Try again later.",
  },
  wrongLink: {
    zh: "链接已失效，或属于其他账号、其他空间。请在通知设置中重新发送确认邮件。",
    en: "This link has expired or belongs to another account or space. Send a new confirmation email from the notification settings.",
  },
} satisfies Record<string, Text>;

/** The life of a link, and the time after which an unsent notice is of no use. */
const linkSeconds = 24 * 3600;
const noticeSeconds = 24 * 3600;

type Member = Pick<UserPrincipal, "tenantId" | "memberId">;

/**
 * A member's address for notices. `address`: null without a confirmed one; `pending`: the address that waits to be confirmed; `refused`: the one of them that
 * the mail server refused for good, and when.
 */
export type NoticeEmail = {
  address: string | null;
  pending: string | null;
  refused: { address: string; at: string } | null;
};

export async function readNoticeEmail(read: Read, { tenantId, memberId }: Member): Promise<NoticeEmail> {
  type Row = Omit<NoticeEmail, "refused"> & { refusedAddress: string | null; refusedAt: string | null };
  const [row] = await read<Row>(sql`select address, case when pending_until > now() then pending end as pending,
      refused as "refusedAddress", refused_at as "refusedAt"
    from notice_email where tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid`);
  if (row === undefined) return { address: null, pending: null, refused: null };
  const { refusedAddress, refusedAt, ...addresses } = row;
  const isRefused = refusedAddress !== null && refusedAt !== null;
  return { ...addresses, refused: isRefused ? { address: refusedAddress, at: refusedAt } : null };
}

/** Removes a member's address, and what waits to be confirmed. */
export async function removeNoticeEmail(tx: Tx, { tenantId, memberId }: Member): Promise<void> {
  await tx.rows(sql`delete from notice_email where tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid`);
}

/** The signature of a link: valid for this address of this member until this time, in seconds since 1970. */
const linkSignature = (pepper: Pepper, { tenantId, memberId }: Member, address: string, until: number) =>
  keyedHash(pepper, "notice email", tenantId, memberId, address, String(until));

/** Of a row that gets a new pending address: the refusal of the confirmed one stays; that of an address which is tried again, or left, goes. */
const keptRefusal = sql.join(
  ["refused", "refused_at", "refusal"].map((name) => {
    const column = sql`notice_email.${sql.identifier(name)}`;
    const isKept = sql`notice_email.refused = notice_email.address and notice_email.refused <> excluded.pending`;
    return sql`${sql.identifier(name)} = case when ${isKept} then ${column} end`;
  }),
  sql`, `,
);

/** The origin of a space's site, or of the platform's for a space without one. */
async function originOf({ tenants }: Services, tenantId: string): Promise<string> {
  return (await tenants.originOf(tenantId)) ?? (await tenants.originOf((await tenants.platform()).id)) ?? "";
}

/**
 * Sends a link to an address; until the member opens it, notices go to the address that was confirmed before, if any. An earlier link ends.
 * The message has no text that people wrote, because nobody knows yet whose address it is.
 * @throws {Problem} tooManyRequests
 */
export async function requestNoticeEmail(
  { services, principal, locale }: CallContext<UserPrincipal>,
  address: string,
): Promise<void> {
  const { tenantId, memberId } = principal;
  const until = Math.floor(Date.now() / 1000) + linkSeconds;
  const token = `${until}.${linkSignature(services.pepper, principal, address, until)}`;
  const letter = {
    locale,
    subject: texts.confirmSubject[locale],
    lines: [texts.confirmLine[locale]],
    link: { label: texts.confirm[locale], url: `${await originOf(services, tenantId)}/paas/user/email?token=${token}` },
    reason: texts.confirmReason[locale],
  };
  await services.database.tenant(tenantId, async (tx) => {
    const recipient = { tenantId, memberId, address };
    if (!(await queueEmail(tx, services, { topic: "confirmation", recipient, letter, lifeSeconds: linkSeconds })))
      throw new Problem("tooManyRequests", texts.tooMany, { retryAfter: 3600 });
    await tx.rows(sql`insert into notice_email (tenant_id, member_id, pending, pending_until, locale)
      values (${tenantId}::uuid, ${memberId}::uuid, ${address}, to_timestamp(${until}), ${locale})
      on conflict (tenant_id, member_id)
        do update set pending = excluded.pending, pending_until = excluded.pending_until, locale = excluded.locale,
          ${keptRefusal}`);
  });
}

/**
 * Confirms the address of the member's newest link, and returns it. A repeated confirmation has no effect.
 * @throws {Problem} invalid when the link is wrong, too old or somebody else's
 */
export async function confirmNoticeEmail(
  { services, principal }: CallContext<UserPrincipal>,
  token: string,
): Promise<string> {
  const { tenantId, memberId } = principal;
  const [time = "", signature = ""] = token.split(".", 2);
  const until = Number(time);
  return services.database.tenant(tenantId, async (tx) => {
    const [row] = await tx.rows<{ address: string }>(sql`select coalesce(pending, address) as address from notice_email
      where tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid
        and pending_until = to_timestamp(${until}) and pending_until > now() for update`);
    const isSigned = withEachKey(services.pepper).some((key) =>
      isSameHash(signature, linkSignature(key, principal, row?.address ?? "", until)),
    );
    if (row === undefined || !isSigned) throw new Problem("invalid", texts.wrongLink);
    // The time stays, so that a second click on the link finds what the first one did.
    await tx.rows(sql`update notice_email set address = ${row.address}, pending = null, refused = null, refused_at = null, refusal = null
      where tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid`);
    return row.address;
  });
}

type Reader = { memberId: string; address: string; locale: Locale };

/** Adds a notice for these members, and sends it by email to those with a confirmed address, if its event is one that is emailed. */
export async function addEmailedNotices(
  tx: Tx,
  services: Services,
  recipients: { tenantId: string; memberIds: readonly string[] },
  notice: NewNotice & { url: string },
): Promise<void> {
  const { tenantId } = recipients;
  const notified = await addNotices(tx, recipients, notice);
  if (notified.length === 0 || !isEmailed(notice.event)) return;
  const readers = await tx.rows<Reader>(sql`select member_id as "memberId", address, locale from notice_email
    where tenant_id = ${tenantId}::uuid and member_id = any(${sql.param(notified)}::uuid[]) and address is not null
      and address is distinct from refused`);
  if (readers.length === 0) return;
  const url = `${await originOf(services, tenantId)}${notice.url}`;
  for (const { locale, ...reader } of readers) {
    const { text, detail } = noticeText({ ...notice, times: 1 }, locale)!;
    const letter = {
      locale,
      subject: text,
      lines: [text, ...(detail === null ? [] : [detail])],
      link: { label: texts.open[locale], url },
      reason: texts.noticeReason[locale],
    };
    const recipient = { tenantId, ...reader };
    await queueEmail(tx, services, { topic: "notice", recipient, letter, lifeSeconds: noticeSeconds });
  }
}

/** Deletes addresses that were never confirmed in time, and those of members who left. */
export const purgeNoticeEmails = (tx: Tx, limit: number): Promise<number> =>
  deleteRows(
    tx,
    "notice_email",
    sql`(address is null and pending_until < now() and (refused_at is null or refused_at < now() - interval '30 days'))
      or not exists (select 1 from member m where m.tenant_id = notice_email.tenant_id and m.id = notice_email.member_id and m.deleted_at is null)`,
    limit,
  );
