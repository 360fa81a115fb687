import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { CallOutput } from "#kit/call.ts";
import { fileSize } from "#kit/stored-file.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { useText } from "#ui/locale.ts";

const texts = {
  used: { zh: "已用 {used}", en: "{used} used" },
  usedOf: { zh: "已用 {used}，共 {all}", en: "{used} of {all} used" },
  files: { zh: "{files} 个文件", en: "{files} {files|file|files}" },
  filesOf: { zh: "{files} 个文件，最多 {max} 个", en: "{files} of {max} files" },
};

/** Storage used by the space; administrators only. */
export const useStorage = () =>
  useQuery({
    queryKey: ["file storage"],
    queryFn: ({ signal }) => call("GET Api/File/Storage", {}, { signal }),
    staleTime: 0,
  });

/** The used part of the quota from which the bar is red; administrators are notified from there as well (quota.server.ts). */
const nearFull = 0.9;

type SpaceStorage = CallOutput<"GET Api/File/Storage">;

/** The used part of the quota. */
export function StorageUsage({ bytes, files, maxBytes, maxFiles }: SpaceStorage) {
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
          {t(formatText(maxFiles === 0 ? texts.files : texts.filesOf, { files, max: maxFiles.toLocaleString("en") }))}
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
            className={`h-full ${bytes > maxBytes * nearFull ? "bg-danger" : "bg-brand"}`}
            style={{ width: `${Math.min(100, (bytes / maxBytes) * 100)}%` }}
          />
        </div>
      )}
    </div>
  );
}
