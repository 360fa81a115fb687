/** Scripts of public pages: their sizes, and that a page loads only the scripts of its components. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectNoPageProblems, openBrowser } from "./support/browser.ts";
import { sharedServer } from "./support/server.ts";

type Chunk = { file: string; src?: string; imports?: string[] };

/** The limits in compressed bytes. */
const [commonLimit, componentLimit] = [6 * 1024, 3 * 1024];
const manifest = JSON.parse(readFileSync("dist/islands/.vite/manifest.json", "utf8")) as Record<string, Chunk>;

/** The files that a script imports, recursively. */
function filesOf(script: string): Set<string> {
  const found = new Set([manifest[script]!]);
  for (const chunk of found) for (const name of chunk.imports ?? []) found.add(manifest[name]!);
  return new Set([...found].map(({ file }) => file));
}
const weightOf = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`dist/islands/${file}`)).length, 0);
const commonFiles = filesOf("src/islands.ts");
const scripts = Object.keys(manifest).filter((name) => name.endsWith(".island.ts"));

describe("the compressed size", () => {
  it("of the common script is within its limit", () => {
    expect(weightOf(commonFiles)).toBeLessThanOrEqual(commonLimit);
  });

  it.each(scripts)("of %s with its imports is within its limit", (script) => {
    expect(weightOf([...filesOf(script)].filter((file) => !commonFiles.has(file)))).toBeLessThanOrEqual(componentLimit);
  });
});

const server = await sharedServer();
const open = await openBrowser();

function scriptsRequestedBy(page: Page): string[] {
  const requested: string[] = [];
  page.on("request", (request) => {
    const file = new URL(request.url()).pathname.replace("/assets/", "");
    if (file.endsWith(".js")) requested.push(file);
  });
  return requested;
}

describe.each(["zh", "en"] as const)("in %s", (locale) => {
  const texts = { zh: ["复制链接", "已复制到粘贴板"], en: ["Copy link", "Copied"] }[locale];
  const wiki = manifest["src/widgets/wiki.island.ts"]!.file;

  it("B-204: loads the script of a component only on pages with the component; what it copies says 已复制到粘贴板", async () => {
    const visitor = await open({ url: server.url, locale });
    const { page, context } = visitor;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const requested = scriptsRequestedBy(page);
    await page.goto(`/introduce?language=${locale}`, { waitUntil: "networkidle" });
    expect(await page.locator("[data-island]").count()).toBe(0);
    expect(requested).not.toContain(wiki);
    await page.goto(`/wiki?language=${locale}`);
    await page.locator(".chapters a").first().click();
    const copy = page.getByRole("button", { name: texts[0]!, exact: true });
    await copy.waitFor();
    expect(requested).toContain(wiki);
    await copy.click();
    await page.getByRole("button", { name: texts[1]!, exact: true }).waitFor();
    const { origin, pathname } = new URL(page.url());
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(origin + pathname);
    await expectNoPageProblems(visitor);
  });

  it("shows a component completely when its script does not load", async () => {
    const { page } = await open({ url: server.url, locale });
    const failedRequest = page.waitForEvent("requestfailed", (request) => request.url().endsWith(wiki));
    await page.route(`**/assets/${wiki}`, (route) => route.abort());
    await page.goto(`/wiki?language=${locale}`);
    await page.locator(".chapters a").first().click();
    await failedRequest;
    await page.locator("article h1").waitFor();
    expect(await page.getByRole("button", { name: texts[0]! }).count()).toBe(0);
  });
});
