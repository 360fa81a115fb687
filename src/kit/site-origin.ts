import type { Text } from "./text.ts";

/** Scheme and host of a server with files of a site: an export, or an app bundle. */
export const siteOriginPattern = /^https?:\/\/[a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?(?::\d{1,5})?$/;

export const siteOriginText: Text = {
  zh: "请输入以 http:// 或 https:// 开头的网址，不含路径，例如 https://www.example.com",
  en: "Enter an address that begins with http:// or https://, without a path, such as https://www.example.com.",
};

/** What somebody typed, without the slash at its end. */
export const normalizeOrigin = (typed: string): string => typed.trim().toLowerCase().replace(/\/$/, "");
