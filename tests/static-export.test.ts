/** The export of a site as files: what is in it, and that a server of files shows the same site in both languages. */
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { addPage } from "#records/site/add-page.server.ts";
import { documentOf } from "#records/site/document.server.ts";
import contactForm from "#widgets/contact-form.tsx";
import feature from "#widgets/feature.tsx";
import { client } from "./support/client.ts";
import { openBrowser } from "./support/browser.ts";
import { download } from "./support/jobs.ts";
import { newMember, newSpaceOwner, type Person, superAdministrator } from "./support/people.ts";
import { programIn } from "./support/registries.ts";
import { sharedServer } from "./support/server.ts";
import { exportedFiles, exportSite, startStaticServer } from "./support/static-site.ts";

const server = await sharedServer();
const copy = await startStaticServer();
const visit = await openBrowser();

const filesOf = (person: Person, input: object) => exportedFiles(server, person, input);

/** What a page says, without markup; parts that differ in a copy are left out. */
function wordsOf(html: string): string {
  const [, main = ""] = /<main id="main">([\s\S]*)<\/main>/.exec(html) ?? [];
  return main
    .replaceAll(/<form[\s\S]*?<\/form>|<p class="closed"[\s\S]*?<\/p>/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ");
}
const addressesIn = (html: string) =>
  [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, url]) => url!.replaceAll("&amp;", "&"));

let admin: Person;
let files: Map<string, Buffer>;

beforeAll(async () => {
  admin = await superAdministrator(server);
  files = await filesOf(admin, { origin: copy.url });
  copy.setFiles(files);
});

it("has every published page in both languages with the texts of the original, each as index.html of a folder", async () => {
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
  const urls = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url!.replaceAll("&amp;", "&")));
  expect(urls.length).toBeGreaterThan(40);
  for (const url of urls) {
    const { pathname, searchParams } = url;
    const parameters = [...searchParams].filter(([name]) => name !== "language").toSorted();
    const folders = [pathname.slice(1), ...parameters.map((pair) => pair.join("="))].filter((name) => name !== "");
    const prefix = searchParams.get("language") === "en" ? ["en"] : [];
    const original = wordsOf(await (await fetch(server.url + pathname + url.search)).text());
    const name = [...prefix, ...folders, "index.html"].join("/");
    expect(wordsOf(files.get(name)?.toString() ?? ""), name).toBe(original);
    expect(original.length).toBeGreaterThan(10);
  }
});

it("has no broken link: each address leads to a file of the export, elsewhere or says that it is not available", async () => {
  const broken: string[] = [];
  const visited = new Set<string>();
  const queue = ["/", "/en/"];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (visited.has(path)) continue;
    visited.add(path);
    const response = await fetch(copy.url + path);
    if (response.status !== 200) broken.push(path);
    if (!path.endsWith("/")) continue;
    const urls = addressesIn(await response.text()).map((url) => new URL(url, copy.url + path));
    queue.push(...urls.filter(({ origin }) => origin === copy.url).map(({ pathname }) => pathname));
  }
  expect(broken).toEqual([]);
  expect(visited.size).toBeGreaterThan(60);
});

it("contains no address of the administration, the original host, calls or sessions, and no private file", () => {
  const { host } = new URL(server.url);
  const pages = [...files].filter(([name]) => /\.(?:html|xml|txt)$/.test(name));
  const forbidden = new RegExp(
    `="/(?:paas|admin|builder|service|user|api|outer)/|${host}|/files/private/|data-sign-in|<form`,
  );
  expect(pages.filter(([, bytes]) => forbidden.test(bytes.toString())).map(([name]) => name)).toEqual([]);
  expect(files.get("contactus/index.html")!.toString()).toContain("静态站点不接收留言。");
  expect(files.get("en/contactus/index.html")!.toString()).toContain("does not take messages");
});

