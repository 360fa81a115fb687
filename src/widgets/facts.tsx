import { textIn } from "#kit/text.ts";
import { buildVersion, clientVersion } from "#kit/version.ts";
import { defineWidget } from "#kit/widget.ts";

/** Information about the page and the program, for people who test an installation. Contains no secrets. */
const facts = defineWidget({
  name: "facts",
  title: { zh: "页面信息", en: "Page information" },
  settings: {
    heading: { type: "textbox", name: { zh: "标题", en: "Heading" }, localized: true, required: true, max: 60 },
  },
  example: { heading: { zh: "测试页", en: "Test page" } },
  async load(_value, { path, describe }) {
    describe({ isIndexed: false });
    return { path };
  },
  Render({ value, data, context: { t, locale, site } }) {
    const rows = [
      [{ zh: "路径", en: "Path" }, data.path],
      [{ zh: "站点", en: "Site" }, t(site.name)],
      [{ zh: "语言", en: "Language" }, locale],
      [{ zh: "客户端版本", en: "Client version" }, clientVersion],
      [{ zh: "程序版本", en: "Build" }, buildVersion],
      [
        { zh: "会话", en: "Session" },
        // The cached page is the same for everybody; a script in the browser replaces the text for signed-in readers.
        <span key="session" data-session={t({ zh: "已登录", en: "Signed in" })}>
          {t({ zh: "访客", en: "Visitor" })}
        </span>,
      ],
    ] as const;
    return (
      <div className="section wrap">
        <h1>{textIn(value.heading, locale)}</h1>
        <dl>
          {rows.map(([name, fact]) => (
            <div key={name.en}>
              <dt>{t(name)}</dt>
              <dd className="mono">{fact}</dd>
            </div>
          ))}
        </dl>
      </div>
    );
  },
  css: `
[data-widget="facts"] {
  & h1 {
    font-size: calc(clamp(1.75rem, 1.4rem + 1.4vw, 2.5rem) * var(--heading-scale));
  }
  & dl {
    max-width: 640px;
    margin-top: 32px;
    border-top: 1px solid var(--ink);

    & div {
      display: grid;
      grid-template-columns: 160px minmax(0, 1fr);
      gap: 16px;
      align-items: baseline;
      padding-block: 14px;
      border-bottom: 1px solid var(--line);
    }
  }
  & dt {
    color: var(--ink-2);
  }
}`,
});

export default facts;
declare module "#kit/widget.ts" {
  interface Widgets {
    facts: typeof facts;
  }
}
