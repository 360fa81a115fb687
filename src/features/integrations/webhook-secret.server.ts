import { seal, unseal } from "#server/process/seal.server.ts";
import { keyedHash, type Pepper } from "#server/process/secrets.server.ts";
import { secretPrefix } from "#server/process/webhook-signature.server.ts";

const sealPurpose = "webhook";

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
