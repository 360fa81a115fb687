import type { Services } from "#kit/call.ts";
import { formatText, locales, type Text } from "#kit/text.ts";
import { langOf } from "#render/page/page-head.server.tsx";
import type { ZipInput } from "#server/spreadsheet/zip-part.server.ts";
import { withSettings } from "../app/app-worker.server.ts";
import { escapeXml } from "../feeds.server.ts";
import { entry } from "../static-export/static-pages.server.ts";
import { type Bundle, colorsOf, isDark, jsonText, versionName } from "./bundle.server.ts";
import { drawIcons, storeIcons } from "./bundle-icons.server.ts";
import offlineScript from "./files/plus-offline.js?raw";
import startScript from "./files/plus-start.js?raw";

const texts = {
  open: { zh: "打开网站", en: "Open the site" },
  offline: { zh: "当前没有网络", en: "You are offline" },
  lead: { zh: "请检查网络连接，然后重试。", en: "Check your connection, then try again." },
  retry: { zh: "重试", en: "Try again" },
  newer: { zh: "应用有新版本，请到应用商店更新", en: "A new version is available. Update the app in your app store." },
  start: { zh: "{name} 正在打开…", en: "Opening {name}…" },
};

const folder = "unpackage/res";
const iconName = (size: number) => `${folder}/icons/${size}x${size}.png`;
const iconsOf = (sizes: Record<string, number>) =>
  Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, iconName(size)]));

/** The icons of Android by density, and of iOS by place, with their sides in px. */
const androidIcons = { hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 };
const iPhoneIcons = {
  "app@2x": 120,
  "app@3x": 180,
  "notification@2x": 40,
  "notification@3x": 60,
  "settings@2x": 58,
  "settings@3x": 87,
  "spotlight@2x": 80,
  "spotlight@3x": 120,
};
const iPadIcons = {
  app: 76,
  "app@2x": 152,
  notification: 20,
  "notification@2x": 40,
  "proapp@2x": 167,
  settings: 29,
  "settings@2x": 58,
  spotlight: 40,
  "spotlight@2x": 80,
};
const appStoreIcon = 1024;
const iconSizes = new Set([
  ...Object.values(androidIcons),
  ...Object.values(iPhoneIcons),
  ...Object.values(iPadIcons),
  appStoreIcon,
]);

/** The pictures that Android shows while the app starts, by density: width and height in px. */
const splashSizes = { hdpi: [480, 762], xhdpi: [720, 1242], xxhdpi: [1080, 1882] } as const;
const splashName = (density: string) => `${folder}/splash/${density}.png`;

function manifest(bundle: Bundle): object {
  const { site, origin, number, defaultLocale } = bundle;
  const { paper } = colorsOf(bundle);
  return {
    "@platforms": ["android", "iPhone", "iPad"],
    // HBuilderX asks for one.
    id: "",
    name: site.app.name[defaultLocale],
    description: site.app.description[defaultLocale],
    version: { name: versionName(bundle), code: number },
    developer: { name: site.name[defaultLocale], email: "", url: origin },
    launch_path: "index.html",
    permissions: {},
    plus: {
      splashscreen: { autoclose: true, waiting: true, delay: 0 },
      popGesture: "close",
      launchwebview: { render: "always", id: "1", kernel: "WKWebview" },
      statusbar: { immersed: "none", style: isDark(paper) ? "light" : "dark", background: paper },
      error: { url: "offline.html" },
      distribute: {
        google: { packagename: "", permissions: ['<uses-permission android:name="android.permission.INTERNET"/>'] },
        apple: { appid: "", devices: "universal" },
        icons: {
          android: iconsOf(androidIcons),
          ios: { appstore: iconName(appStoreIcon), iphone: iconsOf(iPhoneIcons), ipad: iconsOf(iPadIcons) },
        },
        splashscreen: {
          androidStyle: "default",
          iosStyle: "common",
          android: Object.fromEntries(Object.keys(splashSizes).map((density) => [density, splashName(density)])),
        },
      },
    },
  };
}

/** A text in both languages; a script shows that of the phone. */
const inLocales = (text: Text, element: string, rest = "") =>
  locales
    .map((locale, index) => {
      const attributes = `lang="${langOf(locale)}" data-locale="${locale}"${index === 0 ? "" : " hidden"}${rest}`;
      return `<${element} ${attributes}>${escapeXml(text[locale])}</${element}>`;
    })
    .join("");

/** A page of the app itself. */
function pageText(bundle: Bundle, { script, body }: { script: string; body: string }): string {
  const { paper, ink, brand } = colorsOf(bundle);
  const style = `:root{color-scheme:${isDark(paper) ? "dark" : "light"}}body{display:grid;place-content:center;justify-items:center;gap:16px;min-height:100vh;margin:0;padding:24px;box-sizing:border-box;background:${paper};color:${ink};font:16px/1.5 system-ui,sans-serif;text-align:center}img{width:96px;height:96px}p{margin:0}a{color:${brand}}button{min-height:44px;padding:0 24px;border:0;border-radius:4px;background:${brand};color:${paper};font:inherit}[hidden]{display:none}`;
  const name = escapeXml(bundle.site.app.name[bundle.defaultLocale]);
  return `<!doctype html><html lang="${langOf(bundle.defaultLocale)}"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"/><title>${name}</title><style>${style}</style></head><body><img src="${iconName(androidIcons.xxxhdpi)}" alt=""/>${body}<script src="${script}"></script></body></html>\n`;
}

/** The project of an app (HTML5+, HBuilderX) that shows the site, with its icons, its start pictures and a page for when there is no network. */
export async function plusAppFiles(services: Services, bundle: Bundle): Promise<ZipInput[]> {
  const { origin, siteOrigin, number, site } = bundle;
  const start = `${origin}/`;
  const names = { zh: { name: site.app.name.zh }, en: { name: site.app.name.en } };
  const opening = { zh: formatText(texts.start, names.zh).zh, en: formatText(texts.start, names.en).en };
  const link = inLocales(texts.open, "a", ` href="${start}"`);
  const versionUrl = `${siteOrigin ?? origin}/api/App/Version?client=AppPlus`;
  const icons = [...iconSizes].map((size) => ({ name: iconName(size), size, isMaskable: size === appStoreIcon }));
  const splashes = Object.entries(splashSizes).map(([density, [size, height]]) => ({
    name: splashName(density),
    size,
    height,
    isMaskable: true,
  }));
  return [
    entry("/manifest.json", jsonText(manifest(bundle))),
    entry("/index.html", pageText(bundle, { script: "start.js", body: `${inLocales(opening, "p")}${link}` })),
    entry("/start.js", withSettings(startScript, { origin, start, versionUrl, number, newer: texts.newer })),
    entry(
      "/offline.html",
      pageText(bundle, {
        script: "offline.js",
        body: inLocales(texts.offline, "h1") + inLocales(texts.lead, "p") + inLocales(texts.retry, "button"),
      }),
    ),
    entry("/offline.js", withSettings(offlineScript, { start })),
    ...(await drawIcons(services, bundle, [...icons, ...splashes, ...storeIcons])),
  ];
}
