import { z } from "zod";

export type EmailSettings = {
  SMTP_URL?: string | undefined;
  EMAIL_FROM?: string | undefined;
};

/** The longest address that a mail server has to accept (RFC 5321). */
const maxAddressLength = 254;
/** The longest part before the @. */
const maxLocalPart = 64;

/** An email address, in lower case. Comments, quoted names and lists of addresses are refused. */
export const emailAddress = z
  .string()
  .trim()
  .max(maxAddressLength, { abort: true })
  .toLowerCase()
  .pipe(z.email().refine((address) => address.indexOf("@") <= maxLocalPart));

/** The sender of all messages. */
export type Sender = { name: string; address: string };

/** Reads `Name <address>` or an address alone; undefined when it is neither. */
export function readSender(text: string): Sender | undefined {
  const start = text.indexOf("<");
  const hasName = start >= 0 && text.endsWith(">");
  const address = emailAddress.safeParse(hasName ? text.slice(start + 1, -1) : text);
  if (!address.success) return undefined;
  return { name: hasName ? text.slice(0, start).replaceAll('"', "").trim() : "", address: address.data };
}

/** The server that messages are handed to. `isEncrypted`: from the start; otherwise by STARTTLS, unless the server is on this machine. */
export type SmtpServer = {
  host: string;
  port: number;
  isEncrypted: boolean;
  isLoopback: boolean;
  user: string;
  password: string;
};

const loopbackHosts: ReadonlySet<string> = new Set(["localhost", "[::1]"]);

/** Reads `smtp://user:password@host:587` or `smtps://user:password@host:465`; undefined when it is neither. */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  if (url === null || !["smtp:", "smtps:"].includes(url.protocol) || url.hostname === "") return undefined;
  if (url.search !== "" || url.hash !== "" || !["", "/"].includes(url.pathname)) return undefined;
  const isEncrypted = url.protocol === "smtps:";
  const isLoopback = loopbackHosts.has(url.hostname) || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(url.hostname);
  try {
    return {
      host: url.hostname.replaceAll(/[[\]]/g, ""),
      port: url.port === "" ? (isEncrypted ? 465 : 587) : Number(url.port),
      isEncrypted,
      isLoopback,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
    };
  } catch {
    return undefined;
  }
}

/** The problems of the settings for email, each with an explanation that repeats no value. */
export function emailSettingProblems({
  SMTP_URL,
  EMAIL_FROM,
}: EmailSettings): { name: keyof EmailSettings; message: string }[] {
  const problems: { name: keyof EmailSettings; message: string }[] = [];
  if (SMTP_URL !== undefined && readSmtpUrl(SMTP_URL) === undefined)
    problems.push({ name: "SMTP_URL", message: "it has to be smtp:// or smtps:// with a host, without a path" });
  if (SMTP_URL !== undefined && EMAIL_FROM === undefined)
    problems.push({ name: "EMAIL_FROM", message: "SMTP_URL needs it" });
  if (EMAIL_FROM !== undefined && readSender(EMAIL_FROM) === undefined)
    problems.push({ name: "EMAIL_FROM", message: "it has to be an address, or a name and <address>" });
  return problems;
}
