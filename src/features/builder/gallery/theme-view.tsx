import { useMemo, useState } from "react";
import type { ThemePage } from "#kit/market-document.ts";
import { formatText, inLocale } from "#kit/text.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import { QueryContent } from "#ui/query-content.tsx";
import { RadioButtons } from "#ui/radio-buttons.tsx";
import { Select } from "#ui/select.tsx";
import { PagePreview } from "#features/builder/canvas/page-preview.tsx";
import { adaptPart } from "#features/builder/document/foreign-part.ts";
import { useEditor } from "#features/builder/editor/editor.ts";
import { FitNotes } from "./fit-notes.tsx";
import { useTakeTheme } from "./insert-item.ts";
import type { Opened } from "./item-list.tsx";
import { FitPreview } from "./source-picture.tsx";
import { type Content, useContent } from "./source.ts";

const texts = {
  ownPreview: { zh: "当前页面使用主题“{name}”的预览", en: "Preview of this page in the theme {name}" },
  preview: { zh: "“{page}”的预览", en: "Preview of {page}" },
  page: { zh: "预览的页面", en: "Page to preview" },
  ownPage: { zh: "您的当前页面", en: "Your current page" },
  look: { zh: "预览的外观", en: "Look of the preview" },
  itsLook: { zh: "此主题", en: "This theme" },
  ownLook: { zh: "本站主题", en: "Your theme" },
  text: {
    zh: "主题会添加到本空间的主题列表，设为当前主题之前网站不变。",
    en: "The theme is added to your themes. Your site stays as it is until you make it current.",
  },
  pages: {
    zh: "{n} 个页面成为只属于此主题的草稿",
    en: "{n} {n|page|pages} added as drafts, in this theme only",
  },
  paths: {
    zh: "相同路径的现有页面保留，换回其他主题时重新显示",
    en: "Pages you have at the same paths stay, and show again with any other theme",
  },
  live: { zh: "查看原来的样子", en: "See the original" },
  back: { zh: "返回", en: "Back" },
  add: { zh: "添加主题", en: "Add theme" },
  addPages: { zh: "添加主题和页面", en: "Add theme and pages" },
  addLook: { zh: "只添加主题", en: "Add theme only" },
  adding: { zh: "正在添加…", en: "Adding…" },
};

/** Stands for the open page among the pages of a theme. */
const ownPage = "own";
type Look = "its" | "own";

/** A page that comes with a theme: in that theme, or with the colours of the theme of this site; or the open page in that theme. */
function Preview({
  name,
  content,
  shown,
  look,
}: {
  name: string;
  content: Content;
  shown: ThemePage | undefined;
  look: Look;
}) {
  const t = useText();
  const locale = useLocale();
  const { store, broken, site } = useEditor();
  const [snapshot] = useState(() => ({ page: store.page(), broken: [...broken] }));
  const page = useMemo(() => {
    if (shown === undefined) return undefined;
    const { records, setting } = shown.page;
    const to = look === "its" ? content.colors : site.tokens;
    const adapted = adaptPart({ records: Object.values(records), setting }, { from: content.colors, to });
    if ("zh" in adapted) return adapted;
    const { part } = adapted;
    const fitting = Object.fromEntries(part.records.map((record) => [record.id, record]));
    return { schema: 1 as const, setting: part.setting ?? setting, records: fitting };
  }, [shown, look, content.colors, site.tokens]);
  if (page === undefined || shown === undefined)
    return (
      <PagePreview snapshot={snapshot} tokens={content.tokens} label={t(formatText(texts.ownPreview, { name }))} />
    );
  if ("zh" in page)
    return (
      <p role="alert" className="p-4 text-danger">
        {t(page)}
      </p>
    );
  const label = t(formatText(texts.preview, { page: inLocale(page.setting.title, locale) ?? shown.path }));
  return <FitPreview page={page} isPage label={label} tokens={look === "its" ? content.tokens : undefined} />;
}

