import { useMutation } from "@tanstack/react-query";
import { FolderArchive } from "lucide-react";
import type { CallInput, CallOutput } from "#kit/call.ts";
import { formatText } from "#kit/text.ts";
import { maxFolderMegabytes } from "#kit/transfer.ts";
import { call } from "#client/call.ts";
import { FileDropZone } from "#ui/file-drop-zone.tsx";
import { useText } from "#ui/locale.ts";
import { texts } from "./texts.ts";

export type Comparison = CallOutput<"POST paas/transfer/upload">;

/** Uploads the folder that the person chooses, drops or pastes, and hands on the differences. */
export function FileStep({ onCompared }: { onCompared: (comparison: Comparison) => void }) {
  const t = useText();
  const upload = useMutation({
    mutationFn(file: File) {
      const form = new FormData();
      form.append("file", file, file.name);
      return call("POST paas/transfer/upload", form as unknown as CallInput<"POST paas/transfer/upload">);
    },
    onSuccess: onCompared,
  });
  return (
    <FileDropZone
      label={t(texts.import)}
      Icon={FolderArchive}
      action={t(upload.isPending ? texts.comparing : texts.choose)}
      accept=".zip"
      limits={t(formatText(texts.limits, { megabytes: maxFolderMegabytes }))}
      isBusy={upload.isPending}
      error={upload.error}
      onFile={upload.mutate}
    />
  );
}
