import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

declare module "#kit/call.ts" {
  interface Services {
    pepper: Pepper;
  }
}

/** The key of every HMAC over a secret that people choose or type, and of encrypted values. `previous`: the keys that it replaced, which what they made needs. */
export type Pepper = { readonly key: Buffer; readonly previous: readonly Buffer[] };

/** A pepper for each key, the current one first: for finding or reading what may have been made with a previous key. */
export const withEachKey = ({ key, previous }: Pepper): Pepper[] =>
  [key, ...previous].map((one) => ({ key: one, previous: [] }));

const minPepperLength = 32;

/** Creates the key file atomically, so that processes that start at the same time all read the same key. */
function createIfMissing(file: string): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, `${randomBytes(32).toString("hex")}\n`, { flag: "wx", mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
}

/** The settings of the keys, as text. */
type PepperSettings = { PEPPER?: string | undefined; PEPPER_PREVIOUS: readonly string[] };

/**
 * The key of the HMAC over passwords and codes, without which a stolen database is of little use. By default it is generated once and stored in the
 * data folder, readable by its owner only.
 * @throws {Error} when the stored key is too short
 */
export function readPepper({ PEPPER, PEPPER_PREVIOUS }: PepperSettings, dataFolder: string): Pepper {
  const key = PEPPER === undefined ? readGeneratedKey(dataFolder) : Buffer.from(PEPPER);
  return { key, previous: PEPPER_PREVIOUS.map((previous) => Buffer.from(previous)) };
}

function readGeneratedKey(dataFolder: string): Buffer {
  mkdirSync(dataFolder, { recursive: true });
  const file = path.join(dataFolder, "pepper");
  createIfMissing(file);
  const key = Buffer.from(readFileSync(file, "utf8").trim());
  if (key.length < minPepperLength)
    throw new Error(`These settings cannot be used:\n  ${file}: shorter than ${minPepperLength} bytes`);
  return key;
}

/** HMAC-SHA256 as hex; `use` separates domains, so that a hash for one use is never valid for another. */
export function keyedHash(pepper: Pepper, use: string, ...parts: string[]): string {
  return createHmac("sha256", pepper.key)
    .update([use, ...parts].join("\0"))
    .digest("hex");
}

/** A token of 256 random bits; the database stores its `tokenHash` only. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Unambiguous letters and digits: about 5 bits each. */
const readableCharacters = "abcdefghjkmnpqrstuvwxyz23456789";

/** Random characters to be read and typed by people, in groups joined by "-": `readableSecret(16, 4)` is "k7mx-...". */
export function readableSecret(length: number, groupSize = length): string {
  return groupCharacters(
    Array.from({ length }, () => readableCharacters[randomInt(readableCharacters.length)]!),
    groupSize,
  );
}

const groupCharacters = (characters: readonly string[], groupSize: number) =>
  characters.map((character, index) => (index > 0 && index % groupSize === 0 ? `-${character}` : character)).join("");

/** Like `readableSecret`, but derived from `parts`, so that a retry after a lost response gets the same secret. */
export function derivedSecret(
  pepper: Pepper,
  use: string,
  parts: string[],
  length: number,
  groupSize = length,
): string {
  const characters: string[] = [];
  for (let round = 0; characters.length < length; round += 1) {
    const bytes = Buffer.from(keyedHash(pepper, use, ...parts, String(round)), "hex");
    // Bytes beyond the last whole multiple of the alphabet's length would make some characters likelier than others.
    const unbiased = [...bytes].filter((byte) => byte < 256 - (256 % readableCharacters.length));
    characters.push(...unbiased.map((byte) => readableCharacters[byte % readableCharacters.length]!));
  }
  return groupCharacters(characters.slice(0, length), groupSize);
}

/** SHA-256 as hex. */
export const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The stored hash of a token. It needs no key, because nobody can guess a token. */
export const tokenHash = (token: string): string => sha256(token);

/** Compares two results of `keyedHash` in constant time. */
export function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
