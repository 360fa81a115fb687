import { textIn } from "#kit/text.ts";
import { fullUrl, safeUrl } from "#kit/url.ts";
import { defineWidget } from "#kit/widget.ts";

/**
 * A page between this site and an external one (`?url=`, S-005): shows the target and asks before leaving. Redirects at once to a trusted host, to a
 * path of this site and, without an address, to the home page.
 */
const wayOut = defineWidget({
  name: "way-out",
  title: { zh: "离站提示", en: "External link notice" },
  settings: {
    lead: { type: "textarea", name: { zh: "说明", en: "Text" }, localized: true, max: 200, rows: 2 },
  },
  example: {
    lead: {
      zh: "该网站由第三方运营，内容与安全由其负责。请勿在该网站输入本站密码。",
      en: "This site is run by a third party, which is responsible for its content and security. Never enter this site’s password there.",
    },
  },
  clientLimits: () => [
    {
      client: "WeChatLite",
      level: "none",
      reason: { zh: "小程序不能打开其他网站", en: "Mini programs cannot open other sites." },
    },
  ],
  async load(_value, { param, notFound, redirectTo, describe, isPreview, site }) {
    const url = isPreview ? "https://example.com/" : param("url");
    if (url === undefined) return redirectTo("/index");
    if (url.startsWith("/")) {
      if (safeUrl(url) === undefined) return notFound();
      // The host is never used: only the normalized path is.
      const { pathname, search, hash } = new URL(url, "http://site");
      return redirectTo(pathname + search + hash);
    }
    const target = fullUrl(url);
    if (target === undefined) return notFound();
    if (site.trustedHosts.includes(target.hostname)) return redirectTo(target.href);
    describe({ isIndexed: false });
    return { host: target.host, url: target.href };
  },
  Render: ({ value, data, context: { t, locale } }) => (
    <div className="section wrap">
      <div className="card">
        <p className="eyebrow">{t({ zh: "您即将离开本站", en: "You are about to leave this site" })}</p>
        <h1>{data.host}</h1>
        <p className="mono">{data.url}</p>
        <p>{textIn(value.lead, locale)}</p>
        <p className="actions">
          <a className="action solid" href={data.url} rel="noopener noreferrer nofollow">
            {t({ zh: "继续前往", en: "Continue" })}
          </a>
          <a className="action" href="/index">
            {t({ zh: "留在本站", en: "Stay here" })}
          </a>
        </p>
      </div>
    </div>
  ),
  css: `
[data-widget="way-out"] {
  & .card {
    display: grid;
    gap: 18px;
    max-width: 680px;
    margin-inline: auto;
    padding: clamp(28px, 4vw, 56px);
    border: 1px solid var(--line);
    background: var(--sheet);
    overflow-wrap: anywhere;
  }
  & h1 {
    font-size: calc(clamp(1.5rem, 1.2rem + 1.4vw, 2.25rem) * var(--heading-scale));
    line-height: 1.25;
    letter-spacing: 0;
  }
  & .mono {
    color: var(--ink-3);
  }
}`,
});

export default wayOut;
declare module "#kit/widget.ts" {
  interface Widgets {
    "way-out": typeof wayOut;
  }
}
