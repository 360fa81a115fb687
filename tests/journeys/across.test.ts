/** Behaviour that all screens share: titles, keyboard access, date inputs, and saving without a network. */
import { describe, expect, it } from "vitest";
import { client } from "../support/client.ts";
import { expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { newMember, newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { siteHost } from "../support/site-host.ts";

const texts = {
  zh: {
    notFound: "页面不存在",
    home: "回到管理首页",
    signIn: /^请先登录/,
    forbidden: /^权限不足/,
    save: "保存",
    offline: "已离线，恢复网络后自动保存",
    saved: "保存成功",
    date: "年-月-日 时：分",
    skip: "跳到列表",
    edit: "编辑此页",
    appearance: "外观",
    workOrder: "提交工单",
    rowActions: /更多操作$/,
  },
  en: {
    notFound: "Page not found",
    home: "Go to the admin home",
    signIn: /^Sign in to continue/,
    forbidden: /^No permission/,
    save: "Save",
    offline: "Offline: will be saved when you are back",
    saved: "Saved",
    date: "YYYY-MM-DD HH:MM",
    skip: "Skip to the list",
    edit: "Edit this page",
    appearance: "Appearance",
    workOrder: "Submit a work order",
    rowActions: /^More actions for/,
  },
};

const server = await sharedServer();
const open = await openBrowser();

async function openAs(person: Person, visit: Parameters<typeof open>[0]): Promise<Visitor> {
  const visitor = await open(visit);
  await visitor.context.addCookies(sessionCookies(person, visit.url));
  return visitor;
}

describe.each([
  { locale: "zh", width: 390 },
  { locale: "en", width: 1440 },
] as const)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  const visit = { url: server.url, locale, width };

  it("S-023, S-080: shows a not-found page on the site, and one with a link home in the app", async () => {
    const guest = await open(visit);
    await guest.page.goto("/no/such/page");
    await guest.page.getByRole("heading", { level: 1, name: t.notFound }).waitFor();
    expect(await guest.page.title()).toContain(t.notFound);
    const { page } = await openAs(await newSpaceOwner(server), visit);
    await page.goto("/paas/news/nothing");
    await page.getByRole("heading", { level: 1, name: t.notFound }).waitFor();
    await page.getByRole("link", { name: t.home }).click();
    await page.waitForURL("**/paas/index");
  });

  it("names the required sign-in or the missing permission in the title of the tab", async () => {
    const guest = await open(visit);
    await guest.page.goto("/paas/news/list");
    await guest.page.getByRole("alertdialog").or(guest.page.getByRole("dialog")).waitFor();
    expect(await guest.page.title()).toMatch(t.signIn);
    const owner = await newSpaceOwner(server);
    const { page } = await openAs(await newMember(server, owner.tenantId), visit);
    await page.goto("/paas/role/list");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.title()).toMatch(t.forbidden);
  });

  it("R-37: reports a save without a network as pending and sends it when the network is back", async () => {
    const owner = await newSpaceOwner(server);
    const visitor = await openAs(owner, visit);
    const { page, context } = visitor;
    const [theme] = (await client(server, owner).call("GET Api/{type}/QueryList", { type: "theme" })) as [
      { id: string },
    ];
    await page.clock.install();
    await page.goto(`/paas/theme/edit?id=${theme.id}`);
    await page.locator("form input").first().fill("海港仪表");
    await context.setOffline(true);
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.getByText(t.offline).waitFor();
    // The time at which the page loads the parts that it needs later, such as the message after saving (ui/load-later.ts).
    await page.clock.runFor(5000);
    await expectNoPageProblems({ ...visitor, problems: [] });
    await context.setOffline(false);
    await page.getByText(t.saved, { exact: true }).waitFor();
    expect(await page.getByText(t.offline).count()).toBe(0);
    // On a slow machine the page is already offline when it loads the parts for later screens.
    expect(visitor.problems.filter((problem) => !problem.endsWith("net::ERR_INTERNET_DISCONNECTED"))).toEqual([]);
  });

  it("takes a date in one box, in the format in which it is shown, in any browser language", async () => {
    const owner = await newSpaceOwner(server);
    const response = await client(server, owner).send("POST Api/{type}/QueryAdd", {
      type: "news",
      title: { zh: "海港", en: "Harbour" },
      kind: "company",
      status: "draft",
    });
    const { id } = (response.body.result ?? response.body.data) as { id: string };
    const visitor = await openAs(owner, visit);
    const { page } = visitor;
    await page.goto(`/paas/news/edit?id=${id}`);
    const dateInput = page.getByPlaceholder(t.date);
    await dateInput.fill("2026/3/5 9:07");
    await dateInput.press("Tab");
    await expect.poll(() => dateInput.inputValue()).toBe("2026-03-05 09:07");
    // The next Tab stop is the button of the calendar.
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BUTTON");
    await expectNoPageProblems(visitor);
    await dateInput.fill("2026-02-30 09:07");
    await dateInput.press("Control+s");
    await page.locator("[aria-invalid=true]").first().waitFor();
    await dateInput.fill("2026-03-05 09:07");
    await dateInput.press("Control+s");
    await page.getByText(t.saved, { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => dateInput.inputValue()).toBe("2026-03-05 09:07");
  });

  it("links from the home screen to the admin area for administrators, and to the member area for members", async () => {
    const owner = await newSpaceOwner(server);
    const member = await newMember(server, owner.tenantId);
    for (const [person, area] of [
      [owner, "admin"],
      [member, "paas"],
    ] as const) {
      const { page, context } = await openAs(person, visit);
      await page.goto("/paas/index");
      const main = page.getByRole("main");
      await main.getByRole("link", { name: t.workOrder, exact: true }).waitFor();
      const urls = await main.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
      expect(urls).toContain(`/${area}/paasWork/add`);
      expect(urls.filter((url) => /\/(?:list|edit|add)\b/.test(url) && !url.startsWith(`/${area}/`))).toEqual([]);
      await context.close();
    }
  });

  it("opens menus of the header and of rows inside landmarks", async () => {
    const owner = await newSpaceOwner(server);
    const title = { zh: "海港", en: "Harbour" };
    await client(server, owner).send("POST Api/{type}/QueryAdd", {
      type: "news",
      title,
      kind: "company",
      status: "draft",
    });
    const visitor = await openAs(owner, visit);
    const { page } = visitor;
    await page.goto("/paas/news/list");
    for (const name of [t.appearance, t.rowActions]) {
      await page.getByRole("button", { name }).first().click();
      await page.getByRole("menuitem").first().waitFor();
      await expectNoPageProblems(visitor);
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
    }
  });

  it("offers a single Add link and no pager in an empty list; the second Tab stop skips to the list", async () => {
    const owner = await newSpaceOwner(server);
    const visitor = await openAs(owner, visit);
    const { page } = visitor;
    await page.goto("/paas/news/list");
    await page.locator("#list").waitFor();
    expect(await page.locator('a[href="/paas/news/add"]').count()).toBe(1);
    expect(await page.locator("#list ~ nav").count()).toBe(0);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(t.skip);
    await expectNoPageProblems(visitor);
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("list");
  });

  it("offers the owner a link from a page to its builder, and a member none", async () => {
    const owner = await newSpaceOwner(server);
    const hostName = await siteHost(server, owner);
    const url = `http://${hostName}:${new URL(server.url).port}`;
    const visitor = await openAs(owner, { ...visit, url });
    const { page } = visitor;
    await page.goto("/index");
    const menu = page.locator("details.person");
    await menu.locator("summary").click();
    await menu.getByRole("link", { name: t.edit }).click();
    await page.waitForURL(/\/builder\/[0-9a-f-]{36}$/);
    const member = await openAs(await newMember(server, owner.tenantId), { ...visit, url });
    await member.page.goto("/index");
    await member.page.locator("details.person [data-mobile]:not(:empty)").waitFor({ state: "attached" });
    expect(await member.page.locator("[data-edit-page]").isVisible()).toBe(false);
  });
});
