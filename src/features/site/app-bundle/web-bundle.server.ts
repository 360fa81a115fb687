import type { Services } from "#kit/call.ts";
import { appIconSizes, appleIconSize, appPaths, iconPath, maskableSizes } from "#kit/site-app.ts";
import { type Locale, locales } from "#kit/text.ts";
import { sha256 } from "#server/process/secrets.server.ts";
import type { ZipInput } from "#server/spreadsheet/zip-part.server.ts";
import { withTakeover } from "../app/app-worker.server.ts";
import { appManifest } from "../app/app-manifest.server.ts";
import { escapeXml } from "../feeds.server.ts";
import { languageFolder } from "../static-export/static-address.server.ts";
import type { RewrittenPage, StaticSite } from "../static-export/static-html.server.ts";
import { entry, exportNotice, filesOfEnd, fontEntries } from "../static-export/static-pages.server.ts";
import type { SiteWalk } from "../static-export/static-walk.server.ts";
import type { Bundle } from "./bundle.server.ts";
import { type BundleIcon, drawIcons, storeIcons } from "./bundle-icons.server.ts";
import worker from "./files/bundle-worker.js?raw";

/** The beginning of the names of the caches that workers of bundles make. */
const prefix = "bundle-";
/** What a worker keeps from the beginning; the rest is kept when it is first seen. */
const maxKept = { files: 2000, bytes: 40 * 1024 * 1024 };

/** Names of files of the bundle that its worker keeps, and their size together. */
export type Kept = { names: string[]; bytes: number };

/** The kept files with one more, if there is room for it. */
export function withKept(kept: Kept, name: string, bytes: number): Kept {
  if (kept.names.length >= maxKept.files || kept.bytes + bytes > maxKept.bytes) return kept;
  return { names: [...kept.names, name], bytes: kept.bytes + bytes };
}

const manifestPath = (locale: Locale, site: StaticSite) => `${languageFolder(locale, site)}${appPaths.manifest}`;
const offlinePath = (locale: Locale, site: StaticSite) => `${languageFolder(locale, site)}${appPaths.offline}/`;

/** A value in the head of a page, as it stands there. `name`: the attribute before it. */
function metaIn(html: string, name: string): string | undefined {
  const begin = `<meta ${name} content="`;
  const start = html.indexOf(begin);
  return start < 0 ? undefined : html.slice(start + begin.length, html.indexOf('"', start + begin.length));
}

/** What stands in the head of the pages for WeChat: its card for a shared link, which takes the icon if the page has no picture. */
function cardHead({ origin }: Bundle, html: string): string {
  const picture = metaIn(html, 'property="og:image"');
  const address = picture ?? origin + iconPath(512);
  const title = metaIn(html, 'property="og:title"') ?? "";
  const description = metaIn(html, 'name="description"') ?? "";
  return [
    ...(picture === undefined ? [`<meta property="og:image" content="${address}"/>`] : []),
    `<meta itemprop="name" content="${title}"/>`,
    `<meta itemprop="description" content="${description}"/>`,
    `<meta itemprop="image" content="${address}"/>`,
    '<meta name="format-detection" content="telephone=no"/>',
  ].join("");
}

/** The head of the pages of a web bundle: what makes them an app. */
export function headOf(bundle: Bundle, site: StaticSite): NonNullable<StaticSite["headOf"]> {
  return (locale, html) => {
    const links = [
      `<link rel="manifest" href="${manifestPath(locale, site)}"/>`,
      `<link rel="apple-touch-icon" href="${iconPath(appleIconSize)}"/>`,
      `<meta name="apple-mobile-web-app-title" content="${escapeXml(bundle.site.app.name[locale])}"/>`,
    ].join("");
    return bundle.client === "WeChat" ? links + cardHead(bundle, html) : links;
  };
}

/** The offline pages, which are rendered before the walk because it collects the files of all pages. */
export const renderOffline = (
  services: Services,
  tenantId: string,
  site: StaticSite,
): Promise<{ locale: Locale; page: RewrittenPage }[]> =>
  Promise.all(
    locales.map(async (locale) => ({ locale, page: await exportNotice(services, tenantId, "offline", locale, site) })),
  );

const appIcons: readonly BundleIcon[] = [
  ...appIconSizes.map((size) => ({ name: iconPath(size).slice(1), size })),
  ...maskableSizes.map((size) => ({ name: iconPath(size, true).slice(1), size, isMaskable: true })),
];

/** The address of a file of the bundle: of a page, its folder. */
const addressOf = (name: string) => encodeURI(`/${name.replace(/(^|\/)index\.html$/, "$1")}`);

function workerText(
  bundle: Bundle,
  site: StaticSite,
  { kept, ownNames }: { kept: Kept; ownNames: readonly string[] },
): string {
  const addresses = [...ownNames, ...kept.names].map(addressOf);
  const isMedia = (address: string) => address.startsWith("/files/");
  const version = sha256(JSON.stringify([bundle.number, bundle.madeAt, addresses])).slice(0, 16);
  const folders = locales.map((locale) => ({
    folder: `${languageFolder(locale, site)}/`,
    url: offlinePath(locale, site),
  }));
  return withTakeover(worker, {
    cacheName: prefix + version,
    prefix,
    core: addresses.filter((address) => !isMedia(address)),
    media: addresses.filter(isMedia),
    // The root is the begin of all paths, so it comes last.
    offline: folders.toSorted((one, other) => other.folder.length - one.folder.length),
  });
}

/** What a web bundle has besides the pages and their files: offline pages, manifests, icons and the service worker. */
export async function webFiles(
  services: Services,
  {
    tenantId,
    bundle,
    site,
    position,
    kept,
  }: {
    tenantId: string;
    bundle: Bundle;
    site: StaticSite;
    position: SiteWalk;
    kept: Kept;
  },
): Promise<ZipInput[]> {
  const offline = await renderOffline(services, tenantId, site);
  const pages = offline.map(({ locale, page }) => entry(`${offlinePath(locale, site)}index.html`, page.html));
  const fonts = new Set(position.fonts);
  const offlineFonts = await fontEntries(
    services,
    offline.flatMap(({ page }) => [...page.fonts]),
    fonts,
  );
  const manifests = locales.map((locale) =>
    entry(manifestPath(locale, site), appManifest(bundle.site, locale, `${languageFolder(locale, site)}/`) ?? ""),
  );
  const icons = await drawIcons(services, bundle, appIcons);
  const ownNames = [...pages, ...offlineFonts, ...manifests, ...icons].map(({ name }) => name);
  return [
    ...(await filesOfEnd(services, tenantId, position.indexed, { site, fonts })),
    ...pages,
    ...offlineFonts,
    ...manifests,
    ...icons,
    ...(await drawIcons(services, bundle, storeIcons)),
    entry(appPaths.worker, workerText(bundle, site, { kept, ownNames })),
  ];
}
