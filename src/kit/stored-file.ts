/**
 * The kinds of stored files: a picture is re-encoded, video and audio are played, a document is downloaded. A font is for themes: visitors get parts
 * of it only, and it is accepted only where one is asked for.
 */
export const fileKinds = ["image", "video", "audio", "document", "font"] as const;
export type FileKind = (typeof fileKinds)[number];

type FileFormat = { kind: FileKind; type: string };

/** The formats of stored files, by extension. The server determines the format from the content of a file (server/files/file-format.server.ts). */
export const fileFormats = {
  webp: { kind: "image", type: "image/webp" },
  mp4: { kind: "video", type: "video/mp4" },
  webm: { kind: "video", type: "video/webm" },
  mp3: { kind: "audio", type: "audio/mpeg" },
  m4a: { kind: "audio", type: "audio/mp4" },
  aac: { kind: "audio", type: "audio/aac" },
  ogg: { kind: "audio", type: "audio/ogg" },
  wav: { kind: "audio", type: "audio/wav" },
  flac: { kind: "audio", type: "audio/flac" },
  pdf: { kind: "document", type: "application/pdf" },
  docx: { kind: "document", type: "application/vnd.openxmlformats-officedocument.wordprocessingml.document" },
  xlsx: { kind: "document", type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" },
  pptx: { kind: "document", type: "application/vnd.openxmlformats-officedocument.presentationml.presentation" },
  doc: { kind: "document", type: "application/msword" },
  xls: { kind: "document", type: "application/vnd.ms-excel" },
  ppt: { kind: "document", type: "application/vnd.ms-powerpoint" },
  odt: { kind: "document", type: "application/vnd.oasis.opendocument.text" },
  ods: { kind: "document", type: "application/vnd.oasis.opendocument.spreadsheet" },
  odp: { kind: "document", type: "application/vnd.oasis.opendocument.presentation" },
  zip: { kind: "document", type: "application/zip" },
  txt: { kind: "document", type: "text/plain" },
  csv: { kind: "document", type: "text/csv" },
  ttf: { kind: "font", type: "font/ttf" },
  otf: { kind: "font", type: "font/otf" },
  woff: { kind: "font", type: "font/woff" },
  woff2: { kind: "font", type: "font/woff2" },
} as const satisfies Record<string, FileFormat>;
export type FileExtension = keyof typeof fileFormats;

/** The maximum size of a file in megabytes, by the kind that a field accepts; a field for any kind has the limit of documents. */
export const maxFileMegabytes: Record<FileKind, number> = {
  image: 20,
  video: 500,
  audio: 100,
  document: 100,
  font: 20,
};

/** Bytes of a part of an upload. Only the last may be smaller. */
export const [minPartBytes, maxPartBytes] = [256 * 1024, 8 * 1024 * 1024];

const extensions = Object.keys(fileFormats) as FileExtension[];

/** The `accept` attribute for a kind of file; the server accepts images of four formats. */
export const acceptAttribute = (kind: FileKind): string =>
  kind === "image"
    ? "image/png,image/jpeg,image/webp,image/gif"
    : extensions
        .filter((extension) => fileFormats[extension].kind === kind)
        .map((extension) => `.${extension}`)
        .join(",");

/** The extension of a name or address; undefined for one that no stored file has. */
export function extensionOf(name: string): FileExtension | undefined {
  const dot = name.lastIndexOf(".");
  const suffix = name.slice(dot + 1).toLowerCase();
  return dot === -1 ? undefined : extensions.find((extension) => extension === suffix);
}

const storedUrlPattern = /^\/files\/[\w-]{36,120}\.[a-z0-9]{2,5}$/;

/** The kind of the stored file at an address of ours; undefined for every other address (T-45). */
export function fileKindAt(url: string): FileKind | undefined {
  const extension = storedUrlPattern.test(url) ? extensionOf(url) : undefined;
  return extension && fileFormats[extension].kind;
}

/** A stored file, as rows refer to it. Name and size are for display: the name for downloads is stored on the server. */
export type FileValue = { url: string; name: string; size: number };

/** The name with the extension of the file at an address appended, unless it has that extension. */
export const withStoredExtension = (name: string, url: string): string => {
  const extension = extensionOf(url);
  return extension === undefined || extensionOf(name) === extension ? name : `${name}.${extension}`;
};

const units = ["B", "KB", "MB", "GB"];

/** Formats a size in bytes: `12.3 MB`. */
export function fileSize(bytes: number): string {
  let count = bytes;
  let power = 0;
  // 1023.6 KB would be rounded to 1024 KB: it is 1.0 MB.
  while (Math.round(count) >= 1024 && power < units.length - 1) {
    count /= 1024;
    power += 1;
  }
  return `${count.toFixed(power === 0 || count >= 100 ? 0 : 1)} ${units[power]}`;
}

/** Kinds of references to a file: from the values of a row, its history, a published version, a shared draft, a message of its conversation, a comment in the builder. */
export const fileUseKinds = ["content", "history", "version", "share", "message", "comment"] as const;
export type FileUseKind = (typeof fileUseKinds)[number];

/** A row that references a file. `url`: address of the row in the admin area; null for a row in the trash. */
export type FileUse = { entity: string; title: string; url: string | null; isDeleted: boolean; kinds: FileUseKind[] };

/** The rows that reference a file. `hidden`: number of further ones that the reader may not read. `hasMore`: the list is incomplete. */
export type FileUses = { uses: FileUse[]; hidden: number; hasMore: boolean };
