/** Two people have the same page open in the builder: each sees the other and what they select, follows them, and gets what they save. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { documentOf } from "#records/site/document.server.ts";
import { canvasFrame, readyOverlay, status, textField } from "../support/builder.ts";
import { expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { grant, roleFactories } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: {
    structure: "页面结构",
    others: "同时打开此页面的人",
    one: "1 人同时打开此页面",
    follow: "跟随",
    stop: "停止跟随",
    nothing: "林梅还没有选择内容",
    selectedBy: /林梅已选择$/,
    opened: "林梅打开了此页面",
    left: "林梅离开了此页面",
    merged: "已合并林梅保存的修改",
    clash: "林梅修改了您正在修改的内容，保存时请选择要保留的版本",
    more: "其他 1 人",
    save: "保存",
    saved: /已保存/,
    keepMine: "保留我的",
    saveSelection: "按选择保存",
  },
  en: {
    structure: "Page structure",
    others: "Others on this page",
    one: "1 other person on this page",
    follow: "Follow",
    stop: "Stop following",
    nothing: "Lin Mei has not selected anything",
    selectedBy: /Selected by Lin Mei$/,
    opened: "Lin Mei opened this page",
    left: "Lin Mei left this page",
    merged: "Merged changes that Lin Mei saved",
    clash: "Lin Mei changed what you are changing. When you save, choose which version to keep.",
    more: "1 more person",
    save: "Save",
    saved: /^Saved/,
    keepMine: "Keep mine",
    saveSelection: "Save selection",
  },
};
const names = { zh: ["林梅", "王小明", "赵一", "陈红"], en: ["Lin Mei", "Tom Fry", "Ann Lee", "Bo Carr"] };

const server = await sharedServer();
const open = await openBrowser();

const notice = (heading: string) => ({
  name: "notice" as const,
  value: { code: null, heading: { zh: heading, en: heading }, lead: null, button: null, url: null },
});

/** A space with a page of three sections, and colleagues of its owner who may change pages. */
async function sharedPage(colleagueNames: readonly string[]) {
  const owner = await newSpaceOwner(server);
  const { call } = client(server, owner);
  const title = { zh: "同页", en: "Shared" };
  const row = { type: "page", path: "/shared", title, description: title };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  const { records } = documentOf({ title, description: title }, ["One", "Two", "Three"].map(notice));
  const changes = Object.values(records).map((after) => ({ id: after.id, after }));
  await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes });
  const { memberWith } = roleFactories(server, owner);
  const colleagues: Person[] = [];
  for (const name of colleagueNames) {
    const { person } = await memberWith([grant("page", ["read", "update"])]);
    const identity = { type: "member", id: person.memberId } as const;
    const { version } = (await call("GET Api/{type}/QueryById", identity)) as { version: number };
    await call("POST Api/{type}/QueryUpdate", { ...identity, version, name } as never);
    colleagues.push(person);
  }
  return { owner, colleagues, pageId };
}

