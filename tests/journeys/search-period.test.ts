/** Searching a list by a period: days in the reader's time zone, including the last day, stored in the URL. */
import { describe, expect, it } from "vitest";
import type { Locale } from "#kit/text.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: { field: "发布时间", from: "起", to: "止", more: "更多筛选", search: "搜索", reset: "重置" },
  en: { field: "Publish date", from: "From", to: "To", more: "More filters", search: "Search", reset: "Reset" },
};

/** Adds a news item for each time, with the time as its title. Times are in the time zone of this machine and its browser. */
async function addNews(person: Person, times: readonly string[]): Promise<void> {
  for (const time of times)
    await client(server, person).call("POST Api/{type}/QueryAdd", {
      type: "news",
      title: { zh: time, en: time },
      kind: "company",
      publishedAt: new Date(time).toISOString(),
    });
}

it.each([
  ["three ends", ["2026-01-01", "2026-01-02", "2026-01-03"]],
  ["one end in a list", ["2026-01-01"]],
  ["a text without times", "yesterday..today"],
  ["a list of numbers", [1, 2]],
])("refuses %s as a range", async (_what, publishedAt) => {
  const person = await newSpaceOwner(server);
  const { status } = await client(server, person).send("POST paas/table/search", {
    paraModel: { url: "/admin/news/list", fields: { publishedAt } },
  });
  expect(status).toBe(400);
});

describe.each<[Locale, number]>([
  ["zh", 1440],
  ["en", 390],
])("in %s, %i px wide", (locale, width) => {
  it("finds items within the period, keeps the days in the URL, and resets", async () => {
    const t = texts[locale];
    const person = await newSpaceOwner(server);
    const [before, first, last, after] = [
      "2026-03-04T23:59",
      "2026-03-05T00:00",
      "2026-03-07T23:59",
      "2026-03-08T00:00",
    ];
    await addNews(person, [before!, first!, last!, after!]);
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(person, server.url));
    await page.goto("/paas/news/list");
    const itemWith = (time: string) => page.locator("#list").getByText(time, { exact: true });
    await itemWith(before!).waitFor();
    if (width < 640) await page.getByRole("button", { name: t.more }).click();
    const period = page.getByRole("search").getByRole("group", { name: t.field });
    await period.getByLabel(t.from, { exact: true }).fill("2026-3-5");
    await period.getByLabel(t.to, { exact: true }).fill("2026-3-7");
    await page.getByRole("button", { name: t.search, exact: true }).click();
    await itemWith(before!).waitFor({ state: "detached" });
    expect(await itemWith(after!).count()).toBe(0);
    for (const time of [first!, last!]) await itemWith(time).waitFor();

    await page.reload();
    await itemWith(first!).waitFor();
    expect(await itemWith(before!).count()).toBe(0);
    expect(await period.getByLabel(t.from, { exact: true }).inputValue()).toBe("2026-03-05");
    expect(await period.getByLabel(t.to, { exact: true }).inputValue()).toBe("2026-03-07");
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.reset }).click();
    await itemWith(before!).waitFor();
    await context.close();
  });
});
