import { sql } from "drizzle-orm";
import type { CallContext } from "#kit/call.ts";
import { isMobile } from "#kit/mobile.ts";
import type { Text } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import type { SmsTemplate } from "./templates.server.ts";
import { queueSms } from "./sms.server.ts";

/** The message about a changed password, for every call that changes one. */
export const passwordChangedText = {
  zh: "【经纬】您的登录密码已修改。如非本人操作，请立即用短信验证码重置。",
  en: "Meridian: your password was changed. If this was not you, reset it with an SMS code immediately.",
};

/** `key`: the template for providers that store the texts themselves; `values`: its variables. */
type OwnerMessage = { to: string; key: Exclude<SmsTemplate, "code">; text: Text; values?: Record<string, string> };

/**
 * Maximum messages of one template to one number, per hour and day; and of all such messages, per hour. More would not inform the owner, and
 * repeated sign-ins must not run up the operator's SMS bill (T-15).
 */
const messageLimits = { hour: 3, day: 10, allHour: 500 };

async function isOverLimit(tx: Tx, to: string, key: string): Promise<boolean> {
  const [sent] = await tx.rows<{ hour: number; day: number; allHour: number }>(sql`select
    (select count(*)::int from outbox where recipient = ${to} and topic = ${key} and created_at > now() - interval '1 hour') as hour,
    (select count(*)::int from outbox where recipient = ${to} and topic = ${key} and created_at > now() - interval '1 day') as day,
    (select count(*)::int from outbox where kind = 'sms' and topic <> 'code' and created_at > now() - interval '1 hour') as "allHour"`);
  return sent!.hour >= messageLimits.hour || sent!.day >= messageLimits.day || sent!.allHour >= messageLimits.allHour;
}

/**
 * Notifies a person by SMS about their account, when the transaction commits. Does nothing and returns false when the account has no number, the provider has no
 * template for the message, or a limit is reached.
 */
export async function notifyOwner(
  tx: Tx,
  { services, locale }: Pick<CallContext, "services" | "locale">,
  { to, key, text, values = {} }: OwnerMessage,
): Promise<boolean> {
  if (!isMobile(to) || !services.sms.canSend(key) || (await isOverLimit(tx, to, key))) return false;
  await queueSms(tx, services.outbox, { to, text: text[locale], templateKey: key, values });
  return true;
}
