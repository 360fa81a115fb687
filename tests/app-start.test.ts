/** The start of the app: the content of its page, what is requested before the app runs, and what is loaded on demand. */
import { readFileSync, statSync } from "node:fs";
import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { appScreens } from "#kit/app-screens.ts";
import { menuIconNames } from "#kit/menus.ts";
import { routesOf } from "#kit/screens.ts";
import { openBrowser, type Visitor } from "./support/browser.ts";
import { type Person, superAdministrator } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { startServer } from "./support/server.ts";

type Chunk = {
  file: string;
  name?: string;
  css?: string[];
  imports?: string[];
  isEntry?: boolean;
  isDynamicEntry?: boolean;
};

const server = await startServer();
const open = await openBrowser();
let administrator: Person;
beforeAll(async () => {
  administrator = await superAdministrator(server);
});

const manifest = JSON.parse(readFileSync("dist/app/.vite/manifest.json", "utf8")) as Record<string, Chunk>;

/** Files that a screen needs: those that it, its frame and the app import, recursively. */
function filesOf(screen: string): string[] {
  const found = new Set(Object.values(manifest).filter(({ isEntry }) => isEntry === true));
  found.add(manifest[`src/${screen}.screen.tsx`]!);
  if (appScreens.find(({ component }) => component === screen)?.frame === "management")
    found.add(Object.values(manifest).find(({ name }) => name === "frame")!);
  for (const chunk of found) for (const name of chunk.imports ?? []) found.add(manifest[name]!);
  return [...found].flatMap(({ file, css = [] }) => [file, ...css]);
}

const addressOf = (path: string) =>
  `/${path
    .replace(/:\w+\?/, "")
    .replace(/:\w+/g, "news")
    .replace("*", "news/list")}`;
/** The HTML of a page of the app. */
const pageOf = async (path: string, locale = "en") =>
  (await readPage(server.url + path, { cookie: `locale_value=${locale}` })).text;
const linkedFiles = (html: string) =>
  new Set([...html.matchAll(/(?:href|src)="\/assets\/([^"]+)"/g)].map(([, file]) => file!));

/** Opens a browser context with a person's session. */
async function openAs(person: Person | undefined, options: Partial<Parameters<typeof open>[0]> = {}): Promise<Visitor> {
  const visitor = await open({ url: server.url, locale: "en", ...options });
  if (person !== undefined)
    await visitor.context.addCookies(
      Object.entries({ sid: person.token, signed_in: "1" }).map(([name, value]) => ({ name, value, url: server.url })),
    );
  return visitor;
}

/** Delays the app's scripts. The returned function releases them. */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const heldRoutes: Route[] = [];
  let isHolding = true;
  await page.route("**/assets/*.js", (route) => {
    if (isHolding) heldRoutes.push(route);
    else void route.continue();
  });
  return async () => {
    isHolding = false;
    await Promise.all(heldRoutes.map((route) => route.continue()));
  };
}

/** The API requests of a page, in order. Requests are added while the page loads. */
const requestsOf = (page: Page) => {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) requests.push(`${request.method()} ${pathname}`);
  });
  return requests;
};

