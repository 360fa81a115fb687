/** A site as an app: its manifest and icons, the offline page, and the service worker, which follows what is published and goes when the app is turned off. */
import { get } from "node:http";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, it, vi } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import type { Locale } from "#kit/text.ts";
import { expectNoPageProblems, openBrowser } from "./support/browser.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await sharedServer();
const visit = await openBrowser();
const { port } = new URL(server.url);

type Icon = { src: string; sizes: string; type: string; purpose: string };
type Manifest = Record<string, string> & { icons: Icon[] };

/** Saves the details of a person's site. */
async function saveSite(person: Person, changes: object): Promise<void> {
  const { call, send } = client(server, person);
  const [site] = (await call("GET Api/{type}/QueryList", { type: "site" })) as AnyRow[];
  const { id, version } = site!;
  const saved = await send("POST Api/{type}/QueryUpdate", { type: "site", id, version, ...changes });
  expect(saved.status, saved.text).toBe(200);
}

async function uploadIcon({ token }: Person): Promise<string> {
  const picture = sharp({ create: { width: 512, height: 512, channels: 3, background: "#c02020" } });
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(await picture.png().toBuffer())], { type: "image/png" }), "icon.png");
  const headers = { authorization: `Bearer ${token}`, "x-meridian": "1" };
  const answer = await fetch(`${server.url}/api/File/Upload`, { method: "POST", headers, body });
  return ((await answer.json()) as { result: { url: string } }).result.url;
}

const app = {
  isApp: true,
  appName: { zh: "巡检", en: "Patrol" },
  appText: { zh: "现场巡检", en: "Inspections on site" },
};

/** A space whose site is an app: its host name and owner. */
async function newApp(): Promise<{ owner: Person; host: string }> {
  const owner = await newSpaceOwner(server);
  const host = await siteHost(server, owner);
  await saveSite(owner, {
    ...app,
    name: { zh: "经纬巡检公司", en: "Meridian Patrol" },
    appIcon: await uploadIcon(owner),
  });
  const readManifest = async () => expect((await readPage(`${server.url}/app.webmanifest`, { host })).status).toBe(200);
  await vi.waitFor(readManifest, { timeout: 60_000, interval: 25 });
  return { owner, host };
}

/** The bytes at an address of a site. `fetch` does not send another host name. */
const bytesAt = (host: string, path: string) =>
  new Promise<Buffer>((resolve, reject) => {
    get(server.url + path, { headers: { host } }, async (answer) =>
      resolve(Buffer.concat((await answer.toArray()) as Buffer[])),
    ).on("error", reject);
  });

