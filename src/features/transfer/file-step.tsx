import { useMutation } from "@tanstack/react-query";
import { FolderArchive } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { CallInput, CallOutput } from "#kit/call.ts";
import { formatText } from "#kit/text.ts";
import { maxFolderMegabytes } from "#kit/transfer.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { useText } from "#ui/locale.ts";
import { texts } from "./texts.ts";

export type Comparison = CallOutput<"POST paas/transfer/upload">;

/** Uploads the folder that the person chooses or drops, and hands on the differences. */
export function FileStep({ onCompared }: { onCompared: (comparison: Comparison) => void }) {
  const t = useText();
  const limitsId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const upload = useMutation({
    mutationFn(file: File) {
      const form = new FormData();
      form.append("file", file, file.name);
      return call("POST paas/transfer/upload", form as unknown as CallInput<"POST paas/transfer/upload">);
    },
    onSuccess: onCompared,
  });
  const chooseFile = (file: File | undefined) => {
    if (file !== undefined && !upload.isPending) upload.mutate(file);
  };
  return (
    <div
      role="group"
      aria-label={t(texts.import)}
      className={classNames(
        "grid justify-items-center gap-4 rounded-sm border border-dashed px-6 py-10 text-center",
        isDraggedOver ? "border-brand bg-brand-tint" : "border-line-2 bg-sheet",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDraggedOver(false);
        chooseFile(event.dataTransfer.files[0]);
      }}
    >
      <FolderArchive size={36} strokeWidth={1.25} aria-hidden="true" className="text-brand" />
      <div className="flex flex-wrap items-center justify-center gap-3">
        <Button
          kind="primary"
          disabled={upload.isPending}
          aria-describedby={limitsId}
          onClick={() => input.current?.click()}
        >
          {t(upload.isPending ? texts.comparing : texts.choose)}
        </Button>
        <span className="text-ink-3 pointer-coarse:hidden">{t(texts.drop)}</span>
      </div>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        accept=".zip"
        onChange={(event) => {
          chooseFile(event.target.files?.[0]);
          // Allows choosing the same file again after it was corrected.
          event.target.value = "";
        }}
      />
      <p id={limitsId} className="max-w-xl text-sm text-ink-3">
        {t(formatText(texts.limits, { megabytes: maxFolderMegabytes }))}
      </p>
      {upload.error !== null && (
        <p role="alert" className="text-danger">
          {upload.error.message}
        </p>
      )}
    </div>
  );
}
