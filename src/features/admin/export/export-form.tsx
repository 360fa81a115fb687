import { useId } from "react";
import { defaultExportRows, type FileLanguage, fileLanguages, maxExportRows, type SheetFormat } from "#kit/export.ts";
import { titleInLanguage } from "#kit/language-column.ts";
import { localeNames } from "#kit/locale-names.ts";
import { formatString, formatText, type Locale, locales, type Text } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Input } from "#ui/input.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { RadioButtons } from "#ui/radio-buttons.tsx";
import { RadioList } from "#ui/radio-list.tsx";
import { Select } from "#ui/select.tsx";
import { LabelledCheckbox } from "#ui/labelled-checkbox.tsx";
import type { ExportOptions, SourceKey, useExportSources } from "./export-source.ts";

const texts = {
  total: { zh: "共 {count} 条记录", en: "{count} {n|record|records}" },
  source: { zh: "数据", en: "Records" },
  view: { zh: "视图", en: "View" },
  range: { zh: "页数", en: "Pages" },
  all: { zh: "全部页", en: "All pages" },
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
  language: { zh: "语言", en: "Language" },
  bothHelp: {
    zh: "按语言填写的内容每种语言一列，如“{zh}”和“{en}”。修改后可以直接导入。",
    en: "Texts in two languages have a column for each, such as “{zh}” and “{en}”. The file can be edited and imported.",
  },
  columns: { zh: "列", en: "Columns" },
  everyColumn: { zh: "全选", en: "Select all" },
  shownColumns: { zh: "仅列表中的列", en: "Only those in the list" },
  counting: { zh: "正在统计…", en: "Counting…" },
  nothing: { zh: "没有可导出的记录", en: "There is nothing to export" },
};

const formats: readonly { key: SheetFormat; label: string }[] = [
  { key: "xlsx", label: "Excel (.xlsx)" },
  { key: "csv", label: "CSV (.csv)" },
];

const languageNames: Record<FileLanguage, Text> = { ...localeNames, both: { zh: "中英双语", en: "Both" } };

/** What a file in both languages has, with the titles of the columns of a field as an example. */
function bothHelp(name: string): Text {
  const [zh, en] = locales.map((language) => titleInLanguage({ zh: name, en: name }, language));
  return {
    zh: formatString(texts.bothHelp.zh, { zh: zh!.zh, en: en!.zh }),
    en: formatString(texts.bothHelp.en, { zh: zh!.en, en: en!.en }),
  };
}

/** `after`: a text after the input. */
type NumberInputProps = { label: string; value: string; max: number; after?: string; onChange: (text: string) => void };

const isNumberWithin = (text: string, max: number) =>
  /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= max;

function NumberInput({ label, value, max, after, onChange }: NumberInputProps) {
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
          aria-invalid={!isNumberWithin(value, max)}
          onChange={(event) => onChange(event.target.value.trim())}
        />
        {after !== undefined && <span className="text-sm whitespace-nowrap text-ink-3">{after}</span>}
      </span>
    </div>
  );
}

type ColumnsProps = {
  columns: ExportOptions["columns"];
  /** The fields that the list shows. */
  listFields: readonly string[];
  excluded: ReadonlySet<string>;
  onChange: (excluded: Set<string>) => void;
};

function Columns({ columns, listFields, excluded, onChange }: ColumnsProps) {
  const t = useText();
  function toggle(field: string, isSelected: boolean): void {
    const next = new Set(excluded);
    if (isSelected) next.delete(field);
    else next.add(field);
    onChange(next);
  }
  const areAllSelected = excluded.size === 0;
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink-2">{t(texts.columns)}</legend>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <LabelledCheckbox
          checked={areAllSelected}
          disabled={false}
          onChange={() => onChange(areAllSelected ? new Set(columns.map(({ field }) => field)) : new Set())}
        >
          {t(texts.everyColumn)}
        </LabelledCheckbox>
        {columns.some(({ field }) => !listFields.includes(field)) && (
          <Button
            kind="quiet"
            onClick={() =>
              onChange(new Set(columns.map(({ field }) => field).filter((field) => !listFields.includes(field))))
            }
          >
            {t(texts.shownColumns)}
          </Button>
        )}
      </div>
      <div className="mt-2 grid max-h-48 gap-x-4 gap-y-1.5 overflow-auto rounded-sm border border-line p-3 sm:grid-cols-2">
        {columns.map(({ field, name }) => (
          <LabelledCheckbox
            key={field}
            checked={!excluded.has(field)}
            disabled={false}
            onChange={(isTicked) => toggle(field, isTicked)}
          >
            {name}
          </LabelledCheckbox>
        ))}
      </div>
    </fieldset>
  );
}

/** The choices made in the dialog. `size` and `page` are as typed. */
export type ExportChoice = {
  source: SourceKey;
  /** The saved view, for the source "view"; null: the first one. */
  viewId: string | null;
  format: SheetFormat;
  language: FileLanguage;
  range: "all" | "paged";
  size: string;
  page: string;
  /** The fields that are not exported. */
  excluded: ReadonlySet<string>;
};

