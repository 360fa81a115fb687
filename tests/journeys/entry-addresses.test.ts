/** Redirects, the sign-in pages, and the top bar. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { themeNames } from "#kit/theme-names.ts";
import { themeTypes } from "#kit/theme-type.ts";
import { openBrowser } from "../support/browser.ts";
import { client, contentOf } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, nextMobile } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
const mobile = nextMobile();
const owner = await newSpaceOwner(server, mobile);

async function visit(path: string, isSignedIn: boolean) {
  const { page, context } = await open({ url: server.url, locale: "en" });
  if (isSignedIn) await context.addCookies(sessionCookies(owner, server.url));
  await page.goto(path);
  return page;
}

it.each([
  ["S-033", "/paas", "/paas/index"],
  ["S-041", "/service", "/service/index"],
  ["S-052, B-339", "/user/index", "/paas/index"],
] as const)("%s: %s redirects a signed-in visitor to %s", async (_id, path, target) => {
  const page = await visit(path, true);
  await page.waitForURL(`**${target}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(target);
});

it("B-171: the sign-in page sends nothing to sign in somebody who is signed in, and leads on", async () => {
  const page = await visit("/paas/index", true);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(new URL(request.url()).pathname);
  });
  await page.goto("/user/login");
  await page.waitForURL("**/paas/index");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(sent.filter((path) => /login|sms/i.test(path))).toEqual([]);
});

it("B-068: the merchant that the code of a subdomain leads to goes along with every later call, by its id", async () => {
  const [space] = await server.database.system((tx) =>
    tx.rows<{ code: string }>(sql`select code from tenant where id = ${owner.tenantId}::uuid`),
  );
  const { code } = space!;
  const merchant = contentOf(await client(server).send("GET merchant/merchants/simpleMerchants", { code }));
  expect(merchant).toMatchObject({ id: owner.tenantId, code });
  const url = server.url.replace("127.0.0.1", `${code}.localhost`);
  const { page, context } = await open({ url, locale: "en" });
  await context.addCookies(sessionCookies(owner, url));
  const called = page.waitForRequest((request) => request.headers().merchantid === owner.tenantId);
  await page.goto("/paas/news/list");
  expect(new URL((await called).url()).pathname).toMatch(/^\/api\//);
});

it.each([
  ["S-047, B-034, B-338", "/user/login"],
  ["S-048, B-034, B-338", "/views/user/login"],
  ["S-049, B-338", "/login"],
] as const)("%s: %s shows the sign-in form with password inputs", async (_id, path) => {
  const page = await visit(path, false);
  const form = page.locator("form.sign-in");
  await form.locator("input[name=username]").waitFor();
  expect(await form.locator("input[name=password]").count()).toBe(1);
});

it("S-025, B-043, T-60: shows a message as the plain text from its URL, never as markup", async () => {
  const query = new URLSearchParams({ title: "<b>Done</b>", message: "<img src=x onerror=alert(1)>", type: "success" });
  const page = await visit(`/message?${query}`, false);
  await page.getByText("<b>Done</b>", { exact: true }).waitFor();
  await page.getByText("<img src=x onerror=alert(1)>", { exact: true }).waitFor();
  expect(await page.locator("blockquote b, blockquote img").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Back to home" }).getAttribute("href")).toBe("/index");
});

// A theme type is the contract's word for the kind of user that the first segment of a path names, such as `/store/message`.
it("S-026: shows the message page of each theme type in its layout, and to signed-in people in the admin area", async () => {
  const messageUrl = (type: string) => `/${type}/message?title=Saved&message=Done&type=success`;
  const visitorPage = await visit(messageUrl("member"), false);
  for (const type of themeTypes) {
    await visitorPage.goto(messageUrl(type));
    await visitorPage.getByText("Done", { exact: true }).waitFor();
    await visitorPage.locator("header").getByText(themeNames[type].en, { exact: true }).waitFor();
  }
  const page = await visit(messageUrl("store"), true);
  await page.getByRole("navigation", { name: "Admin area" }).waitFor();
  await page.getByText("Done", { exact: true }).waitFor();
  const breadcrumb = page.getByRole("navigation", { name: "You are here" });
  expect(await breadcrumb.locator("[aria-current=page]").innerText()).toBe("Notice");
});

it("S-026: answers 404 below an unknown theme type, and below a theme type for every path but the message page, which is not indexed", async () => {
  for (const path of ["/unknown/message", "/store", "/store/other"])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, 404]);
  const message = await fetch(`${server.url}/store/message`);
  expect(message.status).toBe(200);
  expect(await message.text()).toContain('content="noindex"');
});

