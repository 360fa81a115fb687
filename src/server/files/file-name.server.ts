import { extensionOf, type FileExtension } from "#kit/stored-file.ts";

const maxCharacters = 120;
/**
 * Characters that a file name must not contain: control characters, and those that change the text direction, so that `gnp.exe` looks like another
 * name.
 */
const invisible = /\p{C}/gu;

/** The download name of a file: the last part of the original name, without invisible characters, with the extension of its content. */
export function downloadName(name: string, extension: FileExtension): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const visible = last.toWellFormed().replace(invisible, "").replaceAll("\uFFFD", "").trim();
  const hasExtension = extensionOf(visible) === extension;
  const base = hasExtension ? visible.slice(0, visible.lastIndexOf(".")) : visible;
  // An image is re-encoded as WebP: its original extension is removed.
  const baseName = extension === "webp" ? base.replace(/\.(?:png|jpe?g|gif|webp)$/i, "") : base;
  // Leading dots would hide the file.
  const shortName = [...baseName]
    .slice(0, maxCharacters)
    .join("")
    .replace(/^\.{1,120}/, "")
    .trim();
  return `${shortName === "" ? "file" : shortName}.${extension}`;
}
