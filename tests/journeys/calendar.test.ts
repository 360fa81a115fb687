/** The calendar of date inputs: by pointer, by keyboard, with a time, for a range, in both languages, also on a phone. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Locale } from "#kit/text.ts";
import { expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
let person: Person;
beforeAll(async () => {
  person = await newSpaceOwner(server);
});

const texts = {
  zh: {
    field: "发布时间",
    openCalendar: "打开日历",
    monthTitle: "2026年11月",
    nextMonth: "下个月",
    nextMonthTitle: "2026年12月",
    time: "时间",
    done: "完成",
    lastThirtyDays: "最近 30 天",
    search: "搜索",
    more: "更多筛选",
  },
  en: {
    field: "Publish date",
    openCalendar: "Open calendar",
    monthTitle: "November 2026",
    nextMonth: "Next month",
    nextMonthTitle: "December 2026",
    time: "Time",
    done: "Done",
    lastThirtyDays: "Last 30 days",
    search: "Search",
    more: "More filters",
  },
};

async function visit(locale: Locale, width: number, path: string): Promise<Visitor> {
  const visitor = await open({ url: server.url, locale, width });
  await visitor.context.addCookies(sessionCookies(person, server.url));
  await visitor.page.clock.setFixedTime(new Date("2026-11-22T12:00"));
  await visitor.page.goto(path);
  return visitor;
}

describe.each<[Locale, number]>([
  ["zh", 1440],
  ["en", 390],
])("in %s, %i px wide", (locale, width) => {
  const t = texts[locale];

  it("is operated by keyboard, enters the day and the time, and returns the focus", async () => {
    const visitor = await visit(locale, width, "/admin/news/add");
    const { page } = visitor;
    const input = page.getByLabel(t.field, { exact: true });
    const button = page.getByRole("button", { name: t.openCalendar });
    await button.click();
    const calendar = page.getByRole("dialog");
    await calendar.getByRole("grid", { name: t.monthTitle }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-day"))).toBe("2026-11-22");
    await expectNoPageProblems(visitor);
    for (const key of ["ArrowRight", "ArrowDown", "PageDown", "Home"]) await page.keyboard.press(key);
    // The keys move to 23 November, 30 November, 30 December, and the Monday of that week.
    expect(await page.evaluate(() => document.activeElement?.getAttribute("data-day"))).toBe("2026-12-28");
    await calendar.getByRole("grid", { name: t.nextMonthTitle }).waitFor();
    await page.keyboard.press("Enter");
    await calendar.getByLabel(t.time).fill("930");
    await calendar.getByLabel(t.time).fill("9:30");
    await calendar.getByRole("button", { name: t.done }).click();
    await calendar.waitFor({ state: "detached" });
    await expect.poll(() => input.inputValue()).toBe("2026-12-28 09:30");
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await button.click();
    await calendar.waitFor();
    await page.keyboard.press("Escape");
    await calendar.waitFor({ state: "detached" });
    await expect.poll(() => input.inputValue()).toBe("2026-12-28 09:30");
    await visitor.context.close();
  });

  it("B-278: enters a range up to today with one press and any other range with two", async () => {
    const visitor = await visit(locale, width, "/admin/news/list");
    const { page } = visitor;
    if (width < 640) await page.getByRole("button", { name: t.more }).click();
    const period = page.getByRole("group", { name: t.field });
    const [from, to] = [period.getByRole("textbox").first(), period.getByRole("textbox").last()];
    await period.getByRole("button", { name: t.openCalendar }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: t.lastThirtyDays }).click();
    await expect
      .poll(async () => [await from.inputValue(), await to.inputValue()])
      .toEqual(["2026-10-24", "2026-11-22"]);
    await period.getByRole("button", { name: t.openCalendar }).last().click();
    await page.getByRole("dialog").getByRole("button", { name: t.nextMonth }).click();
    await page.locator("[data-day='2026-12-05']").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect
      .poll(async () => [await from.inputValue(), await to.inputValue()])
      .toEqual(["2026-10-24", "2026-12-05"]);
    await page.getByRole("button", { name: t.search, exact: true }).click();
    await expect.poll(() => decodeURIComponent(page.url())).toMatch(/publishedAt[^&]*\.\./);
    await visitor.context.close();
  });
});
