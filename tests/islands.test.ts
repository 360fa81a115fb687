/** Scripts of public pages: their sizes, and that those of components are only loaded on pages with the component. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectClean, openBrowser } from "./support/browser.ts";
import { sharedServer } from "./support/server.ts";

type Chunk = { file: string; src?: string; imports?: string[] };

/** Bytes as they are sent. */
const [ofEveryPage, ofComponent] = [6 * 1024, 3 * 1024];
const manifest = JSON.parse(readFileSync("dist/islands/.vite/manifest.json", "utf8")) as Record<string, Chunk>;

/** The files that a script cannot run without. */
function filesOf(script: string): Set<string> {
  const found = new Set([manifest[script]!]);
  for (const chunk of found) for (const name of chunk.imports ?? []) found.add(manifest[name]!);
  return new Set([...found].map(({ file }) => file));
}
const weightOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`dist/islands/${file}`)).length, 0);
const all = filesOf("src/islands.ts");
const scripts = Object.keys(manifest).filter((name) => name.endsWith(".island.ts"));

describe("as they are sent", () => {
  it("what every page has is small", () => {
    expect(weightOf(all)).toBeLessThanOrEqual(ofEveryPage);
  });

  it.each(scripts)("%s is small, with all that comes with it", (script) => {
    expect(weightOf([...filesOf(script)].filter((file) => !all.has(file)))).toBeLessThanOrEqual(ofComponent);
  });
});

const server = await sharedServer();
const open = await openBrowser();

function scriptsAskedOn(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const file = new URL(request.url()).pathname.replace("/assets/", "");
    if (file.endsWith(".js")) asked.push(file);
  });
  return asked;
}

describe.each(["zh", "en"] as const)("in %s", (locale) => {
  const texts = { zh: ["复制链接", "已复制到粘贴板"], en: ["Copy link", "Copied"] }[locale];
  const wiki = manifest["src/widgets/wiki.island.ts"]!.file;

  it("a page of the documentation brings the script that copies its address, and other pages do not", async () => {
    const visitor = await open({ url: server.url, locale });
    const { page, context } = visitor;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const asked = scriptsAskedOn(page);
    await page.goto(`/introduce?language=${locale}`, { waitUntil: "networkidle" });
    expect(await page.locator("[data-island]").count()).toBe(0);
    expect(asked).not.toContain(wiki);
    await page.goto(`/wiki?language=${locale}`);
    await page.locator(".chapters a").first().click();
    const copy = page.getByRole("button", { name: texts[0]!, exact: true });
    await copy.waitFor();
    expect(asked).toContain(wiki);
    await copy.click();
    await page.getByRole("button", { name: texts[1]!, exact: true }).waitFor();
    const { origin, pathname } = new URL(page.url());
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(origin + pathname);
    await expectClean(visitor);
  });

  it("a component whose script does not come is whole", async () => {
    const { page } = await open({ url: server.url, locale });
    const refused = page.waitForEvent("requestfailed", (request) => request.url().endsWith(wiki));
    await page.route(`**/assets/${wiki}`, (route) => route.abort());
    await page.goto(`/wiki?language=${locale}`);
    await page.locator(".chapters a").first().click();
    await refused;
    await page.locator("article h1").waitFor();
    expect(await page.getByRole("button", { name: texts[0]! }).count()).toBe(0);
  });
});
