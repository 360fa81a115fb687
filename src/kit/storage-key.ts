import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

const emptyText = "缓存键不能为空 (the cache key cannot be empty)";

const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text))).slice(0, 16);

/**
 * The key in the browser's storage of what belongs to a person: a hash, so that it does not say who that is (B-295). `parts` identify the person and the
 * thing. Works without the browser's own cryptography, which pages without https lack.
 */
export const userKey = (...parts: readonly string[]): string => `user_${hashOf(JSON.stringify(parts))}`;

/** The key in the browser's storage of an answer that everybody gets. @throws when `key` is empty (B-237) */
export function answerKey(key: string): string {
  if (key.trim() === "") throw new Error(emptyText);
  return `get_${hashOf(key)}`;
}