export const initialChoice: Omit<ExportChoice, "language"> = {
  source: "list",
  viewId: null,
  format: "xlsx",
  range: "all",
  size: String(defaultExportRows),
  page: "1",
  excluded: new Set(),
};

/** The columns of a file that have a text in each language. */
const localizedColumns = ({ columns }: ExportOptions, { excluded }: ExportChoice) =>
  columns.filter(({ field, isLocalized }) => isLocalized && !excluded.has(field));

/** The language of the file: without texts per language, a file in both is one in that of the reader. */
export const languageOf = (choice: ExportChoice, options: ExportOptions, locale: Locale): FileLanguage =>
  choice.language === "both" && localizedColumns(options, choice).length === 0 ? locale : choice.language;

/** The number of pages of `size` rows, at least 1; also 1 for an invalid size. */
const pageCountOf = (total: number, size: string) =>
  isNumberWithin(size, maxExportRows) ? Math.max(1, Math.ceil(total / Number(size))) : 1;

/** Whether the export can start: it has rows and columns, and a valid page if only one page is exported. */
export const isComplete = ({ range, size, page, excluded }: ExportChoice, { total, columns }: ExportOptions) =>
  total > 0 &&
  excluded.size < columns.length &&
  (range === "all" || (isNumberWithin(size, maxExportRows) && isNumberWithin(page, pageCountOf(total, size))));

type FormProps = {
  options: ExportOptions;
  choice: ExportChoice;
  sources: ReturnType<typeof useExportSources>;
  onChange: (change: Partial<ExportChoice>) => void;
};

/** The form for the records, columns and format of an export. */
export function ExportForm({ options, choice, sources, onChange }: FormProps) {
  const { total, columns } = options;
  const t = useText();
  const locale = useLocale();
  const id = useId();
  const { format, source, range, size, page, excluded } = choice;
  const pages = pageCountOf(total, size);
  const hasSeveralSources = sources.choices.length > 1;
  const { isCounting } = sources;
  const language = languageOf(choice, options, locale);
  const [localizedColumn] = localizedColumns(options, choice);
  if (total === 0 && !hasSeveralSources) return <p className="mt-3 text-ink-2">{t(texts.nothing)}</p>;
  return (
    <div className="mt-3 grid gap-5">
      <p className="text-ink-2">
        {isCounting || total === 0
          ? t(isCounting ? texts.counting : texts.nothing)
          : t(formatText(texts.total, { n: total, count: total.toLocaleString("en") }))}
      </p>
      {hasSeveralSources && (
        <fieldset>
          <legend className="text-sm font-medium text-ink-2">{t(texts.source)}</legend>
          <RadioList
            id={id}
            value={source}
            options={sources.choices}
            isColumn
            invalid={false}
            disabled={false}
            describedBy={undefined}
            onChange={(key) => onChange({ source: key as SourceKey, page: "1" })}
            onBlur={() => undefined}
          />
          {source === "view" && (
            <Select
              className="ml-6"
              label={t(texts.view)}
              value={sources.viewId}
              options={sources.views}
              onChange={(key) => onChange({ viewId: key, page: "1" })}
            />
          )}
        </fieldset>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <RadioButtons
          legend={t(texts.range)}
          choices={[
            { key: "all", label: t(texts.all) },
            { key: "paged", label: t(texts.paged) },
          ]}
          value={range}
          layout="columns"
          onChange={(next) => onChange({ range: next })}
        />
        <RadioButtons
          legend={t(texts.format)}
          choices={formats}
          value={format}
          layout="columns"
          onChange={(next) => onChange({ format: next })}
        />
      </div>
      <div className="grid gap-2">
        <RadioButtons
          legend={t(texts.language)}
          choices={fileLanguages
            .filter((key) => key !== "both" || localizedColumn !== undefined)
            .map((key) => ({ key, label: t(languageNames[key]) }))}
          value={language}
          layout="line"
          onChange={(key) => onChange({ language: key })}
        />
        {language === "both" && localizedColumn !== undefined && (
          <p className="text-sm text-ink-3">{t(bothHelp(localizedColumn.name))}</p>
        )}
      </div>
      {range === "paged" && (
        <div className="grid gap-2">
          <div className="flex flex-wrap gap-4">
            <NumberInput
              label={t(texts.size)}
              value={size}
              max={maxExportRows}
              onChange={(text) => onChange({ size: text, page: "1" })}
            />
            <NumberInput
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
      {range === "all" && !isCounting && total > maxExportRows && (
        <p className="text-sm text-ink-3">{t(texts.later)}</p>
      )}
      <Columns
        columns={columns}
        listFields={sources.source.columns}
        excluded={excluded}
        onChange={(next) => onChange({ excluded: next })}
      />
    </div>
  );
}
