/** An administrator arranges the builder's menu on the screen of all menus; the gallery of the site shows it to visitors, and to members by their roles. */
import { describe, expect, it } from "vitest";
import { expectNoPageProblems, expectNoPageProblemsInDark, openBrowser, swappedDevices } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { addGallery } from "../support/gallery.ts";
import { newSpaceOwner } from "../support/people.ts";
import { grant, roleFactories } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    builtIn: "当前为内置菜单。",
    menu: "菜单",
    builder: "页面设计",
    onSite: "此菜单显示在网站的“模板库”组件中",
    modules: "移动模块：",
    hide: "隐藏精选推荐",
    more: "招募设计师的更多操作",
    edit: "编辑",
    rename: "与我们同行",
    icon: "图标",
    rocket: "发布 火箭",
    done: "确定",
    save: "保存",
    saved: "菜单已保存",
    preview: "预览",
    close: "关闭",
    reset: "恢复内置菜单",
    resetTitle: "恢复为内置菜单？",
    names: ["模板", "页面", "模块", "创作设计", "招募设计师"],
  },
  en: {
    builtIn: "This is the built-in menu.",
    menu: "Menu",
    builder: "Page builder",
    onSite: "The Templates component of your site shows this menu",
    modules: "Move Modules:",
    hide: "Hide Featured",
    more: "More actions for Designers wanted",
    edit: "Edit",
    rename: "Join us",
    icon: "Icon",
    rocket: "rocket",
    done: "Done",
    save: "Save",
    saved: "Menu saved",
    preview: "Preview",
    close: "Close",
    reset: "Reset",
    resetTitle: "Reset to the built-in menu?",
    names: ["Templates", "Pages", "Modules", "Create a design", "Designers wanted"],
  },
};

describe.each(swappedDevices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  it("the menu of the builder is ordered, hidden, renamed and limited to a role, shown on the site, and reset", async () => {
    const owner = await newSpaceOwner(server);
    const designer = await roleFactories(server, owner).memberWith([grant("page", ["read"])]);
    const host = await addGallery(server, owner);
    const site = server.url.replace("127.0.0.1", host);
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/menu/list");
    await page.getByRole("combobox", { name: t.menu, exact: true }).click();
    await page.getByRole("option", { name: t.builder, exact: true }).click();
    await page.getByText(t.onSite).waitFor();
    await page.getByText(t.builtIn).waitFor();
    const entries = page.getByRole("main").getByRole("region", { name: t.builder, exact: true }).locator("li");
    await expect.poll(() => entries.count()).toBe(6);
    await expectNoPageProblems(visitor);

    await page.getByRole("button", { name: t.modules }).dragTo(entries.first());
    await expect.poll(async () => (await entries.allInnerTexts())[0]).toContain(t.names[2]);
    await page.getByRole("button", { name: t.hide }).click();
    await page.getByRole("button", { name: t.more }).click();
    await page.getByRole("menuitem", { name: t.edit, exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog
      .locator("input")
      .nth(locale === "zh" ? 0 : 1)
      .fill(t.rename);
    await dialog.getByRole("button", { name: t.icon }).click();
    await page.getByRole("button", { name: t.rocket, exact: true }).first().click();
    await dialog.getByRole("checkbox").first().click();
    await dialog.getByRole("button", { name: t.done }).click();
    await page.getByRole("button", { name: t.preview }).click();
    await dialog.getByText(t.names[0]!).waitFor();
    expect(await dialog.innerText()).not.toContain(t.rename);
    await dialog.getByRole("button", { name: t.close }).last().click();
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.getByText(t.saved).waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);

    // Visitors have what is for everyone; a member with the role has the rest, too.
    const [templates, pages, modules, make, job] = t.names;
    const address = `${site}/gallery?type=module&language=${locale}`;
    const menuOf = (viewer: typeof page) =>
      viewer.getByRole("navigation", { name: t.builder, exact: true }).getByRole("link");
    const stranger = await open({ url: site, locale, width });
    await stranger.page.goto(address);
    await expect.poll(() => menuOf(stranger.page).allInnerTexts()).toEqual([modules, templates, pages, make]);
    expect(await menuOf(stranger.page).first().getAttribute("aria-current")).toBe("page");
    await expectNoPageProblems(stranger);
    await expectNoPageProblemsInDark(stranger);
    const member = await open({ url: site, locale, width });
    await member.context.addCookies(sessionCookies(designer.person, site));
    await member.page.goto(address);
    await expect.poll(() => menuOf(member.page).allInnerTexts()).toEqual([modules, templates, pages, make, t.rename]);
    expect(await menuOf(member.page).first().getAttribute("aria-current")).toBe("page");
    expect(await menuOf(member.page).last().locator("use").getAttribute("href")).toMatch(/\/icon-set-\w+\.svg#rocket$/);
    await expectNoPageProblems(member);

    await page.getByRole("button", { name: t.reset }).click();
    await page.getByRole("dialog", { name: t.resetTitle }).getByRole("button", { name: t.reset }).click();
    await page.getByText(t.builtIn).waitFor();
    await stranger.page.reload();
    await expect.poll(() => menuOf(stranger.page).count()).toBe(6);
    expect(await menuOf(stranger.page).last().innerText()).toBe(job);
  });
});
