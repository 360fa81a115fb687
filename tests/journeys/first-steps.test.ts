/** The four first steps of a new space. */
import { describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { client } from "../support/client.ts";
import { newMember, newSpaceOwner, type Person } from "../support/people.ts";
import { readPage } from "../support/read-page.ts";
import { sharedServer } from "../support/server.ts";
import { siteHost } from "../support/site-host.ts";

const texts = {
  zh: {
    list: "开始使用",
    progress: (n: number) => `已完成 ${n} / 4`,
    nameLabel: "公司或网站名称",
    empty: "请输入名称",
    save: "保存",
    finish: "完成",
    dismiss: "不再显示",
    more: "更多",
    roles: "角色",
    menu: "打开导航",
  },
  en: {
    list: "Get started",
    progress: (n: number) => `${n} of 4 done`,
    nameLabel: "Company or site name",
    empty: "Enter a name",
    save: "Save",
    finish: "Finish",
    dismiss: "Dismiss",
    more: "More",
    roles: "Roles",
    menu: "Open menu",
  },
};

const server = await sharedServer();
const open = await openBrowser();
const { port } = new URL(server.url);

async function openAs(person: Person, visit: Parameters<typeof open>[0]): Promise<Visitor> {
  const visitor = await open(visit);
  await visitor.context.addCookies(sessionCookies(person, visit.url));
  return visitor;
}

const heading = { zh: "海港仪表", en: "Harbour Instruments" };
const widget = { kind: "widget", id: "wd_first", order: "a5", name: "rich-text", value: { heading } };
const change = { id: "wd_first", after: widget };

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  const name = { zh: "海港仪表", en: "Harbour Instruments" }[locale];

  it("marks each of the four steps as done and removes the list after the last", async () => {
    const owner = await newSpaceOwner(server);
    const { call, send } = client(server, owner);
    const visitor = await openAs(owner, { url: server.url, locale, width });
    const { page } = visitor;
    const list = page.locator("section", { has: page.getByRole("heading", { name: t.list }) });
    const waitForProgress = (count: number) => list.getByText(t.progress(count)).waitFor();
    const openHome = async (count: number) => {
      await page.goto("/paas/index");
      await waitForProgress(count);
    };
    await openHome(0);
    await expectNoPageProblems(visitor);

    await list.getByRole("button", { name: t.save }).click();
    await list.getByText(t.empty).waitFor();
    await list.getByLabel(t.nameLabel).fill(name);
    await page.keyboard.press("Enter");
    await waitForProgress(1);
    // The focus moves to the next step.
    expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toBe("/admin/theme/list");
    expect(await list.getByLabel(t.nameLabel).count()).toBe(0);
    const hostName = await siteHost(server, owner);
    const site = await readPage(`${server.url}/index`, { host: `${hostName}:${port}` });
    expect(site.text).toContain(name);
    await expectNoPageProblems(visitor);

    const [theme] = (await call("GET Api/{type}/QueryList", { type: "theme" })) as [{ id: string; version: number }];
    const newColors = { type: "theme", id: theme.id, version: theme.version, brand: "#0b4a7a" };
    expect((await send("POST Api/{type}/QueryUpdate", newColors)).status).toBe(200);
    await openHome(2);

    const [home] = (await call("GET Api/{type}/QueryList", { type: "page" })) as [{ id: string }];
    const edit = { diyPageInfo: { pageId: home.id }, baseRev: 1, changes: [change] };
    const saved = await send("POST api/sitepage/save", edit);
    expect(saved.status, saved.text).toBe(200);
    await openHome(3);

    const published = await send("POST Api/Java/PublishPage", { pageId: home.id });
    expect(published.status, published.text).toBe(200);
    await openHome(4);
    await expectNoPageProblems(visitor);
    await list.getByRole("button", { name: t.finish }).click();
    await list.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectNoPageProblems(visitor);
    expect(await list.count()).toBe(0);
  });

  it("folds empty entries of the menu away until the list of steps is dismissed", async () => {
    const owner = await newSpaceOwner(server);
    const visitor = await openAs(owner, { url: server.url, locale, width });
    const { page } = visitor;
    const menu = page.getByRole("navigation").filter({ visible: true });
    const openMenu = () => (width < 1024 ? page.getByRole("button", { name: t.menu }).click() : undefined);
    await page.goto("/paas/index");
    await openMenu();
    const roles = menu.getByRole("link", { name: t.roles, exact: true });
    await menu.getByText(t.more, { exact: true }).waitFor();
    expect(await roles.isVisible()).toBe(false);
    await menu.getByText(t.more, { exact: true }).click();
    await expectNoPageProblems(visitor);
    await roles.click();
    await page.waitForURL("**/admin/role/list");
    await openMenu();
    // The entry of the current screen is never folded away.
    await menu.getByRole("link", { name: t.roles, exact: true }).waitFor();
    await page.goto("/paas/index");
    await page.getByRole("button", { name: t.dismiss }).click();
    await page.getByRole("button", { name: t.dismiss }).waitFor({ state: "detached" });
    await openMenu();
    await roles.waitFor();
    expect(await menu.getByText(t.more, { exact: true }).count()).toBe(0);
  });
});

it("refuses the steps to a member who is not an administrator", async () => {
  const owner = await newSpaceOwner(server);
  const person = client(server, await newMember(server, owner.tenantId));
  expect((await person.send("GET paas/start")).status).toBe(403);
  expect((await person.send("POST paas/start/end")).status).toBe(403);
  expect(await client(server, owner).call("GET paas/start", {})).toMatchObject({ isNew: true });
});
