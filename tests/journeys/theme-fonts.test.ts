/** A designer gives a theme the company's own font, and visitors see headings in it. */
import { describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { chineseFont, latinFont } from "../support/fonts.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { siteHost } from "../support/site-host.ts";

const server = await sharedServer();
const open = await openBrowser();

const words = {
  zh: {
    group: "标题字体文件",
    save: "保存",
    remove: "移除 Brand.ttf",
    family: "Noto Sans SC",
    heading: "科技服务生活",
  },
  en: {
    group: "Heading font file",
    save: "Save",
    remove: "Remove Brand.ttf",
    family: "Geist Mono",
    heading: "Signs of life in a long heading that wraps on phones",
  },
} as const;

/** The fonts in which an element is drawn, as the browser says. */
async function fontsOf(page: Page, selector: string): Promise<{ name: string; isOwn: boolean }[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.map(({ familyName, isCustomFont }) => ({ name: familyName, isOwn: isCustomFont }));
}

/** Adds up how far the layout shifts, from the beginning of each page. */
const observeShifts = () => {
  const total = { shift: 0, painted: false };
  Object.assign(globalThis, { total });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) total.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver(() => (total.painted = true)).observe({ type: "paint", buffered: true });
};
type Total = { total: { shift: number; painted: boolean } };

describe.each([
  { locale: "zh", width: 1440, font: chineseFont },
  { locale: "en", width: 390, font: latinFont },
] as const)("own fonts in $locale at $width px", ({ locale, width, font }) => {
  const say = words[locale];

  it("are uploaded beside pages that show them, and draw the headings of the site without a shift of the layout", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const name = { zh: "品牌", en: "Brand" };
    const { id } = (await call("POST Api/{type}/QueryAdd", { type: "theme", name } as never)) as { id: string };
    const row = { type: "page", path: "/brand", title: name, theme: id };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
    const heading = { zh: words.zh.heading, en: words.en.heading };
    const lead = { zh: "全球合作，三年成果。", en: "What we do, and with whom." };
    const after = { kind: "widget", id: "wd_aaaaaaaaaa", order: "a0", name: "page-title", value: { heading, lead } };
    const changes = [{ id: after.id, after }];
    await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes } as never);

    const { context, page, problems } = await open({ url: server.url, locale, width });
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto(`/builder/theme/${id}`);
    const field = page.getByRole("group", { name: say.group });
    await field.locator("input[type=file]").setInputFiles({ name: "Brand.ttf", mimeType: "font/ttf", buffer: font });
    await field.getByRole("link", { name: "Brand.ttf" }).waitFor();
    const isLoaded = () =>
      Promise.all(
        page
          .frames()
          .filter((frame) => frame !== page.mainFrame())
          .map((frame) =>
            frame.evaluate(
              () => [...document.fonts].find(({ family }) => family.includes("Theme Heading"))?.status === "loaded",
            ),
          ),
      );
    await expect.poll(isLoaded).toContain(true);
    // Removing and undoing are steps like all others.
    await field.getByRole("button", { name: say.remove }).click();
    await field.getByRole("link", { name: "Brand.ttf" }).waitFor({ state: "detached" });
    await page.keyboard.press("Control+z");
    await field.getByRole("link", { name: "Brand.ttf" }).waitFor();
    await page.getByRole("button", { name: say.save, exact: true }).click();
    await expect
      .poll(() => call("GET Api/{type}/QueryById", { type: "theme", id }))
      .toMatchObject({ headingFont: [{ name: "Brand.ttf" }] });
    await call("POST Api/{type}/Command", { type: "theme", command: "makeCurrent", ids: [id] });

    const url = `http://${await siteHost(server, owner)}:${new URL(server.url).port}`;
    const visitor = await open({ url, locale, width });
    await visitor.page.addInitScript(observeShifts);
    // The font comes after the text was painted.
    await visitor.context.route(/[?]subset=/, async (route) => {
      await visitor.page.waitForFunction(() => (globalThis as unknown as Total).total.painted);
      await route.continue();
    });
    await visitor.page.goto("/brand");
    await expect
      .poll(() => fontsOf(visitor.page, "main h1"))
      .toEqual([{ name: expect.stringContaining(say.family), isOwn: true }]);
    await visitor.page.evaluate(() => document.fonts.ready.then(() => undefined));
    // Chinese characters are as wide in every font, and this device has none; Latin letters are on average, where the device has Arial.
    const shift = await visitor.page.evaluate(() => (globalThis as unknown as Total).total.shift);
    expect(shift).toBeLessThan({ zh: 0.01, en: 0.05 }[locale]);
    expect([...problems, ...visitor.problems]).toEqual([]);
  });
});
