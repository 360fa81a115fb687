import { FileText, FileType, Film, Music } from "lucide-react";
import { pictureWidths } from "#kit/picture.ts";
import { type FileKind, fileKindAt } from "#kit/stored-file.ts";

const icons = {
  image: FileText,
  video: Film,
  audio: Music,
  document: FileText,
  font: FileType,
} satisfies Record<FileKind, unknown>;

/** Thumbnail of a stored image, or an icon for other formats. Decorative: the name of the file is shown next to it. */
export function FileThumbnail({ url, className = "size-9" }: { url: string; className?: string }) {
  const kind = fileKindAt(url) ?? "document";
  const frame = `${className} shrink-0 rounded-sm border border-line bg-paper-2`;
  if (kind === "image")
    return (
      <img
        src={`${url}?w=${pictureWidths[0]}`}
        alt=""
        loading="lazy"
        decoding="async"
        className={`${frame} object-cover`}
      />
    );
  const Icon = icons[kind];
  return (
    <span className={`${frame} inline-grid place-items-center text-ink-3`}>
      <Icon size={18} strokeWidth={1.5} aria-hidden />
    </span>
  );
}
