/** The market in the builder: a designer offers, the platform accepts, and another space inserts, replaces, updates and undoes. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { canvasFrame, status } from "../support/builder.ts";
import {
  devices,
  expectNoPageProblems,
  expectNoPageProblemsInDark,
  openBrowser,
  type Visit,
} from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { canvas, node, widget } from "../support/hostile-pages.ts";
import { heading, marketReviewer, marketSpace } from "../support/market.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: {
    add: "添加",
    fromMarket: "从市场添加",
    market: "打开市场",
    offer: "提供到市场",
    updates: "市场更新",
    name: "名称 中文",
    englishName: "名称 English",
    submit: "提交审核",
    submitted: "已提交，审核通过后其他空间可见",
    search: "搜索名称或说明",
    none: "没有匹配的项目",
    preview: /在本站主题下的预览$/,
    missing: "1 处文字缺少英文，将在结构中标出",
    instead: /^替换“/,
    insert: "插入",
    undo: "撤销",
    replacePage: "替换页面",
    append: "添加到页面",
    replaceQuestion: "是否替换页面数据？",
    appendQuestion: "是否添加页面数据？",
    compare: "查看变化",
    update: "更新",
    changes: "更新后页面的变化",
    saved: /^已保存/,
  },
  en: {
    add: "Add",
    fromMarket: "Add from the market",
    market: "Open the market",
    offer: "Offer to the market",
    updates: "Market updates",
    name: "Name 中文",
    englishName: "Name English",
    submit: "Submit for review",
    submitted: "Submitted. Other spaces see it once it has been reviewed.",
    search: "Search by name or description",
    none: "No matching items",
    preview: /^Preview of .* in your theme$/,
    missing: "1 text has no English and will be marked in the structure",
    instead: /^In place of “/,
    insert: "Insert",
    undo: "Undo",
    replacePage: "Replace page",
    append: "Add to page",
    replaceQuestion: "Replace the content of this page?",
    appendQuestion: "Add to the content of this page?",
    compare: "See changes",
    update: "Update",
    changes: "Changes to the page",
    saved: /^Saved/,
  },
};

const server = await sharedServer();
const open = await openBrowser();

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  async function openBuilder(
    space: Awaited<ReturnType<typeof marketSpace>>,
    pageId: string,
    visit: Partial<Visit> = {},
  ) {
    const visitor = await open({ url: server.url, locale, width, ...visit });
    await visitor.context.addCookies(sessionCookies(space.owner, server.url));
    await visitor.page.goto(`/builder/${pageId}`);
    await canvasFrame(visitor.page).locator("h1").first().waitFor();
    return visitor;
  }
  /** Opens the market: from the palette, or on a phone from the list of components. */
  async function openMarket(page: Page): Promise<void> {
    if (width < 640) {
      await page.getByRole("button", { name: t.add, exact: true }).click();
      await page.getByRole("button", { name: t.fromMarket }).click();
    } else {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill(t.market);
      await page.getByRole("option", { name: t.market }).first().click();
    }
  }
  const headings = (page: Page) => canvasFrame(page).locator("main h1").allTextContents();

  it("B-199: one space offers a component and a page, another inserts, replaces after a question, appends, updates, and undoes each in one step", async () => {
    const [giver, taker, reviewer] = [
      await marketSpace(server),
      await marketSpace(server),
      await marketReviewer(server),
    ];
    const unique = `${locale}${width}`;
    const only = { zh: `只有中文 ${unique}` };
    const offered = await giver.page([
      widget("wd_first00000", { value: { heading: only } }),
      canvas("wd_canvas0000", { order: "a1" }),
      node("nd_text000000", "wd_canvas0000"),
    ]);
    const mine = await taker.page([heading("wd_mine000000", "我的标题", "My heading")]);

    // The designer of one space offers a component.
    const designer = await openBuilder(giver, offered);
    if (width < 640) await designer.page.getByRole("button", { name: { zh: "结构", en: "Structure" }[locale] }).click();
    await designer.page.getByRole("treeitem").first().click();
    if (width < 640) await designer.page.getByRole("button", { name: { zh: "结构", en: "Structure" }[locale] }).click();
    await openMarket(designer.page);
    const form = designer.page.locator("[role=dialog]:not(.toast)");
    await form.getByRole("button", { name: t.offer }).click();
    await form.getByLabel(t.name).fill(`横幅 ${unique}`);
    await form.getByLabel(t.englishName).fill(`Banner ${unique}`);
    await expectNoPageProblems(designer);
    await form.getByRole("button", { name: t.submit }).click();
    await designer.page.locator(".toast").getByText(t.submitted).first().waitFor();
    await designer.context.close();
    const [item] = await giver.list({ scope: "own" });
    const whole = await giver.offer({
      kind: "page",
      pageId: offered,
      name: { zh: `整页 ${unique}`, en: `Whole ${unique}` },
    });
    for (const id of [item!.id, whole.id]) expect((await reviewer.decide(id, "accept")).status).toBe(200);

    // The other one finds it and puts it in place of its own heading.
    const visitor = await openBuilder(taker, mine);
    const { page } = visitor;
    if (width < 640) await page.getByRole("button", { name: { zh: "结构", en: "Structure" }[locale] }).click();
    await page.getByRole("treeitem").first().click();
    if (width < 640) await page.getByRole("button", { name: { zh: "结构", en: "Structure" }[locale] }).click();
    // Messages are dialogs, too.
    const dialog = page.locator("[role=dialog]:not(.toast)");
    async function openItem(name: string): Promise<void> {
      await openMarket(page);
      await dialog.getByRole("searchbox", { name: t.search }).fill(name);
      await dialog.getByRole("button", { name, exact: true }).click();
      await dialog.getByRole("img", { name: t.preview }).frameLocator("iframe").getByText(only.zh).first().waitFor();
    }
    await openMarket(page);
    await dialog.getByRole("searchbox", { name: t.search }).fill("nothing like this");
    await dialog.getByText(t.none).waitFor();
    await dialog.getByRole("searchbox", { name: t.search }).fill(unique);
    await dialog.getByRole("listitem").nth(1).waitFor();
    await expectNoPageProblems(visitor);
    await page.keyboard.press("Escape");
    await openItem({ zh: `横幅 ${unique}`, en: `Banner ${unique}` }[locale]);
    await dialog.getByText(t.missing).waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await dialog.getByRole("radio", { name: t.instead }).check();
    await dialog.getByRole("button", { name: t.insert, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => headings(page)).toEqual([only.zh]);
    await page.locator(".toast").getByRole("button", { name: t.undo }).click();
    const original = { zh: "我的标题", en: "My heading" }[locale];
    await expect.poll(() => headings(page)).toEqual([original]);

    // A whole page: the question comes first, and no is no.
    const name = { zh: `整页 ${unique}`, en: `Whole ${unique}` }[locale];
    await openItem(name);
    await dialog.getByRole("button", { name: t.append }).click();
    const question = page.getByRole("dialog", { name: t.appendQuestion });
    await question.getByRole("button", { name: t.append }).click();
    await expect.poll(() => headings(page)).toEqual([original, only.zh]);
    await page.keyboard.press("Control+z");
    await expect.poll(() => headings(page)).toEqual([original]);
    await openItem(name);
    await dialog.getByRole("button", { name: t.replacePage }).click();
    const replacing = page.getByRole("dialog", { name: t.replaceQuestion });
    await replacing.getByRole("button", { name: { zh: "取消", en: "Cancel" }[locale] }).click();
    await replacing.waitFor({ state: "detached" });
    expect(await headings(page)).toEqual([original]);
    await dialog.getByRole("button", { name: t.replacePage }).click();
    await replacing.getByRole("button", { name: t.replacePage }).click();
    await expect.poll(() => headings(page)).toEqual([only.zh]);
    await page.keyboard.press("Control+s");
    await status(page).getByText(t.saved).waitFor();
    const records = Object.values(await taker.records(mine)) as { origin?: object }[];
    expect(records.map(({ origin }) => origin)).toEqual(
      records.map(() => expect.objectContaining({ item: whole.id, edition: 1 })),
    );

    // A later edition is compared and taken over.
    const next = { zh: `新的标题 ${unique}` };
    const changes = [{ id: "wd_first00000", after: widget("wd_first00000", { value: { heading: next } }) }];
    await giver.call("POST api/sitepage/save", { diyPageInfo: { pageId: offered }, baseRev: 1, changes });
    await giver.offer({ kind: "page", pageId: offered, itemId: whole.id });
    expect((await reviewer.decide(whole.id, "accept")).status).toBe(200);
    await page.reload();
    await canvasFrame(page).locator("h1").first().waitFor();
    await page.keyboard.press("Control+k");
    await dialog.getByRole("combobox").fill(t.updates);
    await page.getByRole("option", { name: t.updates }).first().click();
    await dialog.getByRole("button", { name: t.compare }).or(dialog.getByRole("button", { name })).first().click();
    await dialog.getByRole("list", { name: t.changes }).getByRole("listitem").waitFor();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.update, exact: true }).click();
    await expect.poll(() => headings(page)).toEqual([next.zh]);
    await page.keyboard.press("Control+z");
    await expect.poll(() => headings(page)).toEqual([only.zh]);
    expect(visitor.problems).toEqual([]);
  });
});
