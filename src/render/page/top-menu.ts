import type { Text } from "#kit/text.ts";
import { withoutEndSlashes } from "#kit/url.ts";
import type { RenderContext } from "#kit/widget.ts";

/** The home page of every site. */
export const homeUrl = "/index";

/** The sign-in and sign-up pages, for browsers without JavaScript; with JavaScript a dialog opens instead. */
export const signInUrls = { login: "/user/login", reg: "/user/register" } as const;

export const signInNames: Record<keyof typeof signInUrls, Text> = {
  login: { zh: "登录", en: "Sign in" },
  reg: { zh: "注册", en: "Sign up" },
};

/** Whether an address of the site's settings leads to the current page. Case and a slash at the end make no difference, as in the address bar. */
export function isCurrentPage({ path }: RenderContext, url: string): boolean {
  const pathOf = (address: string) => withoutEndSlashes(address).toLowerCase() || homeUrl;
  return pathOf(url) === pathOf(path);
}

/** `aria-current` of a link: "page" for the current page, "true" if the current page is below it. */
export function ariaCurrentFor(
  context: RenderContext,
  { url, below = [] }: { url: string; below?: readonly string[] },
) {
  if (isCurrentPage(context, url)) return "page";
  return below.some((path) => isCurrentPage(context, path)) ? "true" : undefined;
}
