import type { Services } from "#kit/call.ts";
import { withLayout } from "#kit/page-layout.ts";
import { locales, type Text } from "#kit/text.ts";
import { readSnapshot } from "#render/page/read-page.ts";
import { tabIconPaths, tabsOf } from "#render/page/parts/tab-bar.tsx";
import type { ZipInput } from "#server/spreadsheet/zip-part.server.ts";
import { withSettings } from "../app/app-worker.server.ts";
import { findPage, readLayout } from "../make-page.server.ts";
import { entry } from "../static-export/static-pages.server.ts";
import { type Bundle, colorsOf, isDark, jsonText } from "./bundle.server.ts";
import { drawIcons, drawLine, storeIcons } from "./bundle-icons.server.ts";
import app from "./files/mini-app.js?raw";
import page from "./files/mini-page.js?raw";

/** The AppID with which the developer tools of WeChat open a project that has none. */
const guestAppId = "touristappid";
/** The side of the icon of a tab, px. */
const tabIconSize = 81;
/** WeChat shows a tab bar with two to five tabs. */
const [minTabs, maxTabs] = [2, 5];

type Tab = { name: Text; path: string; line: string | undefined };

/** The tabs that the site has in mini programs: those of the home page, or of the layout. */
async function readTabs(services: Services, tenantId: string): Promise<Tab[]> {
  const client = "WeChatLite";
  const [layout, { foundPage }] = await Promise.all([
    readLayout(services, tenantId, client),
    findPage(services, tenantId, "/index"),
  ]);
  const home = foundPage && readSnapshot(foundPage.document).page.setting;
  const setting = home === undefined ? (layout ?? {}) : withLayout(home, layout);
  const [zh = [], en = []] = locales.map((locale) => tabsOf(setting, { locale, client }));
  // A tab without a name in one of the languages has that of the other one.
  return (zh.length >= en.length ? zh : en).map(({ name, url, icon }) => ({
    name: {
      zh: zh.find((tab) => tab.url === url)?.name ?? name,
      en: en.find((tab) => tab.url === url)?.name ?? name,
    },
    path: url,
    line: icon && tabIconPaths[icon],
  }));
}

type MiniPage = { place: string; path: string; isTab: boolean };

/** The four files of a page. */
function pageFiles({ origin, site, defaultLocale }: Bundle, { place, path, isTab }: MiniPage): ZipInput[] {
  const settings = { origin, path, isTab, name: site.app.name[defaultLocale] };
  return [
    entry(`/${place}.js`, withSettings(page, settings)),
    entry(`/${place}.json`, jsonText({ usingComponents: {} })),
    entry(`/${place}.wxml`, '<web-view src="{{src}}"></web-view>\n'),
    entry(`/${place}.wxss`, ""),
  ];
}

const tabPlace = (index: number) => `pages/tab-${index + 1}/index`;
const iconName = (index: number, isSelected: boolean) => `images/tab-${index + 1}${isSelected ? "-selected" : ""}.png`;

/** The icons of tabs, in the colours of the theme. */
async function tabIcons(services: Services, bundle: Bundle, tabs: readonly Tab[]): Promise<ZipInput[]> {
  const { ink, brand } = colorsOf(bundle);
  const entries: ZipInput[] = [];
  for (const [index, { line }] of tabs.entries())
    for (const [isSelected, color] of [
      [false, ink],
      [true, brand],
    ] as const)
      if (line !== undefined)
        entries.push({
          name: iconName(index, isSelected),
          content: [await drawLine(services, { line, color, size: tabIconSize })],
        });
  return entries;
}

function tabBarOf(bundle: Bundle, tabs: readonly Tab[]) {
  const { ink, brand, paper } = colorsOf(bundle);
  return {
    color: ink,
    selectedColor: brand,
    backgroundColor: paper,
    borderStyle: isDark(paper) ? "white" : "black",
    list: tabs.map(({ name, line }, index) => ({
      pagePath: tabPlace(index),
      text: name[bundle.defaultLocale],
      ...(line === undefined ? {} : { iconPath: iconName(index, false), selectedIconPath: iconName(index, true) }),
    })),
  };
}

/** The project of a mini program whose pages show those of the site, with the tab bar of the site. */
export async function miniProgramFiles(services: Services, tenantId: string, bundle: Bundle): Promise<ZipInput[]> {
  const allTabs = await readTabs(services, tenantId);
  const tabs = allTabs.length < minTabs ? [] : allTabs.slice(0, maxTabs);
  const { site, defaultLocale, number } = bundle;
  const { paper } = colorsOf(bundle);
  const web: MiniPage = { place: "pages/web/index", path: "/", isTab: false };
  const pages = [...tabs.map(({ path }, index) => ({ place: tabPlace(index), path, isTab: true })), web];
  const name = site.app.name[defaultLocale];
  const config = {
    pages: pages.map(({ place }) => place),
    window: {
      navigationBarTitleText: name,
      navigationBarBackgroundColor: paper,
      navigationBarTextStyle: isDark(paper) ? "white" : "black",
      backgroundColor: paper,
      backgroundTextStyle: isDark(paper) ? "light" : "dark",
    },
    ...(tabs.length === 0 ? {} : { tabBar: tabBarOf(bundle, tabs) }),
    style: "v2",
    lazyCodeLoading: "requiredComponents",
    sitemapLocation: "sitemap.json",
    __usePrivacyCheck__: true,
  };
  const project = {
    appid: guestAppId,
    projectname: name,
    description: site.app.description[defaultLocale],
    compileType: "miniprogram",
    libVersion: "trial",
    packOptions: {
      ignore: ["store", "README.md", "bundle.json"].map((value) => ({
        value,
        type: value.includes(".") ? "file" : "folder",
      })),
      include: [],
    },
    setting: { es6: true, minified: true, urlCheck: true },
    condition: {},
  };
  return [
    entry("/app.json", jsonText(config)),
    entry("/app.js", withSettings(app, { tabs: tabs.map((tab) => tab.name), number })),
    entry("/app.wxss", ""),
    entry("/sitemap.json", jsonText({ rules: [{ action: "allow", page: "*" }] })),
    entry("/project.config.json", jsonText(project)),
    ...pages.flatMap((item) => pageFiles(bundle, item)),
    ...(await tabIcons(services, bundle, tabs)),
    ...(await drawIcons(services, bundle, storeIcons)),
  ];
}
