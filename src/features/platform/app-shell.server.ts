import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { matchRoutes } from "react-router";
import { appScreens } from "#kit/app-screens.ts";
import type { ScreenDefinition } from "#kit/screen.ts";
import { redirectsOf, routesWith } from "#kit/screens.ts";
import type { Locale } from "#kit/text.ts";
import { queryParameter } from "#kit/url.ts";
import { FrameSkeleton } from "#ui/frame-skeleton.tsx";
import { product } from "#ui/product.ts";
import { createPageCompressor } from "#server/http/compress-page.server.ts";
import { toCachedPage, type CachedPage, type Encoding } from "#server/http/page-cache.server.ts";

type Chunk = {
  file: string;
  name?: string;
  src?: string;
  css?: string[];
  assets?: string[];
  imports?: string[];
  isEntry?: boolean;
};
type Manifest = Record<string, Chunk>;

const noScript = {
  zh: "此页面需要启用 JavaScript。",
  en: "This page requires JavaScript.",
};

/** The properties of a screen that determine its HTML. An unknown address gets the frame `management`, that of the admin area. */
type Target = Pick<ScreenDefinition, "frame" | "component" | "first">;
const defaultTarget: Target = { frame: "management" };

const redirects = redirectsOf(appScreens).map(({ path: from, to }) => ({ path: from, handle: to }));
const routesFor = (query: URLSearchParams) => [
  ...redirects,
  ...routesWith(appScreens, query).map(({ path: from, screen }) => ({ path: from, handle: screen })),
];
/** The query parameters that determine which screen an address shows. */
const queryNames = [...new Set(appScreens.flatMap(({ query }) => query?.name ?? []))];

type Address = Pick<URL, "pathname" | "searchParams">;

function findTarget({ pathname, searchParams }: Address): Target {
  const handle: unknown = matchRoutes(routesFor(searchParams), pathname)?.at(-1)?.route.handle;
  if (typeof handle === "string") return findTarget({ pathname: handle, searchParams });
  return (handle as Target | undefined) ?? defaultTarget;
}

/** The targets of recent addresses: the router compares an address with all routes, which takes milliseconds. Up to 1 MB of keys. */
const targets = new LRUCache<string, Target>({ maxSize: 2 ** 20, sizeCalculation: (_target, key) => key.length });

function targetOf(address: Address): Target {
  const values = queryNames.map((name) => queryParameter(address.searchParams, name));
  const key = JSON.stringify([address.pathname, ...values]);
  let target = targets.get(key);
  if (target === undefined) {
    target = findTarget(address);
    targets.set(key, target);
  }
  return target;
}

/** A chunk, followed by every chunk that it imports directly or indirectly. */
function chunkWithImports(manifest: Manifest, start: Chunk, visited = new Set<Chunk>()): Set<Chunk> {
  if (visited.has(start)) return visited;
  visited.add(start);
  for (const name of start.imports ?? []) {
    const chunk = manifest[name];
    if (chunk !== undefined) chunkWithImports(manifest, chunk, visited);
  }
  return visited;
}

