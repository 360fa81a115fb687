import { useId, useState } from "react";
import { formatText, inLocale } from "#kit/text.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { QueryContent } from "#ui/query-content.tsx";
import { Select } from "#ui/select.tsx";
import { useLocale, useText } from "#ui/locale.ts";
import type { PreviewWidth } from "#features/builder/editor/editor.ts";
import { PageTile, type TileView } from "./page-tile.tsx";
import { type ThemePageRow, useThemePages } from "./theme-page-list.ts";

const texts = {
  page: { zh: "第 {n} 个预览的页面", en: "Page of preview {n}" },
  preview: { zh: "{name} 的预览", en: "Preview of {name}" },
  empty: { zh: "还没有页面可供预览", en: "No pages to preview yet" },
  emptyText: { zh: "新建页面后，可在这里看到主题的效果。", en: "Create a page to see this theme on it." },
};

/** The pages that a site with this theme shows: a page of the theme stands for that of every theme with its address. */
function visiblePages(pages: readonly ThemePageRow[]): ThemePageRow[] {
  const themePaths = new Set(pages.filter(({ theme }) => theme !== null).map(({ path }) => path));
  return pages.filter(({ theme, path }) => theme !== null || !themePaths.has(path));
}

type TileProps = Omit<TileView, "width"> & {
  pages: readonly ThemePageRow[];
  number: number;
  width: PreviewWidth;
  className: string;
};

function Tile({ pages, number, className, ...view }: TileProps) {
  const locale = useLocale();
  const t = useText();
  const id = useId();
  const [chosen, setChosen] = useState<string>();
  const page = pages.find((candidate) => candidate.id === chosen) ?? pages[number - 1] ?? pages[0]!;
  const nameOf = ({ title, path }: ThemePageRow) => inLocale(title, locale) ?? path;
  return (
    <section
      aria-labelledby={id}
      className={`flex min-h-0 min-w-0 flex-col overflow-hidden rounded-sm border border-line bg-sheet ${className}`}
    >
      <h2 id={id} className="sr-only">
        {t(formatText(texts.preview, { name: nameOf(page) }))}
      </h2>
      <div className="border-b border-line p-1.5">
        <Select
          label={t(formatText(texts.page, { n: number }))}
          value={page.id}
          options={pages.map((candidate) => ({ key: candidate.id, name: nameOf(candidate) }))}
          onChange={(key) => setChosen(key ?? undefined)}
        />
      </div>
      <div className="min-h-0 flex-1">
        <PageTile
          key={page.id}
          pageId={page.id}
          label={t(formatText(texts.preview, { name: nameOf(page) }))}
          {...view}
        />
      </div>
    </section>
  );
}

/** Three pages of the space side by side, one of them as on a phone, with the theme that is being edited. */
export function PageTiles({ themeId, ...view }: Omit<TileView, "width"> & { themeId: string }) {
  const t = useText();
  const query = useThemePages(themeId);
  return (
    <QueryContent query={query} height="h-40">
      {(rows) => {
        const pages = visiblePages(rows);
        if (pages.length === 0) return <EmptyState title={t(texts.empty)} text={t(texts.emptyText)} />;
        return (
          <div className="theme-tiles grid h-full min-h-0 gap-3">
            <Tile {...view} pages={pages} number={1} width={1440} className="" />
            <Tile {...view} pages={pages} number={2} width={390} className="theme-phone" />
            <Tile {...view} pages={pages} number={3} width={1440} className="" />
          </div>
        );
      }}
    </QueryContent>
  );
}
