import { textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import { defineWidget } from "#kit/widget.ts";
import { Arrow } from "#ui/art/mark.tsx";
import { headSettings, SectionHead } from "./parts/section-head.tsx";

/** Short texts side by side, for example strengths, teams or job openings. */
const cards = defineWidget({
  name: "cards",
  title: { zh: "卡片组", en: "Cards" },
  settings: {
    ...headSettings,
    items: {
      type: "table",
      name: { zh: "卡片", en: "Cards" },
      max: 24,
      fields: {
        note: { type: "textbox", name: { zh: "标签", en: "Label" }, localized: true, max: 60 },
        name: { type: "textbox", name: { zh: "标题", en: "Heading" }, localized: true, required: true, max: 60 },
        text: { type: "textarea", name: { zh: "说明", en: "Text" }, localized: true, max: 400, rows: 3 },
        link: { type: "textbox", name: { zh: "链接文字", en: "Link text" }, localized: true, max: 30 },
        url: { type: "url", name: { zh: "链接", en: "Link" }, max: 200 },
      },
    },
  },
  example: {
    eyebrow: null,
    heading: { zh: "我们的长处", en: "What we do well" },
    lead: null,
    items: [
      {
        note: { zh: "01", en: "01" },
        name: { zh: "源头签名", en: "Signed at the source" },
        text: { zh: "读数在设备端签名后上传。", en: "Readings are signed on the device before upload." },
        link: { zh: "了解更多", en: "Learn more" },
        url: "/contactus",
      },
      {
        note: { zh: "02", en: "02" },
        name: { zh: "收益可追溯", en: "Traceable revenue" },
        text: { zh: "每一笔分配都能追溯到设备。", en: "Every distribution traces back to a device." },
        link: null,
        url: null,
      },
      {
        note: { zh: "03", en: "03" },
        name: { zh: "断网期间持续记录", en: "Records through outages" },
        text: { zh: "网络恢复后自动补传。", en: "Records are uploaded when the network is back." },
        link: null,
        url: null,
      },
    ],
  },
  Render: ({ value, context: { locale } }) => (
    <div className="section wrap">
      <SectionHead {...value} locale={locale} />
      <ul className="cards">
        {(value.items ?? []).map((item, index) => {
          const [note, link, url] = [textIn(item.note, locale), textIn(item.link, locale), safeUrl(item.url)];
          return (
            <li key={index}>
              {note !== "" && <p className="mono">{note}</p>}
              <h3>{textIn(item.name, locale)}</h3>
              <p>{textIn(item.text, locale)}</p>
              {link !== "" && url !== undefined && (
                <a href={url}>
                  {link}
                  <Arrow />
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  ),
  css: `
[data-widget="cards"] {
  & .cards {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, max(280px, 30%)), 1fr));
    margin-top: var(--after-head);
    border-top: 1px solid var(--line);
    border-left: 1px solid var(--line);
    border-radius: var(--r);
    box-shadow: var(--shadow);
    overflow: clip;

    /* Two and four cards are laid out in pairs, so that no row has a single card. */
    &:is(:has(> :last-child:nth-child(2)), :has(> :last-child:nth-child(4))) {
      grid-template-columns: repeat(auto-fill, minmax(min(100%, max(280px, 40%)), 1fr));
    }
  }
  & li {
    display: flex;
    flex-direction: column;
    gap: 10px;
    padding: 28px 28px 32px;
    border-right: 1px solid var(--line);
    border-bottom: 1px solid var(--line);

    & p {
      color: var(--ink-2);
      text-wrap: pretty;
    }
    & .mono {
      color: var(--ink-3);
    }
    & a {
      display: inline-flex;
      align-items: center;
      /* At the bottom of the card, so that the links of a row are aligned. */
      align-self: start;
      gap: 8px;
      margin-top: auto;
      min-height: 44px;
      color: var(--brand);
      font-weight: 550;
    }
  }
}`,
});

export default cards;
declare module "#kit/widget.ts" {
  interface Widgets {
    cards: typeof cards;
  }
}
