import type { CallContext } from "#kit/call.ts";
import type { Text } from "#kit/text.ts";
import type { Tx } from "#server/database.server.ts";
import type { SmsTemplate } from "#server/sms-templates.server.ts";
import { queueSms } from "#server/sms.server.ts";

/** What several ways to a new password say. */
export const passwordChangedText = {
  zh: "【经纬】您的登录密码已修改。如非本人操作，请立即用短信验证码重设。",
  en: "Meridian: your password was changed. If this was not you, set a new one by SMS code at once.",
};

/** `key` names the template for providers that keep the wording themselves; `values` is what that template wants filled in. */
type Notice = { to: string; key: Exclude<SmsTemplate, "code">; text: Text; values?: Record<string, string> };

/**
 * Tells a person by SMS what happened to their account, when the transaction commits (security bar, section E, notices). Without a way to
 * send messages nobody is told.
 */
export async function tellOwner(
  tx: Tx,
  { services, locale }: Pick<CallContext, "services" | "locale">,
  { to, key, text, values = {} }: Notice,
): Promise<void> {
  if (!services.sms.isOpen) return;
  await queueSms(tx, services.outbox, { to, text: text[locale], templateKey: key, values });
}
