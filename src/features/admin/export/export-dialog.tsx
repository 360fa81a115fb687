import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, Download } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { CallInput, CallOutput } from "#kit/call.ts";
import { defaultExportRows, maxExportRows, type SheetFormat } from "#kit/export.ts";
import type { Filter, SortOrder } from "#kit/filter.ts";
import { formatText } from "#kit/text.ts";
import { setActivity } from "#client/activity.ts";
import { call } from "#client/call.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Input } from "#ui/input.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { randomId } from "#ui/random-id.ts";
import { TickLine } from "#ui/tick-line.tsx";
import { notify } from "#ui/toast.tsx";

const texts = {
  title: { zh: "导出", en: "Export" },
  total: { zh: "共 {count} 条记录", en: "{count} {n|record|records}" },
  range: { zh: "范围", en: "Records" },
  all: { zh: "全部", en: "All" },
  paged: { zh: "分页导出", en: "One page" },
  size: { zh: "每页条数", en: "Records per page" },
  page: { zh: "页码", en: "Page" },
  pages: { zh: "共 {n} 页", en: "of {n}" },
  limit: {
    zh: "每次最多导出10000条，超出请分页导出",
    en: "Up to 10,000 records per export. Export more page by page.",
  },
  later: {
    zh: "超过 10,000 条，将在后台导出，可在“任务”中查看进度。",
    en: "More than 10,000 records are exported in the background. Follow the progress in Activity.",
  },
  format: { zh: "格式", en: "Format" },
  columns: { zh: "列", en: "Columns" },
  everyColumn: { zh: "全选", en: "Select all" },
  nothing: { zh: "没有可导出的记录", en: "There is nothing to export" },
  cancel: { zh: "取消", en: "Cancel" },
  close: { zh: "关闭", en: "Close" },
  run: { zh: "导出", en: "Export" },
  running: { zh: "正在导出…", en: "Exporting…" },
  started: { zh: "已开始导出", en: "Export started" },
  done: { zh: "表格成功导出", en: "Your export is ready" },
  kept: { zh: "文件保留 1 小时，仅您本人可以下载。", en: "The file is kept for an hour. Only you can download it." },
};

const formats: Record<SheetFormat, string> = { xlsx: "Excel (.xlsx)", csv: "CSV (.csv)" };

type Options = CallOutput<"POST paas/export/options">;

/** The current state of a list: search and order. */
export type ExportedList = {
  type: string;
  fields: Readonly<Record<string, string>>;
  filter?: Filter | undefined;
  sort?: SortOrder | undefined;
};

type ChoiceProps<K extends string> = {
  legend: string;
  choices: Readonly<Record<K, ReactNode>>;
  value: K;
  onChange: (value: K) => void;
};

/** Radio buttons, side by side. */
function Choices<K extends string>({ legend, choices, value, onChange }: ChoiceProps<K>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink-2">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        {(Object.entries(choices) as [K, ReactNode][]).map(([key, words]) => (
          <label
            key={key}
            className="flex min-h-9 cursor-pointer items-center justify-center rounded-sm border border-line-2 px-3 text-center hover:border-ink has-checked:border-brand has-checked:bg-brand-tint has-focus-visible:outline-2 has-focus-visible:outline-brand pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={key === value}
              onChange={() => onChange(key)}
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type NumberLineProps = { label: string; value: string; max: number; after?: string; onChange: (text: string) => void };

const isWithin = (text: string, max: number) => /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= max;

function NumberLine({ label, value, max, after, onChange }: NumberLineProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm text-ink-2">
        {label}
      </label>
      <span className="flex items-center gap-2">
        <Input
          id={id}
          inputMode="numeric"
          className="w-28"
          value={value}
          aria-invalid={!isWithin(value, max)}
          onChange={(event) => onChange(event.target.value.trim())}
        />
        {after !== undefined && <span className="text-sm whitespace-nowrap text-ink-3">{after}</span>}
      </span>
    </div>
  );
}

type ColumnsProps = { columns: Options["columns"]; left: ReadonlySet<string>; onChange: (left: Set<string>) => void };

function Columns({ columns, left, onChange }: ColumnsProps) {
  const t = useText();
  function toggle(field: string, isSelected: boolean): void {
    const next = new Set(left);
    if (isSelected) next.delete(field);
    else next.add(field);
    onChange(next);
  }
  const areAll = left.size === 0;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink-2">{t(texts.columns)}</legend>
      <TickLine
        checked={areAll}
        disabled={false}
        onChange={() => onChange(areAll ? new Set(columns.map(({ field }) => field)) : new Set())}
      >
        {t(texts.everyColumn)}
      </TickLine>
      <div className="mt-2 grid max-h-48 gap-x-4 gap-y-1.5 overflow-auto rounded-sm border border-line p-3 sm:grid-cols-2">
        {columns.map(({ field, name }) => (
          <TickLine key={field} checked={!left.has(field)} disabled={false} onChange={(is) => toggle(field, is)}>
            {name}
          </TickLine>
        ))}
      </div>
    </fieldset>
  );
}

