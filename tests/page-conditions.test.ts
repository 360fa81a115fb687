/** Display conditions of components: the languages and the time in which they are shown. */
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { hours, seconds } from "#kit/format.ts";
import { rebaseChange } from "#kit/edit.ts";
import { invert, type PageRecord } from "#kit/page.ts";
import { isShownIn, shownLocales } from "#kit/visit.ts";
import { nextChange } from "#kit/visited-page.ts";
import { readRecord } from "#render/page/read-page.ts";
import { createDocumentStore } from "#features/builder/document/document-store.ts";
import { isInView } from "#features/builder/document/client-view.ts";
import { outdatedCounts, pageChanges, translationCounts } from "#features/builder/document/page-changes.ts";
import { missingTexts } from "#features/builder/document/foreign-part.ts";
import { client, contentOf } from "./support/client.ts";
import { canvas, node, setting, widget } from "./support/hostile-pages.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
const host = await siteHost(server, owner);
const texts = { zh: "条件", en: "Conditions" };

let pageCount = 0;
async function createPage(records: object[]): Promise<{ path: string; pageId: string }> {
  const path = `/conditions-${(pageCount += 1)}`;
  const row = { type: "page", path, title: texts, description: texts };
  const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
  const changes = records.map((after) => ({ id: (after as { id: string }).id, after }));
  await call("POST api/sitepage/save", { diyPageInfo: { pageId }, baseRev: 0, changes, setting });
  return { path, pageId };
}
async function publishedPage(records: object[]): Promise<string> {
  const { path, pageId } = await createPage(records);
  await call("POST Api/Java/PublishPage", { pageId });
  return path;
}
const titled = (id: string, words: string, more: object = {}) =>
  widget(id, { value: { heading: { zh: words, en: words } }, ...more });
const at = (distance: number) => new Date(Date.now() + distance).toISOString();
/** Which of these words a page has, anywhere in its source. */
async function wordsOn(path: string, language: string, words: readonly string[]): Promise<string[]> {
  const { text } = await readPage(`${server.url}${path}?language=${language}`, { host });
  return words.filter((word) => text.includes(word));
}

describe("published pages", () => {
  it("show a component, and what stands on it, on the page of its language only; nothing of it leaves the server otherwise", async () => {
    const path = await publishedPage([
      titled("wd_aaaaaaaaaa", "Everywhere"),
      titled("wd_bbbbbbbbbb", "OnlyChinese", { order: "a1", languages: ["zh"] }),
      canvas("wd_cccccccccc", { order: "a2", languages: ["en"] }),
      node("nd_aaaaaaaaaa", "wd_cccccccccc", { value: { title: { zh: "OnCanvas", en: "OnCanvas" } } }),
    ]);
    const words = ["Everywhere", "OnlyChinese", "OnCanvas"];
    // Twice, because the second answer comes from the cache of pages.
    for (const _ of [1, 2]) {
      expect(await wordsOn(path, "zh", words)).toEqual(["Everywhere", "OnlyChinese"]);
      expect(await wordsOn(path, "en", words)).toEqual(["Everywhere", "OnCanvas"]);
    }
  });

  it("show a component from an instant on and until another, and no shared cache may keep the page", async () => {
    const path = await publishedPage([
      titled("wd_aaaaaaaaaa", "Always"),
      titled("wd_bbbbbbbbbb", "Current", { order: "a1", period: { from: at(-hours(1)), until: at(hours(1)) } }),
      titled("wd_cccccccccc", "Ended", { order: "a2", period: { until: at(-hours(1)) } }),
      canvas("wd_dddddddddd", { order: "a3", period: { from: at(hours(1)) } }),
      node("nd_aaaaaaaaaa", "wd_dddddddddd", { value: { title: { zh: "Future", en: "Future" } } }),
    ]);
    for (const language of ["zh", "en"])
      expect(await wordsOn(path, language, ["Always", "Current", "Ended", "Future"])).toEqual(["Always", "Current"]);
    const { headers } = await readPage(server.url + path, { host });
    expect(headers["cache-control"]).toBe("private, no-cache");
  });

  it("change when a period begins and another ends, although the page is kept for a minute", async () => {
    const change = at(seconds(5));
    const path = await publishedPage([
      titled("wd_aaaaaaaaaa", "Sooner", { period: { until: change } }),
      titled("wd_bbbbbbbbbb", "Later", { order: "a1", period: { from: change } }),
    ]);
    const read = () => wordsOn(path, "en", ["Sooner", "Later"]);
    expect(await read()).toHaveLength(1);
    await expect.poll(read, { timeout: 40_000 }).toEqual(["Later"]);
  });

  it("take no form of a component whose period has ended", async () => {
    const form = (id: string, more: object) => widget(id, { name: "contact-form", value: { heading: texts }, ...more });
    const post = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { host, "content-type": "application/x-www-form-urlencoded" };
        const sent = request(server.url + path, { method: "POST", headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        sent.on("error", reject).end("name=x");
      });
    const records = (period: object) => [
      titled("wd_aaaaaaaaaa", "Page"),
      form("wd_bbbbbbbbbb", { order: "a1", period }),
    ];
    expect(await post(await publishedPage(records({ until: at(hours(1)) })))).toBe(422);
    expect(await post(await publishedPage(records({ until: at(-hours(1)) })))).toBe(404);
  });
});

