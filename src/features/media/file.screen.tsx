import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, Link2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import type { AutoForm } from "#kit/auto.ts";
import type { Row } from "#kit/entity.ts";
import { dateTime } from "#kit/format.ts";
import type { pictureWidths } from "#kit/picture.ts";
import { fileSize } from "#kit/stored-file.ts";
import { queryParameter } from "#kit/url.ts";
import type storageFile from "#entities/storageFile.ts";
import { call } from "#client/call.ts";
import { ScreenLoading, ScreenProblem } from "#client/screen-states.tsx";
import { AutoFormView } from "#render/form/auto-form.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import { FilePreview } from "#ui/file-list.tsx";
import { FileThumbnail } from "#ui/file-thumbnail.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { useTitle } from "#ui/title.ts";
import { notify } from "#ui/toast.tsx";
import { FileUsesSection } from "./file-uses-section.tsx";

const texts = {
  back: { zh: "返回列表", en: "Back to list" },
  download: { zh: "下载", en: "Download" },
  copy: { zh: "复制地址", en: "Copy address" },
  original: { zh: "查看原图", en: "Open full size" },
  size: { zh: "大小", en: "Size" },
  pixels: { zh: "尺寸", en: "Dimensions" },
  uploader: { zh: "上传人", en: "Uploaded by" },
  uploaded: { zh: "上传时间", en: "Uploaded" },
  saved: { zh: "保存成功", en: "Saved" },
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** The width of the preview, in px; about as wide as the screen's column. */
const previewWidth: (typeof pictureWidths)[number] = 960;

type FileRow = Row<typeof storageFile>;

function useFile(id: string) {
  const locale = useLocale();
  const key = ["file", id, locale];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call("GET Api/Ui/AutoForm", { type: "storageFile", id }, { signal }),
    // No automatic refetch: the form must not change while it is edited.
    staleTime: Infinity,
    gcTime: 0,
  });
  const client = useQueryClient();
  return {
    ...query,
    /** Updates the screen and the lists after a save. */
    async updateCache(row: FileRow): Promise<void> {
      client.setQueryData(key, (form: AutoForm | undefined) => form && { ...form, row });
      await client.invalidateQueries({ queryKey: ["table", "storageFile"] });
    },
  };
}

/** The image, a player, or an icon for other formats. */
function Preview({ path, name, size, fileType, width, height }: FileRow) {
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

function Facts({ size, width, height, uploader, uploadedAt }: FileRow) {
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

/** Details of a file: preview, facts, references, and the form for its name and alt text. */
export function FileScreen() {
  const t = useText();
  const locale = useLocale();
  // The screen exists in several areas of the site; its links stay in the current area.
  const [, area] = useLocation().pathname.split("/");
  const [query] = useSearchParams();
  const id = queryParameter(query, "id") ?? "";
  const { data: form, error, refetch, updateCache } = useFile(id);
  const row = (form?.row ?? undefined) as FileRow | undefined;
  useTitle(row?.name);
  if (error !== null && form === undefined) return <ScreenProblem problem={error} onRetry={() => void refetch()} />;
  if (form === undefined || row === undefined) return <ScreenLoading />;
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 flex-1 basis-72 text-2xl font-semibold tracking-tight break-words">{row.name}</h1>
        <Link to={`/${area}/storageFile/list`} className="button-link">
          {t(texts.back)}
        </Link>
      </header>
      <article className="grid grid-cols-1 gap-5 border border-line bg-sheet p-5 sm:p-6">
        <Preview {...row} />
        <Facts {...row} />
        <p className="flex flex-wrap gap-2">
          <a href={row.path} download={row.name} className="button-link">
            <Download {...icon} />
            {t(texts.download)}
          </a>
          <CopyButton text={new URL(row.path, location.origin).href}>
            <Link2 {...icon} />
            {t(texts.copy)}
          </CopyButton>
        </p>
      </article>
      <FileUsesSection id={id} area={area!} />
      <AutoFormView
        key={id}
        form={form}
        locale={locale}
        onSave={(changes, version) =>
          call("POST Api/{type}/QuerySave", { ...changes, type: "storageFile", id, version }) as Promise<FileRow>
        }
        onSaved={(saved) => {
          void updateCache(saved as FileRow);
          notify("success", t(texts.saved));
        }}
      />
    </div>
  );
}
