import { type ClientType, isForClient } from "#kit/client-type.ts";
import type { PageSetting } from "#kit/page.ts";
import type { TabIcon } from "#kit/tab-icons.ts";
import { textIn } from "#kit/text.ts";
import { safeUrl } from "#kit/url.ts";
import type { RenderContext } from "#kit/widget.ts";
import { ariaCurrentFor } from "#render/page/top-menu.ts";
import css from "./tab-bar.css?raw";

/** The path of each icon, in a box of 24 x 24. */
export const tabIconPaths: Record<TabIcon, string> = {
  home: "M3 11.5 12 4l9 7.5M5.5 9.5V20h13V9.5M10 20v-6h4v6",
  grid: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
  news: "M4 5h13v14H5.5A1.5 1.5 0 0 1 4 17.5zM17 9h3v8.5a1.5 1.5 0 0 1-3 0M7 9h7M7 12.5h7M7 16h4",
  book: "M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5zM12 6.5v13",
  message: "M4 5h16v11h-9l-4 4v-4H4z",
  phone: "M6 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 6 6l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2A15 15 0 0 1 4 5.5a2 2 0 0 1 2-2z",
  account: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20.5a7.5 7.5 0 0 1 15 0",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};
const isTabIcon = (icon: string): icon is TabIcon => Object.hasOwn(tabIconPaths, icon);
const label = { zh: "标签栏", en: "Tab bar" };

type Tab = { name: string; url: string; icon?: TabIcon };

/** The tabs of a page in a language and client. Tabs without a name or with an invalid link are left out (T-46). */
export function tabsOf({ tabBarSetting }: Pick<PageSetting, "tabBarSetting">, { locale, client }: TabContext): Tab[] {
  return (tabBarSetting?.items ?? []).flatMap(({ name, icon, url, clients }) => {
    const [text, address] = [textIn(name ?? undefined, locale), safeUrl(url)];
    if (text === "" || address === undefined || !isForClient(clients, client)) return [];
    return [{ name: text, url: address, ...(isTabIcon(icon ?? "") ? { icon: icon as TabIcon } : {}) }];
  });
}
type TabContext = Pick<RenderContext, "locale"> & { client: ClientType };

/** The CSS of tab bars, for pages that have one. */
export const tabBarCss = css;

/** The tab bar at the bottom of the screen (N-015). */
export function TabBar({
  setting,
  client,
  context,
}: {
  setting: PageSetting;
  client: ClientType;
  context: RenderContext;
}) {
  const tabs = tabsOf(setting, { locale: context.locale, client });
  if (tabs.length === 0) return null;
  return (
    <nav className="tab-bar" aria-label={context.t(label)}>
      <ul>
        {tabs.map(({ name, url, icon }, index) => (
          <li key={index}>
            <a href={url} aria-current={ariaCurrentFor(context, { url })}>
              {icon !== undefined && (
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d={tabIconPaths[icon]} />
                </svg>
              )}
              <span>{name}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
