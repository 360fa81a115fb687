import { createTransport } from "nodemailer";
import { seconds } from "#kit/format.ts";
import {
  type Deliver,
  type DeliveryChannel,
  type Message,
  RecipientRefused,
  Undeliverable,
} from "#server/outbox/outbox.server.ts";
import { inSpan } from "#server/process/tracing.server.ts";
import { type Letter, letterHtml, letterText, singleLine } from "./letter.server.ts";
import { noteRefusedAddress } from "./refused-address.server.ts";
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

type SmtpError = { code?: unknown; command?: unknown; response?: unknown; responseCode?: unknown };

/** Codes that say of a recipient that there is no such mailbox, if the server gives no code of RFC 3463, which is more exact. */
const refusedCodes: ReadonlySet<number> = new Set([550, 551, 553]);

/**
 * Whether a refusal is one of the address: there is no such mailbox, or it takes no mail. Not one of the sender, the message or the policy of the server,
 * such as a server that does not relay for this installation.
 */
function isOfRecipient({ command, response, responseCode }: SmtpError): boolean {
  if (command !== "RCPT TO" || typeof responseCode !== "number" || responseCode < 500) return false;
  const [, subject, detail] = /\b5\.(\d{1,3})\.(\d{1,3})\b/.exec(String(response)) ?? [];
  if (subject === undefined) return refusedCodes.has(responseCode);
  return (subject === "1" && !["7", "8"].includes(detail!)) || (subject === "2" && detail === "1");
}

/** What went wrong, without the server's text, which may repeat addresses: a refusal for good with a code of 5xx, anything else is tried again. */
function failureOf(error: unknown): Error {
  const { code, responseCode } = error as SmtpError;
  if (isOfRecipient(error as SmtpError)) return new RecipientRefused(`SMTP ${String(responseCode)}`);
  if (typeof responseCode === "number" && responseCode >= 500) return new Undeliverable(`SMTP ${responseCode}`);
  return new Error(`SMTP ${typeof responseCode === "number" ? responseCode : String(code)}`);
}

/** Connections to the operator's server, encrypted unless the server is on this machine. */
const transportTo = (server: SmtpServer) =>
  createTransport({
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

/** Hands messages to the operator's server, each over a connection of its own. */
function createSmtp(server: SmtpServer, from: Sender): Deliver {
  const transport = transportTo(server);
  const host = from.address.slice(from.address.indexOf("@") + 1);
  return async ({ id, recipient, body }: Message, signal: AbortSignal) => {
    const letter = body as Letter;
    // The same for every attempt, so that a mailbox can drop a copy.
    const messageId = `<${id}@${host}>`;
    try {
      await inSpan({ name: "SMTP", kind: "client", attributes: { "server.address": server.host } }, () =>
        transport.sendMail({
          from,
          to: { name: "", address: recipient },
          envelope: { from: from.address, to: [recipient] },
          subject: singleLine(letter.subject),
          text: letterText(letter),
          html: letterHtml(letter),
          messageId,
          headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
          signal,
        }),
      );
    } catch (error) {
      throw failureOf(error);
    }
    return { providerId: messageId };
  };
}

/** The channel of SMTP_URL. `settings` were checked by `readEnv`. */
export function createEmail({ SMTP_URL, EMAIL_FROM }: EmailSettings, print: (line: string) => void): Email {
  if (SMTP_URL === undefined) return createLocalEmail(print);
  const deliver = createSmtp(readSmtpUrl(SMTP_URL)!, readSender(EMAIL_FROM ?? "")!);
  return { isLocal: false, deliver, noteRefused: noteRefusedAddress };
}

/** Why a server takes no messages. `isSignIn`: it refuses the user or the password; else there is no connection that is encrypted as it has to be. */
export type EmailFault = { isSignIn: boolean; reason: string };

/** The longest part of a server's answer that is repeated. */
const maxReason = 200;

/** Connects to the server of SMTP_URL and signs in, without sending anything. Undefined when the server takes messages, or none is set. */
export async function findEmailFault({ SMTP_URL }: Pick<EmailSettings, "SMTP_URL">): Promise<EmailFault | undefined> {
  if (SMTP_URL === undefined) return undefined;
  try {
    await transportTo(readSmtpUrl(SMTP_URL)!).verify();
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    return { isSignIn: code === "EAUTH", reason: message.slice(0, maxReason) };
  }
}
