import { Trash2, Upload } from "lucide-react";
import { useEffect, useRef } from "react";
import { acceptAttribute, type FileKind, fileKinds, type FileValue, maxFileMegabytes } from "#kit/stored-file.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { useFileDrop } from "#ui/file-drop.ts";
import { FileLink, FilePreview } from "#ui/file-list.tsx";
import { useSaveBlocker } from "#ui/save-blocker.ts";
import { LibraryButton } from "./library-button.tsx";
import { useUploads } from "#client/uploads/use-uploads.tsx";

const texts = {
  video: {
    choose: { zh: "上传视频", en: "Upload video" },
    replace: { zh: "更换视频", en: "Replace video" },
    formats: { zh: "MP4、WebM", en: "MP4 or WebM" },
  },
  audio: {
    choose: { zh: "上传音频", en: "Upload audio" },
    replace: { zh: "更换音频", en: "Replace audio" },
    formats: { zh: "MP3、M4A、AAC、OGG、WAV、FLAC", en: "MP3, M4A, AAC, OGG, WAV or FLAC" },
  },
  font: {
    choose: { zh: "上传字体", en: "Upload font" },
    replace: { zh: "更换字体", en: "Replace font" },
    formats: { zh: "TTF、OTF、WOFF、WOFF2", en: "TTF, OTF, WOFF or WOFF2" },
  },
  any: {
    choose: { zh: "上传文件", en: "Upload files" },
    replace: { zh: "更换文件", en: "Replace file" },
    formats: {
      zh: "PDF、Office 文档、ZIP、TXT、CSV、图片、音频、视频",
      en: "PDF, office documents, ZIP, TXT, CSV, images, audio or video",
    },
  },
  limit: { zh: "{formats}，不超过 {max} MB", en: "{formats}, up to {max} MB" },
  limitEach: { zh: "{formats}，单个不超过 {max} MB", en: "{formats}, up to {max} MB each" },
  drop: { zh: "可将文件拖到或粘贴到此处", en: "You can also drop or paste files here" },
  count: { zh: "{n}/{max} 个", en: "{n} of {max}" },
  saveBlocked: { zh: "请等待上传完成", en: "Wait until the upload has finished." },
  remove: { zh: "移除 {name}", en: "Remove {name}" },
  tooMany: {
    zh: "最多上传 {max} 个文件，其余未上传",
    en: "Up to {max} {max|file|files}. The others were not uploaded.",
  },
} as const;
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

type FileInputProps = {
  id: string;
  value: readonly FileValue[];
  /** The only kind of file that is accepted; all but fonts by default. */
  kind?: FileKind;
  max: number;
  locale: Locale;
  invalid: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  /** False: the person can only upload, not choose a stored file. */
  hasLibrary?: boolean;
  onChange: (files: FileValue[]) => void;
};

/** Uploads chosen, dropped or pasted files, one after the other, in resumable parts. Shows why an upload failed, and continues with the next file. */
export function FileInput(props: FileInputProps) {
  const { id, value, kind, max, locale, invalid, disabled, describedBy, hasLibrary = true, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { isBusy, progress, problems, upload } = useUploads({ kind, locale });
  useSaveBlocker(isBusy ? texts.saveBlocked : undefined);
  // Set when the focused element is removed from the page: the button gets the focus once it is enabled, unless something else has it by then.
  const mustRestoreFocus = useRef(false);
  useEffect(() => {
    if (!mustRestoreFocus.current || isBusy) return;
    mustRestoreFocus.current = false;
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  });

  const kindTexts = texts[kind === undefined || kind === "image" || kind === "document" ? "any" : kind];
  const limit = maxFileMegabytes[kind ?? "document"];
  // A new file replaces the only one.
  const isSingle = max === 1;
  const isFull = !isSingle && value.length >= max;

  async function uploadFiles(selection: readonly File[]): Promise<void> {
    const files = selection.slice(0, isSingle ? 1 : max - value.length);
    const notes = selection.length > files.length ? [formatText(texts.tooMany, { max })[locale]] : [];
    const nextFiles = isSingle ? [] : [...value];
    const handleUploaded = (file: FileValue) => {
      nextFiles.push(file);
      onChange([...nextFiles]);
    };
    mustRestoreFocus.current = true;
    await upload(files, handleUploaded, notes);
  }

  const isUploadDisabled = disabled || isFull || isBusy;
  const { isOver, handlers } = useFileDrop(!isUploadDisabled, (files) => void uploadFiles(files));

  return (
    <div
      className={classNames(
        "grid gap-3 rounded-sm border border-dashed p-3",
        isOver ? "border-brand bg-paper-2" : "border-line-2",
      )}
      {...handlers}
    >
      {value.length > 0 && (
        <ul className="grid gap-3">
          {value.map((file) => (
            <li key={file.url} className="grid gap-1.5">
              <FilePreview file={file} />
              <span className="flex items-center justify-between gap-2">
                <FileLink file={file} />
                <Button
                  kind="quiet"
                  size="icon"
                  aria-label={formatText(texts.remove, { name: file.name })[locale]}
                  disabled={disabled || isBusy}
                  onClick={() => {
                    mustRestoreFocus.current = true;
                    onChange(value.filter(({ url }) => url !== file.url));
                  }}
                >
                  <Trash2 {...icon} />
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {progress}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <input
          ref={input}
          id={id}
          type="file"
          multiple={!isSingle}
          accept={(kind === undefined ? fileKinds.filter((one) => one !== "font") : [kind])
            .map(acceptAttribute)
            .join(",")}
          className="sr-only"
          tabIndex={-1}
          aria-label={kindTexts.choose[locale]}
          aria-invalid={invalid}
          aria-describedby={describedBy}
          disabled={isUploadDisabled}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])];
            event.target.value = "";
            if (files.length > 0) void uploadFiles(files);
          }}
        />
        <Button ref={button} disabled={isUploadDisabled} onClick={() => input.current?.click()}>
          <Upload {...icon} />
          {(isSingle && value.length > 0 ? kindTexts.replace : kindTexts.choose)[locale]}
        </Button>
        {hasLibrary && (
          <LibraryButton
            kind={kind}
            max={isSingle ? 1 : max - value.length}
            locale={locale}
            disabled={isUploadDisabled}
            onChoose={(files) => {
              const otherFiles = isSingle ? [] : value.filter(({ url }) => !files.some((file) => file.url === url));
              onChange([...otherFiles, ...files]);
            }}
          />
        )}
        {!isSingle && (
          <span className="text-sm text-ink-3 tabular-nums">
            {formatText(texts.count, { n: value.length, max })[locale]}
          </span>
        )}
        <span className="text-sm text-ink-3 pointer-coarse:hidden">{texts.drop[locale]}</span>
        <span className="w-full text-sm text-ink-3">
          {
            formatText(isSingle ? texts.limit : texts.limitEach, { formats: kindTexts.formats[locale], max: limit })[
              locale
            ]
          }
        </span>
      </div>
      {problems}
    </div>
  );
}
