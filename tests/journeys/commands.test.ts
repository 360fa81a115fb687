/** Commands: in the palette, in the list of shortcuts, and the reasons why some are unavailable. */
import { beforeAll, describe, expect, it } from "vitest";
import { builderAsAdministrator, componentItems } from "../support/builder.ts";
import { expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { startServer } from "../support/server.ts";

const texts = {
  zh: {
    palette: "搜索命令",
    shortcuts: "键盘快捷键",
    undo: "撤销",
    nothingToUndo: "没有可撤销的修改",
    duplicate: "创建副本",
    selectComponent: "请先选择组件",
    more: "更多操作",
    noMatches: "没有匹配的命令",
    settings: "账号设置",
    selectRecords: "请先选择数据",
    deleteSelected: "删除所选",
  },
  en: {
    palette: "Search commands",
    shortcuts: "Keyboard shortcuts",
    undo: "Undo",
    nothingToUndo: "Nothing to undo",
    duplicate: "Duplicate",
    selectComponent: "Select a component first",
    more: "More actions",
    noMatches: "No matching commands",
    settings: "Account settings",
    selectRecords: "Select records first",
    deleteSelected: "Delete selected",
  },
};

const server = await startServer();
const open = await openBrowser();
const openBuilder = builderAsAdministrator(server, open);
let owner: Person;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  const { call } = client(server, owner);
  for (const n of [1, 2, 3]) {
    const title = { zh: `新闻 ${n}`, en: `Item ${n}` };
    await call("POST Api/{type}/QueryAdd", { type: "news", title, kind: "company", status: "draft" });
  }
});

describe.each(["zh", "en"] as const)("in %s", (locale) => {
  const t = texts[locale];

  it("runs commands of the builder by palette, button and keys, and gives a reason for unavailable ones", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    const count = () => componentItems(page, locale).count();
    const before = await count();
    const undo = page.getByRole("banner").getByRole("button", { name: t.undo, exact: true });
    expect([await undo.isDisabled(), await undo.getAttribute("title")]).toEqual([true, t.nothingToUndo]);
    const input = page.getByRole("combobox", { name: t.palette });
    const option = (name: string) => page.getByRole("option").filter({ hasText: name });

    await page.keyboard.press("Control+k");
    await input.fill(t.duplicate);
    await option(t.selectComponent).waitFor();
    expect(await option(t.duplicate).getAttribute("aria-disabled")).toBe("true");
    await input.press("Enter");
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await input.fill("xyzzy");
    await page.getByText(t.noMatches).waitFor();
    await page.keyboard.press("Escape");
    await input.waitFor({ state: "detached" });
    expect(await count()).toBe(before);

    await componentItems(page, locale).nth(1).click();
    await page.keyboard.press("Control+k");
    await input.fill(t.duplicate);
    await input.press("Enter");
    await expect.poll(count).toBe(before + 1);
    await expect.poll(() => undo.getAttribute("title")).toBe(`${t.undo}  Ctrl+Z`);
    await undo.click();
    await expect.poll(count).toBe(before);
    await page.keyboard.press("Control+d");
    await expect.poll(count).toBe(before + 1);
    await page.keyboard.press("Control+z");
    await expect.poll(count).toBe(before);

    await page.keyboard.press("Shift+?");
    const shortcutDialog = page.getByRole("dialog", { name: t.shortcuts });
    await shortcutDialog.getByText("Ctrl+D", { exact: true }).waitFor();
    for (const keys of ["Ctrl+Z", "Ctrl+S", "Alt+↑", "Ctrl+K", "Shift+←"])
      expect([keys, await shortcutDialog.getByText(keys, { exact: true }).count()]).toEqual([keys, 1]);
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await visitor.context.close();
  });

  it("offers the palette on a phone among the further actions of the builder", async () => {
    const visitor = await openBuilder({ locale, width: 390 });
    const { page } = visitor;
    await page.getByRole("button", { name: t.more }).click();
    await page.getByRole("menuitem", { name: t.palette }).click();
    await page.getByRole("combobox", { name: t.palette }).waitFor();
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });

  it.each([
    { keys: "Control+k", dialog: t.palette },
    { keys: "?", dialog: t.shortcuts },
  ])("opens $dialog by $keys as soon as a screen is shown, even before the commands have loaded", async (press) => {
    const visitor = await open({ url: server.url, locale });
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    const { page } = visitor;
    const commandsMayLoad = Promise.withResolvers<void>();
    await page.route("**/shell-commands-*.js", async (route) => {
      await commandsMayLoad.promise;
      await route.continue();
    });
    await page.goto("/paas/news/list");
    await page.locator("[data-row]").first().waitFor();
    await page.keyboard.press(press.keys);
    commandsMayLoad.resolve();
    await page.getByRole("dialog", { name: press.dialog }).waitFor();
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });

  it.each([1440, 390])("operates a list at %i px by keys and by the palette", async (width) => {
    const visitor = await open({ url: server.url, locale, width });
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    const { page } = visitor;
    await page.goto("/paas/news/list");
    const rows = page.locator("[data-row]");
    await rows.nth(2).waitFor();
    const button = page.getByRole("button", { name: t.palette });
    const input = page.getByRole("combobox", { name: t.palette });
    await button.click();
    await page.getByRole("option").filter({ hasText: t.selectRecords }).first().waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await page.keyboard.press("Escape");
    await input.waitFor({ state: "detached" });

    await page.keyboard.press("/");
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=search]") !== null)).toBe(true);
    // A key typed into an input is not a command.
    await page.keyboard.press("n");
    expect(page.url()).toContain("/paas/news/list");
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Control+k");
    await input.fill(t.deleteSelected);
    await expect.poll(() => page.getByRole("option").first().getAttribute("aria-disabled")).toBe("false");
    await page.keyboard.press("Escape");
    await input.waitFor({ state: "detached" });

    await page.keyboard.press("n");
    await page.waitForURL("**/paas/news/add");
    await page.locator("main h1").waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await page.keyboard.press("Control+k");
    // On a screen without a list, the palette offers no commands of lists but still offers the screens.
    await input.fill(t.deleteSelected);
    await page.getByText(t.noMatches).waitFor();
    await input.fill(t.settings);
    await input.press("Enter");
    await page.waitForURL("**/paas/user/setting");
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });
});
