import type { Readable } from "node:stream";

/** First and last byte, both included, as HTTP counts them. */
export type ByteRange = { start: number; end: number };

/** An open file: `size` is that of the whole file, also when `stream` returns a range of it. */
export type StoredBytes = { stream: Readable; size: number };

/**
 * Storage for the bytes of uploads, under opaque keys. Writes are atomic, and all processes that use the same storage see the same files.
 * tests/conformance/storage.test.ts specifies it. Every method throws a `TypeError` for what `isKey` refuses, and `Problem` unavailable while the
 * storage cannot be reached.
 */
export type Storage = {
  /** Stores a local file under a key, replacing an existing one. Takes ownership: the local file may be gone afterwards. */
  put: (key: string, file: string, options: { type: string }) => Promise<void>;
  /** Opens the file of a key; undefined when there is none. @throws {RangeError} when the range begins after the file's end */
  open: (key: string, range?: ByteRange) => Promise<StoredBytes | undefined>;
  /** Size of the file of a key in bytes; undefined when there is none. */
  size: (key: string) => Promise<number | undefined>;
  /** Removes the files of these keys, those that are there. */
  remove: (keys: readonly string[]) => Promise<void>;
};

/** Suffix of temporary files, before they are moved to a storage. */
export const partSuffix = ".part";

const key = /^[0-9A-Za-z][\w.@-]{0,199}$/;

/** A key is a file's name in every file system and an object's in every bucket. */
export const isKey = (text: string): boolean => key.test(text) && !text.endsWith(partSuffix);

/** @throws {TypeError} for an invalid key */
export function checkKey(text: string): void {
  if (!isKey(text)) throw new TypeError(`No key of a stored file: ${JSON.stringify(text.slice(0, 80))}`);
}
