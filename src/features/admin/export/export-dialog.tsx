import { useMutation } from "@tanstack/react-query";
import { CircleCheck, Download } from "lucide-react";
import { useState } from "react";
import type { CallInput, CallOutput } from "#kit/call.ts";
import { type FileLanguage, maxExportRows } from "#kit/export.ts";
import { localTimeZone } from "#kit/time-zone.ts";
import { setActivity } from "#client/activity.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { notify } from "#ui/toast.tsx";
import { type ExportChoice, ExportForm, initialChoice, isComplete, languageOf } from "./export-form.tsx";
import { rememberedLanguage, rememberLanguage } from "./remembered-language.ts";
import {
  type ExportedList,
  type ExportOptions,
  type ExportSource,
  rowsInput,
  useExportSources,
} from "./export-source.ts";

const texts = {
  title: { zh: "导出", en: "Export" },
  cancel: { zh: "取消", en: "Cancel" },
  close: { zh: "关闭", en: "Close" },
  run: { zh: "导出", en: "Export" },
  running: { zh: "正在导出…", en: "Exporting…" },
  started: { zh: "已开始导出", en: "Export started" },
  done: { zh: "表格成功导出", en: "Your export is ready" },
  retention: {
    zh: "文件保留 1 小时，仅您本人可以下载。",
    en: "The file is kept for an hour. Only you can download it.",
  },
};

/** The options with their columns in the order of the list; columns that the list does not show come last. */
function sortColumns(options: ExportOptions, { columns: listFields }: ExportSource): ExportOptions {
  const position = ({ field }: { field: string }) =>
    listFields.includes(field) ? listFields.indexOf(field) : listFields.length;
  return { ...options, columns: options.columns.toSorted((one, other) => position(one) - position(other)) };
}

const selectedColumns = ({ columns }: ExportOptions, { excluded }: ExportChoice) =>
  columns.map(({ field }) => field).filter((field) => !excluded.has(field));

/** The input of the call that exports to a file at once. */
function fileInput(
  type: string,
  { fields, filter, sort }: ExportSource,
  { options, choice, fileLanguage }: { options: ExportOptions; choice: ExportChoice; fileLanguage: FileLanguage },
): CallInput<"GET api/Auto/ToExcel"> {
  const isPaged = choice.range === "paged";
  return {
    type,
    pageSize: isPaged ? choice.size : maxExportRows,
    pageIndex: isPaged ? choice.page : 1,
    filters: JSON.stringify(fields),
    ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }),
    columns: selectedColumns(options, choice).join(","),
    ...(sort === undefined ? {} : { orderBy: sort.field, direction: sort.direction }),
    format: choice.format,
    fileLanguage,
    timeZone: localTimeZone(),
  };
}

function Result({ file }: { file: CallOutput<"GET api/Auto/ToExcel"> }) {
  const t = useText();
  return (
    <div role="status" className="mt-3 grid justify-items-center gap-2 py-4 text-center">
      <CircleCheck size={32} strokeWidth={1.5} className="text-brand" aria-hidden="true" />
      <p className="font-medium">{t(texts.done)}</p>
      <a className="button-link primary max-w-full" href={file.value} download={file.name}>
        <Download size={16} strokeWidth={1.5} aria-hidden="true" />
        <span className="truncate">{file.name}</span>
      </a>
      <p className="text-sm text-ink-3">{t(texts.retention)}</p>
    </div>
  );
}

/** Exports a list: up to 10,000 rows immediately, more as a background job. Of the choices only the language is remembered, because lists differ. */
export function ExportDialog({ list, onClose }: { list: ExportedList; onClose: () => void }) {
  const { type, selectedIds } = list;
  const t = useText();
  const locale = useLocale();
  const [choice, setChoice] = useState<ExportChoice>(() => ({
    ...initialChoice,
    language: rememberedLanguage() ?? locale,
    source: selectedIds.length > 0 ? "selected" : "list",
  }));
  const [requestId] = useState(randomId);
  const sources = useExportSources(list, choice.source, choice.viewId);
  const { source, query, isCounting } = sources;
  const options = query.data && sortColumns(query.data, source);
  const download = useMutation({
    mutationFn: (input: CallInput<"GET api/Auto/ToExcel">) => call("GET api/Auto/ToExcel", input),
  });
  const job = useMutation({
    mutationFn: ({ columns, fileLanguage }: { columns: string[]; fileLanguage: FileLanguage }) => {
      const { sort } = source;
      const { format } = choice;
      const input = { ...rowsInput(type, source), columns, format, fileLanguage, timeZone: localTimeZone(), locale };
      return call(
        "POST Api/Job/Start",
        { name: "exportRows", input: { ...input, ...(sort && { sort }) } },
        { idempotencyKey: requestId },
      );
    },
    onSuccess() {
      notify("success", t(texts.started));
      setActivity({ isOpen: true });
      onClose();
    },
  });
  const isPending = download.isPending || job.isPending;
  const problem = download.error ?? job.error;
  function run(loadedOptions: ExportOptions): void {
    const fileLanguage = languageOf(choice, loadedOptions, locale);
    rememberLanguage(choice.language);
    if (choice.range === "all" && loadedOptions.total > maxExportRows)
      job.mutate({ columns: selectedColumns(loadedOptions, choice), fileLanguage });
    else download.mutate(fileInput(type, source, { options: loadedOptions, choice, fileLanguage }));
  }
  return (
    <Dialog
      isOpen
      size="wide"
      title={t(texts.title)}
      onClose={onClose}
      actions={
        download.data === undefined ? (
          <>
            <Button onClick={onClose}>{t(texts.cancel)}</Button>
            <Button
              kind="primary"
              disabled={isPending || isCounting || options === undefined || !isComplete(choice, options)}
              onClick={() => options !== undefined && run(options)}
            >
              {t(isPending ? texts.running : texts.run)}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t(texts.close)}</Button>
        )
      }
    >
      {download.data === undefined ? (
        <QueryContent query={query}>
          {(loadedOptions) => (
            <ExportForm
              options={sortColumns(loadedOptions, source)}
              choice={choice}
              sources={sources}
              onChange={(change) => setChoice({ ...choice, ...change })}
            />
          )}
        </QueryContent>
      ) : (
        <Result file={download.data} />
      )}
      {problem !== null && (
        <p role="alert" className="mt-3 text-danger">
          {problem.message}
        </p>
      )}
    </Dialog>
  );
}
