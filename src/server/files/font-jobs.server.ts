import type { StoredFont } from "#kit/theme-font.ts";

/** Requests to the font process (src/font-process.server.ts). Files are passed by path. */
export type FontJob =
  /** Reads an uploaded font, and makes a subset of it to see that it works. */
  | { kind: "check"; from: string }
  /** Writes the characters of a font as WOFF2. */
  | { kind: "subset"; from: string; to: string; characters: string };

/** `null`: the answer to a `subset`. */
export type FontResult = StoredFont | null;

/** Why a font is refused. */
export type FontFailure = "unreadable" | "restricted" | "tooLarge";

/** The formats of fonts, by the first four bytes of a file. */
export const fontSignatures: ReadonlyMap<string, "ttf" | "otf" | "woff" | "woff2"> = new Map([
  ["\0\x01\0\0", "ttf"],
  ["true", "ttf"],
  ["OTTO", "otf"],
  ["wOFF", "woff"],
  ["wOF2", "woff2"],
]);
