/** The start of the app: the content of its page, what is requested before the app runs, and what is loaded on demand. */
import { readFileSync } from "node:fs";
import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { appScreens } from "#kit/app-screens.ts";
import { routesOf } from "#kit/screens.ts";
import { openBrowser, type Visitor } from "./support/browser.ts";
import { type Person, superAdministrator } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { startServer } from "./support/server.ts";

type Chunk = { file: string; css?: string[]; imports?: string[]; isEntry?: boolean; isDynamicEntry?: boolean };

const server = await startServer();
const open = await openBrowser();
let administrator: Person;
beforeAll(async () => {
  administrator = await superAdministrator(server);
});

const manifest = JSON.parse(readFileSync("dist/app/.vite/manifest.json", "utf8")) as Record<string, Chunk>;

/** Files that a screen needs: those that it and the app import, recursively. */
function filesOf(screen: string): string[] {
  const found = new Set(Object.values(manifest).filter(({ isEntry }) => isEntry === true));
  found.add(manifest[`src/${screen}.screen.tsx`]!);
  for (const chunk of found) for (const name of chunk.imports ?? []) found.add(manifest[name]!);
  return [...found].flatMap(({ file, css = [] }) => [file, ...css]);
}

const addressOf = (path: string) =>
  `/${path
    .replace(/:\w+\?/, "")
    .replace(/:\w+/g, "news")
    .replace("*", "news/list")}`;
/** The page of an address, with what stands in it by itself taken out: files are named by links and scripts. */
const pageOf = async (path: string, locale = "en") =>
  (await readPage(server.url + path, { cookie: `locale_value=${locale}` })).text;
const namedIn = (html: string) =>
  new Set([...html.matchAll(/(?:href|src)="\/assets\/([^"]+)"/g)].map(([, file]) => file!));

async function visit(person: Person | undefined, options: Partial<Parameters<typeof open>[0]> = {}): Promise<Visitor> {
  const visitor = await open({ url: server.url, locale: "en", ...options });
  if (person !== undefined)
    await visitor.context.addCookies(
      Object.entries({ sid: person.token, signed_in: "1" }).map(([name, value]) => ({ name, value, url: server.url })),
    );
  return visitor;
}

/** Delays the app's files until they are released. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route("**/assets/*.js", (route) => {
    if (isHeld) held.push(route);
    else void route.continue();
  });
  return async () => {
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

const askedOn = (page: Page) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) asked.push(`${request.method()} ${pathname}`);
  });
  return asked;
};

describe("the app's page", () => {
  it.each(["features/admin/auto", "features/builder/builder"])(
    "%s starts without the field types that few forms have, and without the regions",
    (screen) => {
      const later = Object.values(manifest)
        .map(({ file }) => file)
        .filter((file) => /^(?:field-types|regions)-/.test(file));
      expect(later).toHaveLength(2);
      expect(filesOf(screen).filter((file) => later.includes(file))).toEqual([]);
    },
  );

  it.each(routesOf(appScreens).map(({ path, screen: { component } }) => ({ path, component })))(
    "at /$path names every file that its screen needs, whatever imports it, and not the code of dialogs and menus",
    async ({ path, component }) => {
      // The most specific route of an address counts; parameters are tested at their own path.
      if (path.startsWith(":")) return;
      const html = await pageOf(addressOf(path));
      const asked = /data-screen="([^"]+)"/.exec(html)?.[1];
      expect(asked).toBeDefined();
      const named = namedIn(html);
      const inline = Object.values(manifest).find(({ isEntry }) => isEntry === true)!.css ?? [];
      const needed = filesOf(path.includes(":") || path.includes("*") ? asked! : component);
      expect(needed.filter((file) => !named.has(file) && !inline.includes(file))).toEqual([]);
      expect([...named].filter((file) => file.startsWith("overlays"))).toEqual([]);
    },
  );

  it("is sent compressed, and not at all to who has it", async () => {
    const headers = { cookie: "locale_value=en", "accept-encoding": "br" };
    const first = await readPage(`${server.url}/paas/index`, headers);
    expect(first.headers["content-encoding"]).toBe("br");
    expect(Number(first.headers["content-length"])).toBeLessThan(20_000);
    const again = await readPage(`${server.url}/paas/index`, { ...headers, "if-none-match": first.headers.etag! });
    expect([again.status, again.text]).toEqual([304, ""]);
  });
});

describe.each(["light", "dark"] as const)("before a script has run, in %s", (scheme) => {
  it.each([
    { path: "/paas/index", width: 1440, left: 232 },
    { path: "/paas/news/list", width: 390, left: 0 },
    { path: "/user/login", width: 1440, left: 0 },
    { path: "/builder", width: 1440, left: 0 },
  ])("the page of $path at $width px shows the brand in its frame", async ({ path, width, left }) => {
    const { page } = await visit(undefined, { scheme, width });
    await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    const mark = page.locator("#root .mark:visible").first();
    await mark.waitFor();
    expect(await mark.evaluate((element) => element.getBoundingClientRect().width)).toBe(26);
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(ground).toBe(scheme === "light" ? "rgb(248, 251, 249)" : "rgb(8, 20, 16)");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    if (left > 0) expect((await page.locator("#root main").boundingBox())!.x).toBeGreaterThanOrEqual(left);
  });
});

it("the bar and the side menu stand where the page had painted them when the screen is there", async () => {
  const { page } = await visit(await superAdministrator(server));
  const letGo = await holdScripts(page);
  await page.goto("/paas/news/list", { waitUntil: "commit" });
  const measure = () =>
    page.evaluate(() => {
      const { x, y, width } = document.querySelector("#root main")!.getBoundingClientRect();
      const mark = document.querySelector("#root .mark")!.getBoundingClientRect();
      return { main: [x, y, width], mark: [mark.x, mark.y, mark.width] };
    });
  await page.locator("#root .mark:visible").first().waitFor();
  const painted = await measure();
  await letGo();
  await page.locator("main tbody tr").first().waitFor();
  const { main, mark } = await measure();
  // A line above the screen may remind this person of something.
  expect([main[0], main[2], mark]).toEqual([painted.main[0], painted.main[2], painted.mark]);
});

describe("before the app has run", () => {
  it.each([
    { path: "/paas/news/list?f.status=published&pageSize=30", call: "POST /api/paas/table/search" },
    { path: "/paas/news/add", call: "GET /api/Ui/AutoForm" },
    { path: "/builder", call: "POST /api/paas/table/search" },
  ])("the person and the first data of $path are asked for, once", async ({ path, call }) => {
    const { page, problems } = await visit(administrator);
    const letGo = await holdScripts(page);
    const asked = askedOn(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect.poll(() => asked.toSorted()).toEqual([call, "GET /api/user/View"].toSorted());
    await letGo();
    await page
      .getByRole("button", { name: /My account|Publish/ })
      .first()
      .waitFor();
    await page.locator("main :is(tbody tr, form, iframe)").first().waitFor();
    const of = (name: string) => asked.filter((one) => one === name).length;
    expect([of("GET /api/user/View"), of(call)]).toEqual([1, 1]);
    expect(problems).toEqual([]);
  });

  it("nothing is asked for who is not signed in", async () => {
    const { page } = await visit(undefined);
    const asked = askedOn(page);
    const letGo = await holdScripts(page);
    await page.goto("/paas/news/list", { waitUntil: "commit" });
    await page.locator("#root .mark:visible").first().waitFor();
    await letGo();
    await page.getByText("Please sign in first").waitFor();
    expect(asked).toEqual([]);
  });

  it("what does not arrive is asked for again by the app", async () => {
    const { page } = await visit(administrator);
    let isFirst = true;
    await page.route("**/api/user/View", (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      return route.abort();
    });
    await page.goto("/paas/news/list");
    await page.locator("main tbody tr").first().waitFor();
    expect(isFirst).toBe(false);
  });
});

