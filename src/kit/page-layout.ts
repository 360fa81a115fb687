import type { ClientType } from "./client-type.ts";
import type { PageSetting } from "./page.ts";

/** What a layout page gives to all pages of its clients. */
export type PageLayout = Pick<PageSetting, "tabBarSetting" | "background" | "showHead" | "showFoot">;

/** The layouts of a space, by client. */
export type PageLayouts = Partial<Record<ClientType, PageLayout>>;

/**
 * The settings of a page in a layout: tab bar and background are the layout's where the page has none, and the top bar and the footer are shown where
 * both show them.
 */
export function withLayout(setting: PageSetting, layout: PageLayout | undefined): PageSetting {
  if (layout === undefined) return setting;
  const hasTabs = (setting.tabBarSetting?.items ?? []).length > 0;
  return {
    ...setting,
    showHead: setting.showHead && layout.showHead,
    showFoot: setting.showFoot && layout.showFoot,
    tabBarSetting: (hasTabs ? setting.tabBarSetting : layout.tabBarSetting) ?? null,
    background: setting.background ?? layout.background ?? null,
  };
}

/** The layouts in the settings of layout pages, the first ones first: a client has the layout of the first page that is for it. */
export function layoutsOf(settings: readonly PageSetting[], clients: readonly ClientType[]): PageLayouts {
  return Object.fromEntries(
    clients.flatMap((client) => {
      const setting = settings.find(({ layoutFor }) => layoutFor?.includes(client));
      return setting === undefined ? [] : [[client, setting] as const];
    }),
  );
}
