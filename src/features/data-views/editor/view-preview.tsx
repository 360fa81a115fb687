import { useId } from "react";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { useText } from "#ui/locale.ts";
import { Skeleton } from "#ui/skeleton.tsx";
import { TablePreview } from "#render/table/table-preview.tsx";
import type { useViewPreview } from "./use-view-preview.ts";

const texts = {
  preview: { zh: "预览", en: "Preview" },
  loading: { zh: "正在更新预览", en: "Updating the preview" },
  empty: { zh: "暂无可预览的内容", en: "Nothing to preview yet" },
  chooseBase: {
    zh: "选择主数据和列后，这里显示视图的前几行。",
    en: "Choose the base and columns to see the first rows here.",
  },
  chooseColumns: { zh: "选择列后，这里显示视图的前几行。", en: "Choose columns to see the first rows here." },
  rights: { zh: "前 10 行，仅含您有权查看的数据。", en: "The first 10 rows, as you may read them." },
  explanation: { zh: "预览不可操作，保存后可打开视图", en: "The preview cannot be used. Save the view to open it." },
};

/** The first rows of the view in the form. */
export function ViewPreview({ hasBase, preview, error, isStale, retry }: ReturnType<typeof useViewPreview>) {
  const t = useText();
  const id = useId();
  const list = preview?.list;
  return (
    <section aria-labelledby={id} className="view-preview">
      <header className="mb-3 flex flex-wrap items-baseline gap-x-4">
        <h2 id={id} className="text-xs font-semibold text-ink-3">
          {t(texts.preview)}
        </h2>
        {list && <p className="text-xs text-ink-3">{t(texts.rights)}</p>}
        <span role="status" className="ml-auto text-xs text-ink-3">
          {hasBase && isStale ? t(texts.loading) : ""}
        </span>
      </header>
      {error !== null ? (
        <LoadFailure onRetry={retry} />
      ) : list ? (
        // The rows lead to their records only from the list itself.
        <TablePreview play={{ ...list.play, actions: [] }} rows={list.rows} explanation={t(texts.explanation)} />
      ) : hasBase && preview === undefined ? (
        <Skeleton className="h-64" />
      ) : (
        <EmptyState title={t(texts.empty)} text={t(hasBase ? texts.chooseColumns : texts.chooseBase)} />
      )}
    </section>
  );
}
