import { clampNumber } from "#kit/clamp-number.ts";
import { textIn } from "#kit/text.ts";
import { defineWidget } from "#kit/widget.ts";
import { headSettings, SectionHead } from "./parts/section-head.tsx";

/** The first published news items, in the order of the site. */
const newsList = defineWidget({
  name: "news-list",
  title: { zh: "新闻列表", en: "News list" },
  settings: {
    ...headSettings,
    count: { type: "number", name: { zh: "条数", en: "Number of items" }, required: true, min: 1, max: 30 },
  },
  example: { eyebrow: null, heading: { zh: "新闻", en: "News" }, lead: null, count: 3 },
  load: (value, { list }) =>
    list("news", {
      limit: clampNumber(value.count, { min: 1, max: 30, fallback: 3 }),
    }),
  Render({ value, data, context: { locale, t } }) {
    return (
      <div className="section wrap">
        <SectionHead {...value} locale={locale} />
        {data.length === 0 && <p className="lead empty">{t({ zh: "暂无新闻。", en: "No news yet." })}</p>}
        <ul className="news">
          {data.map((item) => (
            <li key={item.id}>
              {/* The date of publication in UTC: the page is cached, so it cannot depend on the reader's time zone. */}
              {item.publishedAt !== null && (
                <time className="mono" dateTime={item.publishedAt}>
                  {item.publishedAt.slice(0, 10)}
                </time>
              )}
              <h3>{textIn(item.title, locale)}</h3>
              <p>{textIn(item.intro, locale)}</p>
            </li>
          ))}
        </ul>
      </div>
    );
  },
  css: `
[data-widget="news-list"] {
  & .empty {
    margin-top: 24px;
  }
  & .news {
    margin-top: var(--after-head);
    border-top: 1px solid var(--ink);
  }
  & li {
    display: grid;
    grid-template-columns: 120px minmax(0, 4fr) minmax(0, 7fr);
    gap: 8px clamp(20px, 3vw, 48px);
    align-items: baseline;
    padding-block: 26px;
    border-bottom: 1px solid var(--line);
  }
  & time {
    color: var(--ink-3);
  }
  & li p {
    color: var(--ink-2);
    text-wrap: pretty;
  }
  @media (width < 768px) {
    & li {
      grid-template-columns: minmax(0, 1fr);
    }
  }
}`,
});

export default newsList;
declare module "#kit/widget.ts" {
  interface Widgets {
    "news-list": typeof newsList;
  }
}
