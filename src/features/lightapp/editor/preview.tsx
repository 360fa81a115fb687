import { useState } from "react";
import type { CallOutput } from "#kit/call.ts";
import { AutoFormView } from "#render/form/auto-form.tsx";
import { TablePreview } from "#render/table/table-preview.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { Skeleton } from "#ui/skeleton.tsx";

const texts = {
  preview: { zh: "预览", en: "Preview" },
  form: { zh: "表单", en: "Form" },
  list: { zh: "列表", en: "List" },
  loading: { zh: "正在更新预览", en: "Updating the preview" },
  empty: { zh: "暂无可预览的内容", en: "Nothing to preview yet" },
  emptyText: { zh: "添加一个字段，这里就会显示表单和列表。", en: "Add a field, and its form and list appear here." },
  samples: { zh: "预览中是示例数据，发布后才可操作", en: "These are examples. The list works once it is published." },
};

type Preview = NonNullable<CallOutput<"POST paas/lightApp/preview">>;

type PreviewProps = {
  /** Undefined until the first answer; null when nothing of the draft can be shown. */
  preview: Preview | null | undefined;
  error: Error | null;
  isStale: boolean;
  /** Called with the width that a column was given in the list, px; undefined for the automatic one. */
  onWidth: (field: string, width: number | undefined) => void;
  onRetry: () => void;
};

/** The form and the list of the draft, shown by what shows those of every entity. */
export function DraftPreview({ preview, error, isStale, onWidth, onRetry }: PreviewProps) {
  const locale = useLocale();
  const t = useText();
  const [part, setPart] = useState<"form" | "list">("form");
  return (
    <section aria-label={t(texts.preview)} className="grid min-w-0 content-start">
      <header className="light-app-part-head flex min-h-12 items-center justify-between gap-3 bg-paper-2 px-4 py-1.5 sm:px-6">
        <h2 className="text-sm font-semibold">{t(texts.preview)}</h2>
        <span role="status" className="ml-auto text-xs text-ink-3">
          {isStale ? t(texts.loading) : ""}
        </span>
        <div className="flex rounded-sm border border-line-2 p-0.5">
          {(["form", "list"] as const).map((key) => (
            <button
              key={key}
              type="button"
              aria-pressed={part === key}
              className="min-h-7 rounded-sm px-3 text-sm text-ink-2 hover:text-ink aria-pressed:bg-brand-tint aria-pressed:text-brand pointer-coarse:min-h-11"
              onClick={() => setPart(key)}
            >
              {t(texts[key])}
            </button>
          ))}
        </div>
      </header>
      <div className="min-w-0 p-4 sm:p-6">
        {preview === undefined ? (
          error === null ? (
            <Skeleton className="h-64" />
          ) : (
            <LoadFailure onRetry={onRetry} />
          )
        ) : preview === null ? (
          <EmptyState title={t(texts.empty)} text={t(texts.emptyText)} />
        ) : part === "form" ? (
          <div className="rounded-md border border-line bg-paper px-4 sm:px-6">
            {/* Another default value is another form; other changes keep what was typed to try it. */}
            <AutoFormView key={JSON.stringify(preview.form.values)} form={preview.form as never} locale={locale} />
          </div>
        ) : (
          <TablePreview {...preview} explanation={t(texts.samples)} onWidth={onWidth} />
        )}
      </div>
    </section>
  );
}
