/** The storage of a browser: no credentials of a member, and after sign-out no data of the member (T-24). */
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "./support/browser.ts";
import { sessionCookies } from "./support/enter.ts";
import { givePassword, newSpaceOwner, nextMobile, type Person } from "./support/people.ts";
import { lastCode } from "./support/mailbox.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

/** Everything that scripts of a page can store. Runs in the browser. */
function readStorage(): Promise<string> {
  async function readDatabases(): Promise<unknown[]> {
    const stored = await indexedDB.databases();
    return Promise.all(
      stored.map(
        ({ name }) =>
          new Promise((resolve) => {
            const opening = indexedDB.open(name!);
            opening.onsuccess = () => {
              const stores = [...opening.result.objectStoreNames];
              if (stores.length === 0) return resolve([name]);
              const reading = opening.result.transaction(stores);
              const all: unknown[] = [name];
              for (const store of stores)
                reading.objectStore(store).getAll().onsuccess = (event) =>
                  all.push((event.target as IDBRequest).result);
              reading.oncomplete = () => resolve(all);
            };
          }),
      ),
    );
  }
  return (async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      await readDatabases(),
      await caches.keys(),
      document.cookie,
      history.state,
      location.href,
    ]))();
}

it("B-296, B-314, B-315, Q-05, T-24: storage contains no password, code, token or profile, and the next person sees no data of the previous one", async () => {
  const { page, context } = await open({ url: server.url, locale: "en" });
  const [mobile, password] = [nextMobile(), "Harbour7x"];
  await page.goto("/user/login");
  await context.request.post(`${server.url}/api/Sms/SendVerifiyCode`, {
    headers: { "x-meridian": "1" },
    data: { mobile },
  });
  const verifyCode = await lastCode(server.url, mobile);
  const headers = { "x-meridian": "1" };
  await context.request.post(`${server.url}/api/Member/Reg`, { headers, data: { mobile, verifyCode, password } });
  await context.request.post(`${server.url}/api/user/profile`, { headers, data: { name: "Canary Ada", avatar: null } });
  await context.request.post(`${server.url}/api/user/logout`, { headers, data: {} });
  // The form of the page stores its data in the browser, unlike a request of the test.
  await page.reload();
  await page.locator("form.sign-in .line", { hasText: "Account" }).locator("input").fill(mobile);
  await page.locator("form.sign-in .line", { hasText: "Password" }).locator("input").fill(password);
  await page.locator("form.sign-in button.go").click();
  await page.waitForURL("**/paas/index");
  for (const path of ["/paas/user/setting", "/paas/news/add", "/builder", "/index"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  const token = (await context.cookies()).find(({ name }) => name === "sid")!.value;
  const stored = await page.evaluate(readStorage);
  for (const secret of [password, verifyCode, token, "Canary Ada"]) expect(stored).not.toContain(secret);
  // Nothing is stored encrypted, and nothing under another name.
  const names = await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }));
  expect(
    names.filter((name) => !/^(account_name|locale_value|theme_routes|meridian_\w+|get_[\da-f]{16})$/.test(name)),
  ).toEqual([]);

  await page.goto("/paas/user/setting");
  await page.getByText("Canary Ada").first().waitFor();
  expect((await context.request.post(`${server.url}/api/user/logout`, { headers, data: {} })).status()).toBe(200);
  await page.goto("/index");
  await page.goBack();
  // The page verifies the session before it shows any data.
  await page.getByText("Please sign in").or(page.getByText("please sign in again")).first().waitFor();
  expect(await page.content()).not.toContain("Canary Ada");
  expect(await page.evaluate(readStorage)).not.toContain("Canary Ada");
});

/** Lets the paused clock of a page run in small steps until a condition holds: pages need timers to draw. */
async function runUntil(page: Page, isMet: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return isMet();
    })
    .toBe(true);
}

it("B-180, B-331: a success stays for 1500 ms, in the form and then on the next page, which opens after 500 ms", async () => {
  const mobile = nextMobile();
  const person = await newSpaceOwner(server, mobile);
  await givePassword(server, person, "OldHarbour7x");
  const { page, context } = await open({ url: server.url, locale: "en" });
  await page.goto("/user/login");
  await page.locator("input[name=username]").fill(mobile);
  await page.locator("input[name=password]").fill("OldHarbour7x");
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 5000);
  const pathOf = () => new URL(page.url()).pathname;
  await page.locator("button.go").click();
  await runUntil(page, () => page.locator(".sign-in.done").isVisible());
  const text = (await page.locator(".sign-in.done").textContent())!;
  await page.clock.runFor(200);
  expect(pathOf()).toBe("/user/login");
  await page.clock.runFor(400);
  await page.waitForURL("**/paas/index");
  const toast = page.getByText(text, { exact: true });
  await runUntil(page, () => toast.isVisible());
  await page.clock.runFor(1500);
  await expect.poll(() => toast.count()).toBe(0);
  await context.close();
});

