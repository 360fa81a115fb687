/** Themes with pages: a designer offers one from its editor, another space looks at it, adds it, updates it and takes both back. */
import { describe, expect, it } from "vitest";
import { canvasFrame } from "../support/builder.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { heading, marketReviewer, marketSpace } from "../support/market.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: {
    more: "主题操作",
    offer: "提供到市场",
    updates: "市场更新",
    submit: "提交审核",
    submitted: "已提交，审核通过后其他空间可见",
    add: "添加",
    fromMarket: "从市场添加",
    market: "打开市场",
    search: "搜索名称或说明",
    page: "预览的页面",
    ownLook: "本站主题",
    addPages: "添加主题和页面",
    drafts: "2 个页面成为只属于此主题的草稿",
    openTheme: "打开主题",
    undo: "撤销",
    latest: "市场有新版本 2",
    changes: "主题的变化",
    pages: "页面的变化",
    update: "更新",
    updated: "主题已更新到版本 2",
    back: "主题已恢复到版本 1",
    brand: "品牌色",
  },
  en: {
    more: "Theme actions",
    offer: "Offer to the market",
    updates: "Market updates",
    submit: "Submit for review",
    submitted: "Submitted. Other spaces see it once it has been reviewed.",
    add: "Add",
    fromMarket: "Add from the market",
    market: "Open the market",
    search: "Search by name or description",
    page: "Page to preview",
    ownLook: "Your theme",
    addPages: "Add theme and pages",
    drafts: "2 pages added as drafts, in this theme only",
    openTheme: "Open theme",
    undo: "Undo",
    latest: "Version 2 available",
    changes: "Changes to the theme",
    pages: "Changes to pages",
    update: "Update",
    updated: "Updated the theme to version 2",
    back: "The theme is back at version 1",
    brand: "Brand colour",
  },
} as const;

const server = await sharedServer();
const open = await openBrowser();
type Space = Awaited<ReturnType<typeof marketSpace>>;
type Row = { id: string; version: number; path: string; theme: string | null; brand: string };

const rows = async (space: Space, type: string) => (await space.call("GET Api/{type}/QueryList", { type })) as Row[];
const change = async (space: Space, type: string, id: string, values: object) => {
  const { version } = (await space.call("GET Api/{type}/QueryById", { type, id })) as Row;
  await space.call("POST Api/{type}/QueryUpdate", { type, id, version, ...values } as never);
};