it("has a manifest in both languages by the rules of the W3C, with icons of the stated sizes in the colours of the theme", async () => {
  const { host } = await newApp();
  for (const language of ["zh", "en"] as const) {
    const { text, headers } = await readPage(`${server.url}/app.webmanifest?language=${language}`, { host });
    expect(headers["content-type"]).toBe("application/manifest+json; charset=utf-8");
    const manifest = JSON.parse(text) as Manifest;
    expect(manifest).toMatchObject({
      id: "/",
      name: { zh: "经纬巡检公司", en: "Meridian Patrol" }[language],
      short_name: app.appName[language],
      description: app.appText[language],
      lang: { zh: "zh-CN", en: "en" }[language],
      start_url: "/",
      scope: "/",
      display: "standalone",
      theme_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      background_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    });
    const purposes = manifest.icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`);
    expect(purposes).toEqual(
      expect.arrayContaining(["any 192x192", "any 512x512", "maskable 192x192", "maskable 512x512", "any 48x48"]),
    );
    if (language === "en") continue;
    for (const { src, sizes, purpose } of manifest.icons) {
      const bytes = await bytesAt(host, src);
      const { width, height, format } = await sharp(bytes).metadata();
      expect([`${width}x${height}`, format], src).toEqual([sizes, "png"]);
      const corner = [
        ...(await sharp(bytes).removeAlpha().extract({ left: 1, top: 1, width: 1, height: 1 }).raw().toBuffer()),
      ];
      const middle = await sharp(bytes).removeAlpha().resize(1, 1, { kernel: "nearest" }).raw().toBuffer();
      // The picture fills a plain icon; that of a maskable one is surrounded by the paper of the theme.
      expect(corner[1]! > 200, src).toBe(purpose === "maskable");
      expect([middle[0]! > 150, middle[1]! < 60], src).toEqual([true, true]);
    }
  }
});

it("has neither manifest nor icons while the site is no app, and its worker removes itself", async () => {
  const owner = await newSpaceOwner(server);
  const host = await siteHost(server, owner);
  for (const path of ["/app.webmanifest", "/app-icon-192.png"])
    expect((await readPage(server.url + path, { host })).status, path).toBe(404);
  expect((await readPage(`${server.url}/`, { host })).text).not.toContain('rel="manifest"');
  expect((await readPage(`${server.url}/service-worker.js`, { host })).text).toContain("registration.unregister");
});

/** The names and addresses of what the caches of a page's origin hold. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return { names, urls: requests.flat().map(({ url }) => url.replace(location.origin, "")) };
  });
/** Waits until the worker of the site controls the page. */
async function waitForWorker(page: Page): Promise<void> {
  const isControlled = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.active?.state === "activated" && navigator.serviceWorker.controller !== null;
    });
  await expect.poll(isControlled, { timeout: 60_000 }).toBe(true);
}

it.each([
  ["zh", 1440, "当前没有网络", "重试"],
  ["en", 390, "You are offline", "Try again"],
] as [Locale, number, string, string][])(
  "is installable in Chromium, shows the offline page without a network and comes back (%s, %i px)",
  async (locale, width, title, retry) => {
    const { owner, host } = await newApp();
    const url = `http://${host}:${port}`;
    const visitor = await visit({ url, locale, width });
    const { page, context, problems } = visitor;
    await page.goto("/");
    await waitForWorker(page);
    const session = await context.newCDPSession(page);
    expect(await session.send("Page.getAppManifest")).toMatchObject({ errors: [] });
    expect(await session.send("Page.getInstallabilityErrors")).toEqual({ installabilityErrors: [] });
    const before = await cached(page);
    expect(before.names).toHaveLength(1);
    // Only the offline pages and files that never change: no page of the site, no call.
    expect(
      before.urls.filter((address) => !/^\/(?:app-offline\?language=(?:zh|en)|assets\/[\w.-]+)$/.test(address)),
    ).toEqual([]);

    await context.setOffline(true);
    const home = `/?from=${locale}`;
    await page.goto(home);
    expect(await page.locator("h1").textContent()).toContain(title);
    expect(problems.splice(0).filter((problem) => !problem.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([]);
    await expectNoPageProblems(visitor);
    await page.getByRole("link", { name: retry }).waitFor();
    await context.setOffline(false);
    await page.getByRole("link", { name: retry }).click();
    await expect.poll(() => page.locator("h1").textContent(), { timeout: 60_000 }).not.toContain(title);
    expect(page.url()).toBe(url + home);

    // The next publication has another offline page, so the worker is replaced and the earlier cache goes.
    await saveSite(owner, { name: { zh: "新的名称", en: "New name" } });
    const readNames = async () => {
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
      return (await cached(page)).names;
    };
    await expect.poll(readNames, { timeout: 60_000, interval: 250 }).not.toEqual(expect.arrayContaining(before.names));
    expect((await cached(page)).names).toHaveLength(1);

    // The script of a page asks for the worker that removes itself.
    await saveSite(owner, { isApp: false });
    await page.goto("/");
    const readRest = async () => [
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
      (await cached(page)).names,
    ];
    await expect.poll(readRest, { timeout: 60_000 }).toEqual([0, []]);
    problems.length = 0;
  },
);
