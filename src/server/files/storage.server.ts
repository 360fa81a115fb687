import type { Readable } from "node:stream";

/** First and last byte, both included, as HTTP counts them. */
export type ByteRange = { start: number; end: number };

/** An open file. `size` is the size of the whole file, even if `stream` returns only a range of it. */
export type StoredBytes = { stream: Readable; size: number };

/**
 * Storage for the bytes of uploads, under opaque keys. Writes are atomic, and all processes that use the same storage see the same files.
 * tests/conformance/storage.test.ts specifies the methods. Each throws a `TypeError` for an invalid key (`isKey`), and a `Problem` unavailable while
 * the storage cannot be reached.
 */
export type Storage = {
  /** Stores a local file under a key, replacing an existing one. Takes ownership: the local file may be gone afterwards. */
  put: (key: string, file: string, options: { type: string }) => Promise<void>;
  /** Opens the file of a key; undefined when there is none. @throws {RangeError} when the range begins after the file's end */
  open: (key: string, range?: ByteRange) => Promise<StoredBytes | undefined>;
  /** Size of the file of a key in bytes; undefined when there is none. */
  size: (key: string) => Promise<number | undefined>;
  /** Removes the files of these keys; keys without a file are ignored. */
  remove: (keys: readonly string[]) => Promise<void>;
};

/** Suffix of temporary files, before they are moved to a storage. */
export const partSuffix = ".part";

const keyPattern = /^[0-9A-Za-z][\w.@-]{0,199}$/;

/** Whether the text is a valid key: safe as a file name in every file system and as an object name in every bucket. */
export const isKey = (text: string): boolean => keyPattern.test(text) && !text.endsWith(partSuffix);

/** @throws {TypeError} for an invalid key */
export function checkKey(text: string): void {
  if (!isKey(text)) throw new TypeError(`No key of a stored file: ${JSON.stringify(text.slice(0, 80))}`);
}