describe.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)("a theme with pages in $locale at $width px", ({ locale, width }) => {
  const t = texts[locale];

  it("is offered with its pages, previewed, added, updated, and each step goes back at once", async () => {
    const [giver, taker, reviewer] = await Promise.all([
      marketSpace(server),
      marketSpace(server),
      marketReviewer(server),
    ]);
    const name = { zh: `海港 ${width}`, en: `Harbour ${width}` };
    const { id: source } = (await giver.call("POST Api/{type}/QueryAdd", {
      type: "theme",
      name,
      brand: "#1d4ed8",
    } as never)) as { id: string };
    const pageIds = [
      await giver.page([heading("wd_titletitle", "码头", "The pier")]),
      await giver.page([heading("wd_titletitle", "灯塔", "The lighthouse")]),
    ];
    // Pages are offered in the order of the numbers in their addresses.
    for (const [index, id] of pageIds.entries())
      await change(giver, "page", id, { theme: source, path: `/harbour-${9 + index}` });

    const designer = await open({ url: server.url, locale, width });
    await designer.context.addCookies(sessionCookies(giver.owner, server.url));
    await designer.page.goto(`/builder/theme/${source}`);
    await designer.page.getByRole("button", { name: t.more }).click();
    await designer.page.getByRole("menuitem", { name: t.offer }).click();
    const form = designer.page.locator("[role=dialog]:not(.toast)");
    await expect.poll(() => form.getByRole("checkbox", { checked: true }).count()).toBe(2);
    await expectNoPageProblems(designer);
    await form.getByRole("button", { name: t.submit }).click();
    await designer.page.locator(".toast").getByText(t.submitted).first().waitFor();
    await designer.context.close();
    const [item] = await giver.list({ scope: "own" });
    expect(item).toMatchObject({ kind: "theme", pages: 2 });
    expect((await reviewer.decide(item!.id, "accept")).status).toBe(200);

    const mine = await taker.page([heading("wd_minemine00", "我的标题", "My heading")]);
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(taker.owner, server.url));
    await page.goto(`/builder/${mine}`);
    await canvasFrame(page).locator("h1").first().waitFor();
    const dialog = page.locator("[role=dialog]:not(.toast)");
    const toast = page.locator(".toast");
    async function openItem(): Promise<void> {
      if (width < 640) {
        await page.getByRole("button", { name: t.add, exact: true }).click();
        await page.getByRole("button", { name: t.fromMarket }).click();
      } else {
        await page.keyboard.press("Control+k");
        await page.getByRole("dialog").getByRole("combobox").fill(t.market);
        await page.getByRole("option", { name: t.market }).first().click();
      }
      await dialog.getByRole("searchbox", { name: t.search }).fill(name[locale]);
      await dialog.getByRole("button", { name: name[locale], exact: true }).click();
      await dialog.getByText(t.drafts).waitFor();
    }
    await openItem();
    const pier = { zh: "码头", en: "The pier" }[locale];
    const lighthouse = { zh: "灯塔", en: "The lighthouse" }[locale];
    const preview = dialog.frameLocator("iframe");
    await preview.getByText(pier).first().waitFor();
    await dialog.getByRole("combobox", { name: t.page }).click();
    await page.getByRole("option").nth(1).click();
    await preview.getByText(lighthouse).first().waitFor();
    const brand = () =>
      preview.locator("html").evaluate((root) => getComputedStyle(root).getPropertyValue("--brand").trim());
    expect(await brand()).toBe("#1d4ed8");
    await dialog.getByText(t.ownLook, { exact: true }).click();
    await expect.poll(brand).not.toBe("#1d4ed8");
    await expectNoPageProblems(visitor);
    const before = (await rows(taker, "theme")).length;
    await dialog.getByRole("button", { name: t.addPages }).click();
    await toast.getByRole("button", { name: t.undo }).click();
    await expect.poll(async () => (await rows(taker, "theme")).length).toBe(before);
    await openItem();
    await dialog.getByRole("button", { name: t.addPages }).click();
    await toast.getByRole("button", { name: t.openTheme }).last().click();
    await page.waitForURL(/\/builder\/theme\//);
    const themeId = page.url().split("/").at(-1)!;
    const own = async () => (await rows(taker, "page")).filter(({ theme }) => theme === themeId);
    expect(await own()).toHaveLength(2);

    // A later edition: another colour, other words.
    await change(giver, "theme", source, { brand: "#7a1f3d" });
    const after = heading("wd_titletitle", "新码头", "The new pier");
    await giver.call("POST api/sitepage/save", {
      diyPageInfo: { pageId: pageIds[0]! },
      baseRev: 1,
      changes: [{ id: after.id, after }],
    });
    await giver.offer({ kind: "theme", themeId: source, pageIds, itemId: item!.id });
    expect((await reviewer.decide(item!.id, "accept")).status).toBe(200);
    await page.reload();
    await page.getByRole("button", { name: t.latest }).click();
    await dialog.getByRole("list", { name: t.changes }).getByText("#7a1f3d").waitFor();
    await dialog.getByRole("list", { name: t.pages, exact: true }).getByRole("listitem").first().waitFor();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.update, exact: true }).click();
    await toast.getByText(t.updated).first().waitFor();
    const field = page.getByRole("textbox", { name: t.brand, exact: true });
    await expect.poll(() => field.inputValue()).toBe("#7a1f3d");
    await toast.filter({ hasText: t.updated }).getByRole("button", { name: t.undo }).click();
    await toast.getByText(t.back).first().waitFor();
    await expect.poll(() => field.inputValue()).toBe("#1d4ed8");
    expect(visitor.problems).toEqual([]);
  });
});
