/** Pages in the builder: switching by search, new pages from templates, the hint on an empty page, and editing rows and cards. */
import type { Page } from "playwright-core";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { builderAsAdministrator, canvasFrame, readyOverlay } from "../support/builder.ts";
import { expectNoPageProblems, openBrowser, swappedDevices } from "../support/browser.ts";
import { startServer } from "../support/server.ts";

const texts = {
  zh: {
    menu: /切换页面/,
    search: "搜索标题或路径",
    add: "新建页面",
    all: "管理全部页面",
    create: "创建并编辑",
    product: "产品介绍",
    blank: "空白页",
    path: "路径",
    system: /^系统页面/,
    emptyHint: "将组件拖到这里，或在“添加”中点击",
    viewPublished: "查看已发布页面",
    systemPath: "此路径由系统使用，请换一个",
    addTab: "添加",
    cards: "卡片组",
    news: "新闻",
    picture: "配图",
    noPicture: "不显示",
  },
  en: {
    menu: /Switch page/,
    search: "Search by title or path",
    add: "New page",
    all: "Manage all pages",
    create: "Create and edit",
    product: "Product",
    blank: "Blank",
    path: "Path",
    system: /^System pages/,
    emptyHint: "Drag a component here, or click one under “Add”",
    viewPublished: "View published page",
    systemPath: "The system uses this path. Choose another one.",
    addTab: "Add",
    cards: "Cards",
    news: "News",
    picture: "Hero image",
    noPicture: "None",
  },
};

const server = await startServer();
const open = await openBrowser();
const openBuilder = builderAsAdministrator(server, open);

