import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { fileSize } from "#kit/stored-file.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { loadDialogLater } from "#ui/dialog-later.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { useText } from "#ui/locale.ts";
import { Section, Setting } from "#ui/section.tsx";

const texts = {
  title: { zh: "文件存储", en: "File storage" },
  used: { zh: "已用 {used}", en: "{used} used" },
  usedOf: { zh: "已用 {used}，共 {all}", en: "{used} of {all} used" },
  files: { zh: "{files} 个文件", en: "{files} {files|file|files}" },
  filesOf: { zh: "{files} 个文件，最多 {max} 个", en: "{files} of {max} files" },
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

type Storage = CallOutput<"GET Api/File/Storage">;

/** The used part of the quota. */
function Usage({ bytes, files, maxBytes, maxFiles }: Storage) {
  const t = useText();
  const id = useId();
  const used = fileSize(bytes);
  return (
    <div className="grid gap-2">
      <p id={id}>
        <span className="font-medium">
          {t(formatText(maxBytes === 0 ? texts.used : texts.usedOf, { used, all: fileSize(maxBytes) }))}
        </span>
        <span className="text-ink-2">
          {" · "}
          {t(formatText(maxFiles === 0 ? texts.files : texts.filesOf, { files, max: maxFiles }))}
        </span>
      </p>
      {maxBytes > 0 && (
        <div
          role="meter"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={maxBytes}
          aria-valuenow={Math.min(bytes, maxBytes)}
          className="h-1.5 max-w-96 bg-paper-3"
        >
          <div
            className={`h-full ${bytes > maxBytes * 0.9 ? "bg-danger" : "bg-brand"}`}
            style={{ width: `${Math.min(100, (bytes / maxBytes) * 100)}%` }}
          />
        </div>
      )}
    </div>
  );
}

/** The storage used by the space, and its unused files. */
export function StorageSection() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const query = useQuery({
    queryKey: ["file storage"],
    queryFn: ({ signal }) => call("GET Api/File/Storage", {}, { signal }),
    staleTime: 0,
  });
  return (
    <Section title={t(texts.title)}>
      <Loaded query={query} room="h-24">
        {(storage) => {
          const { count, bytes } = storage.unused;
          return (
            <>
              <Usage {...storage} />
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
      </Loaded>
    </Section>
  );
}