/** `frame`: that of the screens with a side menu (`scripts/app-chunks.ts`). */
function readManifest(folder: string): { manifest: Manifest; entry: Chunk; frame: Chunk } {
  const manifest = JSON.parse(readFileSync(path.join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry === true);
  const frame = Object.values(manifest).find(({ name }) => name === "frame");
  if (entry === undefined || frame === undefined)
    throw new Error(`No entry or no frame in the manifest of ${folder}: build again.`);
  return { manifest, entry, frame };
}

const hashOf = (script: string) => `sha256-${createHash("sha256").update(script).digest("base64")}`;
// Prevents a flash of the light scheme. The content security policy allows it by its hash.
const themeScript = `try{var t=localStorage.getItem("meridian_theme");if(t)document.documentElement.dataset.theme=t}catch(e){}`;

/** The HTML pages in which the app starts, one for each screen and language. */
export type AppShell = {
  /**
   * The page at an address, in a language, with its bytes in this encoding; the same for every person and host. Rejects if the build lacks the screen's
   * chunk.
   */
  pageFor: (address: URL, locale: Locale, encoding: Encoding) => Promise<CachedPage>;
  /** The hashes of the page's inline scripts, for the content security policy. */
  scriptHashes: readonly string[];
};

/**
 * Renders the HTML of the app, once per screen and language. The screen determines which files the page preloads and which skeleton it shows first.
 * The style of the frame is inlined, so that the first paint does not wait for a file.
 * `attributes`: those of the <html> element of every page.
 * @throws if `distFolder` has no complete build
 */
export function createAppShell(distFolder: string, attributes: Readonly<Record<string, string>>): AppShell {
  const folder = path.join(distFolder, "app");
  const { manifest, entry, frame: managementFrame } = readManifest(folder);
  const entryChunks = chunkWithImports(manifest, entry);
  const inlinedFiles = [...entryChunks].flatMap((chunk) => chunk.css ?? []);
  const style = inlinedFiles.map((file) => readFileSync(path.join(folder, file), "utf8")).join("");
  const font = Object.values(manifest).find(({ src }) => src?.endsWith("instrument-sans.woff2"))?.file;
  const earlyScript = readFileSync(path.join(distFolder, "early/early.js"), "utf8").trim();
  if (/<\/?script|<!--/i.test(earlyScript))
    throw new Error("The early script cannot be inlined: it contains HTML of a script or a comment.");

  const settings = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join("");

  /** The files of each widget and node beyond those of these chunks, by the JSON of the property that names it in a page. */
  function definitionFilesBeside(chunks: readonly Chunk[]): Record<string, string[]> {
    return Object.fromEntries(
      Object.entries(manifest).flatMap(([name, chunk]) => {
        const [, folderName, definition] = /^src\/(widgets|nodes)\/([\w-]+)\.tsx$/.exec(name) ?? [];
        if (definition === undefined) return [];
        const files = [...chunkWithImports(manifest, chunk)].filter((needed) => !chunks.includes(needed));
        return [[`"${folderName === "widgets" ? "name" : "type"}":"${definition}"`, files.map(({ file }) => file)]];
      }),
    );
  }

  function renderPage({ component, frame, first }: Target, locale: Locale): CachedPage {
    const screenFile = component === undefined ? undefined : manifest[`src/${component}.screen.tsx`];
    if (component !== undefined && screenFile === undefined)
      throw new Error(`No screen is called ${component}: build again.`);
    const frameFile = frame === "management" ? managementFrame : undefined;
    const neededChunks = [
      ...new Set([
        ...entryChunks,
        ...[frameFile, screenFile].flatMap((file) => (file === undefined ? [] : [...chunkWithImports(manifest, file)])),
      ]),
    ];
    const styleFiles = neededChunks.filter((chunk) => !entryChunks.has(chunk)).flatMap((chunk) => chunk.css ?? []);
    const links = [
      ...neededChunks
        .filter((chunk) => chunk !== entry)
        .map(({ file }) => `<link rel="modulepreload" href="/assets/${file}">`),
      ...styleFiles.map((file) => `<link rel="preload" as="style" href="/assets/${file}">`),
      // The builder puts this style sheet into the frame of the page.
      ...neededChunks
        .flatMap((chunk) => chunk.assets ?? [])
        .filter((file) => file.endsWith(".css"))
        .map((file) => `<link rel="preload" as="fetch" crossorigin href="/assets/${file}">`),
      ...(font === undefined
        ? []
        : [`<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${font}">`]),
    ].join("");
    const definitions =
      first === "page" ? ` data-definitions='${JSON.stringify(definitionFilesBeside(neededChunks))}'` : "";
    const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${product[locale]}</title><link rel="icon" href="/assets/icon.svg" type="image/svg+xml"><script>${themeScript}</script><style>${style}</style>`;
    const skeleton = renderToStaticMarkup(createElement(FrameSkeleton, { frame, locale }));
    const noScriptHtml = `<noscript><style>#root{display:none}</style>${noScript[locale]}</noscript>`;
    // The screen's style sheets follow the skeleton, so that the browser paints the skeleton before it has loaded them.
    const styleLinks = styleFiles.map((file) => `<link rel="stylesheet" href="/assets/${file}">`).join("");
    const html = `<!doctype html><html lang="${locale === "zh" ? "zh-CN" : "en"}"${settings}${component === undefined ? "" : ` data-screen="${component}"`}${first === undefined ? "" : ` data-first="${first}"`}${definitions} data-inlined="${inlinedFiles.join(" ")}"><head>${head}<script type="module" src="/assets/${entry.file}"></script>${links}<script>${earlyScript}</script></head><body><div id="root">${skeleton}</div>${noScriptHtml}${styleLinks}</body></html>`;
    return toCachedPage({ status: 200, html, headers: {}, tags: [] });
  }

  const compressor = createPageCompressor();
  const pages = new Map<string, CachedPage>();
  return {
    async pageFor(address, locale, encoding) {
      const target = targetOf(address);
      const key = `${locale} ${target.frame} ${target.component} ${target.first}`;
      const page = pages.get(key) ?? renderPage(target, locale);
      pages.set(key, page);
      compressor.countUse(page);
      await compressor.encode(page, encoding);
      return page;
    },
    scriptHashes: [hashOf(themeScript), hashOf(earlyScript)],
  };
}
