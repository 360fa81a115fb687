import type { Text } from "#kit/text.ts";
import type { RenderContext } from "#kit/widget.ts";

/** The home page of every site. */
export const homeUrl = "/index";

/** The sign-in and registration pages without JavaScript; with it, a dialog opens instead. */
export const signInUrls = { login: "/user/login", reg: "/user/register" } as const;

export const signInNames: Record<keyof typeof signInUrls, Text> = {
  login: { zh: "登录", en: "Sign in" },
  reg: { zh: "注册", en: "Sign up" },
};

/** `aria-current` for the link of the current page, or of the section that it belongs to. */
export function currentIf(context: RenderContext, { url, below = [] }: { url: string; below?: readonly string[] }) {
  const isHome = url === homeUrl && context.path === "/";
  if (context.path === url || isHome) return "page";
  return below.includes(context.path) ? "true" : undefined;
}
