import { createHash } from "node:crypto";
import { renderToStaticMarkup } from "react-dom/server";
import { widgetsOf } from "#kit/page-tree.ts";
import type { ThemeFonts } from "#kit/site.ts";
import { themeFontsOf } from "#kit/theme-font.ts";
import type { RenderContext } from "#kit/widget.ts";
import { braid } from "#ui/art/rosette.ts";
import { Footer } from "./footer.tsx";
import { langOf, PageHead, speculationRules, pageTexts } from "./page-head.server.tsx";
import type { PageInput } from "./page-input.ts";
import { pageStyle } from "./page-style.server.ts";
import { textOfPage } from "./page-text.server.ts";
import { widgetHtml } from "./page-widget.server.tsx";
import { PopImage } from "./parts/pop-image.tsx";
import { TabBar } from "./parts/tab-bar.tsx";
import { fontFaceCss, usesDefaultTypeface } from "./theme-css.ts";
import { TopBar } from "./top-bar.tsx";

export type RenderedPage = {
  html: string;
  /** Value of the `Content-Security-Policy` header. */
  policy: string;
  pageTexts: { title: string; description: string };
  /** Value of the `Link` header, which preloads the fonts: proxies with Early Hints send it before the page is rendered. Undefined: no fonts. */
  link: string | undefined;
};

const skipText = { zh: "跳到正文", en: "Skip to content" };
const braidPattern = braid("braid");

const hashSource = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * The content security policy of a public page: scripts, fonts and images of this origin, and exactly this inline style sheet (T-71). `pictureOrigins`:
 * additional origins of images.
 */
function policyFor(style: string, pictureOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hashSource(speculationRules)}`,
    // 'self' is for the sign-in dialog, which loads a style sheet when it opens.
    `style-src 'self' ${hashSource(style)}`,
    ["img-src 'self' data:", ...pictureOrigins].join(" "),
    "media-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join("; ");
}

/** Matches the HTML of an element with the class `mono`. */
const hasMono = /class="(?:[\w-]+ )*mono[ "]/;

/** URLs of the fonts that a page uses. They are preloaded, so that the layout does not shift when they are loaded. */
function fontsOf({ site, assets }: PageInput, mainHtml: string): string[] {
  const { sans, mono } = assets.fonts;
  const { fonts, headingFonts } = site.tokens;
  const isMono = fonts === "mono" || headingFonts === "mono" || hasMono.test(mainHtml);
  return [...(usesDefaultTypeface(site.tokens, site.fonts) ? [sans] : []), ...(isMono ? [mono] : [])];
}

/** The parts of the theme's own fonts that a page shows: their addresses. */
function ownFontsOf({ site: { fonts }, subsetUrl }: PageInput, bodyHtml: () => string): ThemeFonts {
  if (fonts === undefined || subsetUrl === undefined) return {};
  const counts = textOfPage(bodyHtml());
  const urlOf = (role: keyof ThemeFonts) =>
    fonts[role] === undefined || counts[role].size === 0 ? undefined : subsetUrl(fonts[role], counts[role]);
  return themeFontsOf(urlOf("text"), urlOf("heading"));
}

/**
 * Renders a page to an HTML document. The document does not depend on the reader, so published pages can be cached; a page with a refused form
 * (`refusedForm`) belongs to one response.
 */
export function renderPage(input: PageInput): RenderedPage {
  const { page, site, locale, path, query, client, refusedForm, staticExport } = input;
  const context: RenderContext = {
    locale,
    site,
    path,
    query,
    t: (text) => text[locale],
    mapTiles: input.mapTiles,
    isReadOnly: page.setting.isRead === true,
    staticExport,
    ...(refusedForm === undefined ? {} : { refusedForm }),
  };
  const main = widgetsOf(page)
    .map((widget) => widgetHtml(input, widget, context))
    .join("");
  const hasMap = Object.values(page.records).some((record) => record.kind === "node" && record.type === "map");
  const fonts = fontsOf(input, main);
  const link = fonts.map((url) => `<${url}>; rel=preload; as=font; type="font/woff2"; crossorigin`).join(", ");
  const body = (
    <body className="site">
      <a className="skip" href="#main">
        {skipText[locale]}
      </a>
      <svg width="0" height="0" className="definitions" aria-hidden="true">
        <defs dangerouslySetInnerHTML={{ __html: braidPattern }} />
      </svg>
      {page.setting.showHead && <TopBar context={context} />}
      <main id="main" dangerouslySetInnerHTML={{ __html: main }} />
      {page.setting.showFoot && <Footer context={context} />}
      <TabBar setting={page.setting} client={client} context={context} />
      <PopImage setting={page.setting} context={context} />
    </body>
  );
  const ownFonts = ownFontsOf(input, () => renderToStaticMarkup(body));
  const faces = fontFaceCss(site.fonts ?? {}, (role) => ownFonts[role]);
  const style = pageStyle(page, site, input.assets.fonts, faces);
  // The address of an own font is too long for a header. The largest text comes first.
  const ownFont = ownFonts.heading ?? ownFonts.text;
  const preloads = ownFont === undefined ? fonts : [ownFont, ...fonts];
  const html = renderToStaticMarkup(
    <html
      lang={langOf(locale)}
      className="document"
      data-client={client === "WapH5" ? undefined : client}
      {...input.attributes}
    >
      <PageHead input={input} style={style} fonts={preloads} />
      {body}
    </html>,
  );
  return {
    html: `<!doctype html>${html}`,
    policy: policyFor(style, hasMap && input.mapTiles !== undefined ? [input.mapTiles.origin] : []),
    pageTexts: pageTexts(input),
    link: link === "" ? undefined : link,
  };
}
