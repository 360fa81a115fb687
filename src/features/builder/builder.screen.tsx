import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useState } from "react";
import { Navigate, useParams, useSearchParams } from "react-router";
import { FrameSkeleton } from "#ui/frame-skeleton.tsx";
import { ScreenProblem } from "#client/screen-states.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { notify } from "#ui/toast.tsx";
import { useTitle } from "#ui/title.ts";
import { createEditor, type OpenedPage, openPage } from "#features/builder/editor/create-editor.ts";
import { EditorContext } from "#features/builder/editor/editor.ts";
import { homePath, usePages } from "#features/builder/session/pages.ts";
import { Workbench } from "#features/builder/panels/workbench.tsx";
import "./builder.css";
import screen from "./builder.screen.ts";

const texts = {
  restored: { zh: "已恢复本机未保存的修改", en: "Unsaved changes from this browser were restored" },
  discard: { zh: "放弃修改", en: "Discard changes" },
  noPages: { zh: "此空间还没有页面", en: "This space has no pages yet" },
};

/** The effective colour scheme. */
function currentScheme(): "light" | "dark" {
  const theme = document.documentElement.dataset.theme;
  if (theme === "light" || theme === "dark") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** A problem shown in place of the builder, which has no surrounding frame. */
function BuilderProblem(props: ComponentProps<typeof ScreenProblem>) {
  return (
    <main className="mx-auto max-w-[1280px] p-8">
      <ScreenProblem {...props} />
    </main>
  );
}

/** The builder of an open page. Its editor is created once, so that switching the interface language does not reset it. */
function PageEditor({ openedPage }: { openedPage: OpenedPage }) {
  const locale = useLocale();
  const t = useText();
  const [editor] = useState(() => createEditor(openedPage, { locale, scheme: currentScheme() }));
  useTitle(`${editor.store.setting().title[locale] ?? openedPage.info.path} · ${t(screen.title)}`);

  useEffect(() => {
    const { session } = editor;
    if (session.restoredAt === undefined) return;
    notify("info", texts.restored[locale], { actions: [{ name: texts.discard[locale], run: session.revert }] });
    // Only when the page is opened, not when the language changes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [editor]);
  // Links from reports lead to a record of the page.
  const [query] = useSearchParams();
  const record = query.get("record");
  useEffect(() => {
    if (record !== null && editor.store.record(record) !== undefined) editor.store.selected.set([record]);
  }, [editor, record]);
  useEffect(() => {
    editor.session.start();
    return () => editor.session.stop();
  }, [editor]);

  return (
    <EditorContext value={editor}>
      <Workbench />
    </EditorContext>
  );
}

function PageLoader({ pageId }: { pageId: string }) {
  const locale = useLocale();
  const { data, error, refetch } = useQuery({
    queryKey: ["builder", pageId],
    queryFn: ({ signal }) => openPage(pageId, signal),
    // No automatic refetch: the page must not change while somebody edits it.
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error !== null) return <BuilderProblem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <FrameSkeleton frame="builder" locale={locale} />;
  return <PageEditor key={pageId} openedPage={data} />;
}

/** Redirects to the page at `?path=`, else to the home page, else to the first page. */
function FirstPageRedirect() {
  const locale = useLocale();
  const t = useText();
  const { data, error, refetch } = usePages();
  const [query] = useSearchParams();
  const requestedPath = query.get("path");
  if (error !== null) return <BuilderProblem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <FrameSkeleton frame="builder" locale={locale} />;
  const first =
    data.find(({ path }) => path === requestedPath) ?? data.find(({ path }) => path === homePath) ?? data[0];
  if (first === undefined) return <p className="p-8 text-ink-2">{t(texts.noPages)}</p>;
  return <Navigate to={`/builder/${first.id}`} replace />;
}

/** The page builder (S-074): edits one page at a time, rendered with the same components as for visitors. */
export function BuilderScreen() {
  const { pageId } = useParams();
  return pageId === undefined ? <FirstPageRedirect /> : <PageLoader key={pageId} pageId={pageId} />;
}
