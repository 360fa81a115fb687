import type { FileHandle } from "node:fs/promises";
import type { FileFacts } from "./file-format.server.ts";
import { maxDuration } from "./mp4.server.ts";
import { readAt } from "./read-at.server.ts";

const textAt = (bytes: Buffer, start: number, end: number) => bytes.toString("latin1", start, end);

const withDuration = (extension: "wav" | "flac", duration: number): FileFacts =>
  Number.isFinite(duration) && duration > 0 && duration < maxDuration ? { extension, duration } : { extension };

/** The duration of a FLAC file, from the sample rate and the number of samples in its first block. */
function flacFacts(head: Buffer): FileFacts {
  const rate = head.readUIntBE(18, 3) >> 4;
  const samples = (head[21]! & 15) * 2 ** 32 + head.readUInt32BE(22);
  return withDuration("flac", samples / rate);
}

/** Audio codecs that browsers play; the same container may hold a video or other data. */
const oggCodecs = ["\x01vorbis", "OpusHead", "\x7fFLAC", "Speex   "];
const isOggSound = (head: Buffer) => oggCodecs.some((codec) => textAt(head, 28, 28 + codec.length) === codec);

/** Kilobits per second of an MP3 frame by the index in its header: for MPEG-1, and for MPEG-2 and 2.5. */
const bitrates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
/** Samples per second of MPEG-1 by the index in the header; MPEG-2 has half as many, MPEG-2.5 a quarter. */
const sampleRates = [44_100, 48_000, 32_000];

/** Length in bytes of the MP3 frame at this position; undefined when there is none. */
function mp3FrameLength(bytes: Buffer, offset: number): number | undefined {
  // The header begins with eleven set bits, the version (0: 2.5, 1: reserved, 2: MPEG-2, 3: MPEG-1) and the layer (1: layer III).
  const [first, second, third] = [bytes[offset], bytes[offset + 1], bytes[offset + 2]];
  if (first !== 0xff || second === undefined || third === undefined || (second & 0xe6) !== 0xe2) return undefined;
  const version = (second >> 3) & 3;
  const rate = sampleRates[(third >> 2) & 3];
  const bitrate = (version === 3 ? bitrates.mpeg1 : bitrates.mpeg2)[third >> 4];
  if (version === 1 || rate === undefined || bitrate === undefined || bitrate === 0) return undefined;
  const divisor = { 0: 4, 2: 2, 3: 1 }[version] ?? 1;
  return Math.floor(((version === 3 ? 144 : 72) * bitrate * 1000) / (rate / divisor)) + ((third >> 1) & 1);
}

/** Length in bytes of the AAC frame at this position; undefined when there is none. */
function aacFrameLength(bytes: Buffer, offset: number): number | undefined {
  // An ADTS header begins with twelve set bits, one bit of any value, and the layer 0.
  if (bytes[offset] !== 0xff || ((bytes[offset + 1] ?? 0) & 0xf6) !== 0xf0 || offset + 6 > bytes.length)
    return undefined;
  const length = ((bytes[offset + 3]! & 3) << 11) | (bytes[offset + 4]! << 3) | (bytes[offset + 5]! >> 5);
  return length > 7 ? length : undefined;
}

/** Whether a frame begins at `from` and another one follows it: two frames in a row are no coincidence. */
function hasFrames(
  bytes: Buffer,
  from: number,
  frameLength: (bytes: Buffer, offset: number) => number | undefined,
): boolean {
  const length = frameLength(bytes, from);
  return length !== undefined && frameLength(bytes, from + length) !== undefined;
}

/** Maximum bytes between an ID3 tag and the first frame, which some programs leave empty. */
const maxGap = 4096;

/** The format of a file that consists of frames only, after an ID3 tag or without one. */
async function streamFormat(file: FileHandle, head: Buffer): Promise<"mp3" | "aac" | undefined> {
  const isTagged = textAt(head, 0, 3) === "ID3";
  // The length is in four bytes of seven bits each.
  const tag = isTagged ? 10 + [6, 7, 8, 9].reduce((sum, index) => sum * 128 + (head[index]! & 127), 0) : 0;
  const bytes = isTagged ? await readAt(file, tag, 16 * 1024) : head;
  for (let offset = 0; offset <= (isTagged ? maxGap : 0); offset += 1) {
    if (hasFrames(bytes, offset, mp3FrameLength)) return "mp3";
    if (hasFrames(bytes, offset, aacFrameLength)) return "aac";
  }
  return undefined;
}

/** The audio format of a file, and its duration if its header states it; undefined for other files. `head`: its first bytes. */
export async function audioFacts(file: FileHandle, head: Buffer, size: number): Promise<FileFacts | undefined> {
  const start = textAt(head, 0, 4);
  if (start === "fLaC") return flacFacts(head);
  if (start === "OggS") return isOggSound(head) ? { extension: "ogg" } : undefined;
  if (start === "RIFF" && textAt(head, 8, 12) === "WAVE")
    return textAt(head, 12, 16) === "fmt " ? withDuration("wav", size / head.readUInt32LE(28)) : { extension: "wav" };
  const extension = await streamFormat(file, head);
  return extension && { extension };
}
