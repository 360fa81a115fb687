import { useMutation } from "@tanstack/react-query";
import type { CallOutput } from "#kit/call.ts";
import { errorMessage } from "#kit/error-message.ts";
import { dateTime } from "#kit/format.ts";
import { fileSize } from "#kit/stored-file.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { ask } from "#ui/confirm.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";

const texts = {
  title: { zh: "未使用的文件", en: "Unused files" },
  intro: {
    zh: "这些文件至少 7 天未被任何内容使用。",
    en: "Nothing has used these files for at least 7 days.",
  },
  until: { zh: "{size} · {day} 自动删除", en: "{size} · Will be deleted on {day}" },
  remove: { zh: "删除", en: "Delete" },
  removeNamed: { zh: "删除“{name}”", en: "Delete “{name}”" },
  removeAll: { zh: "全部删除", en: "Delete all" },
  sure: { zh: "删除 {count} 个文件？", en: "Delete {count} {count|file|files}?" },
  sureText: { zh: "删除后无法恢复。", en: "This cannot be undone." },
  no: { zh: "取消", en: "Cancel" },
  removed: { zh: "已删除 {count} 个文件", en: "{count} {count|file|files} deleted" },
  failed: { zh: "删除失败", en: "Could not delete" },
  none: { zh: "没有未使用的文件", en: "No unused files" },
  close: { zh: "关闭", en: "Close" },
};

type UnusedFile = CallOutput<"GET Api/File/Storage">["unused"]["files"][number];
type UnusedFilesDialogProps = { files: readonly UnusedFile[]; onRemoved: () => Promise<unknown>; onClose: () => void };

/** Lists unused files, which can be viewed and deleted before they expire. */
export function UnusedFilesDialog({ files, onRemoved, onClose }: UnusedFilesDialogProps) {
  const t = useText();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (ids: string[]) => call("POST Api/File/RemoveUnused", { ids }),
  });

  async function remove(filesToRemove: readonly UnusedFile[]): Promise<void> {
    const title = t(formatText(texts.sure, { count: filesToRemove.length }));
    const question = { title, text: t(texts.sureText), yes: t(texts.remove), no: t(texts.no) };
    if (!(await ask({ ...question, isDangerous: true }))) return;
    try {
      const { removed } = await mutateAsync(filesToRemove.map(({ id }) => id));
      notify("success", t(formatText(texts.removed, { count: removed })));
    } catch (error) {
      notify("error", t(texts.failed), { description: errorMessage(error) });
    }
    await onRemoved();
  }

  return (
    <Dialog
      isOpen
      title={t(texts.title)}
      onClose={onClose}
      actions={
        <>
          {files.length > 1 && (
            <Button kind="danger" disabled={isPending} onClick={() => void remove(files)}>
              {t(texts.removeAll)}
            </Button>
          )}
          <Button onClick={onClose}>{t(texts.close)}</Button>
        </>
      }
    >
      {files.length === 0 ? (
        <p className="mt-4 text-ink-2">{t(texts.none)}</p>
      ) : (
        <>
          <p className="mt-2 text-ink-2">{t(texts.intro)}</p>
          <ul className="mt-4 list-none border-t border-line p-0">
            {files.map((file) => {
              const { name } = file;
              return (
                <li key={file.id} className="flex items-center gap-4 border-b border-line py-2">
                  <div className="min-w-0 flex-1">
                    <a
                      href={file.url}
                      target="_blank"
                      rel="noreferrer"
                      className="block truncate font-medium underline-offset-3 hover:text-brand hover:underline"
                    >
                      {name}
                    </a>
                    <p className="text-sm text-ink-3">
                      {t(
                        formatText(texts.until, {
                          size: fileSize(file.bytes),
                          day: dateTime(file.removedAt, "yyyy-MM-dd"),
                        }),
                      )}
                    </p>
                  </div>
                  <Button
                    kind="quiet"
                    disabled={isPending}
                    aria-label={t(formatText(texts.removeNamed, { name }))}
                    onClick={() => void remove([file])}
                  >
                    {t(texts.remove)}
                  </Button>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Dialog>
  );
}
