import { createTransport } from "nodemailer";
import { seconds } from "#kit/format.ts";
import { type Deliver, type DeliveryChannel, type Message, Undeliverable } from "#server/outbox/outbox.server.ts";
import { type Letter, letterHtml, letterText, singleLine } from "./letter.server.ts";
import { type EmailSettings, readSender, readSmtpUrl, type Sender, type SmtpServer } from "./settings.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    email: Email;
  }
}

/** The channel for email. */
export type Email = DeliveryChannel & {
  /** Whether messages are not sent to a server, but shown at the terminal and in the developer mailbox. */
  isLocal: boolean;
};

/** ms for each step; the outbox limits the whole attempt. */
const timeouts = {
  connectionTimeout: seconds(5),
  greetingTimeout: seconds(5),
  socketTimeout: seconds(8),
  dnsTimeout: seconds(4),
};
const maxResponseBytes = 64 * 1024;

/** The address with most of the part before the @ hidden. */
export const maskEmail = (address: string): string => address.replace(/^(.).*@/, "$1***@");

/** The channel without a server, which prints messages at the terminal. */
function createLocalEmail(print: (line: string) => void): Email {
  return {
    isLocal: true,
    async deliver({ id, recipient, body }) {
      const { subject, link } = body as Letter;
      print(`  Email to ${maskEmail(recipient)}: ${singleLine(subject)}  ${link.url}`);
      return { providerId: `local-${id}`, keepsBody: true };
    },
  };
}

/** What went wrong, without the server's text, which may repeat addresses: a refusal for good with a code of 5xx, anything else is tried again. */
function failureOf(error: unknown): Error {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (typeof responseCode === "number" && responseCode >= 500) return new Undeliverable(`SMTP ${responseCode}`);
  return new Error(`SMTP ${typeof responseCode === "number" ? responseCode : String(code)}`);
}

/** Hands messages to the operator's server, each over a connection of its own, encrypted unless the server is on this machine. */
function createSmtp(server: SmtpServer, from: Sender): Deliver {
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.isEncrypted,
    requireTLS: !server.isEncrypted && !server.isLoopback,
    ignoreTLS: !server.isEncrypted && server.isLoopback,
    tls: { minVersion: "TLSv1.2" },
    ...(server.user === "" ? {} : { auth: { user: server.user, pass: server.password }, forceAuth: true }),
    ...timeouts,
    maxResponseSize: maxResponseBytes,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.address.slice(from.address.indexOf("@") + 1);
  return async ({ id, recipient, body }: Message, signal: AbortSignal) => {
    const letter = body as Letter;
    // The same for every attempt, so that a mailbox can drop a copy.
    const messageId = `<${id}@${host}>`;
    try {
      await transport.sendMail({
        from,
        to: { name: "", address: recipient },
        envelope: { from: from.address, to: [recipient] },
        subject: singleLine(letter.subject),
        text: letterText(letter),
        html: letterHtml(letter),
        messageId,
        headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
        signal,
      });
    } catch (error) {
      throw failureOf(error);
    }
    return { providerId: messageId };
  };
}

/** The channel of SMTP_URL. `settings` were checked by `readEnv`. */
export function createEmail({ SMTP_URL, EMAIL_FROM }: EmailSettings, print: (line: string) => void): Email {
  if (SMTP_URL === undefined) return createLocalEmail(print);
  return { isLocal: false, deliver: createSmtp(readSmtpUrl(SMTP_URL)!, readSender(EMAIL_FROM ?? "")!) };
}
