import type { Text } from "#kit/text.ts";
import type { RenderContext } from "#kit/widget.ts";

/** The top menu (spec section 2). The products stand between "about" and "contact" and come from the tenant's theme. */
export const topMenu = {
  home: { url: "/index", name: { zh: "首页", en: "Home" } },
  about: { url: "/introduce", name: { zh: "关于我们", en: "About us" } },
  contact: { url: "/contactus", name: { zh: "联系我们", en: "Contact us" } },
} satisfies Record<string, { url: string; name: Text }>;

export const productsName: Text = { zh: "产品与服务", en: "Products & services" };

/** Where people sign in and register without JavaScript; with it, a dialog opens instead. */
export const signInUrls = { login: "/user/login", reg: "/user/register" } as const;

export const signInNames: Record<keyof typeof signInUrls, Text> = {
  login: { zh: "登录", en: "Log in" },
  reg: { zh: "注册", en: "Sign up" },
};

/** What stands under "about": those pages have no place of their own in the menu. */
const aboutPages = new Set(["/about", "/advantage", "/team", "/joinus", "/news", "/news/edit"]);

/** `aria-current` for the link of the page being shown, or of the part of the site that it stands in. */
export function currentIf(context: RenderContext, url: string): "page" | "true" | undefined {
  const isHome = url === topMenu.home.url && context.path === "/";
  if (context.path === url || isHome) return "page";
  return url === topMenu.about.url && aboutPages.has(context.path) ? "true" : undefined;
}
