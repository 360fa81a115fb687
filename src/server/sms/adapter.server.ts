import { Undeliverable } from "#server/outbox/outbox.server.ts";
import type { ReadySmsSettings } from "./settings.server.ts";
import type { SmsTemplate } from "./templates.server.ts";

/** A text message: its text, and the template key and values for providers that store the texts themselves. */
export type SmsMessage = {
  /** The id in the outbox, which is the same for every attempt. */
  id: string;
  /** Eleven digits of a mainland number. */
  to: string;
  text: string;
  templateKey: SmsTemplate;
  values: Record<string, string>;
};

/** The delivery status that the provider reports; `reason` is the provider's own code. */
export type SmsStatus = { state: "pending" } | { state: "delivered" } | { state: "undelivered"; reason: string };

/** An accepted message: its recipient, the provider's id, and the time of sending (ISO). */
export type SentSms = { to: string; providerId: string; sentAt: string };

/** A provider of text messages. Both methods throw the error of a failed request unchanged. */
export type SmsAdapter = {
  /**
   * Sends a message.
   * @throws {Undeliverable} with the provider's code when it definitely refused; after any other error the message may have been sent
   */
  send: (message: SmsMessage, signal: AbortSignal) => Promise<{ providerId: string }>;
  /** Queries the delivery status of a message that was sent some time ago. */
  statusOf: (sent: SentSms, signal: AbortSignal) => Promise<SmsStatus>;
};

/** A mobile number in E.164. All numbers are of mainland China (kit/mobile.ts). */
export const e164 = (mobile: string): string => `+86${mobile}`;

/** The provider's template for a message. @throws {Undeliverable} when it has none */
export function templateFor(templates: ReadySmsSettings["templates"], key: SmsTemplate): string {
  const template = templates[key];
  if (template === undefined) throw new Undeliverable("noTemplate");
  return template;
}
