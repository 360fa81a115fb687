import { useMutation } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import type { CallInput } from "#kit/call.ts";
import {
  maxDirectImportRows,
  maxImportCells,
  maxImportColumns,
  maxImportMegabytes,
  maxImportRows,
} from "#kit/import.ts";
import { formatText } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { FileDropZone } from "#ui/file-drop-zone.tsx";
import { useText } from "#ui/locale.ts";
import { TemplateLinks } from "./template/template-links.tsx";
import { texts } from "./texts.ts";

/** Uploads the file that the person chooses, drops or pastes. `onUploaded`: called with the id of the new import. */
export function FileStep({ type, onUploaded }: { type: string; onUploaded: (id: string) => void }) {
  const t = useText();
  const upload = useMutation({
    mutationFn(file: File) {
      const form = new FormData();
      form.append("type", type);
      form.append("file", file, file.name);
      // `call` takes the type for the path from the form, and sends the form as the body.
      return call("POST paas/import/{type}/upload", form as unknown as CallInput<"POST paas/import/{type}/upload">);
    },
    onSuccess: ({ id }) => onUploaded(id),
  });
  const limits = formatText(texts.limits, {
    rows: maxImportRows.toLocaleString("en"),
    columns: maxImportColumns,
    cells: maxImportCells.toLocaleString("en"),
    direct: maxDirectImportRows.toLocaleString("en"),
    megabytes: maxImportMegabytes,
  });
  return (
    <FileDropZone
      label={t(texts.file)}
      Icon={FileSpreadsheet}
      action={t(upload.isPending ? texts.reading : texts.choose)}
      accept=".xlsx,.csv"
      limits={t(limits)}
      isBusy={upload.isPending}
      error={upload.error}
      onFile={upload.mutate}
    >
      <p className="max-w-xl text-sm text-ink-3">{t(texts.advice)}</p>
      <TemplateLinks type={type} />
    </FileDropZone>
  );
}
