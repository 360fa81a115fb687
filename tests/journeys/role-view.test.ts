/** An administrator views the space as a role, is refused a change, and stops viewing. */
import { expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sameText, grant, roleFactories } from "../support/roles.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    startViewing: "开始查看",
    viewBar: "以角色查看",
    viewBarText: "正在以角色“role”查看",
    save: "保存",
    refused: "正在以角色查看，只能浏览",
    stopViewing: "结束查看",
  },
  en: {
    startViewing: "Start viewing",
    viewBar: "View as role",
    viewBarText: "Viewing as role: read-only",
    save: "Save",
    refused: "You are viewing as a role",
    stopViewing: "Stop viewing",
  },
};

it.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)(
  "refuses changes while an administrator views the space as a role, in $locale at $width px",
  async (device) => {
    const t = texts[device.locale];
    const owner = await newSpaceOwner(server);
    const news = { type: "news", title: sameText("One"), kind: "company", status: "draft" };
    const row = (await client(server, owner).call("POST Api/{type}/QueryAdd", news)) as AnyRow;
    const rights = grant("news", ["read", "update"], undefined, { read: ["title"], write: ["title"] });
    const id = await roleFactories(server, owner).addRole([rights]);
    const visitor = await open({ url: server.url, ...device });
    const { page, context, problems } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto(`/paas/role/view?id=${id}`);
    await page.getByRole("button", { name: t.startViewing }).waitFor();
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.startViewing }).click();
    const bar = page.getByRole("region", { name: t.viewBar });
    await bar.getByText(t.viewBarText).waitFor();
    await page.goto(`/paas/news/edit?id=${row.id}`);
    await page.getByRole("textbox").first().fill("Changed");
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.save, exact: true }).first().click();
    await page.getByText(t.refused).first().waitFor();
    expect(problems.splice(0)).toEqual([expect.stringContaining(": 403")]);
    await bar.getByRole("button", { name: t.stopViewing }).click();
    await page.waitForURL("**/admin/role/list");
    await bar.waitFor({ state: "detached" });
  },
);

it("stops viewing in a tab that shows the admin area", async () => {
  const t = texts.en;
  const owner = await newSpaceOwner(server);
  const news = { type: "news", title: sameText("One"), kind: "company", status: "draft" };
  await client(server, owner).call("POST Api/{type}/QueryAdd", news);
  const id = await roleFactories(server, owner).addRole([grant("news", ["read"])]);
  const visitor = await open({ url: server.url, locale: "en" });
  const { page, context } = visitor;
  await context.addCookies(sessionCookies(owner, server.url));
  await client(server, owner).call("POST paas/role/view", { id });
  await page.goto("/admin/news/list");
  await page.locator("[data-row]").first().waitFor();
  const bar = page.getByRole("region", { name: t.viewBar });
  await bar.getByText(t.viewBarText).waitFor();
  await expectNoPageProblems(visitor);
  await bar.getByRole("button", { name: t.stopViewing }).click();
  await page.waitForURL("**/admin/role/list");
  await bar.waitFor({ state: "detached" });
  await expectNoPageProblems(visitor);
  await context.close();
});

it("a tab that was open before shows the rights of a view when it starts in another tab, and when it ends", async () => {
  const t = texts.en;
  const owner = await newSpaceOwner(server);
  const news = { type: "news", title: sameText("One"), kind: "company", status: "draft" };
  await client(server, owner).call("POST Api/{type}/QueryAdd", news);
  const id = await roleFactories(server, owner).addRole([grant("news", ["read"])]);
  const visitor = await open({ url: server.url, locale: "en" });
  const { page, context } = visitor;
  await context.addCookies(sessionCookies(owner, server.url));
  await page.goto("/admin/news/list");
  await page.locator("[data-row]").first().waitFor();
  const other = await context.newPage();
  await other.goto(`/paas/role/view?id=${id}`);
  await other.getByRole("button", { name: t.startViewing }).click();
  const bar = (tab: typeof page) => tab.getByRole("region", { name: t.viewBar });
  await bar(page).getByText(t.viewBarText).waitFor();
  await page.locator("[data-row]").first().waitFor();
  // The tab needs no reload for what it asks next.
  await page.getByRole("link", { name: "Home" }).first().click();
  await page.waitForURL("**/index");
  await page.goBack();
  await page.locator("[data-row]").first().waitFor();
  await bar(other).getByRole("button", { name: t.stopViewing }).click();
  await bar(page).waitFor({ state: "detached" });
  await expectNoPageProblems(visitor);
  await context.close();
});
