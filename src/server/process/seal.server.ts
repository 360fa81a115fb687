import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** A key for one use, derived from the installation's key: a text that is encrypted for one use cannot be decrypted for another. */
const keyFor = (pepper: Buffer, use: string) => Buffer.from(hkdfSync("sha256", pepper, "", use, 32));

/** Encrypts a text that the program has to read again, with AES-256-GCM. Returns nonce, tag and ciphertext in base64. */
export function seal(pepper: Buffer, use: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", keyFor(pepper, use), nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
}

/** Decrypts a text that `seal` encrypted. @throws when it was altered, or encrypted for another use or with another key */
export function unseal(pepper: Buffer, use: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(pepper, use), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
