import type { Filter } from "#kit/filter.ts";
import { type Text, textIn } from "#kit/text.ts";
import { defineWidget } from "#kit/widget.ts";
import { Arrow } from "#ui/art/mark.tsx";
import { Pager, pagerCss, pageNumber } from "./parts/pager.tsx";
import { phrases } from "./parts/phrases.tsx";
import { SearchForm, searchCss } from "./parts/search-form.tsx";
import { pageTransitionCss } from "./parts/page-transition.ts";
import { headSettings } from "./parts/section-head.tsx";

const pageSize = 10;
const kinds: Record<string, Text> = {
  company: { zh: "公司动态", en: "Company" },
  product: { zh: "产品更新", en: "Product" },
  media: { zh: "媒体报道", en: "In the press" },
};
const kindOf = (value: string | undefined) => (value !== undefined && Object.hasOwn(kinds, value) ? value : undefined);

/** All news in pages, with filters by words (`?q=`) and kind (`?kind=`). */
const newsIndex = defineWidget({
  name: "news-index",
  title: { zh: "新闻总览", en: "All news" },
  settings: headSettings,
  example: { eyebrow: null, heading: { zh: "新闻", en: "News" }, lead: null },
  island: "seen",
  async load(_value, { list, count, param, describe }) {
    const q = param("q") ?? "";
    const kind = kindOf(param("kind"));
    if (q !== "") describe({ isIndexed: false });
    const filter: Filter = { and: kind === undefined ? [] : [{ field: "kind", op: "eq", value: kind }] };
    const total = await count("news", { filter, find: q });
    const pages = Math.ceil(total / pageSize);
    const page = pageNumber(param("page"), pages);
    const items = await list("news", {
      filter,
      find: q,
      limit: pageSize,
      page,
    });
    return { q, kind, page, pages, items };
  },
  Render({ value, data, context }) {
    const { locale, t, path } = context;
    const { q, kind, page, pages, items } = data;
    const [eyebrow, lead] = [textIn(value.eyebrow, locale), textIn(value.lead, locale)];
    return (
      <div className="section wrap">
        <div className="title">
          {eyebrow !== "" && <p className="eyebrow">{eyebrow}</p>}
          <h1>{phrases(textIn(value.heading, locale), locale)}</h1>
          {lead !== "" && <p className="lead">{lead}</p>}
        </div>
        <div className="tools">
          <nav className="kinds" aria-label={t({ zh: "类型", en: "Type" })}>
            <a href={path} aria-current={kind === undefined ? "page" : undefined}>
              {t({ zh: "全部", en: "All" })}
            </a>
            {Object.entries(kinds).map(([key, name]) => (
              <a key={key} href={`${path}?kind=${key}`} aria-current={kind === key ? "page" : undefined}>
                {t(name)}
              </a>
            ))}
          </nav>
          <SearchForm action={path} q={q} label={{ zh: "搜索新闻", en: "Search news" }} context={context} />
        </div>
        {items.length === 0 && (
          <p className="lead none">
            {q === ""
              ? t({ zh: "暂无新闻。", en: "No news yet." })
              : t({ zh: `没有找到“${q}”，请换个词试试。`, en: `No results for “${q}”. Try another search.` })}
          </p>
        )}
        <ul className="news">
          {items.map((item) => (
            <li key={item.id}>
              <div className="mono">
                {/* The date of publication. The page is cached, so news-index.island.ts replaces the date by a relative time in the browser. */}
                {item.publishedAt !== null && (
                  <time dateTime={item.publishedAt} data-relative="">
                    {item.publishedAt.slice(0, 10)}
                  </time>
                )}
                <span>{t(kinds[item.kind ?? "company"] ?? kinds.company!)}</span>
              </div>
              <h2>
                <a href={`/news/edit?id=${item.id}`}>
                  {textIn(item.title, locale)}
                  <Arrow />
                </a>
              </h2>
              <p>{textIn(item.intro, locale)}</p>
            </li>
          ))}
        </ul>
        <Pager page={page} pages={pages} context={context} />
      </div>
    );
  },
  css: `
[data-widget="news-index"] {
  & .section {
    padding-top: clamp(56px, 7vw, 112px);
  }
  & .title {
    display: grid;
    gap: 18px;
  }
  & h1 {
    font-size: calc(clamp(2.25rem, 1.4rem + 3.2vw, 4rem) * var(--heading-scale));
  }
  & .tools {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 16px 32px;
    margin-top: 40px;
  }
  & .kinds {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;

    & a {
      display: inline-flex;
      align-items: center;
      min-height: 44px;
      border-bottom: 2px solid transparent;
      color: var(--ink-2);
    }
    & [aria-current] {
      border-color: var(--seal);
      color: var(--ink);
    }
  }
  & .none {
    margin-top: 40px;
  }
  & .news {
    margin-top: 24px;
    border-top: 1px solid var(--ink);

    & li {
      display: grid;
      grid-template-columns: 140px minmax(0, 5fr) minmax(0, 6fr);
      gap: 8px clamp(20px, 3vw, 48px);
      align-items: baseline;
      padding-block: 26px;
      border-bottom: 1px solid var(--line);
    }
    & .mono {
      display: grid;
      gap: 4px;
      color: var(--ink-3);
    }
    & h2 {
      font-size: 1.1875rem;
      line-height: 1.4;
      letter-spacing: 0;
    }
    & h2 a:hover {
      color: var(--brand);
    }
    & .icon {
      display: inline-block;
      margin-left: 8px;
      vertical-align: -2px;
    }
    & p {
      color: var(--ink-2);
      text-wrap: pretty;
    }
  }
  @media (width < 768px) {
    & .news li {
      grid-template-columns: minmax(0, 1fr);
    }
    & .news .mono {
      display: flex;
      gap: 16px;
    }
    & .search {
      width: 100%;
      max-width: none;
    }
  }
${pagerCss}
${searchCss}
}
${pageTransitionCss('[data-widget="news-index"] .news')}`,
});

export default newsIndex;
declare module "#kit/widget.ts" {
  interface Widgets {
    "news-index": typeof newsIndex;
  }
}
