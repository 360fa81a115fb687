import { Undeliverable } from "./outbox.server.ts";
import type { ReadySmsSettings } from "./settings.server.ts";
import type { SmsTemplate } from "./templates.server.ts";

/** A text message: its wording, and the template and values for providers that keep the wording themselves. */
export type SmsMessage = {
  /** Ours; stays the same when the message is tried again. */
  id: string;
  /** Eleven digits of a mainland number. */
  to: string;
  text: string;
  templateKey: SmsTemplate;
  values: Record<string, string>;
};

/** The delivery status that the provider reports; `reason` is the provider's own code. */
export type SmsStatus = { state: "pending" } | { state: "delivered" } | { state: "undelivered"; reason: string };

/** An accepted message: the provider's id, and the time (ISO). */
export type SentSms = { to: string; providerId: string; sentAt: string };

/** A provider. Any outcome but acceptance or a definite refusal is thrown unchanged: the message may have been sent. */
export type SmsAdapter = {
  /** @throws {Undeliverable} when the provider definitely refused the message, with the reason */
  send: (message: SmsMessage, signal: AbortSignal) => Promise<{ providerId: string }>;
  /** Queried some time after sending. */
  statusOf: (sent: SentSms, signal: AbortSignal) => Promise<SmsStatus>;
};

/** E.164: the only numbers there are here are those of mainland China (kit/mobile.ts). */
export const e164 = (mobile: string): string => `+86${mobile}`;

/** The provider's template for a message. @throws {Undeliverable} when it has none */
export function templateFor(templates: ReadySmsSettings["templates"], key: SmsTemplate): string {
  const template = templates[key];
  if (template === undefined) throw new Undeliverable("noTemplate");
  return template;
}
