import { createHmac } from "node:crypto";
import { seal, unseal } from "#server/process/seal.server.ts";
import { keyedHash } from "#server/process/secrets.server.ts";

const use = "webhook";
/** The prefix of every secret, so that people and secret scanners recognize one. */
const mark = "whsec_";

/** A secret of 256 bits, in the form for receivers. The same request derives the same one, so that a lost response can be repeated. */
export const newWebhookSecret = (pepper: Buffer, tenantId: string, requestId: string): string =>
  mark + Buffer.from(keyedHash(pepper, "webhook secret", tenantId, requestId), "hex").toString("base64");

export const sealSecret = (pepper: Buffer, secret: string): string => seal(pepper, use, secret);

/** Decrypts a secret; undefined when it was encrypted with another key of the installation. */
export function unsealSecret(pepper: Buffer, sealed: string | null): string | undefined {
  try {
    return sealed === null ? undefined : unseal(pepper, use, sealed);
  } catch {
    return undefined;
  }
}

/** The signed content: the id of the delivery, the time of the attempt in seconds, and the body. */
export type SignedParts = { id: string; timestamp: number; body: string };

/** The signature headers of a delivery (Standard Webhooks), with one signature per secret. */
export function signatureHeaders(secrets: readonly string[], { id, timestamp, body }: SignedParts) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(mark.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}
