import type { RenderContext } from "#kit/widget.ts";

type PagerProps = { page: number; pages: number; context: RenderContext };

const texts = {
  pages: { zh: "翻页", en: "Pages" },
  before: { zh: "上一页", en: "Previous" },
  next: { zh: "下一页", en: "Next" },
};

/** Links to the pages of a long list (`?page=`), which keep other query parameters. */
export function Pager({ page, pages, context: { path, query, t } }: PagerProps) {
  if (pages < 2) return null;
  const to = (number: number) => {
    const parts = new URLSearchParams(query);
    if (number === 1) parts.delete("page");
    else parts.set("page", String(number));
    return `${path}${parts.size === 0 ? "" : `?${parts.toString()}`}`;
  };
  return (
    <nav className="pager" aria-label={t(texts.pages)}>
      {page > 1 && (
        <a className="action small" href={to(page - 1)} rel="prev">
          {t(texts.before)}
        </a>
      )}
      <span className="mono">
        {page} / {pages}
      </span>
      {page < pages && (
        <a className="action small" href={to(page + 1)} rel="next">
          {t(texts.next)}
        </a>
      )}
    </nav>
  );
}

/** The number of a page in an address; 1 for what is no number. */
export function pageNumber(value: string | undefined, pages: number): number {
  const number = /^\d{1,4}$/.test(value ?? "") ? Number(value) : 1;
  return Math.min(Math.max(1, number), Math.max(1, pages));
}

export const pagerCss = `
  & .pager {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 16px;
    margin-top: 36px;
    color: var(--ink-3);
  }`;
