import type { Locale } from "./text.ts";

/** Control characters and backslashes: browsers remove or replace them, so that `/\t/host` would lead to another site. */
const unsafeCharacters = /[\p{Cc}\\]/u;
const allowedStart = /^(?:https?:\/\/|tel:|mailto:|\/(?!\/)|[#?])/i;

/** An address that may be used in a page (T-46): a path from the root, a query, a fragment, http(s), tel or mailto. Undefined for anything else. */
export function safeUrl(value: unknown): string | undefined {
  const url = typeof value === "string" ? value.trim() : "";
  return allowedStart.test(url) && !unsafeCharacters.test(url) ? url : undefined;
}

/** A full http(s) address with a host and without a username or password; undefined for anything else. */
export function fullUrl(value: unknown): URL | undefined {
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  return url.username === "" && url.password === "" ? url : undefined;
}

/** Adds the parameter `language` to an address without one, or to a query alone ("" or "?id=7"). The address must not have a fragment. */
export const withLanguage = (address: string, locale: Locale): string =>
  `${address}${address.includes("?") ? "&" : "?"}language=${locale}`;

/** A path without trailing slashes. Without a regular expression: the path is untrusted and may be long. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** A query parameter by its lower-case name. `Id` and `ID` count as `id`; the exact name takes precedence (B-041). */
export function queryParameter(query: URLSearchParams, name: string): string | undefined {
  return query.get(name) ?? [...query].find(([key]) => key.toLowerCase() === name)?.[1];
}
