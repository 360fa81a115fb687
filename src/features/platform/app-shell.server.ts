import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locale } from "#kit/text.ts";

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean };

const loading = { zh: "正在加载…", en: "Loading…" };
const noScript = {
  zh: "此管理界面需要启用 JavaScript。",
  en: "These management screens need JavaScript.",
};

function filesOf(manifest: Record<string, Chunk>, entry: Chunk): { css: string[]; preload: string[] } {
  const chunks = (entry.imports ?? []).map((name) => manifest[name]).filter((chunk) => chunk !== undefined);
  return {
    css: [...new Set([entry, ...chunks].flatMap((chunk) => chunk.css ?? []))],
    preload: chunks.map((chunk) => chunk.file),
  };
}

// Without it a page would flash light for people whose choice is dark; small enough to be trusted by its hash.
const themeScript = `try{var t=localStorage.getItem("meridian_theme");if(t)document.documentElement.dataset.theme=t}catch(e){}`;
export const themeScriptHash = `sha256-${createHash("sha256").update(themeScript).digest("base64")}`;

/** The one HTML page of the single-page app, per language; made once at start from the build's manifest. */
export function createAppShell(distFolder: string): (locale: Locale) => string {
  const manifest = JSON.parse(readFileSync(path.join(distFolder, ".vite/manifest.json"), "utf8")) as Record<
    string,
    Chunk
  >;
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry === true);
  if (entry === undefined) throw new Error(`No entry in the manifest of ${distFolder}: build again.`);
  const { css, preload } = filesOf(manifest, entry);
  const head = [
    ...css.map((file) => `<link rel="stylesheet" href="/assets/${file}">`),
    ...preload.map((file) => `<link rel="modulepreload" href="/assets/${file}">`),
    `<script>${themeScript}</script>`,
    `<script type="module" src="/assets/${entry.file}"></script>`,
  ].join("");
  const page = (locale: Locale) =>
    `<!doctype html><html lang="${locale === "zh" ? "zh-CN" : "en"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>Meridian</title><link rel="icon" href="/assets/icon.svg" type="image/svg+xml">${head}</head><body><div id="root"><p class="sr-only" role="status">${loading[locale]}</p></div><noscript>${noScript[locale]}</noscript></body></html>`;
  const pages = { zh: page("zh"), en: page("en") };
  return (locale) => pages[locale];
}
