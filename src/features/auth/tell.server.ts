import type { CallContext } from "#kit/call.ts";
import type { Text } from "#kit/text.ts";
import type { Tx } from "#server/database.server.ts";
import type { SmsTemplate } from "#server/sms-templates.server.ts";
import { queueSms } from "#server/sms.server.ts";

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
