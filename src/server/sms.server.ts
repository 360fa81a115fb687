import { maskMobile } from "#kit/mobile.ts";
import type { Deliver } from "./outbox.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    sms: Sms;
  }
}

export type SentSms = { id: string; mobile: string; text: string; code: string; sentAt: string };

/** A way to send text messages. */
export type Sms = {
  /** False: signing in by code is not yet open. */
  isOpen: boolean;
  deliver: Deliver;
  /** What the local adapter sent lately, the newest first; undefined where messages really leave. */
  mailbox: (() => readonly SentSms[]) | undefined;
};

const kept = 50;

/** The local adapter: works without a provider and says so. Codes appear at the terminal and in the developer mailbox. */
export function createLocalSms(print: (line: string) => void): Sms {
  const sent: SentSms[] = [];
  return {
    isOpen: true,
    async deliver({ id, recipient, body }) {
      if (sent.some((message) => message.id === id)) return;
      sent.unshift({ id, mobile: recipient, text: body.text ?? "", code: body.code ?? "", sentAt: new Date().toISOString() });
      sent.length = Math.min(sent.length, kept);
      print(`  SMS to ${maskMobile(recipient)}: ${body.text}`);
    },
    mailbox: () => sent,
  };
}

/** No way to send messages at all. */
export const closedSms: Sms = {
  isOpen: false,
  deliver: () => Promise.reject(new Error("SMS is switched off")),
  mailbox: undefined,
};
