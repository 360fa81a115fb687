import { createHash } from "node:crypto";
import { isProgramPath } from "#kit/page-path.ts";
import type { Locale } from "#kit/text.ts";
import { pagePath } from "../visitor.server.ts";

/** A page of the site: path and query without the language, such as `/news/edit?id=7`. The parameters are in alphabetical order. */
export type PageAddress = string;

/** Parameters that only say in which language a page is shown. */
const languageNames = ["language", "lang"];
/** The longest query of an address that is part of an export, in characters. */
const maxQuery = 300;

/** The parts of an address, as `PageRequest` has them. */
export function partsOf(address: PageAddress): { path: string; search: string } {
  const start = address.indexOf("?");
  return start < 0
    ? { path: address, search: "" }
    : { path: address.slice(0, start), search: address.slice(start + 1) };
}

/** The address of a page that a link leads to; undefined for files, screens and calls of the program, and for invalid paths. */
export function pageAddress({ pathname, searchParams }: URL): PageAddress | undefined {
  const path = pagePath(pathname);
  if (path === undefined || isProgramPath(path) || path.startsWith("/404.html")) return undefined;
  const query = new URLSearchParams([...searchParams].filter(([name]) => !languageNames.includes(name)));
  query.sort();
  const search = query.toString();
  if (search.length > maxQuery) return undefined;
  return search === "" ? path : `${path}?${search}`;
}

/** The language that an address asks for. */
export function languageIn({ searchParams }: URL): Locale | undefined {
  const name = languageNames.find((parameter) => searchParams.has(parameter));
  const value = name === undefined ? null : searchParams.get(name);
  return value === "zh" || value === "en" ? value : undefined;
}

/** A query parameter as a folder: `id=7`. No page has a path with "=". Values that not every file system stores are replaced by their hash. */
function folderOf([name, value]: [string, string]): string {
  const pair = `${name}=${value}`;
  if (/^[\w-]{1,40}=[\w.-]{1,80}$/.test(pair) && !pair.endsWith(".")) return pair;
  return `q=${createHash("sha256").update(pair).digest("hex").slice(0, 20)}`;
}

/** How languages share the host: the default language is at the root, the other one below `/<prefix>`. */
export type StaticLanguages = { defaultLocale: Locale; prefix: string };

/** The folder of a language, without a slash at its end. */
export const languageFolder = (locale: Locale, { defaultLocale, prefix }: StaticLanguages): string =>
  locale === defaultLocale ? "" : `/${prefix}`;

/** The address of a page in the export: a folder, with a slash at its end. Not percent-encoded. */
export function staticPath(address: PageAddress, locale: Locale, languages: StaticLanguages): string {
  const { path, search } = partsOf(address);
  const folders = [...new URLSearchParams(search)].map((pair) => `/${folderOf(pair)}`).join("");
  const page = path === "/index" && folders === "" ? "" : path;
  return `${languageFolder(locale, languages)}${page}${folders}/`;
}
