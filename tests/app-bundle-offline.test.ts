/**
 * App bundles in Chromium: an unpacked one can be installed, works without a network and takes the next version; an app with tabs of its own shows pages
 * without the tab bar of the site.
 */
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { Locale } from "#kit/text.ts";
import { bundleFiles } from "./support/app-bundles.ts";
import { openBrowser } from "./support/browser.ts";
import { client } from "./support/client.ts";
import { widget } from "./support/hostile-pages.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";
import { startStaticServer } from "./support/static-site.ts";

const server = await sharedServer();
const copy = await startStaticServer();
const visit = await openBrowser();

const controls = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
  });

it.each([
  ["zh", 1440, "/", "当前没有网络"],
  ["en", 390, "/en/", "You are offline"],
] as [Locale, number, string, string][])("works offline (%s, %i px)", async (locale, width, home, offline) => {
  const owner = await newSpaceOwner(server);
  const files = await bundleFiles(server, owner, { client: "WapH5", address: copy.url });
  copy.setFiles(files);
  const { page, context, problems } = await visit({ url: copy.url, locale, width });
  await page.goto(home);
  await expect.poll(() => controls(page), { timeout: 60_000 }).toBe(true);
  const session = await context.newCDPSession(page);
  expect(await session.send("Page.getAppManifest")).toMatchObject({ errors: [] });
  expect(await session.send("Page.getInstallabilityErrors")).toEqual({ installabilityErrors: [] });
  const words = () => page.locator("main").innerText();
  const online = await words();

  await context.setOffline(true);
  await page.goto(home);
  expect(await words()).toBe(online);
  expect(await page.locator("html").getAttribute("lang")).toBe(locale === "zh" ? "zh-CN" : "en");
  const pictures = page.locator("main img");
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  // Every page that the home page links to.
  const addresses = await page
    .locator("a[href]")
    .evaluateAll((links) => (links as HTMLAnchorElement[]).map(({ href }) => href.split("#")[0]!));
  for (const address of new Set(addresses.filter((url) => url.startsWith(copy.url)))) {
    await page.goto(address);
    expect(await page.locator("h1").first().textContent(), address).not.toContain(offline);
  }
  await page.goto(`${home}nowhere/`);
  expect(await page.locator("h1").textContent()).toContain(offline);
  expect(problems.splice(0).filter((problem) => !problem.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);

  // The next version replaces the kept files.
  await context.setOffline(false);
  copy.setFiles(await bundleFiles(server, owner, { client: "WapH5", address: copy.url }));
  await page.goto(home);
  const names = () => page.evaluate(() => caches.keys());
  const [before] = await names();
  const update = async () => {
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    return names();
  };
  await expect.poll(update, { timeout: 60_000, interval: 250 }).not.toContain(before);
  problems.length = 0;
});

it("hides the tab bar of the site in an app that has one of its own, also on pages that are opened from there", async () => {
  const owner = await newSpaceOwner(server);
  const { call } = client(server, owner);
  for (const path of ["/first", "/second"]) {
    const heading = sameText(path);
    const row = { type: "page", path, title: heading, description: heading };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
    await call("POST api/sitepage/save", {
      diyPageInfo: { pageId },
      baseRev: 0,
      changes: [{ id: "wd_aaaaaaaaaa", after: widget("wd_aaaaaaaaaa", { value: { heading } }) }],
      setting: {
        title: heading,
        description: heading,
        showHead: false,
        showFoot: false,
        tabBarSetting: { items: [{ name: sameText("Second tab"), url: "/second" }] },
      } as never,
    });
    await call("POST Api/Java/PublishPage", { pageId });
  }
  const host = await siteHost(server, owner);
  const { page, problems } = await visit({ url: `http://${host}:${new URL(server.url).port}`, width: 390 });
  const tab = page.getByRole("link", { name: "Second tab" });
  await page.goto("/first");
  await tab.waitFor();
  for (const address of ["/first?shell=tabs", "/second"]) {
    await page.goto(address);
    await tab.waitFor({ state: "hidden" });
    expect(await page.locator(".tab-bar").count()).toBe(1);
  }
  expect(problems).toEqual([]);
});
