import type { CallContext } from "#kit/call.ts";
import type { Text } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { recordEvent } from "#server/identity/security-events.server.ts";
import { sourceOf } from "#server/process/client-address.server.ts";
import { notifyOwner } from "#server/sms/notify-owner.server.ts";

export type TwoStepChange = "twoStepOn" | "twoStepOff";

/** The SMS that notifies the owner of an account about a change of two-step verification. */
const texts: Record<TwoStepChange, Text> = {
  twoStepOn: {
    zh: "【经纬】您的账号已开启两步验证。如非本人操作，请立即联系我们。",
    en: "Meridian: two-step verification is now on for your account. If this was not you, contact us immediately.",
  },
  twoStepOff: {
    zh: "【经纬】您的账号已关闭两步验证。如非本人操作，请立即重置密码并联系我们。",
    en: "Meridian: two-step verification was turned off for your account. If this was not you, reset your password and contact us immediately.",
  },
};

/** Records that two-step verification of an account was turned on or off, and notifies the owner by SMS if the number is known. */
export async function recordTwoStepChange(
  tx: Tx,
  context: CallContext,
  { accountId, mobile, kind }: { accountId: string; mobile: string | undefined; kind: TwoStepChange },
): Promise<void> {
  await recordEvent(tx, context.services, { kind, accountId, source: sourceOf(context.ip) });
  if (mobile !== undefined) await notifyOwner(tx, context, { to: mobile, key: kind, text: texts[kind] });
}
