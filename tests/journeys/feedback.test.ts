/** Feedback during loading, after a failure, and in notices. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openBrowser, type Visit } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { client } from "../support/client.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

async function openAs(person: Person, visit: Omit<Visit, "url"> = { locale: "en" }): Promise<Page> {
  const { context, page } = await open({ url: server.url, ...visit });
  await context.addCookies(sessionCookies(person, server.url));
  return page;
}

/** Holds the requests that `matches` accepts until the returned function is called. Then `respond` handles them; by default the server does. */
async function holdRequests(
  page: Page,
  address: string,
  matches: (route: Route) => boolean,
  respond: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    if (!matches(route)) return route.continue();
    await gate.promise;
    return respond(route);
  });
  return gate.resolve;
}

describe("a form in a dialog", () => {
  it("stays open on Escape during the save and keeps the input when the save fails", async () => {
    const page = await openAs(await newSpaceOwner(server));
    const isSave = (route: Route) => route.request().method() === "POST";
    const release = await holdRequests(page, "**/user/profile", isSave, (route) => route.abort());
    await page.goto("/paas/user/setting");
    await page.getByRole("button", { name: "Edit", exact: true }).first().click();
    const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
    await name.fill("Ada");
    const saveRequest = page.waitForRequest("**/user/profile");
    await page.keyboard.press("Enter");
    await saveRequest;
    await page.keyboard.press("Escape");
    release();
    await page.getByRole("dialog").getByRole("alert").waitFor();
    expect(await name.inputValue()).toBe("Ada");
    // The save has ended, so Escape closes the dialog.
    await page.keyboard.press("Escape");
    await name.waitFor({ state: "detached" });
  });

  it("of a new page marks no untouched input as invalid and reports a path that is taken", async () => {
    const owner = await newSpaceOwner(server);
    const page = await openAs(owner);
    await page.goto("/builder");
    await page.getByRole("button", { name: /Switch page/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "New page" }).click();
    const path = page.getByRole("dialog").getByRole("textbox", { name: /^Path/ });
    await path.waitFor();
    expect(await page.locator("[role=dialog] [aria-invalid=true]").count()).toBe(0);
    await path.fill("paas/x");
    await page.getByText("The system uses this path. Choose another one.").waitFor();
    await page.locator("[role=dialog] [aria-invalid=true]").waitFor();
    await page.getByRole("dialog").getByRole("textbox", { name: "Title English" }).fill("Home");
    await path.fill("/index");
    await page.getByRole("dialog").getByRole("button", { name: "Create and edit" }).click();
    await page.getByRole("alert").getByText("Another page uses this path. Choose another one.").waitFor();
  });
});

