import type { FileHandle } from "node:fs/promises";
import type { FileExtension } from "#kit/stored-file.ts";
import { readAt } from "./read-at.server.ts";

/** The first bytes of a compound file: documents of Word, Excel and PowerPoint before 2007, but also installers, which are not accepted. */
const signature = "d0cf11e0a1b11ae1";

/** The format of a document by the name of its main stream. */
const streams: Readonly<Record<string, FileExtension>> = {
  WordDocument: "doc",
  Workbook: "xls",
  Book: "xls",
  "PowerPoint Document": "ppt",
};

/** Maximum sectors of the directory that are read; each lists 4 or 32 streams. */
const maxSectors = 64;
const entrySize = 128;

/** The names of the streams in a sector of the directory. */
const namesIn = (sector: Buffer): string[] =>
  Array.from({ length: Math.floor(sector.length / entrySize) }, (_, n) => {
    const offset = n * entrySize;
    const length = Math.min(sector.readUInt16LE(offset + 64), 64);
    return sector.toString("utf16le", offset, offset + Math.max(0, length - 2));
  });

/** The format of an office document in a compound file, by the names of its streams; undefined for other files. */
export async function oleFormat(file: FileHandle, head: Buffer, size: number): Promise<FileExtension | undefined> {
  if (head.toString("hex", 0, 8) !== signature || head.length < 512) return undefined;
  // The header has the binary logarithm of the sector size at 30, and the first sector of the directory at 48.
  const sectorSize = 2 ** head.readUInt16LE(30);
  if (sectorSize !== 512 && sectorSize !== 4096) return undefined;
  const offsetOf = (sector: number) => (sector + 1) * sectorSize;
  let sector = head.readUInt32LE(48);
  for (let count = 0; count < maxSectors && offsetOf(sector) < size; count += 1) {
    const names = namesIn(await readAt(file, offsetOf(sector), sectorSize));
    const stream = names.find((name) => Object.hasOwn(streams, name));
    if (stream !== undefined) return streams[stream];
    // The next sector is in the allocation table, whose first 109 sectors the header lists from 76 on.
    const perSector = sectorSize / 4;
    const table = Math.floor(sector / perSector);
    if (table >= 109) return undefined;
    const place = offsetOf(head.readUInt32LE(76 + table * 4)) + (sector % perSector) * 4;
    const next = await readAt(file, place, 4);
    if (next.length < 4) return undefined;
    sector = next.readUInt32LE(0);
  }
  return undefined;
}
