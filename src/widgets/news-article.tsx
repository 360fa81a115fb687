import type { Filter } from "#kit/filter.ts";
import { inLocale, textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import { defineWidget } from "#kit/widget.ts";
import { Picture, pictureCss } from "#ui/picture.tsx";
import { Contents, Prose, proseCss } from "./parts/prose.tsx";
import { pageTransitionCss } from "./parts/page-transition.ts";

const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * A news item by its id (`?id=`), with links to the previous and the next item in the order of the site. Without an id it shows the first item; its own
 * page, `/news/edit`, redirects to the list instead.
 */
const newsArticle = defineWidget({
  name: "news-article",
  title: { zh: "新闻正文", en: "News article" },
  settings: {
    back: { type: "textbox", name: { zh: "返回链接文字", en: "Back link text" }, localized: true, max: 30 },
  },
  example: { back: { zh: "全部新闻", en: "All news" } },
  async load(_value, { list, param, path, isPreview, redirectTo, notFound, describe, richText, locale }) {
    const id = param("id");
    if (id === undefined && !isPreview && path === "/news/edit") redirectTo("/news");
    if (id !== undefined && !uuidPattern.test(id)) notFound();
    const filter: Filter = id === undefined ? { and: [] } : { field: "id", op: "eq", value: id };
    const [item] = await list("news", { filter, limit: 1 });
    if (item === undefined) return id === undefined ? undefined : notFound();
    const [title, intro] = [textIn(item.title, locale), textIn(item.intro, locale)];
    const { publishedAt } = item;
    describe({
      title,
      description: intro,
      structured: {
        "@type": "NewsArticle",
        headline: title,
        description: intro,
        url: `${path}?id=${item.id}`,
        ...(item.cover === null ? {} : { image: item.cover }),
        ...(publishedAt === null ? {} : { datePublished: publishedAt }),
        dateModified: item.updatedAt,
      },
    });
    const [[previous], [next]] = await Promise.all([
      list("news", { before: item.id, limit: 1 }),
      list("news", { after: item.id, limit: 1 }),
    ]);
    return { item, text: richText(inLocale(item.body, locale)), previous, next };
  },
  Render({ value, data, context: { locale, t } }) {
    if (data === undefined)
      return (
        <div className="section wrap">
          <h1>{t({ zh: "暂无新闻", en: "No news yet" })}</h1>
        </div>
      );
    const { item, text, previous, next } = data;
    const source = safeUrl(item.sourceUrl);
    const neighbourLinks = [
      { item: previous, name: { zh: "上一篇", en: "Previous" } },
      { item: next, name: { zh: "下一篇", en: "Next" } },
    ];
    return (
      <article className="section wrap">
        <header>
          <a className="back" href="/news">
            ← {textIn(value.back, locale)}
          </a>
          <h1>{textIn(item.title, locale)}</h1>
          <p className="lead">{textIn(item.intro, locale)}</p>
          <p className="mono">
            {item.publishedAt !== null && <time dateTime={item.publishedAt}>{item.publishedAt.slice(0, 10)}</time>}
            <span>
              {t({ zh: "更新于", en: "Updated" })} <time dateTime={item.updatedAt}>{item.updatedAt.slice(0, 10)}</time>
            </span>
          </p>
        </header>
        {item.cover !== null && (
          <div className="cover">
            <Picture url={item.cover} alt="" sizes="(width < 1120px) 92vw, 1000px" isLazy={false} />
          </div>
        )}
        <div className="columns">
          <Prose text={text} />
          <Contents text={text} locale={locale} />
        </div>
        {source !== undefined && (
          <p>
            <a href={source} rel="noopener noreferrer">
              {t({ zh: "查看原文", en: "Read the original" })}
            </a>
          </p>
        )}
        <nav className="ways" aria-label={t({ zh: "前后新闻", en: "More news" })}>
          {neighbourLinks.map(
            (link) =>
              link.item !== undefined && (
                <a key={link.name.en} href={`/news/edit?id=${link.item.id}`}>
                  <span className="mono">{t(link.name)}</span>
                  {textIn(link.item.title, locale)}
                </a>
              ),
          )}
        </nav>
      </article>
    );
  },
  css: `
[data-widget="news-article"] {
  & .section {
    max-width: 1120px;
    padding-top: clamp(40px, 5vw, 80px);
  }
  & header {
    display: grid;
    gap: 18px;
    padding-bottom: 36px;
    border-bottom: 1px solid var(--ink);

    & .mono {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 24px;
      color: var(--ink-3);
    }
  }
  & .back {
    min-height: 44px;
    color: var(--ink-2);
    align-content: center;
  }
  & h1 {
    font-size: calc(clamp(1.875rem, 1.3rem + 2.2vw, 3rem) * var(--heading-scale));
    line-height: 1.25;
  }
  & .cover {
    margin-top: 40px;
    border-radius: var(--r2);
    overflow: clip;
  }
  & .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 48px;
    margin-block: 40px;
  }
  & .ways {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr));
    gap: 1px;
    margin-top: 56px;
    border-block: 1px solid var(--line);

    & a {
      display: grid;
      gap: 6px;
      padding-block: 20px;

      &:hover {
        color: var(--brand);
      }
    }
    & span {
      color: var(--ink-3);
    }
  }
  @media (width < 900px) {
    & .columns {
      grid-template-columns: minmax(0, 1fr);
    }
    & .contents {
      order: -1;
    }
  }
${proseCss}
}
${pictureCss}
${pageTransitionCss('[data-widget="news-article"] h1')}`,
});

export default newsArticle;
declare module "#kit/widget.ts" {
  interface Widgets {
    "news-article": typeof newsArticle;
  }
}
