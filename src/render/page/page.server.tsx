import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { widgetsOf } from "#kit/page-tree.ts";
import type { RenderContext } from "#kit/widget.ts";
import { braid } from "#ui/art/rosette.ts";
import { Footer } from "./footer.tsx";
import { langOf, PageHead, speculation, pageTexts } from "./page-head.server.tsx";
import type { PageInput } from "./page-input.ts";
import { pageStyle } from "./page-style.server.ts";
import { widgetHtml } from "./page-widget.server.tsx";
import { hasOwnTypeface } from "./style.ts";
import { TopBar } from "./top-bar.tsx";

export type RenderedPage = {
  html: string;
  policy: string;
  /** Title and description of the page. */
  words: { title: string; description: string };
  /** Resources that the browser will need, as a `Link` header: proxies with Early Hints send it while the page is still being rendered. */
  link: string | undefined;
};

const skip = { zh: "跳到正文", en: "Skip to content" };
const braidPattern = braid("braid");

const sourceOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The content security policy of a public page: own scripts, fonts and images, and exactly this style sheet (T-71). */
function policyFor(style: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${sourceOf(speculation)}`,
    // 'self' is for the sign-in dialog, which brings a stylesheet when it is opened.
    `style-src 'self' ${sourceOf(style)}`,
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

const hasMono = /class="(?:[\w-]+ )*mono[ "]/;

/** The fonts of a page. Preloaded, so that nothing moves when they arrive. */
function fontsOf({ site, assets }: PageInput, main: string): string[] {
  const { sans, mono } = assets.fonts;
  return [...(hasOwnTypeface(site.tokens) ? [sans] : []), ...(hasMono.test(main) ? [mono] : [])];
}

/** Renders a published page to one HTML document. It does not depend on the reader, so it can be cached. */
export function renderPage(input: PageInput): RenderedPage {
  const { page, site, locale, path, query, client, posted } = input;
  const context: RenderContext = {
    locale,
    site,
    path,
    query,
    t: (text) => text[locale],
    ...(posted === undefined ? {} : { posted }),
  };
  const style = pageStyle(page, site.tokens, input.assets.fonts);
  const main = widgetsOf(page)
    .map((widget) => widgetHtml(input, widget, context))
    .join("");
  const fonts = fontsOf(input, main);
  const link = fonts.map((url) => `<${url}>; rel=preload; as=font; type="font/woff2"; crossorigin`).join(", ");
  const html = renderToStaticMarkup(
    <html lang={langOf(locale)} className="document" data-client={client === "WapH5" ? undefined : client}>
      <PageHead input={input} style={style} fonts={fonts} />
      <body className="site">
        <a className="skip" href="#main">
          {skip[locale]}
        </a>
        <svg width="0" height="0" className="definitions" aria-hidden="true">
          <defs dangerouslySetInnerHTML={{ __html: braidPattern }} />
        </svg>
        {page.setting.showHead && <TopBar context={context} />}
        <main id="main" dangerouslySetInnerHTML={{ __html: main }} />
        {page.setting.showFoot && <Footer context={context} />}
      </body>
    </html>,
  );
  return {
    html: `<!doctype html>${html}`,
    policy: policyFor(style),
    words: pageTexts(input),
    link: link === "" ? undefined : link,
  };
}
