import type { FileHandle } from "node:fs/promises";
import { megabytes } from "#kit/format.ts";
import type { FileExtension } from "#kit/stored-file.ts";
import { readAt } from "./read-at.server.ts";

/** Signatures of the records of an archive. */
const localFileSignature = 0x04034b50;
const entrySignature = 0x02014b50;
const endSignature = 0x06054b50;
/** Maximum bytes from the end record of the directory to the end of the file: the record, and a comment of up to 64 KB. */
const maxEndBytes = 22 + 65_535;
const maxDirectoryBytes = megabytes(1);

/** The file names in the directory of an archive, read without unpacking anything; undefined when there is no directory. */
async function namesIn(file: FileHandle, size: number): Promise<Set<string> | undefined> {
  const tail = await readAt(file, Math.max(0, size - maxEndBytes), maxEndBytes);
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(endSignature);
  const end = tail.lastIndexOf(mark);
  if (end < 0 || end + 22 > tail.length) return undefined;
  const [length, start] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  const directory = await readAt(file, start, Math.min(length, maxDirectoryBytes));
  const names = new Set<string>();
  let offset = 0;
  while (offset + 46 <= directory.length && directory.readUInt32LE(offset) === entrySignature) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      directory.readUInt16LE(offset + field),
    ) as [number, number, number];
    names.add(directory.toString("latin1", offset + 46, offset + 46 + nameLength));
    offset += 46 + nameLength + extraLength + commentLength;
  }
  return names;
}

const openDocumentPrefix = "application/vnd.oasis.opendocument.";
const openDocuments: Readonly<Record<string, FileExtension>> = { text: "odt", spreadsheet: "ods", presentation: "odp" };

/** The format of an OpenDocument archive, which its first file states uncompressed; undefined for other archives. */
function openDocumentFormat(head: Buffer): FileExtension | undefined {
  const [nameLength, extraLength] = [head.readUInt16LE(26), head.readUInt16LE(28)];
  if (head.toString("latin1", 30, 30 + nameLength) !== "mimetype") return undefined;
  const start = 30 + nameLength + extraLength;
  // The longest suffix, `presentation`, has 12 characters.
  const type = head.toString("latin1", start, start + openDocumentPrefix.length + 12);
  if (!type.startsWith(openDocumentPrefix)) return undefined;
  const kind = Object.keys(openDocuments).find((suffix) => type.startsWith(openDocumentPrefix + suffix));
  return kind === undefined ? undefined : openDocuments[kind];
}

/** The format of an archive: that of the office document in it, else `zip`. Undefined for other files. */
export async function zipFormat(file: FileHandle, head: Buffer, size: number): Promise<FileExtension | undefined> {
  if (head.readUInt32LE(0) !== localFileSignature) return undefined;
  const names = await namesIn(file, size);
  if (names === undefined) return undefined;
  if (names.has("word/document.xml")) return "docx";
  if (names.has("xl/workbook.xml")) return "xlsx";
  if (names.has("ppt/presentation.xml")) return "pptx";
  return openDocumentFormat(head) ?? "zip";
}
