import { inflateSync } from "node:zlib";
import { decompress } from "wawoff2";
import { megabytes } from "#kit/format.ts";
import { type FontFailure, fontSignatures } from "./font-jobs.server.ts";
import { JobRefusal } from "./worker-jobs.server.ts";

/** The maximum size of an unpacked font, which is also that of the decoder: Noto Sans SC with all its weights has 17 MB (T-38). */
const maxUnpackedBytes = megabytes(30);
/** The maximum number of tables; the richest fonts have about thirty. */
const maxTables = 64;

const refuse = (failure: FontFailure, message: string) => new JobRefusal(failure, message);
const unreadable = (message: string) => refuse("unreadable", message);

type Table = { tag: string; bytes: Buffer };

/** The part of a buffer. @throws {JobRefusal} when it goes beyond the end */
function slice(buffer: Buffer, offset: number, length: number): Buffer {
  if (offset + length > buffer.length) throw unreadable(`a part ends behind the file: ${offset} + ${length}`);
  return buffer.subarray(offset, offset + length);
}

/** The entries of a table directory. */
function entriesOf(font: Buffer, { count, offset, size }: { count: number; offset: number; size: number }): Buffer[] {
  if (count === 0 || count > maxTables) throw unreadable(`${count} tables`);
  const directory = slice(font, offset, count * size);
  return Array.from({ length: count }, (_, index) => directory.subarray(index * size, (index + 1) * size));
}

/** The tables of a WOFF file, each within the length that its directory says. */
function tablesOfWoff(font: Buffer): Table[] {
  const entries = entriesOf(font, { count: slice(font, 0, 44).readUInt16BE(12), offset: 44, size: 20 });
  const total = entries.reduce((sum, entry) => sum + entry.readUInt32BE(12), 0);
  if (total > maxUnpackedBytes) throw refuse("tooLarge", `${total} bytes`);
  return entries.map((entry) => {
    const [packedLength, length] = [entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const packed = slice(font, entry.readUInt32BE(4), packedLength);
    const bytes = packedLength < length ? inflateSync(packed, { maxOutputLength: length }) : packed;
    if (bytes.length !== length) throw unreadable(`${bytes.length} bytes in a table of ${length}`);
    return { tag: entry.toString("latin1", 0, 4), bytes };
  });
}

/** An SFNT of these tables, whose checksums nothing here reads. */
function sfntOfTables(flavor: Buffer, tables: readonly Table[]): Buffer {
  const sorted = tables.toSorted((one, other) => (one.tag < other.tag ? -1 : 1));
  const header = Buffer.alloc(12 + sorted.length * 16);
  flavor.copy(header);
  header.writeUInt16BE(sorted.length, 4);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [index, { tag, bytes }] of sorted.entries()) {
    const entry = 12 + index * 16;
    header.write(tag, entry, "latin1");
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(bytes.length, entry + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}

/** The entries of the tables of an SFNT. */
const tableEntries = (sfnt: Buffer) =>
  entriesOf(sfnt, { count: slice(sfnt, 0, 12).readUInt16BE(4), offset: 12, size: 16 });

const tagOf = (entry: Buffer) => entry.toString("latin1", 0, 4);

/** A table of an SFNT; undefined if it has none of this name. */
export function tableOf(sfnt: Buffer, tag: string): Buffer | undefined {
  const entry = tableEntries(sfnt).find((one) => tagOf(one) === tag);
  return entry && slice(sfnt, entry.readUInt32BE(8), entry.readUInt32BE(12));
}

const neededTables = ["cmap", "head", "hhea", "hmtx", "maxp"];
const outlineTables = ["glyf", "CFF ", "CFF2"];

/** Checks that all tables of an SFNT are within it, and that those are there which a text needs. */
function checkTables(sfnt: Buffer): void {
  const entries = tableEntries(sfnt);
  for (const entry of entries) slice(sfnt, entry.readUInt32BE(8), entry.readUInt32BE(12));
  const tags = new Set(entries.map(tagOf));
  const missing = neededTables.filter((tag) => !tags.has(tag));
  if (missing.length > 0 || !outlineTables.some((tag) => tags.has(tag)))
    throw unreadable(`no tables ${missing.join()} or no outlines`);
}

/** The tables of a font of any of the four formats, as an SFNT. @throws {JobRefusal} unreadable; tooLarge */
export async function sfntOf(font: Buffer): Promise<Buffer> {
  const format = fontSignatures.get(font.toString("latin1", 0, 4));
  if (format === undefined) throw unreadable("another format");
  let sfnt = font;
  if (format === "woff") sfnt = sfntOfTables(font.subarray(4, 8), tablesOfWoff(font));
  if (format === "woff2") {
    const size = slice(font, 0, 48).readUInt32BE(16);
    if (size > maxUnpackedBytes) throw refuse("tooLarge", `${size} bytes`);
    sfnt = Buffer.from(await decompress(font));
  }
  if (sfnt.length > maxUnpackedBytes) throw refuse("tooLarge", `${sfnt.length} bytes`);
  checkTables(sfnt);
  return sfnt;
}
