import { appScreens } from "./app-screens.ts";
import { exactPathsOf, firstSegmentsOf } from "./screen-paths.ts";
import { appIconSizes, appPaths, iconPath, maskableSizes } from "./site-app.ts";
import type { Text } from "./text.ts";

/** Maximum length of a page's path, in characters. */
export const maxPathLength = 120;

/** Aliases of the home page: links of the tab bar and of the builder. Aliases of other pages are settings of the site (`entities/site.ts`). */
export const pageAliases: ReadonlyMap<string, string> = new Map([
  ["", "/index"],
  ["/web/home", "/index"],
  ["/pages/tabbar/index", "/index"],
]);

/** First segments that the program itself serves. A page at such a path would be unreachable. */
const programSegments = new Set(
  [...firstSegmentsOf(appScreens), "api", "assets", "files", "icons", "outer", "health", "metrics", "404", "505"].map(
    (name) => name.toLowerCase(),
  ),
);
const programFiles = [
  "/robots.txt",
  "/sitemap.xml",
  "/feed.xml",
  "/share.png",
  "/favicon.ico",
  ...Object.values(appPaths),
  ...appIconSizes.map((size) => iconPath(size)),
  ...maskableSizes.map((size) => iconPath(size, true)),
];
const [exactPatterns = [], exactPaths = []] = [true, false].map((hasParameter) =>
  exactPathsOf(appScreens)
    .map((path) => `/${path}`.toLowerCase())
    .filter((path) => path.includes(":") === hasParameter),
);
const programPaths = new Set([...programFiles, ...exactPaths]);
/** The addresses with parameters, as lists of their segments. */
const programPatterns = exactPatterns.map((path) => path.split("/"));
const matchesPattern = (path: string): boolean => {
  const parts = path.split("/");
  return programPatterns.some(
    (pattern) =>
      pattern.length === parts.length &&
      pattern.every((part, index) => (part.startsWith(":") ? parts[index] !== "" : part === parts[index])),
  );
};

/** Pages that the site needs although no menu links to them: articles, agreements, the notice for external links, test pages. */
export const systemPaths: ReadonlySet<string> = new Set([
  "/html",
  "/news/edit",
  "/site/redirect",
  "/test",
  "/x",
  "/y",
  "/z",
]);
/** Whether the page at this path belongs to the system: one of `systemPaths`, or a page of many addresses. */
export const isSystemPath = (path: string): boolean => systemPaths.has(path) || path.includes("{");

const segment = /^[\p{L}\p{N}_][\p{L}\p{N}._~-]*$/u;
/** The possible ends of paths with variables, by which one page has many addresses: `/wiki/{key}`, `/wiki/{key}/{id}`. */
const variables = ["/{key}", "/{key}/{id}"];

const texts = {
  form: {
    zh: "请使用字母、数字、连字符和下划线，以 / 分隔，例如 /about",
    en: "Use letters, digits, hyphens and underscores, separated by /, for example /about",
  },
  owned: { zh: "此路径由系统使用，请换一个", en: "The system uses this path. Choose another one." },
} satisfies Record<string, Text>;

/** Normalizes a path: lower case, single slashes, a slash at the start and none at the end. An address of the site is reduced to its path. */
export function normalizePagePath(input: string): string {
  const path = input
    .slice(0, 4 * maxPathLength)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/^\s*https?:\/\/[^/\s]*/, "");
  const parts = path
    .split("/")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.length === 0 ? pageAliases.get("")! : `/${parts.join("/")}`;
}

/** A path as its fixed part, such as `/wiki`, and the variables at its end, such as `/{key}/{id}`; each can be empty. */
export function splitVariables(path: string): [fixed: string, variable: string] {
  const variable = variables.find((candidate) => path.endsWith(candidate)) ?? "";
  return [path.slice(0, path.length - variable.length), variable];
}

/** The path itself if it is not in `taken`, else the first free one with a number after its fixed part. */
export function freePagePath(path: string, taken: ReadonlySet<string>): string {
  if (!taken.has(path)) return path;
  const [parts, variable] = splitVariables(path);
  // A path of variables alone, such as `/{key}`, has no part to number.
  const fixed = parts === "" ? "/page" : parts;
  for (let number = 2; ; number += 1) {
    const end = `-${number}${variable}`;
    const candidate = fixed.slice(0, maxPathLength - end.length) + end;
    if (!taken.has(candidate)) return candidate;
  }
}

function isWellFormed(path: string): boolean {
  if (path.length > maxPathLength || !path.startsWith("/")) return false;
  const [fixed, variable] = splitVariables(path);
  return (
    (variable !== "" && fixed === "") ||
    fixed
      .slice(1)
      .split("/")
      .every((part) => segment.test(part))
  );
}

/** Whether the program itself serves this path: a screen, a call or a file. */
export const isProgramPath = (path: string): boolean =>
  programSegments.has(path.split("/")[1]!) || programPaths.has(path) || matchesPattern(path);

/** Why a page cannot have this path; undefined when it can. */
export function pagePathProblem(path: string): Text | undefined {
  if (!isWellFormed(path)) return texts.form;
  // Aliases of the home page never show a page of that path.
  return isProgramPath(path) || pageAliases.has(path) ? texts.owned : undefined;
}