/** The choices made in the dialog. */
type Choice = { format: SheetFormat; range: "all" | "paged"; size: string; page: string; left: ReadonlySet<string> };

const initialChoice: Choice = {
  format: "xlsx",
  range: "all",
  size: String(defaultExportRows),
  page: "1",
  left: new Set(),
};

/** The number of pages of that size; at least one. */
const pagesOf = (total: number, size: string) =>
  isWithin(size, maxExportRows) ? Math.max(1, Math.ceil(total / Number(size))) : 1;

const isComplete = ({ range, size, page, left }: Choice, { total, columns }: Options) =>
  total > 0 &&
  left.size < columns.length &&
  (range === "all" || (isWithin(size, maxExportRows) && isWithin(page, pagesOf(total, size))));

const timeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

function fileInput(
  { type, fields, filter, sort }: ExportedList,
  { columns }: Options,
  choice: Choice,
): CallInput<"GET api/Auto/ToExcel"> {
  const isPaged = choice.range === "paged";
  return {
    type,
    pageSize: isPaged ? choice.size : maxExportRows,
    pageIndex: isPaged ? choice.page : 1,
    filters: JSON.stringify(fields),
    ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }),
    columns: selectedColumns(columns, choice).join(","),
    ...(sort === undefined ? {} : { orderBy: sort.field, direction: sort.direction }),
    format: choice.format,
    timeZone: timeZone(),
  };
}

const selectedColumns = (columns: Options["columns"], { left }: Choice) =>
  columns.map(({ field }) => field).filter((field) => !left.has(field));

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
      <p className="text-sm text-ink-3">{t(texts.kept)}</p>
    </div>
  );
}

type FormProps = { options: Options; choice: Choice; onChange: (change: Partial<Choice>) => void };

function ExportForm({ options: { total, columns }, choice, onChange }: FormProps) {
  const t = useText();
  const { format, range, size, page, left } = choice;
  const pages = pagesOf(total, size);
  if (total === 0) return <p className="mt-3 text-ink-2">{t(texts.nothing)}</p>;
  return (
    <div className="mt-3 grid gap-5">
      <p className="text-ink-2">{t(formatText(texts.total, { n: total, count: total.toLocaleString("en") }))}</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <Choices
          legend={t(texts.range)}
          choices={{ all: t(texts.all), paged: t(texts.paged) }}
          value={range}
          onChange={(next) => onChange({ range: next })}
        />
        <Choices
          legend={t(texts.format)}
          choices={formats}
          value={format}
          onChange={(next) => onChange({ format: next })}
        />
      </div>
      {range === "paged" && (
        <div className="grid gap-2">
          <div className="flex flex-wrap gap-4">
            <NumberLine
              label={t(texts.size)}
              value={size}
              max={maxExportRows}
              onChange={(text) => onChange({ size: text, page: "1" })}
            />
            <NumberLine
              label={t(texts.page)}
              value={page}
              max={pages}
              after={t(formatText(texts.pages, { n: pages.toLocaleString("en") }))}
              onChange={(text) => onChange({ page: text })}
            />
          </div>
          <p className="text-sm text-ink-3">{t(texts.limit)}</p>
        </div>
      )}
      {range === "all" && total > maxExportRows && <p className="text-sm text-ink-3">{t(texts.later)}</p>}
      <Columns columns={columns} left={left} onChange={(next) => onChange({ left: next })} />
    </div>
  );
}

/** Exports a list: one file at once, or everything as a job. Choices are not remembered, because lists differ. */
export function ExportDialog({ list, onClose }: { list: ExportedList; onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const { type, fields, filter, sort } = list;
  const rows = { type, fields, ...(filter && { filter }) };
  const [choice, setChoice] = useState(initialChoice);
  const [requestId] = useState(randomId);
  const query = useQuery({
    queryKey: ["export", type, locale, fields, filter],
    queryFn: ({ signal }) => call("POST paas/export/options", rows, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const options = query.data;
  const download = useMutation({
    mutationFn: (input: CallInput<"GET api/Auto/ToExcel">) => call("GET api/Auto/ToExcel", input),
  });
  const job = useMutation({
    mutationFn: (columns: string[]) =>
      call(
        "POST Api/Job/Start",
        {
          name: "exportRows",
          input: { ...rows, columns, format: choice.format, timeZone: timeZone(), locale, ...(sort && { sort }) },
        },
        { idempotencyKey: requestId },
      ),
    onSuccess() {
      notify("success", t(texts.started));
      setActivity({ isOpen: true });
      onClose();
    },
  });
  const isPending = download.isPending || job.isPending;
  const problem = download.error ?? job.error;
  function run(ready: Options): void {
    if (choice.range === "all" && ready.total > maxExportRows) job.mutate(selectedColumns(ready.columns, choice));
    else download.mutate(fileInput(list, ready, choice));
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
              disabled={isPending || options === undefined || !isComplete(choice, options)}
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
        <Loaded query={query}>
          {(ready) => (
            <ExportForm options={ready} choice={choice} onChange={(change) => setChoice({ ...choice, ...change })} />
          )}
        </Loaded>
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