describe("what opens over a screen", () => {
  it("a list to choose from opens by mouse and by keyboard, and the choice counts", async () => {
    const { page, problems } = await visit(administrator);
    await page.goto("/paas/news/list");
    const status = page.getByRole("search").getByRole("combobox", { name: "Status" });
    await status.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "Draft" }).click();
    await expect.poll(() => status.textContent()).toContain("Draft");
    await status.click();
    await page.getByRole("option", { name: "All" }).click();
    await expect.poll(() => status.textContent()).toContain("All");
    expect(problems).toEqual([]);
  });

  it("a menu opens by mouse and by keyboard, closes by its button and by Escape, and gives the focus back", async () => {
    const { page, problems } = await visit(administrator);
    await page.goto("/paas/index");
    const button = page.getByRole("button", { name: "Appearance" });
    const menu = page.getByRole("menu");
    await button.click();
    await menu.waitFor();
    await button.click();
    await menu.waitFor({ state: "detached" });
    await button.press("ArrowDown");
    await page.getByRole("menuitem", { name: "Dark" }).waitFor();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(problems).toEqual([]);
  });

  it("when the code of a question does not arrive, the browser says so and the screen goes on", async () => {
    const { page } = await visit(administrator);
    await page.route("**/assets/{overlays,dialog-frame}*.js", (route) => route.abort());
    await page.goto("/paas/user/setting");
    const said = page.waitForEvent("dialog");
    const pressed = page.getByRole("button", { name: "Add address" }).click();
    const dialog = await said;
    expect(dialog.message()).toContain("Check your network");
    await dialog.accept();
    await pressed;
    await page.getByRole("button", { name: "Add address" }).waitFor();
  });
});
