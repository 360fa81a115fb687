import { sql } from "drizzle-orm";
import type { CallContext } from "#kit/call.ts";
import { deviceName } from "#kit/device.ts";
import { formatText, locales, type Text } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { newToken, tokenHash } from "#server/process/secrets.server.ts";
import { addNotices } from "#server/notices/notices.server.ts";
import { recordEvent } from "#server/identity/security-events.server.ts";
import type { Account } from "./account.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import { notifyOwner } from "#server/sms/notify-owner.server.ts";

/** Maximum known devices per account; a further one replaces the device with the oldest sign-in. */
const maxDevices = 20;
/** How long a device stays known without a sign-in. */
const deviceLifetime = "400 days";
/** Maximum number of spaces in which a person is notified about a new device. */
const maxNotifiedSpaces = 20;

const newDeviceText = {
  zh: "【经纬】您的账号刚刚在新设备（{device}）上登录。如非本人操作，请立即用短信验证码重置密码。",
  en: "Meridian: your account was used to sign in on a new device ({device}). If this was not you, reset your password with an SMS code immediately.",
};

/** The id of the known device with this token; undefined if the account does not know the device. */
export async function findDevice(
  tx: Tx,
  accountId: string | undefined,
  token: string | undefined,
): Promise<string | undefined> {
  if (accountId === undefined || token === undefined || token === "") return undefined;
  const [row] = await tx.rows<{ id: string }>(sql`select id from device
    where account_id = ${accountId}::uuid and token_hash = ${tokenHash(token)} and seen_at > now() - ${deviceLifetime}::interval`);
  return row?.id;
}

/**
 * Adds the caller's device to the known devices of an account, and returns its id. The device gets a new token, also for other accounts that know it,
 * so that a token that somebody else put into this browser becomes worthless.
 */
async function addDevice(tx: Tx, { deviceToken, setDeviceCookie, userAgent }: CallContext, accountId: string) {
  const [id, token] = [newId(), newToken()];
  if (deviceToken !== undefined && deviceToken !== "")
    await tx.rows(sql`update device set token_hash = ${tokenHash(token)} where token_hash = ${tokenHash(deviceToken)}`);
  await tx.rows(sql`delete from device where account_id = ${accountId}::uuid and (seen_at < now() - ${deviceLifetime}::interval or id in
    (select id from device where account_id = ${accountId}::uuid order by seen_at desc, id desc offset ${maxDevices - 1}))`);
  await tx.rows(sql`delete from device where account_id = ${accountId}::uuid and token_hash = ${tokenHash(token)}`);
  await tx.rows(sql`insert into device (id, account_id, token_hash, user_agent)
    values (${id}::uuid, ${accountId}::uuid, ${tokenHash(token)}, ${userAgent.slice(0, 300)})`);
  tx.afterCommit(() => setDeviceCookie(token));
  return id;
}

/**
 * Notifies the owner about a new device, by SMS and in their spaces. Clients with bearer tokens have no device cookie and always look new, so they
 * cause one notification per user agent and day.
 */
async function notifyAboutNewDevice(tx: Tx, context: CallContext, { id, mobile }: Account): Promise<void> {
  const { services, userAgent, wantsBearer, ip } = context;
  const dedupe = { subject: `${id} ${tokenHash(userAgent)}`, span: "day" } as const;
  const event = { kind: "newDevice", accountId: id, source: sourceOf(ip), ...(wantsBearer ? { dedupe } : {}) } as const;
  if (!(await recordEvent(tx, services, event))) return;
  const name = deviceName(userAgent);
  const text = Object.fromEntries(
    locales.map((locale) => [locale, formatText(newDeviceText, { device: name[locale] })[locale]]),
  ) as Text;
  await notifyOwner(tx, context, { to: mobile, key: "newDevice", text, values: { device: name[context.locale] } });
  const memberships = await tx.rows<{
    tenantId: string;
    memberId: string;
  }>(sql`select tenant_id as "tenantId", id as "memberId"
    from member where account_id = ${id}::uuid and status = 'active' and deleted_at is null order by created_at limit ${maxNotifiedSpaces}`);
  for (const { tenantId, memberId } of memberships)
    await addNotices(
      tx,
      { tenantId, memberIds: [memberId] },
      { event: "security.newDevice", about: newId(), content: { device: name }, url: "/paas/user/setting" },
    );
}

/**
 * Records a sign-in on the caller's device, and notifies the owner about a new device except at registration. Returns the id of the device; undefined
 * for clients with bearer tokens, which store no device cookie.
 */
export async function rememberDevice(
  tx: Tx,
  context: CallContext,
  account: Account,
  { isRegistration }: { isRegistration: boolean },
): Promise<string | undefined> {
  const deviceId = await findDevice(tx, account.id, context.deviceToken);
  if (deviceId !== undefined) {
    await tx.rows(
      sql`update device set seen_at = now(), user_agent = ${context.userAgent.slice(0, 300)} where id = ${deviceId}::uuid`,
    );
    // Extends the lifetime of the cookie.
    tx.afterCommit(() => context.setDeviceCookie(context.deviceToken!));
    return deviceId;
  }
  if (!isRegistration) await notifyAboutNewDevice(tx, context, account);
  return context.wantsBearer ? undefined : addDevice(tx, context, account.id);
}

/** Removes the known devices of an account, for instance after a change of password. `exceptToken`: the token of the device to keep. */
export async function forgetDevices(tx: Tx, accountId: string, exceptToken?: string): Promise<void> {
  await tx.rows(
    sql`delete from device where account_id = ${accountId}::uuid and token_hash <> ${tokenHash(exceptToken ?? "")}`,
  );
}

/** Removes the known device of a person's session. */
export async function forgetDeviceOfSession(tx: Tx, accountId: string, sessionId: string): Promise<void> {
  await tx.rows(sql`delete from device using session
    where session.id = ${sessionId}::uuid and session.account_id = ${accountId}::uuid and device.id = session.device_id`);
}
