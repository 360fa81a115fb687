/** A list operated by keyboard, and a long list that is virtualized. */
import { beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import news from "#entities/news.ts";
import { insertRow } from "#records/change/save.server.ts";
import { expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { programIn } from "../support/registries.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
let owner: Person;
/** More rows than are rendered at once. */
const count = 120;

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  await server.database.tenant(owner.tenantId, async (tx) => {
    for (let n = 1; n <= count; n += 1)
      await insertRow(tx, programIn(owner.tenantId), news, {
        values: { title: { zh: `新闻 ${n}`, en: `Item ${n}` }, kind: "company", status: "draft", sort: n },
      });
  });
});

async function visit(address: string): Promise<Visitor> {
  const visitor = await open({ url: server.url, locale: "en" });
  await visitor.context.addCookies(sessionCookies(owner, server.url));
  await visitor.page.goto(address);
  await visitor.page.locator("[data-row]").first().waitFor();
  return visitor;
}

/** The row and column of the focused cell, as in aria-rowindex and aria-colindex. */
const focusedCell = (page: Page) =>
  page.evaluate(() => {
    const cell = document.activeElement?.closest("[aria-colindex]");
    return [
      Number(cell?.closest("[aria-rowindex]")?.getAttribute("aria-rowindex")),
      Number(cell?.getAttribute("aria-colindex")),
    ];
  });

describe("the keys of a list", () => {
  it("move between cells, select with Space and ranges with Shift, and open with Enter", async () => {
    const { page, context, problems } = await visit("/paas/news/list");
    await page.getByRole("grid").focus();
    expect(await focusedCell(page)).toEqual([2, 2]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowRight");
    expect(await focusedCell(page)).toEqual([3, 3]);
    await page.keyboard.press("Space");
    await page.getByText("1 selected").waitFor();
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await page.getByText("3 selected").waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toMatch(/^Delete Item/);
    await page.keyboard.press("Home");
    expect(await focusedCell(page)).toEqual([5, 1]);
    // The grid is a single Tab stop.
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("[role=grid]"))).toBeNull();
    await page.keyboard.press("Shift+Tab");
    expect(await focusedCell(page)).toEqual([5, 1]);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/paas/news/edit?id=*");
    expect(problems).toEqual([]);
    await context.close();
  });

  it("continue at the same position on the next page", async () => {
    const { page, context } = await visit("/paas/news/list?pageSize=10");
    await page.getByRole("grid").focus();
    for (let n = 0; n < 3; n += 1) await page.keyboard.press("ArrowDown");
    const before = await page.evaluate(() => document.activeElement?.textContent);
    await page.getByRole("button", { name: "Next page" }).evaluate((button) => (button as HTMLElement).click());
    await page.waitForURL("**pageIndex=2*");
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).not.toBe(before);
    expect(await focusedCell(page)).toEqual([5, 2]);
    await context.close();
  });
});

describe("a long list", () => {
  it("renders only visible rows, reports all to screen readers, and follows keyboard and scrolling", async () => {
    const visitor = await visit(`/paas/news/list?pageSize=${count}`);
    const { page } = visitor;
    const rows = page.locator("[data-row]");
    expect(await rows.count()).toBeLessThan(count);
    expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe(String(count + 1));
    await expectNoPageProblems(visitor);
    await page.getByRole("grid").focus();
    await page.keyboard.press("Control+End");
    expect((await focusedCell(page))[0]).toBe(count + 1);
    // The focused row stays rendered at any scroll position.
    await page.locator("#list").evaluate((list) => list.scrollTo({ top: 0 }));
    await page.locator("[data-row][aria-rowindex='2']").waitFor();
    expect((await focusedCell(page))[0]).toBe(count + 1);
    await visitor.context.close();
  });

  it("renders all rows for printing and for the search of the browser", async () => {
    const { page, context } = await visit(`/paas/news/list?pageSize=${count}`);
    const rows = page.locator("[data-row]");
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    expect(await rows.count()).toBe(count);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    expect(await rows.count()).toBeLessThan(count);
    await page.keyboard.press("Control+f");
    expect(await rows.count()).toBe(count);
    await context.close();
  });
});

it("prints the total, the search and all columns of a list, without buttons and inputs", async () => {
  const { page, context } = await visit("/paas/news/list?pageSize=120&f.status=draft");
  await page.emulateMedia({ media: "print" });
  await page.getByText(/^Records 1 to 120 of 120/).waitFor();
  await page.getByText("Status: Draft").waitFor();
  const controls = page.locator("button:visible, nav:visible, input:visible");
  expect(
    await controls.evaluateAll((elements) => elements.filter((element) => element.closest("th") === null).length),
  ).toBe(0);
  await page.evaluate(() =>
    addEventListener("beforeprint", () => (document.title = String(document.querySelectorAll("[data-row]").length))),
  );
  const text = (await page.pdf()).toString("latin1");
  expect(await page.title()).toBe("120");
  // 120 rows take several sheets.
  expect(text.match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(2);
  // On a phone, cards have no boxes to tick.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator(".table-card").first().waitFor();
  expect(await page.locator(".table-card input:visible").count()).toBe(0);
  await context.close();
});