it("shows in the page switcher that pages are loading before it reports that there are none", async () => {
  const owner = await newSpaceOwner(server);
  const [home] = (await client(server, owner).call("GET Api/{type}/QueryList", { type: "page" })) as { id: string }[];
  const page = await openAs(owner);
  const release = await holdRequests(
    page,
    "**/paas/table/search",
    (route) => route.request().postData()?.includes("page/list") === true,
  );
  await page.goto(`/builder/${home!.id}`);
  await page.getByRole("button", { name: /Switch page/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator(".skeleton").waitFor();
  expect(await dialog.getByText("No pages found").count()).toBe(0);
  release();
  await dialog.getByRole("link", { name: /\/index/ }).waitFor();
  await dialog.getByRole("searchbox").fill("nowhere");
  await dialog.getByText("No pages found").waitFor();
});

it("distinguishes a reference that could not be loaded from one that was deleted", async () => {
  const owner = await newSpaceOwner(server);
  const { call } = client(server, owner);
  const addWikiPage = (slug: string, parent?: string) =>
    call("POST Api/{type}/QueryAdd", {
      type: "wiki",
      slug,
      parent: parent ?? null,
      title: { zh: slug, en: slug },
    }) as Promise<{ id: string }>;
  const parentPage = await addWikiPage("above");
  const childPage = await addWikiPage("below", parentPage.id);
  await call("DELETE Api/{type}/QueryDelete", { type: "wiki", id: parentPage.id });
  const page = await openAs(owner);
  const parent = page.getByRole("combobox", { name: "Parent page" });
  await page.goto(`/paas/wiki/edit?id=${childPage.id}`);
  await parent.getByText("Not available").waitFor();
  await page.route(/GetKeyValues\?.*ids=/, (route) => route.abort());
  await page.reload();
  await parent.getByText("Could not load").waitFor();
  expect(await parent.getByText("Not available").count()).toBe(0);
});

it("shows a list without the parts whose code cannot be loaded, and raises no error", async () => {
  const owner = await newSpaceOwner(server);
  const title = { zh: "新闻", en: "News of today" };
  const news = { type: "news", title, kind: "company", status: "draft" };
  await client(server, owner).call("POST Api/{type}/QueryAdd", news);
  const { context, page, problems } = await open({ url: server.url, locale: "en" });
  await context.addCookies(sessionCookies(owner, server.url));
  const failedParts = new Set<string>();
  await page.route("**/assets/{view-chooser,filter-bar,selection-buttons}*.js", async (route) => {
    failedParts.add(/\/assets\/([a-z]+-[a-z]+)/.exec(route.request().url())![1]!);
    await route.abort();
  });
  const filter = JSON.stringify({ field: "status", op: "eq", value: "draft" });
  await page.goto(`/paas/news/list?${new URLSearchParams({ filter })}`);
  await page
    .getByRole("row", { name: /News of today/ })
    .getByRole("checkbox")
    .check();
  await expect.poll(() => [...failedParts].toSorted()).toEqual(["filter-bar", "selection-buttons", "view-chooser"]);
  await page.getByText("News of today").first().waitFor();
  expect(problems.filter((problem) => !problem.endsWith("net::ERR_FAILED"))).toEqual([]);
});

it("reports that the account could not be kept, and the next attempt keeps it", async () => {
  const owner = await newSpaceOwner(server);
  await server.database.system((tx) =>
    tx.rows(sql`update account set cancel_at = now() + interval '3 days' where id = ${owner.accountId}::uuid`),
  );
  const page = await openAs(owner);
  let isFirst = true;
  // Not with `times: 1`: Chromium may never answer a request that starts while Playwright ends the interception, here that of the toast's code.
  await page.route("**/UserDetail/CancelUndo", (route) => {
    const isAborted = isFirst;
    isFirst = false;
    return isAborted ? route.abort() : route.continue();
  });
  await page.goto("/paas/user/setting");
  const keepButton = page.getByRole("button", { name: "Keep account" });
  await keepButton.click();
  const toasts = page.getByRole("region", { name: "Notifications" });
  await toasts.getByText("Check your network").waitFor();
  await keepButton.click();
  await toasts.getByText("Account restored").waitFor();
  await page.getByRole("button", { name: "Close account" }).waitFor();
  expect(await client(server, owner).call("GET api/user/View", {})).toMatchObject({ cancelAt: null });
});

describe("a work order's form", () => {
  /** The owner of a new space with the trial plan. */
  async function newCustomer(): Promise<Person> {
    const person = await newSpaceOwner(server);
    const { call } = client(server, person);
    const { packages } = (await call("GET service/packages", {})) as { packages: { id: string; key: string }[] };
    const trial = packages.find(({ key }) => key === "trial")!;
    await call("POST service/open", { packageId: trial.id, requestId: randomUUID() });
    return person;
  }

  it("does not cover its buttons with the notice on a phone, and names the notice region in Chinese", async () => {
    const page = await openAs(await newCustomer(), { locale: "zh", width: 390 });
    await page.goto("/service/paasWork/add");
    await page.getByRole("textbox", { name: "标题" }).fill("网关离线");
    await page.getByRole("textbox", { name: "说明" }).fill("没有数据");
    await page.getByRole("button", { name: "提交", exact: true }).click();
    await page.getByRole("region", { name: "通知" }).getByText("保存成功，是否继续？").waitFor();
    const notice = (await page.getByRole("region", { name: "通知" }).boundingBox())!;
    const back = (await page.locator("main").getByRole("link", { name: "返回列表" }).boundingBox())!;
    expect(notice.height).toBeGreaterThan(0);
    expect(notice.y + notice.height).toBeLessThanOrEqual(back.y);
  });

  it("shows one notice after two saves of a form: that of the last one", async () => {
    const page = await openAs(await newSpaceOwner(server), { locale: "en", width: 390 });
    await page.goto("/admin/news/add");
    const notices = page.getByRole("region", { name: "Notifications" });
    const save = page.getByRole("button", { name: "Save", exact: true });
    await page.locator("[id$=-title-en]").fill("Night shift");
    await save.click();
    await notices.getByText("Saved. Keep editing?", { exact: true }).waitFor();
    await page.locator("[id$=-title-en]").fill("Day shift");
    await save.click();
    await notices.getByText("Saved", { exact: true }).waitFor();
    await expect.poll(() => notices.getByText("Saved. Keep editing?", { exact: true }).count()).toBe(0);
  });
});
