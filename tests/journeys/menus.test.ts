/** An administrator arranges the side menu: by keys, by dragging and in dialogs, with preview, undo and reset; and what members get of it. */
import { describe, expect, it } from "vitest";
import { expectNoPageProblems, expectNoPageProblemsInDark, openBrowser, swappedDevices } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { draftDefinition, draftField, publishLightApp } from "../support/light-apps.ts";
import { newMember, newSpaceOwner } from "../support/people.ts";
import { grant, roleFactories } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    builtIn: "当前为内置菜单。",
    moveNews: /^移动新闻：/,
    content: "内容",
    overview: "概览",
    news: "新闻",
    more: "新闻的更多操作",
    edit: "编辑",
    rename: "资讯",
    done: "确定",
    hideAgreements: "隐藏协议",
    addTo: "在内容中添加菜单项",
    list: "应用的数据列表",
    all: "已全部在菜单中",
    page: "网站页面",
    kind: "打开",
    path: "路径",
    badPath: "请输入本站页面的路径",
    newName: "关于我们",
    icon: "图标",
    truck: "物流 运输",
    undo: "撤销",
    redo: "重做",
    save: "保存",
    saved: "菜单已保存",
    preview: "预览",
    close: "关闭",
    reset: "恢复内置菜单",
    resetTitle: "恢复为内置菜单？",
    resetDone: "已恢复内置菜单",
    open: "打开导航",
    nav: "管理后台导航",
    leave: "有未保存的修改",
    stay: "继续编辑",
  },
  en: {
    builtIn: "This is the built-in menu.",
    moveNews: /^Move News:/,
    content: "Content",
    overview: "Overview",
    news: "News",
    more: "More actions for News",
    edit: "Edit",
    rename: "Stories",
    done: "Done",
    hideAgreements: "Hide Agreements",
    addTo: "Add an entry to Content",
    list: "List of an app",
    all: "All are in the menu already",
    page: "Page of the site",
    kind: "Opens",
    path: "Path",
    badPath: "Enter the path of a page of your site",
    newName: "About us",
    icon: "Icon",
    truck: "truck",
    undo: "Undo",
    redo: "Redo",
    save: "Save",
    saved: "Menu saved",
    preview: "Preview",
    close: "Close",
    reset: "Reset",
    resetTitle: "Reset to the built-in menu?",
    resetDone: "The menu was reset",
    open: "Open menu",
    nav: "Admin area",
    leave: "Unsaved changes",
    stay: "Keep editing",
  },
};

