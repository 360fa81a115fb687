/** Pictures and maps on a canvas, as visitors use them. */
import { beforeAll, expect, it } from "vitest";
import { expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { canvas, id, node, texts as pageTexts, widget } from "../support/hostile-pages.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { siteHost } from "../support/site-host.ts";

const server = await sharedServer();
const open = await openBrowser();
let site: string;
const texts = {
  zh: { preview: "查看大图: 经纬球", close: "关闭", map: "打开地图", address: "人民广场" },
  en: { preview: "View larger: Globe", close: "Close", map: "Open in maps", address: "People’s Square" },
};

beforeAll(async () => {
  const owner = await newSpaceOwner(server);
  const { call } = client(server, owner);
  const page = { type: "page", path: "/place", title: pageTexts, description: pageTexts };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", page as never)) as { id: string };
  const picture = node("nd_picture001", id, {
    type: "image",
    box: { x: 0, y: 0, w: 300, h: 300 },
    value: {
      image: "/assets/meridian.svg",
      alt: { zh: "经纬球", en: "Globe" },
      isBorder: false,
      radius: 0,
      canPreview: true,
      animationType: "rise",
      borderSetting: { style: "solid", color: "brand", size: 2, radius: 12 },
      shadowSetting: { color: "dark", size: 8, direction: "180", blur: 24 },
    },
  });
  const place = node("nd_place00001", id, {
    type: "map",
    order: "a1",
    box: { x: 340, y: 0, w: 900, h: 300 },
    value: {
      location: { longtitude: 121.4737, latitude: 31.2304 },
      district: { zh: "上海市黄浦区", en: "Huangpu, Shanghai" },
      address: { zh: "人民广场", en: "People’s Square" },
      style: "standard",
      zoom: 13,
      buttonColor: "brand",
      textColor: null,
    },
  });
  const code = node("nd_code000001", id, {
    type: "qrcode",
    order: "a2",
    box: { x: 0, y: 3000, w: 200, h: 200 },
    value: { contentText: "https://example.org/", logo: "/assets/icon.svg", color: null },
  });
  const stage = canvas(id, { value: { height: 3240, background: "paper" } });
  const changes = [widget("wd_heading001", { order: "Zz" }), stage, picture, place, code].map((record) => ({
    id: record.id,
    after: record,
  }));
  await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes } as never);
  await call("POST Api/Java/PublishPage", { pageId });
  const hostName = await siteHost(server, owner);
  site = server.url.replace("127.0.0.1", hostName);
});

it.each([
  ["zh", 1440],
  ["en", 390],
] as const)(
  "N-028, B-072, N-033, B-077: in %s, %s px wide, a picture opens larger and closes again, and a map leads to a map service",
  async (locale, width) => {
    const t = texts[locale];
    const visitor = await open({ url: site, locale, width });
    const { page } = visitor;
    await page.goto("/place");
    const link = page.getByRole("link", { name: t.preview });
    const dialog = page.getByRole("dialog");
    await link.focus();
    // The script of the picture loads when the link gets the focus: without it, Enter opens the picture itself.
    await expect
      .poll(async () => {
        if (!page.url().endsWith("/place")) {
          await page.goBack();
          await link.focus();
        }
        await page.keyboard.press("Enter");
        return dialog.isVisible();
      })
      .toBe(true);
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.close }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    await link.click();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    const map = page.locator(".map");
    await map.getByText(t.address).waitFor();
    const address = await map.getByRole("link", { name: t.map }).getAttribute("href");
    expect(address).toMatch(
      locale === "zh"
        ? /^https:\/\/uri\.amap\.com\/marker\?position=121\.4737%2C31\.2304&/
        : /#map=13\/31\.2304\/121\.4737$/,
    );
    // The location is in the middle of the map, at the tip of the pin.
    const [pin, frame] = [await map.locator(".pin").boundingBox(), await map.boundingBox()];
    expect(pin!.x + pin!.width / 2).toBeCloseTo(frame!.x + frame!.width / 2, 0);
    expect(pin!.y + pin!.height).toBeCloseTo(frame!.y + frame!.height / 2, 0);
    await expectNoPageProblems(visitor);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoPageProblemsInDark(visitor);
  },
);

it("B-281, B-361, Q-22: a picture loads 1.3 screens ahead, and is requested once even if it fails", async () => {
  const { page, context } = await open({ url: site, locale: "en", width: 1440 });
  let requests = 0;
  await page.route("**/assets/icon.svg", (route) => {
    if (route.request().resourceType() === "image") requests += 1;
    return route.abort();
  });
  await page.setViewportSize({ width: 1440, height: 700 });
  await page.goto("/place");
  const logo = page.locator(".node img[loading]").last();
  const top = await logo.evaluate((element) => element.getBoundingClientRect().top + scrollY);
  const loading = () => logo.getAttribute("loading");
  expect([top > 2.4 * 700, await loading()]).toEqual([true, "lazy"]);
  await page.setViewportSize({ width: 1440, height: Math.floor(top / 2.3) - 20 });
  expect(await loading()).toBe("lazy");
  await page.setViewportSize({ width: 1440, height: Math.ceil(top / 2.3) + 20 });
  await expect.poll(loading).toBe("eager");
  await expect.poll(() => requests).toBe(1);
  await logo.scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 0));
  await logo.scrollIntoViewIfNeeded();
  expect(requests).toBe(1);
  await context.close();
});

it("B-088, B-357: one em of a canvas is the width of the window / 750 * 4.6, and the site's text and that of nodes keep their size", async () => {
  const { page, context } = await open({ url: site, locale: "en", width: 750 });
  await page.goto("/place");
  const sizes = () =>
    page.evaluate(() =>
      ["html", "main h1", ".stage", ".node"].map((selector) =>
        Number.parseFloat(getComputedStyle(document.querySelector(selector)!).fontSize),
      ),
    );
  const [root, heading, stage, nodeSize] = await sizes();
  expect([root, stage, nodeSize]).toEqual([16, 4.6, 16]);
  expect(heading).toBeGreaterThan(16);
  await page.setViewportSize({ width: 1500, height: 900 });
  const [wideRoot, , wideStage, wideNode] = await sizes();
  expect([wideRoot, wideStage, wideNode]).toEqual([16, 9.2, 16]);
  // Readers who enlarge the text of their browser get larger text in nodes as well.
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "32px"));
  const [largeRoot, , largeStage, largeNode] = await sizes();
  expect([largeRoot, largeStage, largeNode]).toEqual([32, 9.2, 32]);
  await context.close();
});
