import { ArrowLeft, ArrowRight, ImageUp, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { formatText, type Locale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { errorMessage } from "#kit/error-message.ts";
import { classNames } from "#ui/class-names.ts";
import { useFileDrop } from "#ui/file-drop.ts";
import { LibraryButton } from "./library-button.tsx";
import { acceptedPictures, uploadPicture } from "#client/uploads/upload-picture.ts";

const texts = {
  choose: { zh: "上传图片", en: "Upload images" },
  uploading: { zh: "正在上传 {n}/{of}…", en: "Uploading {n} of {of}…" },
  count: { zh: "{n}/{max} 张", en: "{n} of {max}" },
  picture: { zh: "第 {n} 张图片", en: "Image {n}" },
  earlier: { zh: "前移第 {n} 张图片", en: "Move image {n} earlier" },
  later: { zh: "后移第 {n} 张图片", en: "Move image {n} later" },
  remove: { zh: "移除第 {n} 张图片", en: "Remove image {n}" },
  tooMany: { zh: "最多上传 {max} 张图片，其余未上传", en: "Up to {max} images. The others were not uploaded." },
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

type AlbumInputProps = {
  id: string;
  value: readonly string[];
  max: number;
  locale: Locale;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (urls: string[]) => void;
};

/** A list of pictures that can be reordered. Chosen, dropped or pasted files are uploaded one by one; a failure is shown and stops the rest. */
export function AlbumInput({ id, value, max, locale, disabled, describedBy, onChange }: AlbumInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [progress, setProgress] = useState<{ index: number; count: number }>();
  const [problem, setProblem] = useState<string>();
  // Indexes of the picture being dragged and of the picture under the pointer.
  const [draggedIndex, setDraggedIndex] = useState<number>();
  const [dropIndex, setDropIndex] = useState<number>();
  const isFull = value.length >= max;
  const uploadText =
    progress === undefined ? texts.choose : formatText(texts.uploading, { n: progress.index + 1, of: progress.count });

  async function upload(files: readonly File[]): Promise<void> {
    const pictures = files.filter(({ type }) => type.startsWith("image/"));
    const accepted = pictures.slice(0, max - value.length);
    setProblem(pictures.length > accepted.length ? formatText(texts.tooMany, { max })[locale] : undefined);
    const urls = [...value];
    try {
      for (const [index, file] of accepted.entries()) {
        setProgress({ index, count: accepted.length });
        // One after the other: the server accepts one image at a time.
        // oxlint-disable-next-line no-await-in-loop
        const url = await uploadPicture(file);
        if (!urls.includes(url)) urls.push(url);
        onChange([...urls]);
      }
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setProgress(undefined);
    }
  }

  const { isOver, handlers } = useFileDrop(
    !disabled && progress === undefined && !isFull,
    (files) => void upload(files),
  );
  const move = (from: number, to: number) => onChange(value.toSpliced(from, 1).toSpliced(to, 0, value[from]!));

  return (
    <div className={classNames("grid gap-2 rounded-sm", isOver && "bg-paper-2 outline-2 outline-brand")} {...handlers}>
      {value.length > 0 && (
        <ol className="flex flex-wrap gap-3">
          {value.map((url, index) => {
            const n = index + 1;
            const labelOf = (text: keyof typeof texts) => formatText(texts[text], { n })[locale];
            return (
              <li
                key={url}
                draggable={!disabled}
                className={classNames(
                  "grid w-28 gap-1 rounded-sm",
                  draggedIndex === index && "opacity-55",
                  dropIndex === index && draggedIndex !== index && "outline-2 outline-offset-2 outline-brand",
                )}
                onDragStart={(event) => {
                  setDraggedIndex(index);
                  event.dataTransfer.effectAllowed = "move";
                }}
                onDragOver={(event) => {
                  if (draggedIndex === undefined) return;
                  event.preventDefault();
                  setDropIndex(index);
                }}
                onDrop={(event) => {
                  if (draggedIndex === undefined) return;
                  event.preventDefault();
                  event.stopPropagation();
                  move(draggedIndex, index);
                }}
                onDragEnd={() => {
                  setDraggedIndex(undefined);
                  setDropIndex(undefined);
                }}
              >
                <img
                  src={url}
                  alt={labelOf("picture")}
                  draggable={false}
                  className="size-28 rounded-sm border border-line object-cover"
                />
                <span className="flex justify-between">
                  <Button
                    kind="quiet"
                    size="icon"
                    aria-label={labelOf("earlier")}
                    disabled={disabled || index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <ArrowLeft {...icon} />
                  </Button>
                  <Button
                    kind="quiet"
                    size="icon"
                    aria-label={labelOf("later")}
                    disabled={disabled || n === value.length}
                    onClick={() => move(index, index + 1)}
                  >
                    <ArrowRight {...icon} />
                  </Button>
                  <Button
                    kind="quiet"
                    size="icon"
                    aria-label={labelOf("remove")}
                    disabled={disabled}
                    onClick={() => onChange(value.toSpliced(index, 1))}
                  >
                    <Trash2 {...icon} />
                  </Button>
                </span>
              </li>
            );
          })}
        </ol>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          id={id}
          type="file"
          multiple
          accept={acceptedPictures}
          className="sr-only"
          tabIndex={-1}
          aria-label={texts.choose[locale]}
          aria-describedby={describedBy}
          disabled={disabled || isFull}
          onChange={(event) => {
            void upload([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <Button disabled={disabled || isFull || progress !== undefined} onClick={() => input.current?.click()}>
          <ImageUp {...icon} />
          {uploadText[locale]}
        </Button>
        <LibraryButton
          kind="image"
          max={max - value.length}
          locale={locale}
          disabled={disabled || isFull || progress !== undefined}
          onChoose={(files) => onChange([...new Set([...value, ...files.map(({ url }) => url)])])}
        />
        <span className="text-sm text-ink-3 tabular-nums">
          {formatText(texts.count, { n: value.length, max })[locale]}
        </span>
      </div>
      {problem !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </div>
  );
}
