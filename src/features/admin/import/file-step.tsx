import { useMutation } from "@tanstack/react-query";
import { FileSpreadsheet } from "lucide-react";
import { useId, useRef, useState } from "react";
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
import { Button } from "#ui/button.tsx";
import { classNames } from "#ui/class-names.ts";
import { useText } from "#ui/locale.ts";
import { TemplateLinks } from "./template/template-links.tsx";
import { texts } from "./texts.ts";

/** Uploads the file that the person chooses or drops. `onUploaded`: called with the id of the new import. */
export function FileStep({ type, onUploaded }: { type: string; onUploaded: (id: string) => void }) {
  const t = useText();
  const limitsId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
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
  const chooseFile = (file: File | undefined) => {
    if (file !== undefined && !upload.isPending) upload.mutate(file);
  };
  return (
    <section
      aria-label={t(texts.file)}
      className={classNames(
        "grid justify-items-center gap-4 rounded-sm border border-dashed px-6 py-14 text-center",
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
      <FileSpreadsheet size={36} strokeWidth={1.25} aria-hidden="true" className="text-brand" />
      <div className="flex flex-wrap items-center justify-center gap-3">
        <Button
          kind="primary"
          disabled={upload.isPending}
          aria-describedby={limitsId}
          onClick={() => input.current?.click()}
        >
          {t(upload.isPending ? texts.reading : texts.choose)}
        </Button>
        <span className="text-ink-3 pointer-coarse:hidden">{t(texts.drop)}</span>
      </div>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-hidden="true"
        accept=".xlsx,.csv"
        onChange={(event) => {
          chooseFile(event.target.files?.[0]);
          // Allows choosing the same file again after it was corrected.
          event.target.value = "";
        }}
      />
      <p id={limitsId} className="max-w-xl text-sm text-ink-3">
        {t(limits)}
      </p>
      <p className="max-w-xl text-sm text-ink-3">{t(texts.advice)}</p>
      <TemplateLinks type={type} />
      {upload.error !== null && (
        <p role="alert" className="text-danger">
          {upload.error.message}
        </p>
      )}
    </section>
  );
}
