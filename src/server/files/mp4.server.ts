import type { FileHandle } from "node:fs/promises";
import type { FileFacts } from "./file-format.server.ts";
import { readAt } from "./read-at.server.ts";

/** Brands that players accept as MP4; images and QuickTime have others. */
const brands = /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|MSNV|M4[ABV] |mmp4|3gp[4-6])$/;

/** Seconds. A header that states more is damaged. */
export const maxDuration = 1e6;

/** A box of the file: its type, and the range of its content. */
type Box = { name: string; start: number; end: number };

/** The maximum number of boxes to read: a video has some dozens, a malicious file may have any number. */
const maxBoxes = 400;

/** `count`: the number of boxes that were read. */
type Reader = { file: FileHandle; count: number };

/** The boxes between two positions of the file. Ends at the first box with an impossible size. */
async function* boxesIn(reader: Reader, from: number, end: number): AsyncGenerator<Box> {
  let offset = from;
  while (offset + 8 <= end && (reader.count += 1) <= maxBoxes) {
    const head = await readAt(reader.file, offset, 16);
    if (head.length < 8) return;
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - offset : short;
    const start = offset + (isLong ? 16 : 8);
    if (size < start - offset || offset + size > end) return;
    yield { name: head.toString("latin1", 4, 8), start, end: offset + size };
    offset += size;
  }
}

async function boxNamed(reader: Reader, name: string, from: number, end: number): Promise<Box | undefined> {
  for await (const box of boxesIn(reader, from, end)) if (box.name === name) return box;
  return undefined;
}

type Track = { handler: string; width: number; height: number };

async function trackIn(reader: Reader, trak: Box): Promise<Track> {
  const track: Track = { handler: "", width: 0, height: 0 };
  for await (const box of boxesIn(reader, trak.start, trak.end)) {
    if (box.name === "tkhd") {
      const head = await readAt(reader.file, box.start, 96);
      // Width and height are the last two fields, as 16.16 fixed-point numbers. Version 1 has times and durations of 64 bits.
      const offset = head[0] === 1 ? 88 : 76;
      if (head.length >= offset + 8)
        Object.assign(track, { width: head.readUInt16BE(offset), height: head.readUInt16BE(offset + 4) });
    }
    if (box.name === "mdia") {
      const hdlr = await boxNamed(reader, "hdlr", box.start, box.end);
      if (hdlr !== undefined) track.handler = (await readAt(reader.file, hdlr.start + 8, 4)).toString("latin1");
    }
  }
  return track;
}

/** Duration in seconds from the movie header; undefined for a fragmented file. */
async function durationIn({ file }: Reader, mvhd: Box): Promise<number | undefined> {
  const head = await readAt(file, mvhd.start, 32);
  if (head.length < 32) return undefined;
  // Version 1 has times and a duration of 64 bits.
  const isLong = head[0] === 1;
  const unitsPerSecond = head.readUInt32BE(isLong ? 20 : 12);
  const units = isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16);
  const duration = units / unitsPerSecond;
  return Number.isFinite(duration) && duration > 0 && duration < maxDuration ? duration : undefined;
}

/** The type of an MP4 file: `mp4` for video, `m4a` for audio only; undefined if players could not open it. */
export async function mp4Facts(file: FileHandle, size: number): Promise<FileFacts | undefined> {
  const reader: Reader = { file, count: 0 };
  const brand = (await readAt(file, 8, 4)).toString("latin1");
  if (!brands.test(brand)) return undefined;
  const moov = await boxNamed(reader, "moov", 0, size);
  if (moov === undefined) return undefined;
  let duration: number | undefined;
  const tracks: Track[] = [];
  for await (const box of boxesIn(reader, moov.start, moov.end)) {
    if (box.name === "mvhd") duration = await durationIn(reader, box);
    if (box.name === "trak") tracks.push(await trackIn(reader, box));
  }
  const length = duration === undefined ? {} : { duration };
  const video = tracks.find(({ handler }) => handler === "vide");
  if (video !== undefined) return { extension: "mp4", width: video.width, height: video.height, ...length };
  return tracks.some(({ handler }) => handler === "soun") ? { extension: "m4a", ...length } : undefined;
}
