import type { PageDocument } from "#kit/page.ts";
import type { Site } from "#kit/site.ts";
import { type Suspension, suspensionTexts } from "#kit/space.ts";
import type { Text } from "#kit/text.ts";
import { signInNames, signInUrls } from "#render/page/top-menu.ts";
import { siteFrom } from "#records/site/site.server.ts";
import { noSiteText } from "#server/identity/tenants.server.ts";

export type ErrorPageName =
  | "notFound"
  | "noSite"
  | Suspension
  | "signIn"
  | "membersOnly"
  | "illegal"
  | "unavailable"
  | "failed"
  | "offline";
type ErrorPage = { status: number; code: string; title: Text; lead: Text; button: Text; url: string };

const platformHome = { button: { zh: "前往平台首页", en: "Go to the platform’s home page" }, url: "/" };
const home = { button: { zh: "返回首页", en: "Back to home" }, url: "/index" };

/** The error pages, also those at /404 and /505, each with its HTTP status. `code`: the number that the page shows. */
export const errorPages: Record<ErrorPageName, ErrorPage> = {
  notFound: {
    status: 404,
    code: "404",
    title: { zh: "页面不存在", en: "Page not found" },
    lead: {
      zh: "地址可能有误，或页面已下线。",
      en: "The address may be mistyped, or the page is no longer published.",
    },
    ...home,
  },
  noSite: {
    status: 404,
    code: "404",
    title: noSiteText,
    lead: {
      zh: "没有站点使用此地址。地址可能有误，或站点已更换地址。",
      en: "No site uses this address. It may be mistyped, or the site has moved.",
    },
    ...platformHome,
  },
  suspended: {
    status: 503,
    code: "503",
    title: { zh: "站点已暂停访问", en: "Site suspended" },
    lead: suspensionTexts.suspended,
    ...platformHome,
  },
  closed: {
    status: 410,
    code: "410",
    title: { zh: "站点已关闭", en: "Site closed" },
    lead: suspensionTexts.closed,
    ...platformHome,
  },
  signIn: {
    status: 401,
    code: "401",
    title: { zh: "未登录", en: "Not signed in" },
    lead: { zh: "请先登录，再查看此页面。", en: "Please sign in first to see this page." },
    button: signInNames.login,
    url: signInUrls.login,
  },
  membersOnly: {
    status: 401,
    code: "401",
    title: { zh: "此页面需要登录", en: "This page requires sign-in" },
    lead: {
      zh: "静态站点不包含需要登录的页面。",
      en: "The static copy of this site does not include pages that require sign-in.",
    },
    ...home,
  },
  illegal: {
    status: 403,
    code: "505",
    title: { zh: "非法访问", en: "Illegal access" },
    lead: { zh: "请从站点模板中心进入。", en: "Please enter from the site template centre." },
    ...home,
  },
  unavailable: {
    status: 503,
    code: "503",
    title: { zh: "服务暂时不可用", en: "Service temporarily unavailable" },
    lead: { zh: "请稍后重试。", en: "Please try again in a moment." },
    button: { zh: "重试", en: "Try again" },
    url: "?",
  },
  failed: {
    status: 500,
    code: "500",
    title: { zh: "系统出现错误", en: "Something went wrong" },
    lead: { zh: "问题已记录，请稍后重试。", en: "The problem has been recorded. Try again in a moment." },
    ...home,
  },
  offline: {
    status: 200,
    code: "—",
    title: { zh: "当前没有网络", en: "You are offline" },
    lead: { zh: "请检查网络连接，然后重试。", en: "Check your connection, then try again." },
    button: { zh: "重试", en: "Try again" },
    url: "?",
  },
};

/** Error pages of host names that show no site. They have no menu, and their link leads to the platform. */
const pagesWithoutSite: ReadonlySet<ErrorPageName> = new Set(["noSite", "suspended", "closed"]);

/** Whether an error page belongs to a host name that shows no site. */
export const isWithoutSite = (name: ErrorPageName): boolean => pagesWithoutSite.has(name);

/** The document of an error page; `origin` is that of the platform if `isWithoutSite`. */
export function errorPageDocument(name: ErrorPageName, origin: string): PageDocument {
  const { code, title, lead, button, url } = errorPages[name];
  const isFramed = !isWithoutSite(name);
  const hasMenu = isFramed && name !== "offline";
  const value = { code, heading: title, lead, button, url: isFramed ? url : origin + url };
  return {
    schema: 1,
    // Links of menus lead nowhere without a connection.
    setting: { title, description: lead, showHead: hasMenu, showFoot: hasMenu },
    records: { wd_notice: { kind: "widget", id: "wd_notice", order: "a0", name: "notice", value } },
  };
}

/** The site of error pages while the database is unavailable and the tenant's site is not cached. */
export const fallbackSite: Site = siteFrom({ name: { zh: "经纬", en: "Meridian" } });