describe("the app's page", () => {
  it.each([
    ["features/admin/auto", ["field-types", "regions", "forms", "overlays"]],
    ["features/admin/auto-form", ["field-types", "regions", "list", "overlays"]],
    [
      "features/builder/builder",
      [
        "frame",
        "usual-fields",
        "parts",
        "field-types",
        "regions",
        "list",
        "fields",
        "checks",
        "forms",
        "sign-in",
        "icons",
      ],
    ],
    ["features/auth/sign-in/sign-in", ["frame", "controls", "forms", "list", "overlays"]],
    ["screens/home", ["controls", "usual-fields", "forms", "list", "sign-in", "overlays"]],
  ])("%s starts without the files %j", (screen, names) => {
    const rareFiles = Object.values(manifest)
      .map(({ file }) => file)
      .filter((file) => names.some((name) => new RegExp(`^${name}-[\\w-]{7}\\.js$`).test(file)));
    expect(rareFiles).toHaveLength(names.length);
    expect(filesOf(screen).filter((file) => rareFiles.includes(file))).toEqual([]);
  });

  // Compressed sizes in KB of 1,000 bytes. Code that exceeds a limit must load on demand or replace other code.
  it.each([
    { screen: "screens/home", script: 113.6, style: 9.7 },
    { screen: "features/admin/auto", script: 137.5, style: 9.7 },
    { screen: "features/auth/sign-in/sign-in", script: 111, style: 10.9 },
    { screen: "features/admin/auto-form", script: 146.8, style: 9.7 },
    { screen: "features/builder/builder", script: 143.5, style: 11.8 },
  ])("the files of $screen weigh at most $script KB of scripts and $style of styles", ({ screen, script, style }) => {
    const compressedSize = (type: string) =>
      filesOf(screen)
        .filter((file) => file.endsWith(type))
        .reduce((sum, file) => sum + statSync(`dist/app/${file}.br`).size / 1000, 0);
    expect(compressedSize(".js")).toBeLessThanOrEqual(script);
    expect(compressedSize(".css")).toBeLessThanOrEqual(style);
  });

  it("has the icons of menus in one file that browsers keep, with a drawing for each, in the colour of the text", async () => {
    const { page, context } = await openAs(administrator);
    const answer = page.waitForResponse(/\/menu-icons-[\w-]+\.svg$/);
    await page.goto("/paas/index");
    const { status, headers, drawings } = await answer.then(async (response) => ({
      status: response.status(),
      headers: response.headers(),
      drawings: [...(await response.text()).matchAll(/<symbol id="(\w+)"/g)].map(([, name]) => name!),
    }));
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      expect.stringContaining("image/svg+xml"),
      expect.stringContaining("immutable"),
    ]);
    expect(drawings.toSorted()).toEqual(menuIconNames.toSorted());
    const icons = page.locator("nav svg:has(use)");
    // A drawing that the browser did not load has no size.
    await expect
      .poll(() => icons.evaluateAll((all) => all.map((icon) => (icon as SVGSVGElement).getBBox().width > 0)))
      .toSatisfy((drawn: boolean[]) => drawn.length > 5 && drawn.every(Boolean));
    const colors = () =>
      icons
        .first()
        .evaluate((icon) => [getComputedStyle(icon).color, getComputedStyle(icon.querySelector("use")!).stroke]);
    const [color, stroke] = await colors();
    expect(stroke).toBe(color);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(async () => (await colors())[1]).not.toBe(stroke);
    await context.close();
  });

  const addresses = routesOf(appScreens).map(({ path, screen: { component, query } }) => ({
    path,
    component,
    search: query === undefined ? "" : `?${query.name}=${query.value}`,
  }));
  it.each(addresses)(
    "at /$path$search links every file that its screen needs, and no code of dialogs and menus",
    async ({ path, component, search }) => {
      // The router prefers more specific routes to a path that starts with a parameter.
      if (path.startsWith(":")) return;
      const html = await pageOf(addressOf(path) + search);
      const screenName = /data-screen="([^"]+)"/.exec(html)?.[1];
      expect(screenName).toBeDefined();
      const linked = linkedFiles(html);
      const inline = Object.values(manifest).find(({ isEntry }) => isEntry === true)!.css ?? [];
      const needed = filesOf(path.includes(":") || path.includes("*") ? screenName! : component);
      expect(needed.filter((file) => !linked.has(file) && !inline.includes(file))).toEqual([]);
      expect([...linked].filter((file) => file.startsWith("overlays"))).toEqual([]);
    },
  );

  it("is compressed, and answered with 304 when it is cached", async () => {
    const headers = { cookie: "locale_value=en", "accept-encoding": "br" };
    const first = await readPage(`${server.url}/paas/index`, headers);
    expect(first.headers["content-encoding"]).toBe("br");
    expect(Number(first.headers["content-length"])).toBeLessThan(20_000);
    const revalidated = await readPage(`${server.url}/paas/index`, {
      ...headers,
      "if-none-match": first.headers.etag!,
    });
    expect([revalidated.status, revalidated.text]).toEqual([304, ""]);
    const anyVersion = await readPage(`${server.url}/paas/index`, { ...headers, "if-none-match": "*" });
    expect(anyVersion.status).toBe(304);
  });
});