describe("what a member does", () => {
  let person: Person;
  beforeAll(async () => {
    person = await newSpaceOwner(server);
  });
  async function openAsMember(path: string) {
    const visitor = await open({ url: server.url, locale: "en" });
    await visitor.context.addCookies(sessionCookies(person, server.url));
    const requests: string[] = [];
    visitor.page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await visitor.page.goto(path);
    const countOf = (end: string) => requests.filter((url) => url.endsWith(end)).length;
    const read = () => visitor.page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    return { ...visitor, countOf, read };
  }

  it("B-259, B-280, E-097, N-053, Q-05: keeps a public answer for an hour, as time and data, under theme_routes or a hash, until the sign-out", async () => {
    const { page, context, countOf, read } = await openAsMember("/service/test");
    await page.getByText("/store /shareholder").waitFor();
    const { theme_routes: routes } = await read();
    const entry = JSON.parse(routes!) as { time: number; data: { type: string; sign: string }[] };
    expect(Object.keys(entry)).toEqual(["time", "data"]);
    expect(entry.data).toContainEqual({ type: "store", sign: expect.stringMatching(/^[\da-f]{24}$/) });
    await page.reload();
    await page.getByText("/store /shareholder").waitFor();
    expect(countOf("/theme/Routes")).toBe(1);
    const age = (milliseconds: number) =>
      page.evaluate((by) => {
        const { time, data } = JSON.parse(localStorage.theme_routes) as { time: number; data: unknown };
        localStorage.theme_routes = JSON.stringify({ time: time - by, data });
      }, milliseconds);
    await age(3_600_000);
    await page.reload();
    await page.getByText("/store /shareholder").waitFor();
    expect(countOf("/theme/Routes")).toBe(2);

    await page.goto("/paas/user/setting");
    await page.getByRole("button", { name: "Add address" }).click();
    await page.getByRole("dialog").getByRole("combobox").first().click();
    await page.getByRole("option").first().waitFor();
    expect(Object.keys(await read()).filter((name) => /^get_[\da-f]{16}$/.test(name))).toHaveLength(1);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "My account" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL("**/index");
    expect(Object.keys(await read()).filter((name) => /^(theme_routes|get_)/.test(name))).toEqual([]);
    await context.close();
    person = await newSpaceOwner(server);
  });

  it("B-295: is kept under a hash that does not say who the member is", async () => {
    const { page, context, read } = await openAsMember("/paas/news/add");
    await page.locator("main form input").first().fill("Draft");
    const draftKeys = async () => Object.keys(await read()).filter((name) => name.startsWith("form_draft "));
    await expect.poll(draftKeys).toEqual([expect.stringMatching(/^form_draft user_[\da-f]{16}$/)]);
    await context.close();
  });

  it("B-186, B-187, B-353: the profile is read anew a second after it changed; an empty one is asked for once more, then the session counts as expired", async () => {
    const { page, context, countOf } = await openAsMember("/paas/user/setting");
    const section = page.locator("section").filter({ has: page.getByRole("heading", { name: "Profile" }) });
    await section.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Canary Bo");
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 5000);
    const before = countOf("/api/user/View");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await runUntil(page, () => section.getByText("Canary Bo").isVisible());
    await page.clock.runFor(500);
    expect(countOf("/api/user/View")).toBe(before);
    await page.clock.runFor(600);
    await expect.poll(() => countOf("/api/user/View")).toBe(before + 1);
    await context.close();

    const other = await openAsMember("/index");
    await other.page.route("**/api/user/View", (route) =>
      route.fulfill({ json: { status: 1, message: "", result: null } }),
    );
    await other.page.goto("/paas/user/setting");
    await other.page.getByText("Your session has expired. Please sign in again.").waitFor();
    // The page's own early request is one of two.
    expect(other.countOf("/api/user/View")).toBeLessThanOrEqual(3);
    expect(await other.page.getByRole("button", { name: "Sign in" }).count()).toBe(1);
    await other.context.close();
  });
});