describe("saving and publishing", () => {
  it("refuses a period that ends before it begins, and says so in both languages", async () => {
    const { pageId } = await createPage([]);
    const save = (period: object) => {
      const after = titled("wd_aaaaaaaaaa", "x", { period });
      return send("POST api/sitepage/save", {
        diyPageInfo: { pageId },
        baseRev: 1,
        changes: [{ id: after.id, after }],
      });
    };
    const refused = await save({ from: at(hours(2)), until: at(hours(1)) });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("later than its start");
    expect((await save({ from: at(hours(1)), until: at(hours(1)) })).status).toBe(422);
    expect((await save({ from: at(hours(1)), until: at(hours(2)) })).status).toBe(200);
  });

  it("refuses to publish a page that is empty in a language, and names the language", async () => {
    const { pageId } = await createPage([titled("wd_aaaaaaaaaa", "中文", { languages: ["zh"] })]);
    const refused = await send("POST Api/Java/PublishPage", { pageId });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("The English page has no components yet");
    expect(refused.text).not.toContain("The Chinese page");
  });

  it("asks for no text in a language in which a component is not shown: neither publishing nor governance does", async () => {
    const chinese = { heading: { zh: "只有中文" } };
    const path = await publishedPage([
      titled("wd_aaaaaaaaaa", "Both"),
      widget("wd_bbbbbbbbbb", { order: "a1", value: chinese, languages: ["zh"] }),
      widget("wd_cccccccccc", { order: "a2", value: chinese }),
    ]);
    const { siteId } = contentOf(await send("GET paas/governance/report", { kind: "site" })) as { siteId: string };
    const { runId } = contentOf(await send("GET Api/SiteGovernance/Start", { siteId })) as { runId: string };
    const status = async () =>
      (contentOf(await send("GET Api/SiteGovernance/Status", { runId })) as { status: string }).status;
    await expect.poll(status, { timeout: 90_000 }).toBe("done");
    const { findings } = contentOf(
      await send("GET paas/governance/findings", { runId, check: "missing-translations" }),
    ) as { findings: object[] };
    const found = JSON.stringify(findings);
    expect([found.includes("wd_cccccccccc"), found.includes("wd_bbbbbbbbbb")]).toEqual([true, false]);
    expect(await wordsOn(path, "en", ["Both"])).toEqual(["Both"]);
  });
});

const half = { zh: "一半" };
const records = {
  wd_aaaaaaaaaa: canvas("wd_aaaaaaaaaa", { languages: ["zh"] }) as PageRecord,
  nd_aaaaaaaaaa: node("nd_aaaaaaaaaa", "wd_aaaaaaaaaa", {
    value: { title: half },
    outdated: [{ field: "title", locale: "en", text: "", source: "x" }],
  }) as PageRecord,
  wd_bbbbbbbbbb: widget("wd_bbbbbbbbbb", { order: "a1", value: { heading: half } }) as PageRecord,
};
const page = { schema: 1 as const, setting, records };
const pageOf = (record: PageRecord) => ({ page: { ...page, records: { [record.id]: record } }, broken: [] });

