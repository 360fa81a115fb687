import { type FileHandle, open } from "node:fs/promises";
import { extensionOf, type FileExtension } from "#kit/stored-file.ts";
import { audioFacts } from "./audio-format.server.ts";
import { fontSignatures } from "./font-jobs.server.ts";
import { readAt } from "./read-at.server.ts";
import { mp4Facts } from "./mp4.server.ts";
import { oleFormat } from "./ole.server.ts";
import { zipFormat } from "./zip-format.server.ts";

/** The format of a file by its content. `picture`: one of the four formats that are re-encoded. */
export type FileFacts = {
  extension: FileExtension | "picture";
  width?: number;
  height?: number;
  /** Seconds. */
  duration?: number;
};

const isPicture = (head: Buffer) =>
  head.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n" ||
  head.readUIntBE(0, 3) === 0xffd8ff ||
  /^GIF8[79]a/.test(head.subarray(0, 6).toString("latin1")) ||
  (head.subarray(0, 4).toString("latin1") === "RIFF" && head.subarray(8, 12).toString("latin1") === "WEBP");

/** Whether the file is EBML with the document type WebM; Matroska files, which may have other codecs, have another document type. */
function isWebm(head: Buffer): boolean {
  if (head.readUInt32BE(0) !== 0x1a45dfa3) return false;
  // 0x4282 is the id of the element DocType; a byte with the length of its text follows.
  const offset = head.subarray(0, 64).indexOf(Buffer.from([0x42, 0x82]));
  return offset > 0 && head.subarray(offset + 3, offset + 7).toString("latin1") === "webm";
}

/** The control characters that texts may contain: tab, line feed, form feed and carriage return. */
const allowedControls = new Set([9, 10, 12, 13]);

/** A text file by its name and content. Text has no signature: the content must have no control characters, and must not be markup or a script. */
function textFormat(head: Buffer, name: string): FileExtension | undefined {
  const extension = extensionOf(name);
  if (extension !== "txt" && extension !== "csv") return undefined;
  const isText = head.length > 0 && head.every((byte) => (byte >= 32 && byte !== 127) || allowedControls.has(byte));
  const start = head.subarray(0, 1024).toString("utf8").replace("\uFEFF", "").trimStart();
  return isText && !start.startsWith("<") && !start.startsWith("#!") ? extension : undefined;
}

async function factsOf(file: FileHandle, name: string): Promise<FileFacts | undefined> {
  const { size } = await file.stat();
  const head = await readAt(file, 0, 64 * 1024);
  const text = textFormat(head, name);
  if (text !== undefined) return { extension: text };
  // Files of the formats below are never shorter.
  if (head.length < 32) return undefined;
  if (isPicture(head)) return { extension: "picture" };
  const font = fontSignatures.get(head.toString("latin1", 0, 4));
  if (font !== undefined) return { extension: font };
  if (head.subarray(0, 5).toString("latin1") === "%PDF-") return { extension: "pdf" };
  if (head.subarray(4, 8).toString("latin1") === "ftyp") return mp4Facts(file, size);
  if (isWebm(head)) return { extension: "webm" };
  const format = (await zipFormat(file, head, size)) ?? (await oleFormat(file, head, size));
  return format === undefined ? audioFacts(file, head, size) : { extension: format };
}

/**
 * Detects the type of a file from its content; the name matters only for text formats, which have no signature. Undefined for types that are not
 * accepted: programs, HTML, SVG and unknown types (T-36). Reads at most a few hundred kilobytes, and unpacks nothing.
 */
export async function readFileFacts(path: string, name: string): Promise<FileFacts | undefined> {
  const file = await open(path);
  try {
    return await factsOf(file, name);
  } finally {
    await file.close();
  }
}
