import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { type Pepper, withEachKey } from "./secrets.server.ts";

/** A key for one use, derived from the installation's key: a text that is encrypted for one use cannot be decrypted for another. */
const keyFor = (pepper: Pepper, use: string) => Buffer.from(hkdfSync("sha256", pepper.key, "", use, 32));

/** Encrypts a text that the program has to read again, with AES-256-GCM. Returns nonce, tag and ciphertext in base64. */
export function seal(pepper: Pepper, use: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(pepper, use), nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
}

/** Decrypts a text that `seal` encrypted, also with a previous key. @throws when it was altered, or encrypted for another use or with another key */
export function unseal(pepper: Pepper, use: string, sealed: string): string {
  const [current, ...previous] = withEachKey(pepper);
  try {
    return decrypt(current!, use, sealed);
  } catch (error) {
    for (const earlier of previous) {
      try {
        return decrypt(earlier, use, sealed);
      } catch {
        // It may be encrypted with a key before this one.
      }
    }
    throw error;
  }
}

function decrypt(pepper: Pepper, use: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(pepper, use), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
