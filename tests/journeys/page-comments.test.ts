/** Two people talk about a page in the builder: one comments on an element and mentions the other, who sees it come, answers and resolves it. */
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Locale } from "#kit/text.ts";
import { canvasFrame, readyOverlay } from "../support/builder.ts";
import {
  devices,
  expectNoPageProblems,
  expectNoPageProblemsInDark,
  openBrowser,
  type Visitor,
} from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { canvas, node } from "../support/hostile-pages.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { grant, roleFactories } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: {
    more: "更多操作",
    comments: "评论",
    none: "没有未解决的评论。",
    about: "评论：文本 · 你好",
    aboutPage: "评论：整个页面",
    send: "发送",
    pin: /^评论 1，文本：/,
    news: "Ada 添加了评论",
    notifications: "通知",
    mentioned: "Ada 在页面“标题”的评论中提到了您",
    reply: "回复",
    resolve: "解决",
    reopen: "重新打开",
    resolved: "已解决 1",
    open: "未解决 1",
    resolvedBy: /^Grace 于 .+ 解决$/,
    deleted: "元素已删除",
    structure: "页面结构",
    undo: "撤销",
    close: "关闭",
    remove: "删除评论",
    missing: "链接指向的评论已被删除。",
    hello: "你好",
    empty: "请输入评论内容",
    text: "标题太长",
    answer: "已改短",
  },
  en: {
    more: "More actions",
    comments: "Comments",
    none: "No open comments.",
    about: "Comment on: Text · Hello",
    aboutPage: "Comment on: Whole page",
    send: "Send",
    pin: /^Comment 1 on Text: /,
    news: "New comment from Ada",
    notifications: "Notifications",
    mentioned: "Ada mentioned you in a comment on the page “Heading”",
    reply: "Reply",
    resolve: "Resolve",
    reopen: "Reopen",
    resolved: "Resolved 1",
    open: "Open 1",
    resolvedBy: /^Resolved by Grace, /,
    deleted: "Element deleted",
    structure: "Page structure",
    undo: "Undo",
    close: "Close",
    remove: "Delete comment",
    missing: "The comment in the link was deleted.",
    hello: "Hello",
    empty: "Enter a comment",
    text: "Too long",
    answer: "Shortened",
  },
};

const server = await sharedServer();
const open = await openBrowser();
const canvasId = "wd_journey0001";
const nodeId = "nd_journey0001";

const rename = (person: Person, name: string) =>
  server.database.system((tx) => tx.rows(sql`update member set name = ${name} where id = ${person.memberId}::uuid`));

/** A space with a page and two people who may edit it. */
async function newTeam() {
  const owner = await newSpaceOwner(server);
  const { call } = client(server, owner);
  const title = { zh: "标题", en: "Heading" };
  const row = { type: "page", path: "/talk", title, description: title };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  const box = { x: 40, y: 60, w: 240, h: 40 };
  const changes = [
    { id: canvasId, after: canvas(canvasId, { value: { height: 400, background: "paper" } }) },
    { id: nodeId, after: node(nodeId, canvasId, { box, value: { title: { zh: "你好", en: "Hello" } } }) },
  ];
  await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes });
  const { memberWith } = roleFactories(server, owner);
  const [ada, grace] = [owner, (await memberWith([grant("page", ["read", "update"])])).person];
  await rename(ada, "Ada");
  await rename(grace, "Grace");
  return { pageId, ada, grace };
}

async function openBuilder(
  person: Person,
  address: string,
  device: { locale: Locale; width: number },
): Promise<Visitor> {
  const visitor = await open({ url: server.url, ...device });
  await visitor.context.addCookies(sessionCookies(person, server.url));
  await visitor.page.goto(address);
  await canvasFrame(visitor.page).getByText(texts[device.locale].hello).waitFor();
  await readyOverlay(visitor.page).waitFor();
  return visitor;
}

/** Opens or closes the panel of comments by its button, or by the menu on a phone. */
async function toggleComments(page: Page, { width, locale }: { locale: Locale; width: number }): Promise<void> {
  const t = texts[locale];
  if (width < 640) await page.getByRole("button", { name: t.more }).click();
  await page.getByRole(width < 640 ? "menuitem" : "button", { name: new RegExp(`^${t.comments}( |$)`) }).click();
}
const panelOf = (page: Page, locale: Locale) => page.getByRole("complementary", { name: texts[locale].comments });
const isFocused = (element: Element) => element === document.activeElement;