describe.each(swappedDevices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  const dialogOf = (page: Page) => page.getByRole("dialog");

  it("finds pages by a word, lists system pages separately, and distinguishes pages with the same title", async () => {
    const visitor = await openBuilder({ locale, width });
    const { page } = visitor;
    await page.getByRole("button", { name: t.menu }).click();
    const dialog = dialogOf(page);
    await dialog.getByText("/web", { exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    const visibleLinks = () =>
      dialog.getByRole("navigation").getByRole("link").filter({ visible: true }).allTextContents();
    for (const path of ["/test", "/x", "/y", "/z", "/site/redirect", "/wiki/{key}"])
      expect((await visibleLinks()).filter((text) => text.includes(path))).toEqual([]);
    await dialog.getByText(t.system).click();
    expect((await visibleLinks()).filter((text) => text.startsWith("/wiki/{key}"))).toHaveLength(2);
    expect((await visibleLinks()).filter((text) => text.startsWith(t.news))).not.toEqual([]);
    const search = dialog.getByRole("searchbox", { name: t.search });
    // System pages are listed last, although this path is alphabetically the first. Enter opens the first result.
    await search.fill("/re");
    await expect.poll(async () => (await visibleLinks()).at(-1)).toContain("/site/redirect");
    const firstResultPath = await dialog.getByRole("navigation").getByRole("link").first().getAttribute("href");
    await search.press("Enter");
    await page.waitForURL((url) => url.pathname === firstResultPath);
    await page.getByRole("button", { name: t.menu }).click();
    await search.fill("edge-gate");
    await expect.poll(async () => (await visibleLinks()).length).toBe(1);
    await search.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(() => page.getByRole("heading", { level: 1 }).locator("..").textContent())
      .toContain("/web/edge-gateway");
  });

  it("leads from the pages to their list in the administrator's own area", async () => {
    const { page, context } = await openBuilder({ locale, width });
    await page.getByRole("button", { name: t.menu }).click();
    await dialogOf(page).getByRole("button", { name: t.all }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/admin/page/list");
    await context.close();
  });

  it("creates a page from a template and opens it; refuses a path of the system beside its input", async () => {
    const visitor = await openBuilder({ locale, width });
    const { page } = visitor;
    await page.getByRole("button", { name: t.menu }).click();
    await dialogOf(page).getByRole("button", { name: t.add }).click();
    const dialog = page.getByRole("dialog", { name: t.add });
    await dialog.getByText(t.product, { exact: true }).click();
    const path = dialog.getByLabel(t.path);
    await path.fill("Builder/x");
    await dialog.getByText(t.systemPath).waitFor();
    await path.fill(`New ${locale}${width}`.replace(" ", "-"));
    await dialog.getByText(`${server.url}/new-${locale}${width}`).waitFor();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.create }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/builder/"));
    await expect.poll(() => canvasFrame(page).locator("[data-widget]").count()).toBe(4);
    await canvasFrame(page).locator("[data-widget=flow]").waitFor();
    await expectNoPageProblems(visitor);
    const [row] = await server.database.system((tx) =>
      tx.rows<{ status: string }>(sql`select status from page where path = ${`/new-${locale}${width}`}`),
    );
    expect(row).toEqual({ status: "draft" });
  });

  it("shows on an empty page where components go; adds three cards whose rows are named by their titles and fit the panel", async () => {
    const visitor = await openBuilder({ locale, width });
    const { page } = visitor;
    await page.getByRole("button", { name: t.menu }).click();
    await dialogOf(page).getByRole("button", { name: t.add }).click();
    const dialog = page.getByRole("dialog", { name: t.add });
    await dialog.getByText(t.blank, { exact: true }).click();
    // The code of one of the fields loads on demand.
    await dialog.getByLabel(t.path).waitFor();
    for (const title of await dialog.getByRole("group").getByRole("textbox").all()) await title.fill("Empty");
    await dialog.getByLabel(t.path).fill(`/empty-${locale}${width}`);
    await dialog.getByRole("button", { name: t.create }).click();
    await canvasFrame(page).getByText(t.emptyHint).waitFor();
    await expectNoPageProblems(visitor);
    const isPhone = width < 600;
    // Visitors would not find the page, so that nothing leads to it.
    if (!isPhone) expect(await page.getByRole("button", { name: t.viewPublished }).isDisabled()).toBe(true);
    expect(await page.getByRole("link", { name: t.viewPublished }).count()).toBe(0);
    if (isPhone) await page.getByRole("button", { name: t.addTab, exact: true }).click();
    else await page.getByRole("tab", { name: t.addTab }).click();
    await page.getByRole("button", { name: t.cards, exact: true }).click();
    expect(await canvasFrame(page).locator("[data-widget=cards] li").count()).toBe(3);
    if (isPhone) await page.getByRole("button", { name: { zh: "属性", en: "Properties" }[locale] }).click();
    const rows = page.locator(".inspector li");
    await rows.first().waitFor();
    const firstCardTitle = { zh: "源头签名", en: "Signed at the source" }[locale];
    expect(await rows.first().textContent()).toContain(firstCardTitle);
    const panel = (await page.locator(".inspector").boundingBox())!;
    for (const button of await rows.first().getByRole("button").all()) {
      const box = (await button.boundingBox())!;
      expect(box.x + box.width).toBeLessThanOrEqual(panel.x + panel.width);
    }
    await expectNoPageProblems(visitor);
  });

  it("hides the certificate of the hero", async () => {
    const { page } = await openBuilder({ locale, width });
    await canvasFrame(page).locator(".certificate").waitFor();
    await canvasFrame(page).locator("[data-widget=hero] .lead").dblclick({ force: true });
    await page.keyboard.press("Escape");
    if (width < 600) await page.getByRole("button", { name: { zh: "属性", en: "Properties" }[locale] }).click();
    await page.locator(".inspector").getByRole("combobox", { name: t.picture }).click();
    await page.getByRole("option", { name: t.noPicture }).click();
    await canvasFrame(page).locator(".certificate").waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await page
      .locator("header")
      .getByRole("button", { name: { zh: "撤销", en: "Undo" }[locale], exact: true })
      .click();
    await expect.poll(() => canvasFrame(page).locator(".certificate").count()).toBe(1);
  });
});

it("the context menu of a page that was opened after another is inside the main landmark, and gives the focus back to the canvas", async () => {
  const visitor = await openBuilder({ locale: "en" });
  const { page } = visitor;
  const menu = page.getByRole("menu");
  const openMenu = async () => {
    const { x, y } = (await canvasFrame(page).locator("h1").first().boundingBox())!;
    await page.mouse.click(x + 4, y + 4, { button: "right" });
    await menu.waitFor();
  };
  await openMenu();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });

  await page.getByRole("button", { name: texts.en.menu }).click();
  await page.getByRole("searchbox", { name: texts.en.search }).fill("edge-gate");
  await page.getByRole("link", { name: /edge-gateway/ }).click();
  await page.getByRole("button", { name: /\/web\/edge-gateway/ }).waitFor();
  await canvasFrame(page).locator("h1").first().waitFor();
  await readyOverlay(page).waitFor();
  await openMenu();
  expect(await menu.evaluate((element) => element.closest("main") !== null)).toBe(true);
  await expectNoPageProblems(visitor);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "detached" });
  await expect.poll(() => readyOverlay(page).evaluate((overlay) => overlay === document.activeElement)).toBe(true);
});
