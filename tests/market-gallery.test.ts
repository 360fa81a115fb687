/** What the market has for everybody: what the program offers, and the gallery of pages and sections on sites. */
import { describe, expect, it } from "vitest";
import { marketClassNames } from "#kit/market.ts";
import { siteTemplates } from "#records/site/site-templates.server.ts";
import { cleanDocument } from "#features/builder/market/clean-document.server.ts";
import { offerProgramItems, programItems } from "#features/builder/market/program-items.server.ts";
import { createTenants } from "#server/identity/tenants.server.ts";
import { client } from "./support/client.ts";
import { heading, marketReviewer, marketSpace } from "./support/market.ts";
import { readPage } from "./support/read-page.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const space = await marketSpace(server);
const items = programItems();
const read = async (path: string) => (await readPage(`${server.url}${path}`, {})).text;
/** The names of the items in a page of the gallery. */
const namesIn = (html: string) => [...html.matchAll(/<strong>(.*?)<\/strong>/g)].map(([, name]) => name);

describe("the items of the program", () => {
  it("are the look, every page and the sections of each template, in both languages, and pass what every offer must pass", () => {
    expect(items.filter(({ kind }) => kind === "theme")).toHaveLength(siteTemplates.length);
    expect(items.filter(({ kind }) => kind === "page")).toHaveLength(
      siteTemplates.flatMap(({ pages }) => pages).length,
    );
    expect(items.filter(({ kind }) => kind === "widget").length).toBeGreaterThan(siteTemplates.length * 4);
    expect(
      items.flatMap(({ key, document }) => cleanDocument(document).problems.map((problem) => [key, problem])),
    ).toEqual([]);
    for (const { name, classId } of items) {
      expect([name.zh, name.en]).toEqual([expect.stringMatching(/^.{1,60}$/), expect.stringMatching(/^.{1,60}$/)]);
      expect(marketClassNames.slice(1)).toContain(classId);
    }
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  });

  it("are there for every space from the start, can be taken, and stay as they are when the program starts again", async () => {
    const listed = await space.list({ kind: "page", classId: "energy", pageSize: 60 });
    const platform = listed.filter(({ isPlatform }) => isPlatform);
    expect(platform).toHaveLength(items.filter(({ kind, classId }) => kind === "page" && classId === "energy").length);
    const taken = await space.take(platform[0]!.id);
    expect(Object.values(taken.page!.records).every(({ origin }) => origin?.item === platform[0]!.id)).toBe(true);
    const { database } = server;
    await offerProgramItems({ database, tenants: createTenants(database, undefined) });
    const after = await space.list({ kind: "page", classId: "energy", pageSize: 60 });
    expect(after.map(({ id, edition, updatedAt }) => [id, edition, updatedAt])).toEqual(
      listed.map(({ id, edition, updatedAt }) => [id, edition, updatedAt]),
    );
  });
});

describe("the gallery", () => {
  it("S-072: shows the pages of the market by class, page by page, with their previews, and one of a space as soon as it is offered", async () => {
    const reviewer = await marketReviewer(server);
    const path = "/theme?type=page&class=recycling&language=en";
    const before = namesIn(await read(path));
    expect(before.length).toBeGreaterThan(2);
    const pageId = await space.page([heading("wd_aaaaaaaaaa", "一", "One")]);
    const input = { kind: "page" as const, pageId, classId: "recycling" as const, name: sameText("Scrap yard <home>") };
    const { id } = await space.offer(input);
    expect(namesIn(await read(path))).toEqual(before);
    await reviewer.decide(id, "accept");
    await expect.poll(async () => namesIn(await read(path))).toEqual(["Scrap yard &lt;home&gt;", ...before]);
    expect(await read(path)).toContain(`/outer/market?id=${id}`);
    expect((await space.command("withdraw", id)).status).toBe(200);
    await expect.poll(async () => namesIn(await read(path))).toEqual(before);

    const [first, second] = [
      await read("/theme?type=module&language=en"),
      await read("/theme?type=module&page=2&language=en"),
    ];
    expect(namesIn(first)).toHaveLength(24);
    expect(first).toContain('href="/theme?type=module&amp;page=2" rel="next"');
    expect(second).toContain('href="/theme?type=module" rel="prev"');
    const urlsIn = (html: string) => [...html.matchAll(/\/outer\/market\?id=[0-9a-f-]+/g)].map(([url]) => url);
    expect(urlsIn(second).filter((url) => urlsIn(first).includes(url))).toEqual([]);
    expect(await read("/theme?type=page&class=nothing&page=-1&language=en")).toContain('aria-current="true">All</a>');
  });

  it("S-073: shows the sections of the market as modules, which a visitor of any space sees in the look of that site", async () => {
    const html = await read("/theme?type=module&class=medical&language=zh");
    expect(namesIn(html).length).toBeGreaterThan(3);
    expect(html).toContain("平台提供");
    const [, url] = /href="(\/outer\/market\?id=[0-9a-f-]+)"/.exec(html)!;
    const preview = await read(`${url}&language=zh`);
    expect(preview).toContain("noindex");
    expect((await client(server).send("GET Api/Market/Page")).status).toBe(401);
  });
});
