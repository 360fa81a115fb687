/** The icons of tab bars. `render/page/tab-bar.tsx` draws them. */
export const tabIcons = [
  { key: "home", name: { zh: "首页", en: "Home" } },
  { key: "grid", name: { zh: "宫格", en: "Grid" } },
  { key: "news", name: { zh: "新闻", en: "News" } },
  { key: "book", name: { zh: "文档", en: "Documents" } },
  { key: "message", name: { zh: "消息", en: "Message" } },
  { key: "phone", name: { zh: "电话", en: "Phone" } },
  { key: "account", name: { zh: "账号", en: "Account" } },
  { key: "more", name: { zh: "更多", en: "More" } },
] as const;
export type TabIcon = (typeof tabIcons)[number]["key"];
