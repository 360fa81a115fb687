import type { Text } from "#kit/text.ts";
import type { RenderContext } from "#kit/widget.ts";

/** The home page of every site. */
export const homeUrl = "/index";

/** The sign-in and sign-up pages, for browsers without JavaScript; with JavaScript a dialog opens instead. */
export const signInUrls = { login: "/user/login", reg: "/user/register" } as const;

export const signInNames: Record<keyof typeof signInUrls, Text> = {
  login: { zh: "登录", en: "Sign in" },
  reg: { zh: "注册", en: "Sign up" },
};

/** `aria-current` of a link: "page" for the current page, "true" if the current page is below it. */
export function ariaCurrentFor(
  context: RenderContext,
  { url, below = [] }: { url: string; below?: readonly string[] },
) {
  const isHome = url === homeUrl && context.path === "/";
  if (context.path === url || isHome) return "page";
  return below.includes(context.path) ? "true" : undefined;
}
