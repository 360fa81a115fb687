import { pathOfRow, type RowItem } from "#kit/row-binding.ts";
import { textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import { defineWidget } from "#kit/widget.ts";
import { Picture, pictureCss } from "#ui/picture.tsx";
import { headSettings, SectionHead } from "./parts/section-head.tsx";

/** The address of an item: that of its link, or of the page that shows its record. */
const addressOf = ({ id, link }: RowItem, page: string): string | undefined =>
  safeUrl(link) ?? safeUrl(pathOfRow(page, id));

/** Records of the space, as visitors may read them: of any entity, chosen in the builder with a filter, a sort order and fields. */
const recordList = defineWidget({
  name: "record-list",
  title: { zh: "数据列表", en: "Record list" },
  settings: {
    ...headSettings,
    records: { type: "rowbinding", name: { zh: "数据", en: "Records" }, required: true },
    layout: {
      type: "dropdownlist",
      name: { zh: "布局", en: "Layout" },
      required: true,
      options: [
        { key: "lines", name: { zh: "逐行", en: "Lines" } },
        { key: "cards", name: { zh: "卡片", en: "Cards" } },
      ],
    },
    page: {
      type: "textbox",
      name: { zh: "详情页路径", en: "Path of the record’s page" },
      max: 200,
      placeholder: { zh: "/products/{id}", en: "/products/{id}" },
      helpBlock: {
        zh: "没有链接字段时使用，{id} 替换为数据的 ID。",
        en: "For records without a link. {id} becomes the ID of the record.",
      },
    },
    empty: { type: "textbox", name: { zh: "没有数据时显示", en: "Shown without records" }, localized: true, max: 120 },
  },
  example: {
    eyebrow: null,
    heading: { zh: "最新数据", en: "Latest records" },
    lead: null,
    records: { entity: "news", fields: { title: "title", text: "intro", date: "publishedAt" }, count: 3 },
    layout: "lines",
    page: "/news/edit?id={id}",
    empty: { zh: "暂无数据", en: "No records yet" },
  },
  load: (value, { items }) => items(value.records),
  Render({ value, data, context: { locale } }) {
    const emptyText = textIn(value.empty, locale);
    return (
      <div className="section wrap">
        <SectionHead {...value} locale={locale} />
        {data.length === 0 && emptyText !== "" && <p className="lead empty">{emptyText}</p>}
        <ul className={`records ${value.layout === "cards" ? "cards" : "lines"}`}>
          {data.map((item) => {
            const address = addressOf(item, textIn(value.page, locale));
            return (
              <li key={item.id}>
                {item.picture !== "" && (
                  <div className="cover">
                    <Picture url={item.picture} alt="" sizes="(width < 768px) 92vw, 380px" />
                  </div>
                )}
                <div className="words">
                  {item.date !== "" && (
                    <time className="mono" dateTime={item.date}>
                      {item.date}
                    </time>
                  )}
                  <h3>{address === undefined ? item.title : <a href={address}>{item.title}</a>}</h3>
                  {item.text !== "" && <p>{item.text}</p>}
                </div>
              </li>
            );
          })}
        </ul>
      </div>
    );
  },
  css: `
${pictureCss}
[data-widget="record-list"] {
  & .empty {
    margin-top: 24px;
  }
  & .records {
    margin-top: var(--after-head);
  }
  & .records:empty {
    display: none;
  }
  & .cover {
    overflow: clip;
    border-radius: var(--r);
    aspect-ratio: 3 / 2;

    & img {
      width: 100%;
      height: 100%;
      object-fit: cover;
    }
  }
  & .words {
    display: grid;
    gap: 8px;
    align-content: start;
    min-width: 0;
  }
  & h3,
  & li p {
    overflow-wrap: anywhere;
  }
  & time {
    color: var(--ink-3);
  }
  & li p {
    color: var(--ink-2);
    text-wrap: pretty;
  }
  & h3 a:is(:hover, :focus-visible) {
    color: var(--brand);
  }
  & .lines {
    border-top: 1px solid var(--ink);

    & li {
      display: grid;
      gap: 16px clamp(20px, 3vw, 48px);
      padding-block: 26px;
      border-bottom: 1px solid var(--line);
    }
    & li:has(> .cover) {
      grid-template-columns: minmax(0, 240px) minmax(0, 1fr);
    }
  }
  & .cards {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr));
    gap: 32px clamp(20px, 3vw, 40px);

    & li {
      display: grid;
      gap: 16px;
      align-content: start;
    }
  }
  @media (width < 640px) {
    & .lines li:has(> .cover) {
      grid-template-columns: minmax(0, 1fr);
    }
  }
}`,
});

export default recordList;
declare module "#kit/widget.ts" {
  interface Widgets {
    "record-list": typeof recordList;
  }
}