it("has a sitemap, robots.txt, feeds and 404 pages for the new address", async () => {
  const text = (name: string) => files.get(name)?.toString() ?? "";
  expect(text("robots.txt")).toContain(`Sitemap: ${copy.url}/sitemap.xml`);
  const listed = [...text("sitemap.xml").matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!);
  expect(listed).toEqual(expect.arrayContaining([`${copy.url}/`, `${copy.url}/en/`, `${copy.url}/news/`]));
  const statuses = await Promise.all(listed.map(async (url) => (await fetch(url)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect([text("404.html"), text("en/404.html")]).toEqual([
    expect.stringContaining("页面不存在"),
    expect.stringContaining("Page not found"),
  ]);
  expect(text("en/feed.xml")).toMatch(new RegExp(`href="${copy.url}/en/news/`));
});

it("works in a browser: pages, the language link and scripts, without a request to another host", async () => {
  const { page, problems } = await visit({ url: copy.url, width: 1440 });
  const hosts = new Set<string>();
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  await page.goto("/");
  await page.getByRole("link", { name: "EN", exact: true }).click();
  await page.waitForURL(`${copy.url}/en/`);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
  await page.goto("/en/news/");
  await page.locator("ul.news a").first().click();
  await page.waitForURL(/\/en\/news\/edit\/id=[\w-]+\/$/);
  expect(await page.locator("h1").count()).toBe(1);
  await page.goto("/en/contactus/");
  expect(await page.locator("[data-server-only]").textContent()).toContain("does not take messages");
  expect(problems).toEqual([]);
  expect([...hosts]).toEqual([new URL(copy.url).host]);
});

const sameText = (text: string) => ({ zh: text, en: text });
/** A text that mentions addresses of files that do not exist. */
const mention = sameText("See /assets/missing.js, /assets/.. and /files/missing.png");

/** Adds published pages to the site of a space: a contact form, one that requires sign-in, and one with this picture. */
async function addPages({ tenantId }: Person, image: string): Promise<void> {
  const parts = [
    { path: "/write", setting: {}, name: "contact-form", value: contactForm.example },
    { path: "/inside", setting: { isLogin: true }, name: "contact-form", value: contactForm.example },
    { path: "/en/picture", setting: {}, name: "feature", value: { ...feature.example, image, url: "/user/register" } },
    { path: "/mention", setting: {}, name: "feature", value: { ...feature.example, lead: mention } },
  ];
  await server.database.tenant(tenantId, async (tx) => {
    for (const { path, setting, name, value } of parts) {
      const texts = { title: sameText(path), description: sameText(path) };
      const document = documentOf({ ...texts, ...setting }, [{ name, value }] as never);
      await addPage(tx, programIn(tenantId), { path, ...texts, document });
    }
  });
}

it("has pictures in all widths, links to the original site where that is chosen, no page that requires sign-in and no file that a text only mentions", async () => {
  const owner = await newSpaceOwner(server);
  const picture = sharp({ create: { width: 700, height: 400, channels: 3, background: "#207060" } });
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(await picture.png().toBuffer())], { type: "image/png" }), "a.png");
  const headers = { authorization: `Bearer ${owner.token}`, "x-meridian": "1" };
  const uploaded = await fetch(`${server.url}/api/File/Upload`, { method: "POST", headers, body });
  const { url } = ((await uploaded.json()) as { result: { url: string } }).result;
  await addPages(owner, url);
  const exported = await filesOf(owner, { origin: "https://www.example.com", linksToOriginal: true });
  const text = (name: string) => exported.get(name)?.toString() ?? "";
  // The site has a page below /en, so the English pages are below another folder.
  expect([text("write/index.html"), text("en-us/write/index.html")]).toEqual([
    expect.stringMatching(/静态站点不接收留言。.*<a href="http:[^"]*\/write"/),
    expect.stringMatching(/does not take messages.*<a href="http:[^"]*\/write"/),
  ]);
  expect(text("en/picture/index.html")).toMatch(/href="http:[^"]*\/user\/register"/);
  const widths = [320, 640].map((width) => url.slice(1).replace(".webp", `-${width}.webp`));
  for (const name of [url.slice(1), ...widths]) {
    expect(text("en/picture/index.html")).toContain(`/${name}`);
    expect((await sharp(exported.get(name)).metadata()).format).toBe("webp");
  }
  expect(text("mention/index.html")).toContain("See /assets/missing.js");
  expect([...exported.keys()].filter((name) => /missing|\.\.$/.test(name))).toEqual([]);
  expect(text("sitemap.xml")).not.toContain("/inside");
  expect([...exported.keys()].filter((name) => name.includes("inside"))).toEqual([]);
});

it("is for administrators only, and its file for the person who started it", async () => {
  const owner = await newSpaceOwner(server);
  const member = await newMember(server, owner.tenantId);
  const input = { origin: "https://www.example.com" };
  const refused = await client(server, member).send("POST Api/Job/Start", { name: "exportSite", input });
  expect(refused.status).toBe(403);
  const { result } = await exportSite(server, owner, input);
  expect((await download(server, result!.url!, owner)).status).toBe(200);
  expect((await download(server, result!.url!, member)).status).toBe(404);
});

it.each(["ftp://example.com", "https://example.com/folder", "https://user@example.com", "javascript:alert(1)"])(
  "refuses the address %s",
  async (origin) => {
    const owner = await newSpaceOwner(server);
    const answer = await client(server, owner).send("POST Api/Job/Start", { name: "exportSite", input: { origin } });
    expect(answer.status).toBe(422);
  },
);
