/** Journey J1, shortened: a visitor reads the site, in both languages, on a desktop and on a phone. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { startServer } from "../support/server.ts";

const texts = {
  zh: {
    heading: "让每一台设备成为可核验的资产",
    products: "产品与服务",
    menu: "菜单",
    firstProduct: "设备身份登记",
    otherLanguage: "EN",
    otherHeading: "Turn devices",
  },
  en: {
    heading: "Turn devices into assets you can verify",
    products: "Products & services",
    menu: "Menu",
    firstProduct: "Device identity",
    otherLanguage: "中文",
    otherHeading: "让每一台设备",
  },
};

const server = await startServer();
const open = await openBrowser();

it("B-192, Q-24: shows English to a visitor from an unknown country", async () => {
  const visitor = await open({ url: server.url });
  await visitor.page.goto("/");
  expect(await visitor.page.locator("html").getAttribute("lang")).toBe("en");
  await expectNoPageProblems(visitor);
});

it("prefetches a page when the pointer rests on its link", async () => {
  const { context, page } = await open({ url: server.url, locale: "en" });
  const debuggerSession = await context.newCDPSession(page);
  await debuggerSession.send("Preload.enable");
  const prefetchedPath = new Promise<string>((resolve) => {
    debuggerSession.on("Preload.prefetchStatusUpdated", ({ status, prefetchUrl }) => {
      if (status === "Ready") resolve(new URL(prefetchUrl).pathname);
    });
  });
  await page.goto("/introduce");
  const link = page.locator('footer a[href="/news"]');
  await link.hover();
  expect(await prefetchedPath).toBe("/news");
  await link.click();
  await page.waitForURL("**/news");
  const [navigation] = await page.evaluate(() =>
    performance.getEntriesByType("navigation").map((entry) => entry.toJSON()),
  );
  expect(navigation.deliveryType).toBe("navigational-prefetch");
});

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  const isPhone = width < 600;

  it.each(["light", "dark"] as const)("reads the home page in the %s scheme", async (scheme) => {
    const visitor = await open({ url: server.url, locale, width, scheme });
    await visitor.page.goto("/");
    expect((await visitor.page.locator("h1").innerText()).replaceAll(/\s+/g, locale === "zh" ? "" : " ")).toBe(
      t.heading,
    );
    await expectNoPageProblems(visitor);
  });

  it("B-018, B-019, B-020, B-021: opens products and services, 4 groups of 6, 4, 3 and 2, and reads a product", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await page.goto("/");
    if (isPhone) {
      await page.locator(`summary[aria-label="${t.menu}"]`).tap();
      const groups = page.locator("nav.drawer details.group");
      expect(await groups.count()).toBe(4);
      expect(await Promise.all((await groups.all()).map((group) => group.locator("a").count()))).toEqual([6, 4, 3, 2]);
      await groups.first().locator("summary").tap();
    } else {
      await page.locator("summary", { hasText: t.products }).click();
      const columns = page.locator(".products .column");
      expect(await Promise.all((await columns.all()).map((column) => column.locator("a").count()))).toEqual([
        6, 4, 3, 2,
      ]);
    }
    await expectNoPageProblems(visitor);
    const link = page
      .locator(isPhone ? "nav.drawer" : ".products")
      .getByRole("link", { name: t.firstProduct, exact: true });
    await link.click();
    await page.waitForURL("**/web/device-identity*");
    expect(await page.locator("h1").innerText()).toContain(t.firstProduct);
    await expectNoPageProblems(visitor);
  });

  it("S-017: pages through the news and shows how long ago each item was published", async () => {
    await server.database.system(async (tx) => {
      const [row] = await tx.rows<{ tenantId: string }>(sql`update news set published_at = now() - interval '50 hours'
        where id = (select id from news where status = 'published' order by published_at desc limit 1) returning tenant_id as "tenantId"`);
      await tx.notifyChanged(`${row!.tenantId}:news`);
    });
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await page.goto("/news");
    const times = page.locator("[data-widget=news-index] li time");
    await expect.poll(() => times.first().innerText()).toBe({ zh: "2 天前", en: "2 days ago" }[locale]);
    // The exact date is in the tooltip.
    expect(await times.first().getAttribute("title")).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    const firstTitles = await page.locator("[data-widget=news-index] h2").allInnerTexts();
    await expectNoPageProblems(visitor);
    await page.locator('a[rel="next"]').click();
    await page.waitForURL("**/news?page=2");
    const secondTitles = await page.locator("[data-widget=news-index] h2").allInnerTexts();
    expect(secondTitles.length).toBeGreaterThan(0);
    expect(firstTitles.filter((title) => secondTitles.includes(title))).toEqual([]);
    await expectNoPageProblems(visitor);
  });

  it("B-188: changes the language and keeps it", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await page.goto("/");
    await page.locator("header").getByRole("link", { name: t.otherLanguage, exact: true }).click();
    await page.locator("h1", { hasText: t.otherHeading }).waitFor();
    await page.goto("/");
    expect(await page.locator("h1").innerText()).toContain(t.otherHeading);
    await expectNoPageProblems(visitor);
  });

  it("reads and navigates without JavaScript", async () => {
    const { page } = await open({ url: server.url, locale, width, javaScript: false });
    await page.goto("/");
    expect(await page.locator("h1").isVisible()).toBe(true);
    await page.locator(isPhone ? `summary[aria-label="${t.menu}"]` : ".products summary").click();
    if (isPhone) await page.locator("nav.drawer details.group summary").first().click();
    await page
      .locator(isPhone ? "nav.drawer" : ".products")
      .getByRole("link", { name: t.firstProduct, exact: true })
      .click();
    await page.waitForURL("**/web/device-identity");
  });
});
