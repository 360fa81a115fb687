import { FileText } from "lucide-react";
import { fileKindAt, fileSize, type FileValue } from "#kit/stored-file.ts";

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true, className: "shrink-0 text-ink-3" } as const;

/** A preview of a file. */
export function FilePreview({ file }: { file: FileValue }) {
  const kind = fileKindAt(file.url);
  // Uploaded videos have no captions.
  if (kind === "video")
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <video
        src={file.url}
        controls
        preload="metadata"
        aria-label={file.name}
        className="aspect-video w-full max-w-md rounded-sm border border-line bg-black"
      />
    );
  if (kind === "audio")
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      <audio src={file.url} controls preload="metadata" aria-label={file.name} className="w-full max-w-md" />
    );
  return null;
}

/** A download link with the name and the size of a file. */
export function FileLink({ file: { url, name, size } }: { file: FileValue }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <FileText {...icon} />
      <a
        href={url}
        download={name}
        className="min-w-0 truncate underline underline-offset-3 hover:text-brand"
        title={name}
      >
        {name}
      </a>
      <span className="shrink-0 text-sm text-ink-3 tabular-nums">{fileSize(size)}</span>
    </span>
  );
}

/** The files of a value: all of them, or in a table cell the name of the first and the number of others. */
export function FileList({ files, isWhole }: { files: readonly FileValue[] | null; isWhole: boolean }) {
  const [first] = files ?? [];
  if (files === null || first === undefined) return null;
  if (!isWhole)
    return (
      <span className="inline-flex max-w-full items-center gap-1.5 align-middle">
        <FileText {...icon} />
        <span className="truncate">{first.name}</span>
        {files.length > 1 && <span className="shrink-0 text-sm text-ink-3">+{files.length - 1}</span>}
      </span>
    );
  return (
    <ul className="grid gap-3">
      {files.map((file) => (
        <li key={file.url} className="grid gap-1.5">
          <FilePreview file={file} />
          <FileLink file={file} />
        </li>
      ))}
    </ul>
  );
}