describe.each(devices)("B-393: comments in the builder, $locale at $width px", (device) => {
  const { locale } = device;
  const t = texts[locale];

  it("one person comments on an element and mentions another, who sees it come, answers and resolves it", async () => {
    const { pageId, ada, grace } = await newTeam();
    const reviewer = await openBuilder(grace, `/builder/${pageId}`, device);
    const author = await openBuilder(ada, `/builder/${pageId}`, device);
    const { page } = author;
    await toggleComments(page, device);
    const panel = panelOf(page, locale);
    await panel.getByText(t.none).waitFor();
    await expectNoPageProblems(author);
    await panel.getByRole("textbox", { name: t.aboutPage }).waitFor();
    await page.mouse.click(...(await centreOf(page)));
    const box = panel.getByRole("textbox", { name: t.about });
    await box.fill(" ");
    await panel.getByRole("button", { name: t.send }).click();
    await panel.getByText(t.empty).waitFor();
    await box.fill("");
    await box.pressSequentially("@gra");
    await page.getByRole("listbox").getByRole("option", { name: "Grace" }).waitFor();
    await expectNoPageProblems(author);
    await box.press("Enter");
    await box.pressSequentially(t.text);
    expect(await box.inputValue()).toBe(`@Grace ${t.text}`);
    // What could not be sent stays, also in a panel that was closed in between.
    await author.context.setOffline(true);
    await box.press("Control+Enter");
    await panel.getByRole("alert").waitFor();
    await author.context.setOffline(false);
    author.problems.splice(0);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await toggleComments(page, device);
    expect(await box.inputValue()).toBe(`@Grace ${t.text}`);
    await panel.getByRole("button", { name: t.send }).click();
    await panel.getByRole("listitem").getByText(t.text).waitFor();
    expect(await box.inputValue()).toBe("");
    await expectNoPageProblems(author);
    await expectNoPageProblemsInDark(author);

    const pin = reviewer.page.getByRole("button", { name: t.pin });
    await pin.waitFor();
    await reviewer.page.getByText(t.news).waitFor({ state: "attached" });
    await expectNoPageProblems(reviewer);
    await reviewer.page.goto("/paas/index");
    await reviewer.page.getByRole("button", { name: t.notifications }).first().click();
    await reviewer.page.getByRole("dialog", { name: t.notifications }).getByRole("link", { name: t.mentioned }).click();
    const reviewPanel = panelOf(reviewer.page, locale);
    const head = reviewPanel.getByRole("button", { name: /^1/, expanded: true });
    await head.waitFor();
    await expect.poll(() => head.evaluate(isFocused)).toBe(true);
    await expect.poll(() => reviewer.page.locator(".overlay .mark.selected").count()).toBe(1);
    await reviewPanel.getByRole("textbox", { name: t.reply }).fill(t.answer);
    await reviewPanel.getByRole("textbox", { name: t.reply }).press("Control+Enter");
    await reviewPanel.getByRole("listitem").getByText(t.answer).last().waitFor();
    await expectNoPageProblems(reviewer);
    await panel.getByRole("button", { name: /^1/, expanded: false }).press("Enter");
    await panel.getByText(t.answer).waitFor();
    await reviewPanel.getByRole("button", { name: t.resolve, exact: true }).click();
    await reviewPanel.getByText(t.none).waitFor();
    await panel.getByRole("button", { name: t.resolved }).click();
    await panel.getByText(t.resolvedBy).waitFor();
    expect(await page.getByRole("button", { name: t.pin }).count()).toBe(0);
    await expectNoPageProblems(author);
    await panel.getByRole("button", { name: t.reopen }).click();
    await reviewPanel.getByRole("button", { name: t.open }).waitFor();
    await pin.waitFor();
    expect(reviewer.problems).toEqual([]);
  });

  it("a comment stays in the list when its element is deleted, says so, and is back with undo", async () => {
    const { pageId, ada } = await newTeam();
    const { call } = client(server, ada);
    const id = crypto.randomUUID();
    await call("POST Api/SitePage/Comment", { id, pageId, recordId: nodeId, locale, text: t.text });
    const author = await openBuilder(ada, `/builder/${pageId}?comment=${id}`, device);
    const { page } = author;
    const panel = panelOf(page, locale);
    await panel.getByText(t.text).waitFor();
    await page.getByRole("button", { name: t.pin }).waitFor();
    await expect.poll(() => page.locator(".overlay .mark.selected").count()).toBe(1);
    await readyOverlay(page).press("Delete");
    await panel.getByText(t.deleted).waitFor();
    await panel.getByText(t.text).waitFor();
    expect(await page.getByRole("button", { name: t.pin }).count()).toBe(0);
    await expectNoPageProblems(author);
    await page.keyboard.press("Control+z");
    await panel.getByText(t.deleted).waitFor({ state: "detached" });
    await page.getByRole("button", { name: t.pin }).click();
    await panel.getByRole("button", { name: t.remove }).click();
    await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: t.remove }).click();
    await panel.getByText(t.none).waitFor();
    await page.reload();
    await panel.getByText(t.missing).waitFor();
    expect(author.problems).toEqual([]);
  });
});

/** The middle of the text on the canvas, in the window. */
async function centreOf(page: Page): Promise<[number, number]> {
  const { x, y, width, height } = (await canvasFrame(page).locator(`[data-node="${nodeId}"]`).boundingBox())!;
  return [x + width / 2, y + height / 2];
}

it("B-393: a new comment is begun from the palette, and the panel opens and closes with its keys", async () => {
  const { pageId, ada } = await newTeam();
  const { page, problems } = await openBuilder(ada, `/builder/${pageId}`, { locale: "en", width: 820 });
  const panel = panelOf(page, "en");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox").fill("add comment");
  await dialog.getByRole("option", { name: "Add comment" }).waitFor();
  await page.keyboard.press("Enter");
  const box = panel.getByRole("textbox", { name: texts.en.aboutPage });
  await expect.poll(() => box.evaluate(isFocused)).toBe(true);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await page.keyboard.press("Shift+c");
  await expect.poll(() => panel.getByRole("heading", { name: "Comments" }).evaluate(isFocused)).toBe(true);
  await page.keyboard.press("Shift+c");
  await panel.waitFor({ state: "detached" });
  expect(problems).toEqual([]);
});
