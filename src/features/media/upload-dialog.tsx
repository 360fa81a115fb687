import { Check } from "lucide-react";
import { useCallback, useState } from "react";
import { fileSize, type FileValue } from "#kit/stored-file.ts";
import { formatText } from "#kit/text.ts";
import { FileInput } from "#client/editors/file-input.tsx";
import { Button } from "#ui/button.tsx";
import { ask } from "#ui/confirm.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { SaveBlockerContext, type BlockSave } from "#ui/save-blocker.ts";
import { useLocale, useText } from "#ui/locale.ts";
import { stopUploadQuestion } from "./stop-upload.ts";

const texts = {
  title: { zh: "上传文件", en: "Upload files" },
  intro: {
    zh: "30 天未被任何内容使用的文件会自动删除。",
    en: "Files that nothing uses for 30 days are deleted.",
  },
  done: { zh: "完成", en: "Done" },
  uploaded: { zh: "已上传 {count} 个文件", en: "{count} {count|file|files} uploaded" },
};
/** Maximum number of files per upload. */
const maxFiles = 50;

/** Uploads files and lists the uploaded ones. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const [uploadedFiles, setUploadedFiles] = useState<readonly FileValue[]>([]);
  const [activeUploadCount, setActiveUploadCount] = useState(0);
  const isUploading = activeUploadCount > 0;
  /** Counts the uploads in progress. */
  const blockSave: BlockSave = useCallback(() => {
    setActiveUploadCount((count) => count + 1);
    return () => setActiveUploadCount((count) => count - 1);
  }, []);

  async function confirmAndClose(): Promise<void> {
    const { title, text, yes, no } = stopUploadQuestion;
    const question = { title: t(title), text: t(text), yes: t(yes), no: t(no) };
    if (!isUploading || (await ask({ ...question, isDangerous: true }))) onClose();
  }

  return (
    <Dialog
      isOpen
      title={t(texts.title)}
      description={t(texts.intro)}
      onClose={() => void confirmAndClose()}
      actions={
        <Button kind="primary" disabled={isUploading} onClick={onClose}>
          {t(texts.done)}
        </Button>
      }
    >
      <div className="mt-4 grid gap-4">
        <SaveBlockerContext value={blockSave}>
          <FileInput
            id="upload"
            value={[]}
            max={maxFiles}
            locale={locale}
            invalid={false}
            disabled={false}
            describedBy={undefined}
            hasLibrary={false}
            onChange={(files) =>
              setUploadedFiles((previous) => [
                ...previous,
                ...files.filter(({ url }) => !previous.some((file) => file.url === url)),
              ])
            }
          />
        </SaveBlockerContext>
        <div role="status" className="empty:hidden">
          {uploadedFiles.length > 0 && (
            <p className="text-sm font-medium">{t(formatText(texts.uploaded, { count: uploadedFiles.length }))}</p>
          )}
        </div>
        {uploadedFiles.length > 0 && (
          <ul className="grid list-none gap-1 p-0 text-sm">
            {uploadedFiles.map(({ url, name, size }) => (
              <li key={url} className="flex items-center gap-2">
                <Check size={16} strokeWidth={1.5} aria-hidden className="shrink-0 text-success" />
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <span className="shrink-0 text-ink-3 tabular-nums">{fileSize(size)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