describe("the document of the builder", () => {
  it("cannot read a record with a language or a period that there is not", () => {
    const stored = (more: object) => readRecord("wd_aaaaaaaaaa", widget("wd_aaaaaaaaaa", more)).record;
    expect(stored({ languages: ["zh"], period: { from: "2026-11-29T00:00:00.000Z" } })).toBeDefined();
    for (const more of [
      { languages: ["xx"] },
      { languages: [] },
      { languages: ["zh", "zh"] },
      { languages: "zh" },
      { period: "always" },
      { period: { from: 5 } },
      { period: { from: "" } },
      { period: { until: "2026-13-40T00:00:00.000Z" } },
      { period: { until: "2026-11-29T00:00" } },
      { period: { until: "2026-11-29T00:00:00.000Z (x)" } },
      { period: { every: "week" } },
    ])
      expect(stored(more), JSON.stringify(more)).toBeUndefined();
  });

  it("shows nothing of a period that ends before it begins, which somebody stored past all saves", () => {
    const period = { from: at(hours(1)), until: at(-hours(1)) };
    const record = titled("wd_aaaaaaaaaa", "x", { period }) as PageRecord;
    for (const distance of [-2, 0, 2]) expect(isShownIn(record, { at: Date.now() + hours(distance) })).toBe(false);
  });

  it("marks no text as missing that stands on a canvas of the other language", () => {
    const find = (id: string) => (records as Record<string, PageRecord>)[id];
    expect(shownLocales(find, "nd_aaaaaaaaaa")).toEqual(["zh"]);
    expect(missingTexts(Object.values(records))).toEqual({ zh: 0, en: 1 });
    expect(translationCounts(page)).toEqual({ zh: { all: 3, missing: 0 }, en: { all: 2, missing: 1 } });
    expect(outdatedCounts(page)).toEqual({ zh: 0, en: 0 });
  });

  it("shows a record in its language, and at its time once a client is chosen", () => {
    const before = titled("wd_aaaaaaaaaa", "x", { languages: ["zh"], period: { from: at(hours(1)) } }) as PageRecord;
    const store = createDocumentStore(pageOf(before).page);
    let told = 0;
    store.onRecord(before.id, () => (told += 1));
    const isShown = () => isInView(store, store.record(before.id)!);
    store.showLocale("en");
    expect(isShown()).toBe(false);
    store.showLocale("zh");
    expect(isShown()).toBe(true);
    store.showClient("WeChat");
    expect([isShown(), told]).toEqual([false, 3]);
  });

  it("keeps a period of somebody else when one's own change of languages is undone", () => {
    const before = titled("wd_aaaaaaaaaa", "x") as PageRecord;
    const mine: PageRecord = { ...before, languages: ["zh"] };
    const both: PageRecord = { ...mine, period: { from: at(0) } };
    const change = invert({ records: [{ id: before.id, before, after: mine }] });
    const [undone] = rebaseChange(change, () => both, setting).records;
    expect(undone!.after).toEqual({ ...before, period: both.period });
    expect(pageChanges(pageOf(before), pageOf(both), "en")[0]).toMatchObject({
      fields: ["Languages", "Display period"],
    });
    expect(pageChanges(pageOf(before), pageOf(both), "zh")[0]).toMatchObject({ fields: ["显示的语言", "显示时间"] });
  });

  it("knows the next change of a page, and none after the last", () => {
    const time = Date.parse("2026-11-29T08:00:00.000Z");
    const period = { from: "2026-11-29T09:00:00.000Z", until: "2026-11-30T09:00:00.000Z" };
    const { page: limited } = pageOf(titled("wd_aaaaaaaaaa", "x", { period }) as PageRecord);
    expect(nextChange(limited, time)).toBe(Date.parse(period.from));
    expect(nextChange(limited, Date.parse(period.from))).toBe(Date.parse(period.until));
    expect(nextChange(limited, Date.parse(period.until))).toBeUndefined();
  });
});
