import type { RenderContext } from "#kit/widget.ts";

/** `page`: from 1. `pages`: the number of pages. */
type PagerProps = { page: number; pages: number; context: RenderContext };

const texts = {
  pages: { zh: "翻页", en: "Pages" },
  previous: { zh: "上一页", en: "Previous" },
  next: { zh: "下一页", en: "Next" },
};

/** Links to the previous and the next page of a list (`?page=`), which keep other query parameters. Nothing for a single page. */
export function Pager({ page, pages, context: { path, query, t } }: PagerProps) {
  if (pages < 2) return null;
  const hrefOf = (number: number) => {
    const params = new URLSearchParams(query);
    if (number === 1) params.delete("page");
    else params.set("page", String(number));
    return params.size === 0 ? path : `${path}?${params.toString()}`;
  };
  return (
    <nav className="pager" aria-label={t(texts.pages)}>
      {page > 1 && (
        <a className="action small" href={hrefOf(page - 1)} rel="prev">
          {t(texts.previous)}
        </a>
      )}
      <span className="mono">
        {page} / {pages}
      </span>
      {page < pages && (
        <a className="action small" href={hrefOf(page + 1)} rel="next">
          {t(texts.next)}
        </a>
      )}
    </nav>
  );
}

/** The page number of an address, limited to 1–`pages`; 1 if the value is not a number. */
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
