import { useState } from "react";
import { fileSize } from "#kit/stored-file.ts";
import { formatText } from "#kit/text.ts";
import { SpaceSection } from "#client/navigation/space-section.tsx";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useText } from "#ui/locale.ts";
import { Setting } from "#ui/section.tsx";
import { StorageUsage, useStorage } from "./storage-usage.tsx";

const texts = {
  unused: { zh: "未使用的文件", en: "Unused files" },
  none: { zh: "没有未使用的文件", en: "No unused files" },
  some: {
    zh: "{count} 个文件（{size}）未被任何内容使用，满 30 天自动删除。",
    en: "{count} {count|file|files} ({size}) not used anywhere. Unused files are deleted after 30 days.",
  },
  review: { zh: "查看", en: "Review" },
};

const UnusedFilesDialog = loadDialogLater(() =>
  import("./unused-files-dialog.tsx").then((file) => file.UnusedFilesDialog),
);

/** The storage used by the space, and its unused files. */
export function StorageSection() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const query = useStorage();
  return (
    <SpaceSection anchor="file-storage">
      <QueryContent query={query} height="h-24">
        {(storage) => {
          const { count, bytes } = storage.unused;
          return (
            <>
              <StorageUsage {...storage} />
              <Setting
                name={t(texts.unused)}
                action={count > 0 && <Button onClick={() => setOpen(true)}>{t(texts.review)}</Button>}
              >
                {t(count === 0 ? texts.none : formatText(texts.some, { count, size: fileSize(bytes) }))}
              </Setting>
              {isOpen && (
                <UnusedFilesDialog
                  files={storage.unused.files}
                  onRemoved={() => query.refetch()}
                  onClose={() => setOpen(false)}
                />
              )}
            </>
          );
        }}
      </QueryContent>
    </SpaceSection>
  );
}
