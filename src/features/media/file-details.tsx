import { Download, Link2 } from "lucide-react";
import type { ReactNode } from "react";
import type { Row } from "#kit/entity.ts";
import { dateTime } from "#kit/format.ts";
import type { pictureWidths } from "#kit/picture.ts";
import { fileSize } from "#kit/stored-file.ts";
import type storageFile from "#entities/storageFile.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { FilePreview } from "#ui/file-list.tsx";
import { FileThumbnail } from "#ui/file-thumbnail.tsx";
import { useText } from "#ui/locale.ts";

const texts = {
  download: { zh: "下载", en: "Download" },
  copy: { zh: "复制地址", en: "Copy address" },
  original: { zh: "查看原图", en: "Open full size" },
  size: { zh: "大小", en: "Size" },
  pixels: { zh: "尺寸", en: "Dimensions" },
  uploader: { zh: "上传人", en: "Uploaded by" },
  uploaded: { zh: "上传时间", en: "Uploaded" },
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** The width of the preview, in px; about as wide as the screen's column. */
const previewWidth: (typeof pictureWidths)[number] = 960;

export type FileRow = Row<typeof storageFile>;

/** The image, a player, or an icon for other formats. */
export function LargePreview({ path, name, size, fileType, width, height }: FileRow) {
  const t = useText();
  if (fileType === "video" || fileType === "audio") return <FilePreview file={{ url: path, name, size }} />;
  if (fileType !== "image") return <FileThumbnail url={path} className="size-16" />;
  return (
    <a
      href={path}
      target="_blank"
      rel="noreferrer"
      title={t(texts.original)}
      className="block w-fit max-w-full border border-line bg-paper-2"
    >
      <img
        src={`${path}?w=${previewWidth}`}
        alt={name}
        {...(width === null || height === null ? {} : { width, height })}
        className="h-auto max-h-96 w-auto max-w-full object-contain"
      />
    </a>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className="mt-0.5 break-words tabular-nums">{children}</dd>
    </div>
  );
}

/** What is known of a file: size, dimensions, who uploaded it and when. */
export function FileFacts({ size, width, height, uploader, uploadedAt }: FileRow) {
  const t = useText();
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-3 text-sm sm:grid-cols-4">
      <Fact name={t(texts.size)}>{fileSize(size)}</Fact>
      {width !== null && height !== null && (
        <Fact name={t(texts.pixels)}>
          {width} × {height}
        </Fact>
      )}
      {uploader !== null && <Fact name={t(texts.uploader)}>{uploader}</Fact>}
      <Fact name={t(texts.uploaded)}>
        <time dateTime={uploadedAt}>{dateTime(uploadedAt, "yyyy-MM-dd HH:mm")}</time>
      </Fact>
    </dl>
  );
}

/** The buttons that download a file and copy its address. */
export function FileButtons({ path, name }: Pick<FileRow, "path" | "name">) {
  const t = useText();
  return (
    <>
      <a href={path} download={name} className="button-link">
        <Download {...icon} />
        {t(texts.download)}
      </a>
      <CopyButton text={new URL(path, location.origin).href}>
        <Link2 {...icon} />
        {t(texts.copy)}
      </CopyButton>
    </>
  );
}
