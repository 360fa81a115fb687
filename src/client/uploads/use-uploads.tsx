import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { errorMessage } from "#kit/error-message.ts";
import { megabytes } from "#kit/format.ts";
import { type FileKind, type FileValue, maxFileMegabytes } from "#kit/stored-file.ts";
import { formatText, type Locale } from "#kit/text.ts";
import { uploadCancelled, uploadFile, type UploadProgress } from "./upload.ts";
import { Button } from "#ui/button.tsx";

const texts = {
  uploading: { zh: "正在上传 {name}", en: "Uploading {name}" },
  position: { zh: "第 {n}/{count} 个", en: "{n} of {count}" },
  waiting: { zh: "网络中断，恢复后继续上传", en: "Connection lost. The upload resumes when it is back." },
  cancel: { zh: "取消上传 {name}", en: "Cancel upload of {name}" },
  tooLarge: { zh: "{name} 超过 {max} MB，未上传", en: "{name} is larger than {max} MB and was not uploaded." },
  empty: { zh: "{name} 是空文件，未上传", en: "{name} is empty and was not uploaded." },
  failed: { zh: "{name}：{why}", en: "{name}: {why}" },
};
const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** `position`: the number of the file among `count` files that are uploaded one after the other. */
type CurrentUpload = UploadProgress & { name: string; size: number; position: number; count: number };

function ProgressLine({ upload, locale, onCancel }: { upload: CurrentUpload; locale: Locale; onCancel: () => void }) {
  const { name, size, sent, isWaiting, position, count } = upload;
  const label = formatText(texts.uploading, { name })[locale];
  return (
    <div className="grid gap-1.5 rounded-sm border border-line bg-paper-2 px-3 py-2">
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 truncate text-sm">{label}</span>
        <span className="flex shrink-0 items-center gap-2 text-sm text-ink-3 tabular-nums">
          {count > 1 && <span>{formatText(texts.position, { n: position, count })[locale]}</span>}
          <span className="font-mono">{Math.floor((sent / size) * 100)}%</span>
          <Button kind="quiet" size="icon" aria-label={formatText(texts.cancel, { name })[locale]} onClick={onCancel}>
            <X {...icon} />
          </Button>
        </span>
      </div>
      <progress
        aria-label={label}
        max={size}
        value={sent}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-paper-3 [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-paper-3 [&::-webkit-progress-value]:bg-brand"
      />
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {isWaiting && texts.waiting[locale]}
      </p>
    </div>
  );
}

export type Uploads = {
  isBusy: boolean;
  /** The progress of the current upload; undefined while there is none. */
  progress: ReactNode;
  /** Why files were not uploaded; undefined if all were. */
  problems: ReactNode;
  /**
   * Uploads files one after the other, in resumable parts; after a failure, it continues with the next file. Files given while others are uploaded
   * follow these. `notes`: texts that are shown with the problems. Resolves when nothing is left to upload, or after a cancellation.
   */
  upload: (files: readonly File[], onUploaded: (file: FileValue) => void, notes?: readonly string[]) => Promise<void>;
};

type QueuedFile = { file: File; onUploaded: (file: FileValue) => void };

/** The uploads of one component. They are aborted when it is unmounted; the server then keeps what it has, and the same file resumes. */
export function useUploads({ kind, locale }: { kind: FileKind | undefined; locale: Locale }): Uploads {
  const [currentUpload, setCurrentUpload] = useState<CurrentUpload>();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const controller = useRef<AbortController>(undefined);
  const queue = useRef<QueuedFile[]>([]);
  const isRunning = useRef(false);
  // Aborts the request only: the server keeps the upload, which resumes when the same file is chosen again.
  useEffect(() => () => controller.current?.abort(), []);
  const limit = maxFileMegabytes[kind ?? "document"];
  const addProblem = (problem: string) => setProblems((previous) => [...previous, problem]);

  /** Why a file cannot be sent; undefined when it can. */
  function refusalOf({ name, size }: File): string | undefined {
    if (size === 0) return formatText(texts.empty, { name })[locale];
    return size > megabytes(limit) ? formatText(texts.tooLarge, { name, max: limit })[locale] : undefined;
  }

  /** Returns false if the upload was aborted. */
  async function uploadOne({ file, onUploaded }: QueuedFile, position: number): Promise<boolean> {
    const { name, size } = file;
    const refusal = refusalOf(file);
    if (refusal !== undefined) {
      addProblem(refusal);
      return true;
    }
    const { signal } = (controller.current = new AbortController());
    const onProgress = (progress: UploadProgress) =>
      setCurrentUpload({ name, size, position, count: position + queue.current.length, ...progress });
    onProgress({ sent: 0, isWaiting: false });
    try {
      onUploaded(await uploadFile(file, { kind, signal, onProgress }));
    } catch (error) {
      if (signal.aborted) return false;
      addProblem(formatText(texts.failed, { name, why: errorMessage(error) })[locale]);
    }
    return true;
  }

  async function upload(
    files: readonly File[],
    onUploaded: QueuedFile["onUploaded"],
    notes: readonly string[] = [],
  ): Promise<void> {
    queue.current.push(...files.map((file) => ({ file, onUploaded })));
    if (isRunning.current) return;
    isRunning.current = true;
    setProblems(notes);
    let position = 0;
    for (let next = queue.current.shift(); next !== undefined; next = queue.current.shift()) {
      position += 1;
      if (!(await uploadOne(next, position))) queue.current = [];
    }
    isRunning.current = false;
    setCurrentUpload(undefined);
  }

  return {
    isBusy: currentUpload !== undefined,
    progress: currentUpload && (
      <ProgressLine
        upload={currentUpload}
        locale={locale}
        onCancel={() => controller.current?.abort(uploadCancelled)}
      />
    ),
    problems: problems.length > 0 && (
      <div role="alert" className="grid gap-1 text-sm text-danger">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    ),
    upload,
  };
}
