import { createHmac } from "node:crypto";
import { seal, unseal } from "#server/process/seal.server.ts";
import { keyedHash } from "#server/process/secrets.server.ts";

const use = "webhook";
/** What every secret begins with, so that people and scanners of secrets recognize one. */
const mark = "whsec_";

/** A secret of 256 bits, as receivers keep it; the same request gives the same one, so that a lost answer loses none. */
export const newWebhookSecret = (pepper: Buffer, tenantId: string, requestId: string): string =>
  mark + Buffer.from(keyedHash(pepper, "webhook secret", tenantId, requestId), "hex").toString("base64");

export const sealSecret = (pepper: Buffer, secret: string): string => seal(pepper, use, secret);

/** Undefined for one that was sealed with another key of the installation. */
export function unsealSecret(pepper: Buffer, sealed: string | null): string | undefined {
  try {
    return sealed === null ? undefined : unseal(pepper, use, sealed);
  } catch {
    return undefined;
  }
}

/** What is signed: the delivery, the moment of the try in seconds, and the body as it is sent. */
export type SignedParts = { id: string; timestamp: number; body: string };

/** The headers by which a receiver knows who sent a delivery and when, as Standard Webhooks has them: a signature with each secret. */
export function signatureHeaders(secrets: readonly string[], { id, timestamp, body }: SignedParts) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(mark.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": String(timestamp), "webhook-signature": signatures.join(" ") };
}
