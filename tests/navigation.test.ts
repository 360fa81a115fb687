/** Addresses within the app: Back and Forward with unsaved changes, screens that load slowly or not at all, redirects and unknown addresses. */
import type { Page, Route } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { openBrowser, type Visitor } from "./support/browser.ts";
import { sessionCookies } from "./support/enter.ts";
import { newSpaceOwner, type Person, superAdministrator } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
let owner: Person;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
});

/** Opens an address in a new context with the session of a person. */
async function visit(address: string, person = owner): Promise<Visitor> {
  const visitor = await open({ url: server.url, locale: "en" });
  await visitor.context.addCookies(sessionCookies(person, server.url));
  await visitor.page.goto(address);
  return visitor;
}

const addressOf = (page: Page) => new URL(page.url()).pathname;
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const menuLink = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Admin area" }).getByRole("link", { name, exact: true });

it("Back and Forward from unsaved changes ask, stay where the person stays, and go where the person goes", async () => {
  const { page, problems } = await visit("/admin/news/list");
  await page.getByRole("link", { name: "Add", exact: true }).click();
  const title = page.locator("input[id$=-title-en]");
  await title.fill("Half a title");
  const question = page.getByRole("dialog", { name: "Unsaved changes" });

  await page.goBack();
  await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "detached" });
  await expect.poll(() => addressOf(page)).toBe("/admin/news/add");
  expect(await title.inputValue()).toBe("Half a title");

  await page.goBack();
  await question.getByRole("button", { name: "Leave", exact: true }).click();
  await expect.poll(() => addressOf(page)).toBe("/admin/news/list");
  await heading(page, "News").waitFor();

  // The form is still the next entry of the history, without what was given up.
  await page.goForward();
  await expect.poll(() => title.inputValue()).toBe("");
  expect(addressOf(page)).toBe("/admin/news/add");
  await menuLink(page, "Admin home").click();
  await page.waitForURL("**/paas/index");
  await page.goBack();
  await title.fill("Another half");
  await page.goForward();
  await question.getByRole("button", { name: "Leave", exact: true }).click();
  await page.waitForURL("**/paas/index");
  await title.waitFor({ state: "detached" });
  expect(problems).toEqual([]);
});

/** Delays the file of a screen. `asked` resolves when it is requested, and the function that it returns lets it through. */
async function holdScreen(page: Page, name: string): Promise<{ asked: Promise<void>; release: () => Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<Route>();
  await page.route(`**/assets/${name}.screen-*.js`, resolve);
  return { asked: promise.then(() => undefined), release: async () => (await promise).continue() };
}

it("the address and the screen stay until the next screen is loaded, and a later choice takes its place", async () => {
  const { page, problems } = await visit("/admin/news/list");
  const settings = await holdScreen(page, "settings");
  await menuLink(page, "Account settings").click();
  await settings.asked;
  expect(addressOf(page)).toBe("/admin/news/list");
  expect(await heading(page, "News").count()).toBe(1);
  await menuLink(page, "Admin home").click();
  await page.waitForURL("**/paas/index");
  const loaded = page.waitForResponse(/settings\.screen-/);
  await settings.release();
  await loaded;
  // The file that came late is there when its screen is opened, and opens nothing by itself.
  await menuLink(page, "News").click();
  await page.waitForURL("**/admin/news/list");
  await menuLink(page, "Account settings").click();
  await heading(page, "Account settings").waitFor();
  expect(addressOf(page)).toBe("/paas/user/setting");
  await page.goBack();
  await heading(page, "News").waitFor();
  expect(problems).toEqual([]);
});

it("B-277: a screen whose code does not load says so in its frame, and other screens still open", async () => {
  const { page } = await visit("/admin/news/list");
  await page.route("**/assets/settings.screen-*.js", (route) => route.abort());
  await menuLink(page, "Account settings").click();
  const problem = page.getByText("This page could not be opened");
  await problem.waitFor();
  expect(addressOf(page)).toBe("/paas/user/setting");
  await menuLink(page, "News").click();
  await heading(page, "News").waitFor();
  expect(await problem.count()).toBe(0);
  await page.unroute("**/assets/settings.screen-*.js");
  await page.goBack();
  await page.getByRole("button", { name: "Reload" }).or(heading(page, "Account settings")).waitFor();
  await page.reload();
  await heading(page, "Account settings").waitFor();
});

it("leads from the builder to a screen with the side menu, and back", async () => {
  const { page, problems } = await visit("/builder", await superAdministrator(server));
  await page.locator(".overlay:not([aria-busy])").waitFor();
  const builderAddress = addressOf(page);
  await page.locator('header a[href="/paas/index"]').click();
  await page.getByRole("navigation", { name: "Admin area" }).waitFor();
  expect(addressOf(page)).toBe("/paas/index");
  await page.goBack();
  await page.locator(".overlay:not([aria-busy])").waitFor();
  expect(addressOf(page)).toBe(builderAddress);
  expect(problems).toEqual([]);
});

it("redirects lead on within the app, and an unknown address says so in the frame", async () => {
  const { page, problems } = await visit("/paas");
  await expect.poll(() => addressOf(page)).toBe("/paas/index");
  await page.goto("/paas/nothing/here/at/all");
  await heading(page, "Page not found").waitFor();
  await menuLink(page, "News").click();
  await heading(page, "News").waitFor();
  await page.goBack();
  await heading(page, "Page not found").waitFor();
  expect(problems).toEqual([]);
});