describe.each(["light", "dark"] as const)("before any script has run, in %s", (scheme) => {
  it.each([
    { path: "/paas/index", width: 1440, left: 232 },
    { path: "/paas/news/list", width: 390, left: 0 },
    { path: "/user/login", width: 1440, left: 0 },
    { path: "/builder", width: 1440, left: 0 },
  ])("the page of $path at $width px shows its frame with the brand", async ({ path, width, left }) => {
    const { page } = await openAs(undefined, { scheme, width });
    await holdScripts(page);
    await page.goto(path, { waitUntil: "commit" });
    const mark = page.locator("#root .mark:visible").first();
    await mark.waitFor();
    expect(await mark.evaluate((element) => element.getBoundingClientRect().width)).toBe(26);
    const background = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(background).toBe(scheme === "light" ? "rgb(248, 251, 249)" : "rgb(8, 20, 16)");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    if (left > 0) expect((await page.locator("#root main").boundingBox())!.x).toBeGreaterThanOrEqual(left);
  });
});

it("the header and the side menu keep their position when the screen loads", async () => {
  const { page } = await openAs(await superAdministrator(server));
  const release = await holdScripts(page);
  await page.goto("/paas/news/list", { waitUntil: "commit" });
  const measure = () =>
    page.evaluate(() => {
      const { x, y, width } = document.querySelector("#root main")!.getBoundingClientRect();
      const mark = document.querySelector("#root .mark")!.getBoundingClientRect();
      return { main: [x, y, width], mark: [mark.x, mark.y, mark.width] };
    });
  await page.locator("#root .mark:visible").first().waitFor();
  const before = await measure();
  await release();
  await page.locator("main tbody tr").first().waitFor();
  const { main, mark } = await measure();
  // A reminder above the screen may move it down.
  expect([main[0], main[2], mark]).toEqual([before.main[0], before.main[2], before.mark]);
});

describe("before the app has run", () => {
  it.each([
    { path: "/paas/news/list?f.status=published&pageSize=30", call: "POST /api/paas/table/search" },
    { path: "/paas/news/add", call: "GET /api/Ui/AutoForm" },
    { path: "/builder", call: "POST /api/paas/table/search" },
  ])("requests the person and the first data of $path once", async ({ path, call }) => {
    const { page, problems } = await openAs(administrator);
    const release = await holdScripts(page);
    const requests = requestsOf(page);
    await page.goto(path, { waitUntil: "commit" });
    await expect.poll(() => requests.toSorted()).toEqual([call, "GET /api/user/View"].toSorted());
    await release();
    await page
      .getByRole("button", { name: /My account|Publish/ })
      .first()
      .waitFor();
    await page.locator("main :is(tbody tr, form, iframe)").first().waitFor();
    const countOf = (name: string) => requests.filter((request) => request === name).length;
    expect([countOf("GET /api/user/View"), countOf(call)]).toEqual([1, 1]);
    expect(problems).toEqual([]);
  });

  it("requests nothing for a visitor who is not signed in", async () => {
    const { page } = await openAs(undefined);
    const requests = requestsOf(page);
    const release = await holdScripts(page);
    await page.goto("/paas/news/list", { waitUntil: "commit" });
    await page.locator("#root .mark:visible").first().waitFor();
    await release();
    await page.getByText("Please sign in first").waitFor();
    expect(requests).toEqual([]);
  });

  it("repeats a request that failed", async () => {
    const { page } = await openAs(administrator);
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

describe("overlays of a screen", () => {
  it("a combobox opens by mouse and keyboard and takes the choice", async () => {
    const { page, problems } = await openAs(administrator);
    const sheets: string[] = [];
    page.on("request", (request) => request.url().endsWith(".css") && sheets.push(request.url()));
    await page.goto("/paas/news/list");
    // This link loads after the list. The inlined style sheet of the app is not requested.
    await page.getByRole("link", { name: "Import" }).waitFor();
    expect(sheets.filter((url) => /\/app-[\w-]+\.css$/.test(url))).toEqual([]);
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

  it("a menu opens by mouse and keyboard, closes by its button and Escape, and returns the focus", async () => {
    const { page, problems } = await openAs(administrator);
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

  it("the browser reports that the code of a dialog did not load, and the screen keeps working", async () => {
    const { page } = await openAs(administrator);
    await page.route("**/assets/{overlays,dialog-frame}*.js", (route) => route.abort());
    await page.goto("/paas/user/setting");
    const alert = page.waitForEvent("dialog");
    const click = page.getByRole("button", { name: "Add address" }).click();
    const dialog = await alert;
    expect(dialog.message()).toContain("Check your network");
    await dialog.accept();
    await click;
    await page.getByRole("button", { name: "Add address" }).waitFor();
  });
});