it("B-006, B-032: below /paas are the links of the area, and a visitor is asked to sign in", async () => {
  const page = await visit("/paas/index", true);
  await page.getByRole("heading", { level: 1 }).waitFor();
  const paths = [
    "index",
    "paasWork/list",
    "paasWork/edit",
    "paasWork/details",
    "news/list",
    "user/account",
    "user/setting",
  ];
  for (const path of ["paasWork/list", "news/list", "user/account", "user/setting"])
    await page.locator(`a[href$="/${path}"]`).first().waitFor({ state: "attached" });
  const visitorPage = await visit("/index", false);
  for (const path of paths) {
    await visitorPage.goto(`/paas/${path}`);
    const dialog = visitorPage.getByRole("dialog").or(visitorPage.getByRole("alertdialog"));
    await dialog.getByText("Please sign in first", { exact: true }).waitFor();
    expect(await dialog.count()).toBe(1);
  }
});

it("B-246, B-250: below /admin are the bars of actions for an administrator; a visitor is led to /login, and every call answers no", async () => {
  const page = await visit("/admin/member/list", true);
  await page.locator("[data-row]").first().waitFor();
  const actions = page.getByRole("button", { name: "Export", exact: true });
  await actions.first().waitFor();
  await page.goto("/paas/member/list");
  await page.locator("[data-row]").first().waitFor();
  expect(await actions.count()).toBe(0);

  const visitorPage = await visit("/index", false);
  await visitorPage.goto("/admin/news/list");
  const dialog = visitorPage.getByRole("dialog").or(visitorPage.getByRole("alertdialog"));
  await dialog.getByText("Please sign in first", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await visitorPage.waitForURL("**/login");
  expect(new URL(visitorPage.url()).pathname).toBe("/login");
  const search = { paraModel: { url: "/admin/news/list" } };
  expect((await client(server).send("POST paas/table/search", search)).status).toBe(401);
});

it("S-069, B-022: shows a breadcrumb from the home page to the current screen, which is not a link", async () => {
  const page = await visit("/paas/news/add", true);
  const breadcrumb = page.getByRole("navigation", { name: "You are here" });
  await breadcrumb.locator("[aria-current=page]").waitFor();
  const links = await breadcrumb
    .getByRole("link")
    .evaluateAll((elements) => elements.map((element) => element.getAttribute("href")));
  expect(links).toEqual(["/index", "/paas/index", "/paas/news/list"]);
  expect(await breadcrumb.locator("[aria-current=page]").innerText()).toBe("Add");
});

it("B-172, B-365: says once that the session has expired, with one button to sign in; the language and the address stay", async () => {
  const person = await newSpaceOwner(server);
  const { page, context, problems } = await open({ url: server.url, locale: "zh" });
  await context.addCookies(sessionCookies(person, server.url));
  await client(server, person).call("POST user/logout", {});
  await page.goto("/paas/news/list?pageSize=30");
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByText("登陆已过期，请重新登录", { exact: true }).waitFor();
  await dialog.getByRole("heading", { name: "提示", exact: true }).waitFor();
  expect([await dialog.count(), await dialog.getByRole("button").count()]).toEqual([1, 1]);
  expect(problems.filter((problem) => problem.endsWith(": 401")).length).toBeGreaterThan(1);
  await dialog.getByRole("button", { name: "去登录", exact: true }).click();
  await page.waitForURL("**/user/login*");
  await page.getByRole("button", { name: "登录", exact: true }).last().waitFor();
  const cookies = await context.cookies();
  expect(cookies.find(({ name }) => name === "signed_in")).toBeUndefined();
  expect(cookies.find(({ name }) => name === "locale_value")).toMatchObject({ value: "zh" });
  expect(await page.evaluate(() => sessionStorage.getItem("return_address"))).toBe("/paas/news/list?pageSize=30");
});

it("B-344: titles begin with the name of the site on public pages, and end with that of the product in the app", async () => {
  const page = await visit("/index", true);
  expect(await page.title()).toMatch(/^Meridian · ./);
  for (const [path, title] of [
    ["/admin/news/list", "News · Meridian"],
    ["/builder", "Home · Page builder · Meridian"],
  ] as const) {
    await page.goto(path);
    await expect.poll(() => page.title()).toBe(title);
  }
});

it("B-012: offers sign-in and registration in the top bar to a visitor", async () => {
  const page = await visit("/index", false);
  for (const view of ["login", "reg"]) await page.locator(`header [data-sign-in=${view}]:visible`).waitFor();
  expect(await page.locator("header details.person").isVisible()).toBe(false);
});

it("B-012, B-013: opens the avatar menu by pointer and keyboard and shows the masked mobile number", async () => {
  const page = await visit("/index", true);
  const menu = page.locator("header details.person");
  await menu.locator("summary").hover();
  const panel = menu.locator(".panel");
  await panel.locator("[data-mobile]", { hasText: `${mobile.slice(0, 3)}****${mobile.slice(7)}` }).waitFor();
  for (const path of ["/paas/index", "/paas/user/setting"]) await panel.locator(`a[href="${path}"]`).waitFor();
  await panel.locator("[data-sign-out]").waitFor();
  await page.mouse.move(0, 500);
  await panel.waitFor({ state: "hidden" });
  await menu.locator("summary").focus();
  await page.keyboard.press("Enter");
  await panel.waitFor();
  expect(await page.locator("header [data-sign-in]:visible").count()).toBe(0);
});