/** What adding the theme does besides. */
function Notes({ pages, content }: { pages: readonly ThemePage[]; content: Content }) {
  const adapted = useMemo(() => {
    const records = pages.flatMap(({ page }) => Object.values(page.records));
    return adaptPart({ records }, { from: content.colors, to: content.colors });
  }, [pages, content]);
  if (pages.length === 0 || "zh" in adapted) return null;
  return <FitNotes report={adapted.report} first={[formatText(texts.pages, { n: pages.length }), texts.paths]} />;
}

type ViewProps = Opened & { onBack: () => void; onClose: () => void };

/** A theme of the market with a preview of its pages, and the buttons that add it with them, or alone. */
export function ThemeView({ source, entry, onBack, onClose }: ViewProps) {
  const t = useText();
  const locale = useLocale();
  const { name, facts, intro, url } = source;
  const query = useContent(source);
  const [chosen, setChosen] = useState<string>();
  const [look, setLook] = useState<Look>("its");
  const take = useTakeTheme(onClose);
  const isBusy = take.isPending;
  const pages = query.data?.themePages ?? [];
  const key = chosen ?? pages[0]?.key ?? ownPage;
  const shown = pages.find((page) => page.key === key);
  const { id, edition } = entry;
  const add = (withPages: boolean) => take.mutate({ id, edition, name, withPages });
  const isReady = query.data !== undefined && !isBusy;
  const options = [
    ...pages.map(({ key: pageKey, path, page }) => ({
      key: pageKey,
      name: inLocale(page.setting.title, locale) ?? path,
    })),
    { key: ownPage, name: t(texts.ownPage) },
  ];
  return (
    <Dialog
      isOpen
      size="full"
      title={name}
      description={facts.join(" · ")}
      onClose={() => !isBusy && onClose()}
      actions={
        <>
          <Button disabled={isBusy} onClick={onBack}>
            {t(texts.back)}
          </Button>
          {pages.length > 0 && (
            <Button disabled={!isReady} onClick={() => add(false)}>
              {t(texts.addLook)}
            </Button>
          )}
          <Button kind="primary" disabled={!isReady} aria-busy={isBusy} onClick={() => add(true)}>
            {t(isBusy ? texts.adding : pages.length > 0 ? texts.addPages : texts.add)}
          </Button>
        </>
      }
    >
      <QueryContent query={query} height="h-[50dvh] mt-4">
        {(content) => (
          <div className="mt-4 grid gap-5 md:h-[62dvh] md:grid-cols-[minmax(0,1fr)_280px]">
            <div className="h-[40dvh] min-h-0 border border-line md:h-auto">
              <Preview name={name} content={content} shown={shown} look={look} />
            </div>
            <section className="grid min-h-0 content-start gap-5 overflow-auto text-sm">
              {intro !== "" && <p className="break-words text-ink-2">{intro}</p>}
              <p className="text-ink-2">{t(texts.text)}</p>
              {pages.length > 0 && (
                <div>
                  <p className="mb-1.5 font-medium text-ink-2">{t(texts.page)}</p>
                  <Select
                    label={t(texts.page)}
                    value={key}
                    options={options}
                    onChange={(next) => setChosen(next ?? ownPage)}
                  />
                </div>
              )}
              {shown !== undefined && (
                <RadioButtons
                  legend={t(texts.look)}
                  layout="columns"
                  choices={[
                    { key: "its", label: t(texts.itsLook) },
                    { key: "own", label: t(texts.ownLook) },
                  ]}
                  value={look}
                  onChange={setLook}
                />
              )}
              <Notes pages={pages} content={content} />
              <a href={url} target="_blank" rel="noreferrer" className="text-brand underline underline-offset-3">
                {t(texts.live)}
              </a>
              {take.error !== null && (
                <p role="alert" className="text-danger">
                  {take.error.message}
                </p>
              )}
            </section>
          </div>
        )}
      </QueryContent>
    </Dialog>
  );
}
