import { createHmac } from "node:crypto";
import { seal, unseal } from "#server/process/seal.server.ts";
import { keyedHash, type Pepper } from "#server/process/secrets.server.ts";

const sealPurpose = "webhook";
/** The prefix of every secret, by which people and secret scanners recognize it. */
const secretPrefix = "whsec_";

/** A new 256-bit secret, derived from the request id, so that a repeated request returns the same secret. */
export const newWebhookSecret = (pepper: Pepper, tenantId: string, requestId: string): string =>
  secretPrefix + Buffer.from(keyedHash(pepper, "webhook secret", tenantId, requestId), "hex").toString("base64");

export const sealSecret = (pepper: Pepper, secret: string): string => seal(pepper, sealPurpose, secret);

/** Decrypts a secret; undefined for null, or when it was encrypted with another key of the installation. */
export function unsealSecret(pepper: Pepper, sealed: string | null): string | undefined {
  try {
    return sealed === null ? undefined : unseal(pepper, sealPurpose, sealed);
  } catch {
    return undefined;
  }
}

/** The signed content: the id of the delivery, the time of the attempt in seconds since 1970, and the body. */
export type SignedContent = { id: string; timestamp: number; body: string };

/** The signature headers of a delivery (Standard Webhooks), with one signature per secret. */
export function signatureHeaders(secrets: readonly string[], { id, timestamp, body }: SignedContent) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}