describe.each(["zh", "en"] as const)("in %s", (locale) => {
  const t = texts[locale];
  const [colleagueName] = names[locale];
  const items = (page: Page) => page.getByRole("tree", { name: t.structure }).getByRole("treeitem");
  const others = (page: Page) => page.getByRole("group", { name: t.others });
  const mark = (page: Page) => page.locator(".overlay .selected-by");

  async function openPage(person: Person, pageId: string, visit: { width?: number; scheme?: "dark" } = {}) {
    const visitor = await open({ url: server.url, locale, ...visit });
    await visitor.context.addCookies(sessionCookies(person, server.url));
    await visitor.page.goto(`/builder/${pageId}`);
    await readyOverlay(visitor.page).waitFor();
    return visitor;
  }

  it("shows who else has the page open and what they select, follows them, and shows that they leave", async () => {
    const { owner, colleagues, pageId } = await sharedPage([colleagueName!]);
    const mine = await openPage(owner, pageId);
    const theirs = await openPage(colleagues[0]!, pageId);
    const avatar = others(mine.page).getByRole("button", {
      name: `${t.follow}${locale === "en" ? " " : ""}${colleagueName}`,
    });
    await avatar.waitFor();
    await mine.page.getByText(t.opened).waitFor();
    expect(await avatar.getAttribute("title")).toBe(colleagueName);
    await avatar.click();
    await mine.page.getByText(t.nothing).waitFor();
    expect(await avatar.getAttribute("aria-pressed")).toBe("true");

    // Following shows each thing that they select.
    await items(theirs.page).nth(2).click();
    await items(mine.page)
      .nth(2)
      .and(mine.page.getByRole("treeitem", { name: t.selectedBy, selected: true }))
      .waitFor();
    expect(await items(mine.page).nth(2).locator(".person-dot").count()).toBe(1);
    expect(await mark(mine.page).textContent()).toBe(colleagueName);
    await expectNoPageProblems(mine);
    await items(theirs.page).nth(0).click();
    await mine.page
      .getByRole("treeitem", { name: t.selectedBy, selected: true })
      .and(items(mine.page).nth(0))
      .waitFor();
    // Whoever selects something themselves follows no longer.
    await items(mine.page).nth(1).click();
    await expect.poll(() => avatar.getAttribute("aria-pressed")).toBe("false");
    await items(theirs.page).nth(2).click();
    await items(mine.page)
      .nth(2)
      .and(mine.page.getByRole("treeitem", { name: t.selectedBy, selected: false }))
      .waitFor();
    expect(await mine.page.getByRole("treeitem", { selected: true }).count()).toBe(1);
    // The owner is seen by the colleague, too.
    await items(theirs.page).nth(1).locator(".person-dot").waitFor();
    await expectNoPageProblems(theirs);

    await theirs.page.close();
    await mine.page.getByText(t.left).waitFor();
    expect(await others(mine.page).count()).toBe(0);
    await mark(mine.page).waitFor({ state: "detached" });
    await expectNoPageProblems(mine);
  });

  it("R-12: brings what another person saves at once, and says when it clashes with unsaved edits", async () => {
    const { owner, colleagues, pageId } = await sharedPage([colleagueName!]);
    const mine = await openPage(owner, pageId);
    const theirs = await openPage(colleagues[0]!, pageId);
    await others(mine.page).waitFor();
    await items(mine.page).nth(0).click();
    await textField(mine.page, "English").fill("Mine, unsaved");
    await textField(mine.page, "中文").fill("我的未保存");
    const rewrite = async (n: number, zh: string, en: string) => {
      await items(theirs.page).nth(n).click();
      await textField(theirs.page, "中文").fill(zh);
      await textField(theirs.page, "English").fill(en);
      await theirs.page.locator("header").getByRole("button", { name: t.save, exact: true }).click();
      await status(theirs.page).getByText(t.saved).waitFor();
    };
    await rewrite(2, "同事的修改", "The colleague’s change");
    const merged = { zh: "同事的修改", en: "The colleague’s change" }[locale];
    await canvasFrame(mine.page).getByText(merged).waitFor();
    await mine.page.getByText(t.merged).waitFor();
    // One's own edits are still there, and still unsaved.
    await canvasFrame(mine.page).getByText({ zh: "我的未保存", en: "Mine, unsaved" }[locale]).waitFor();
    expect(await status(mine.page).getByText(t.saved).count()).toBe(0);

    await rewrite(0, "同事的另一修改", "Another change");
    await mine.page.locator(".toast").getByText(t.clash).waitFor();
    await expectNoPageProblems(mine);
    await mine.page.locator("header").getByRole("button", { name: t.save, exact: true }).click();
    const dialog = mine.page.getByRole("dialog");
    await dialog.getByText(t.keepMine).click();
    await dialog.getByRole("button", { name: t.saveSelection }).click();
    await status(mine.page).getByText(t.saved).waitFor();
    // The colleague has nothing unsaved, so the owner's version arrives by itself.
    await canvasFrame(theirs.page).getByText({ zh: "我的未保存", en: "Mine, unsaved" }[locale]).waitFor();
    await expectNoPageProblems(theirs);
  });

  it("shows three people, the others in a menu, and all in one menu on a phone, in dark too", async () => {
    const { owner, colleagues, pageId } = await sharedPage(names[locale]);
    const mine = await openPage(owner, pageId, { scheme: "dark" });
    const windows = [];
    for (const colleague of colleagues) {
      windows.push(await openPage(colleague, pageId));
      await expect.poll(() => others(mine.page).getByRole("button").count()).toBe(windows.length);
    }
    const buttons = others(mine.page).getByRole("button");
    await items(windows[3]!.page).nth(1).click();
    await mark(mine.page).waitFor();
    await expectNoPageProblemsInDark(mine);
    await buttons.last().click();
    expect(await buttons.last().locator("[data-drawn]").getAttribute("data-drawn")).toBe("+1");
    expect(await buttons.last().getAttribute("aria-label")).toBe(t.more);
    await mine.page.getByRole("menuitem", { name: names[locale][3]! }).click();
    await mine.page.getByRole("treeitem", { selected: true }).and(items(mine.page).nth(1)).waitFor();

    const phone = await openPage(owner, pageId, { width: 390 });
    for (const { page } of windows.slice(1)) await page.close();
    const menu = others(phone.page).getByRole("button", { name: t.one });
    await menu.tap();
    await phone.page.getByRole("menuitem", { name: names[locale][0]! }).waitFor();
    await expectNoPageProblems(phone);
  });
});
