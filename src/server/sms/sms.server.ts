import { maskMobile } from "#kit/mobile.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import type { Logger } from "#server/process/log.server.ts";
import { type QueryStatus, type Deliver, type Outbox, Undeliverable } from "#server/outbox/outbox.server.ts";
import type { SmsAdapter, SmsMessage } from "./adapter.server.ts";
import { createAliyunSms } from "./aliyun.server.ts";
import { withBreaker } from "./breaker.server.ts";
import {
  type ReadySmsSettings,
  readySmsSettings,
  type SmsProvider,
  type SmsSettings,
  usesTemplates,
} from "./settings.server.ts";
import type { SmsTemplate } from "./templates.server.ts";
import { createTencentSms } from "./tencent.server.ts";
import { createTwilioSms } from "./twilio.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    sms: Sms;
  }
}

/** A channel for text messages. */
export type Sms = {
  /** Whether messages can be sent at all, and people can sign in by code. */
  isEnabled: boolean;
  /** Whether this message can be sent: a provider that stores the texts needs a template for it. */
  canSend: (template: SmsTemplate) => boolean;
  /** Whether messages are not sent to a provider, but shown at the terminal and in the developer mailbox. */
  isLocal: boolean;
  /** Seconds until the next attempt after too many failures of the provider; 0 in normal operation. */
  pauseSeconds: () => number;
  deliver: Deliver;
  /** Queries the delivery status of a message; absent for providers without reports. */
  queryStatus?: QueryStatus;
};

/** The body of a queued message. */
type Body = Pick<SmsMessage, "text" | "templateKey" | "values">;

/** The channel without a provider, which prints messages at the terminal. */
function createLocalSms(print: (line: string) => void): Sms {
  return {
    isEnabled: true,
    canSend: () => true,
    isLocal: true,
    pauseSeconds: () => 0,
    async deliver({ id, recipient, body }) {
      const { text, values } = body as Body;
      print(`  SMS to ${maskMobile(recipient)}: ${values.code === undefined ? text : `code ${values.code}`}`);
      return { providerId: `local-${id}`, keepsBody: true };
    },
  };
}

/** The channel when sending is switched off. */
const disabledSms: Sms = {
  isEnabled: false,
  canSend: () => false,
  isLocal: false,
  pauseSeconds: () => 0,
  deliver: () => Promise.reject(new Undeliverable("off")),
};

const adapters: Record<SmsProvider, (settings: ReadySmsSettings) => SmsAdapter> = {
  aliyun: createAliyunSms,
  tencent: createTencentSms,
  twilio: createTwilioSms,
};

type Dependencies = { print: (line: string) => void; log: Logger; onBreaker: (isOpen: boolean) => void };

/** The channel of SMS_PROVIDER; that of a real provider has a circuit breaker. */
export function createSms(
  smsSettings: SmsSettings & { SMS_PROVIDER: SmsProvider | "outbox" | "off" },
  { print, log, onBreaker }: Dependencies,
): Sms {
  const provider = smsSettings.SMS_PROVIDER;
  if (provider === "off") return disabledSms;
  if (provider === "outbox") return createLocalSms(print);
  const settings = readySmsSettings(provider, smsSettings);
  const { send, statusOf } = adapters[provider](settings);
  const breaker = withBreaker(send, (isOpen) => {
    onBreaker(isOpen);
    if (isOpen)
      log.error({ alarm: "smsProvider", provider }, "the SMS provider fails; no codes are sent until it is back");
    else log.warn({ provider }, "the SMS provider is back");
  });
  return {
    isEnabled: true,
    canSend: (template) => !usesTemplates(provider) || settings.templates[template] !== undefined,
    isLocal: false,
    pauseSeconds: breaker.pauseSeconds,
    deliver: ({ id, recipient: to, body }, signal) => breaker.send({ id, to, ...(body as Body) }, signal),
    queryStatus: ({ recipient: to, ...sent }, signal) => statusOf({ to, ...sent }, signal),
  };
}

/** Queues a text message in the caller's transaction. Returns its id. */
export function queueSms(
  tx: Tx,
  outbox: Outbox,
  { to, lifeSeconds, ...body }: Omit<SmsMessage, "id"> & { lifeSeconds?: number },
): Promise<string> {
  const life = lifeSeconds === undefined ? {} : { lifeSeconds };
  return outbox.add(tx, { kind: "sms", topic: body.templateKey, recipient: to, body, ...life });
}
