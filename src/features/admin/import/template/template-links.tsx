import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import type { SheetFormat } from "#kit/export.ts";
import { call } from "#client/call.ts";
import { useText } from "#ui/locale.ts";
import { saveFile } from "#ui/save-file.ts";
import { texts } from "../texts.ts";

/** Buttons that download a template: a file without rows that has the columns to import. */
export function TemplateLinks({ type }: { type: string }) {
  const t = useText();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (format: SheetFormat) => call("POST paas/import/template", { type, format }),
    onSuccess: saveFile,
  });
  const link = (format: SheetFormat, content: ReactNode) => (
    <button
      type="button"
      disabled={isPending}
      className="inline-flex items-center gap-1.5 font-medium text-brand underline-offset-3 hover:underline disabled:opacity-55 pointer-coarse:min-h-11"
      onClick={() => mutate(format)}
    >
      {content}
    </button>
  );
  return (
    <div className="grid max-w-xl gap-1 text-sm">
      <p className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1">
        {link(
          "xlsx",
          <>
            <Download size={16} strokeWidth={1.5} aria-hidden="true" />
            {t(texts.template)}
          </>,
        )}
        {link("csv", t(texts.templateCsv))}
      </p>
      <p className="text-ink-3">{t(texts.templateHelp)}</p>
      {error !== null && (
        <p role="alert" className="text-danger">
          {error.message}
        </p>
      )}
    </div>
  );
}
