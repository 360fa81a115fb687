import { extensionOf, type FileExtension } from "#kit/stored-file.ts";

const maxCharacters = 120;
/** What has no place in a name: control characters, and those that turn the direction of what follows, so that `gnp.exe` reads as another name. */
const invisible = /\p{C}/gu;

/**
 * What a file is called when it is saved: the last part of the name it was sent under, of what people can see, with the extension that its
 * content has.
 */
export function nameOfFile(name: string, extension: FileExtension): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const visible = last.toWellFormed().replace(invisible, "").replace("\uFFFD", "").trim();
  const isNamedSo = extensionOf(visible) === extension;
  const base = isNamedSo ? visible.slice(0, visible.lastIndexOf(".")) : visible;
  // A picture is drawn anew in another format: its old extension goes.
  const baseName = extension === "webp" ? base.replace(/\.(?:png|jpe?g|gif|webp)$/i, "") : base;
  const shown = [...baseName]
    .slice(0, maxCharacters)
    .join("")
    .replace(/^\.{1,120}/, "")
    .trim();
  return `${shown === "" ? "file" : shown}.${extension}`;
}
