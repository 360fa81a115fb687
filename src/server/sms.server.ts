import { maskMobile } from "#kit/mobile.ts";
import type { Tx } from "./database.server.ts";
import type { Env } from "./env.server.ts";
import { type Deliver, type Outbox, Undeliverable } from "./outbox.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    sms: Sms;
  }
}

/** A text message: its wording, and the template and values for providers that keep the wording themselves. */
export type SmsMessage = { id: string; to: string; text: string; templateKey: string; values: Record<string, string> };

/** A provider. `id` stays the same when a message is tried again. @throws {Undeliverable} for a definite refusal */
export type SmsAdapter = { send: (message: SmsMessage, signal: AbortSignal) => Promise<{ providerId: string }> };

/** A way to send text messages. */
export type Sms = {
  /** False: signing in by code is not yet open. */
  isOpen: boolean;
  /** True: nothing leaves this machine; codes appear at the terminal and in the developer mailbox. */
  isLocal: boolean;
  deliver: Deliver;
};

/** An adapter as the outbox wants it: the body of a queued message is what `queueSms` put there. */
function deliverThrough({ send }: SmsAdapter, keepsBody: boolean): Deliver {
  return async ({ id, recipient, body }, signal) => {
    const { text, templateKey, values } = body as Omit<SmsMessage, "id" | "to">;
    return { ...(await send({ id, to: recipient, text, templateKey, values }, signal)), keepsBody };
  };
}

/** The local adapter: works without a provider and says so. */
export function createLocalSms(print: (line: string) => void): Sms {
  const adapter: SmsAdapter = {
    async send({ id, to, text, values }) {
      print(`  SMS to ${maskMobile(to)}: ${values.code === undefined ? text : `code ${values.code}`}`);
      return { providerId: `local-${id}` };
    },
  };
  return { isOpen: true, isLocal: true, deliver: deliverThrough(adapter, true) };
}

/** No way to send messages at all. */
export const closedSms: Sms = {
  isOpen: false,
  isLocal: false,
  deliver: () => Promise.reject(new Undeliverable("SMS is switched off")),
};

/** The adapter that SMS_PROVIDER names. */
export function createSms(provider: Env["SMS_PROVIDER"], print: (line: string) => void): Sms {
  return provider === "off" ? closedSms : createLocalSms(print);
}

/** Queues a text message in the caller's transaction; gives its id. */
export function queueSms(
  tx: Tx,
  outbox: Outbox,
  { to, lifeSeconds, ...body }: Omit<SmsMessage, "id"> & { lifeSeconds?: number },
): Promise<string> {
  return outbox.add(tx, { kind: "sms", recipient: to, body, ...(lifeSeconds === undefined ? {} : { lifeSeconds }) });
}