describe.each(swappedDevices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  it("the menu is moved, renamed, hidden and extended, previewed for a role, undone, saved, and reset", async () => {
    const owner = await newSpaceOwner(server);
    const admin = client(server, owner);
    await publishLightApp(admin, "customer", draftDefinition([draftField("title")]));
    const { addRole } = roleFactories(server, owner);
    await addRole([grant("news", ["read"])]);
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/admin/menu/list");
    await page.getByText(t.builtIn).waitFor();
    await expectNoPageProblems(visitor);
    const group = (name: string) => page.getByRole("main").getByRole("region", { name, exact: true });
    const namesIn = (name: string) => group(name).locator("li").allInnerTexts();
    const nav = page.getByRole("navigation", { name: t.nav });
    const openNav = async () => {
      if (width < 1024) await page.getByRole("button", { name: t.open }).click();
    };
    const closeNav = async () => {
      if (width < 1024) await page.keyboard.press("Escape");
    };

    // By keys, with the focus on what moves.
    const grip = page.getByRole("button", { name: t.moveNews });
    const first = await namesIn(t.content);
    expect(first[0]).toContain(t.news);
    await grip.focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(async () => (await namesIn(t.content))[1]).toContain(t.news);
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => namesIn(t.content)).toEqual(first);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => namesIn(t.content)).toEqual(first.slice(1));
    expect(await grip.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Control+z");
    await expect.poll(() => namesIn(t.content)).toEqual(first);
    await page.getByRole("button", { name: t.redo }).click();
    await expect.poll(() => namesIn(t.content)).toEqual(first.slice(1));
    await page.getByRole("button", { name: t.undo }).click();

    // By dragging: one step of undo, however far.
    await grip.dragTo(group(t.overview).locator("li").last());
    await expect.poll(() => namesIn(t.content)).toEqual(first.slice(1));
    await page.getByRole("button", { name: t.undo }).click();
    await expect.poll(() => namesIn(t.content)).toEqual(first);

    // A new name and icon.
    await page.getByRole("button", { name: t.more }).click();
    await page.getByRole("menuitem", { name: t.edit, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog
      .locator("input")
      .nth(locale === "zh" ? 0 : 1)
      .fill(t.rename);
    await dialog.getByRole("button", { name: t.icon }).click();
    await page.getByRole("button", { name: t.truck, exact: true }).first().click();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.done }).click();
    await page.getByRole("button", { name: t.hideAgreements }).click();

    // A page of the site; a path of the app is refused.
    await page.getByRole("button", { name: t.addTo }).click();
    await dialog.getByLabel(t.kind, { exact: true }).click();
    // The only light app has an entry already.
    await page.getByRole("option", { name: t.list }).click();
    await dialog.getByText(t.all).waitFor();
    await dialog.getByLabel(t.kind, { exact: true }).click();
    await page.getByRole("option", { name: t.page }).click();
    await dialog.getByLabel(t.path, { exact: true }).fill("/admin/role/list");
    await dialog.locator("input").nth(1).fill(t.newName);
    await dialog.getByRole("button", { name: t.done }).click();
    await dialog.getByText(t.badPath).waitFor();
    await dialog.getByLabel(t.path, { exact: true }).fill("/introduce");
    await dialog.getByRole("button", { name: t.done }).click();
    await group(t.content).getByText(t.newName).waitFor();

    // As a member with a role sees it, before it is saved.
    await page.getByRole("button", { name: t.preview }).click();
    await dialog.getByText(t.rename).waitFor();
    await expect.poll(() => dialog.innerText()).toContain(t.newName);
    expect(await dialog.innerText()).not.toContain("customer");
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.close }).last().click();

    // Unsaved changes are not lost by a click in the menu.
    await openNav();
    expect(await nav.innerText()).not.toContain(t.rename);
    await nav.getByRole("link", { name: "customer" }).click();
    await page.getByRole("dialog", { name: t.leave }).getByRole("button", { name: t.stay }).click();
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.getByText(t.saved).waitFor();
    await openNav();
    await nav.getByRole("link", { name: t.rename }).waitFor();
    expect(await nav.getByRole("link", { name: t.newName }).getAttribute("href")).toContain("/introduce");
    await expectNoPageProblems(visitor);
    await closeNav();

    // A member has the new menu, without what they may not open.
    const member = await open({ url: server.url, locale, width });
    await member.context.addCookies(sessionCookies(await newMember(server, owner.tenantId), server.url));
    await member.page.goto("/paas/index");
    if (width < 1024) await member.page.getByRole("button", { name: t.open }).click();
    const memberNav = member.page.getByRole("navigation", { name: t.nav });
    await memberNav.getByRole("link", { name: t.rename }).click();
    await member.page.waitForURL("**/paas/news/list");
    expect(await memberNav.getByRole("link", { name: "customer" }).count()).toBe(0);
    expect(member.problems).toEqual([]);

    await page.getByRole("button", { name: t.reset }).click();
    await page.getByRole("dialog", { name: t.resetTitle }).getByRole("button", { name: t.reset }).click();
    await page.getByText(t.builtIn).waitFor();
    await expect.poll(() => namesIn(t.content)).toEqual(first);
    // The notice has a button of the same name as the editor; until it is there, the last one is the editor's.
    await page.getByText(t.resetDone).waitFor();
    await page.getByRole("button", { name: t.undo }).last().click();
    await group(t.content).getByText(t.rename).waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
  });
});
