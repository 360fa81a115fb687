import { Film } from "lucide-react";
import { useRef, useState } from "react";
import { dateTime } from "#kit/format.ts";
import { fileSize } from "#kit/stored-file.ts";
import { formatText } from "#kit/text.ts";
import { type Selection, useIsSelected } from "#render/table/selection.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { classNames } from "#ui/class-names.ts";
import { FileThumbnail } from "#ui/file-thumbnail.tsx";
import { useText } from "#ui/locale.ts";
import { useWasVisible } from "#ui/was-visible.ts";
import type { FileRow } from "../file-details.tsx";

const texts = {
  select: { zh: "选择 {name}", en: "Select {name}" },
  unused: { zh: "未使用", en: "Not in use" },
  dot: " · ",
};

/** A duration in seconds as `1:05` or `1:02:05`. */
function durationText(duration: number): string {
  const total = Math.round(duration);
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const parts = hours > 0 ? [hours, String(minutes).padStart(2, "0")] : [minutes];
  return [...parts, String(seconds).padStart(2, "0")].join(":");
}

/** A frame from the beginning of a video, and its duration. Loaded when it becomes visible; an icon where the browser cannot play the format. */
function VideoThumbnail({ path }: { path: string }) {
  const frame = useRef<HTMLSpanElement>(null);
  const isVisible = useWasVisible(frame);
  const [duration, setDuration] = useState<number>();
  const [hasFailed, setFailed] = useState(false);
  return (
    <span
      ref={frame}
      className="relative grid aspect-[4/3] w-full place-items-center overflow-hidden rounded-sm border border-line bg-paper-3 text-ink-3"
    >
      <Film size={24} strokeWidth={1.25} aria-hidden="true" />
      {isVisible && !hasFailed && (
        <video
          src={`${path}#t=0.1`}
          muted
          playsInline
          preload="metadata"
          tabIndex={-1}
          aria-hidden="true"
          className={classNames(
            "absolute inset-0 size-full bg-black object-cover",
            duration === undefined && "opacity-0",
          )}
          onLoadedMetadata={({ currentTarget }) => {
            if (Number.isFinite(currentTarget.duration)) setDuration(currentTarget.duration);
          }}
          onError={() => setFailed(true)}
        />
      )}
      {duration !== undefined && (
        <span className="absolute right-0 bottom-0 rounded-sm bg-black/70 px-1.5 text-xs text-white tabular-nums">
          {durationText(duration)}
        </span>
      )}
    </span>
  );
}

type CardProps = {
  file: FileRow;
  /** Undefined: this person cannot delete files, so there is nothing to select them for. */
  selection: Selection | undefined;
  onOpen: (file: FileRow) => void;
  onSelect: (id: string, isSelected: boolean) => void;
};

type SelectBoxProps = Pick<CardProps, "onSelect"> & { file: FileRow; selection: Selection };

/** Visible while the pointer or the focus is on the card, on touch screens, and when selected. */
function SelectBox({ file: { id, name }, selection, onSelect }: SelectBoxProps) {
  const t = useText();
  const isSelected = useIsSelected(selection, id);
  return (
    <span
      className={classNames(
        "select-box absolute rounded-sm border border-line bg-sheet p-1",
        isSelected && "is-selected",
      )}
    >
      <Checkbox
        checked={isSelected}
        label={t(formatText(texts.select, { name }))}
        onCheckedChange={(checked) => onSelect(id, checked)}
      />
    </span>
  );
}

/** A file of the library: its preview opens the details. */
export function LibraryCard({ file, selection, onOpen, onSelect }: CardProps) {
  const t = useText();
  const { path, name, size, width, height, uploadedAt, isUsed, fileType } = file;
  const facts = [
    fileSize(size),
    ...(width && height ? [`${width} × ${height}`] : []),
    dateTime(uploadedAt, "yyyy-MM-dd"),
  ];
  return (
    <li className="library-card relative min-w-0" data-row={file.id}>
      <button
        type="button"
        data-card=""
        aria-haspopup="dialog"
        onClick={() => onOpen(file)}
        className="grid w-full gap-2 rounded-sm border border-line bg-sheet p-2 text-left hover:border-line-2 hover:bg-paper-2"
      >
        {fileType === "video" ? (
          <VideoThumbnail path={path} />
        ) : (
          <FileThumbnail url={path} className="aspect-[4/3] w-full" />
        )}
        <span className="grid min-w-0">
          <span className="truncate text-sm" title={name}>
            {name}
          </span>
          <span className="truncate text-xs text-ink-3 tabular-nums">{facts.join(texts.dot)}</span>
          <span className="min-h-6 text-xs text-ink-3">{isUsed ? "" : t(texts.unused)}</span>
        </span>
      </button>
      {selection !== undefined && <SelectBox file={file} selection={selection} onSelect={onSelect} />}
    </li>
  );
}
