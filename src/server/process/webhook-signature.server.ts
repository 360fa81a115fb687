import { createHmac } from "node:crypto";

/** The prefix of every secret, by which people and secret scanners recognize it. */
export const secretPrefix = "whsec_";

const minSecretBytes = 24;

/** Whether a text is a secret of the form `whsec_<base64>`, long enough that nobody can guess it. */
export const isWebhookSecret = (text: string): boolean =>
  /^whsec_[A-Za-z0-9+/]{1,200}={0,2}$/.test(text) &&
  Buffer.from(text.slice(secretPrefix.length), "base64").length >= minSecretBytes;

/** The signed content: the id of the delivery, the time of the attempt in seconds since 1970, and the body. */
type SignedContent = { id: string; timestamp: number; body: string };

/** The signature headers of a delivery (Standard Webhooks), with one signature per secret. */
export function signatureHeaders(secrets: readonly string[], { id, timestamp, body }: SignedContent) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}
