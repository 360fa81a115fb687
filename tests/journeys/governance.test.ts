/** An administrator starts the governance of the site, comes back after closing the browser, reads the report and mends findings from it. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { addChangedPage } from "../support/changed-pages.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
const texts = {
  en: {
    title: "Governance",
    start: "Start",
    progress: "Governance is running. It takes about 3 minutes.",
    hide: "Continue in background",
    noReport: "No report yet",
    orphans: /^Orphaned content/,
    remove: "Remove",
    mended: "1 finding mended",
    undo: "Undo",
    undone: "Undone",
    open: "Open",
    compared: /Since the report before: \d+ new, \d+ resolved/,
  },
  zh: {
    title: "数据治理",
    start: "开始治理",
    progress: "数据治理中，预计需要3分钟",
    hide: "后台继续",
    noReport: "还没有报告",
    orphans: /^孤立内容/,
    remove: "移除",
    mended: "已处理 1 项",
    undo: "撤销",
    undone: "已撤销",
    open: "查看",
    compared: /与上次相比：新增 \d+ 项，减少 \d+ 项/,
  },
};

describe.each(devices)("governance, $locale at $width px", ({ locale, ...visit }) => {
  const t = texts[locale];
  it("B-209, B-210: runs behind a dialog that opens and closes by events, and its findings are mended, undone and compared", async () => {
    const owner = await newSpaceOwner(server);
    const pageId = await addChangedPage(server, owner, "/one");
    const orphan = {
      kind: "node",
      id: "nd_orphan00001",
      order: "a0",
      type: "text",
      parent: "wd_gone000001",
      box: { x: 0, y: 0, w: 10, h: 10 },
      value: {},
    };
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(
        sql`update page set document = jsonb_set(document, '{records,nd_orphan00001}', ${JSON.stringify(orphan)}::jsonb) where id = ${pageId}::uuid`,
      ),
    );
    const visitor = await open({ url: server.url, locale, ...visit });
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    const { page } = visitor;
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      for (const name of ["progress-open", "progress-close"]) window.addEventListener(name, () => seen.push(name));
    });
    // The answer about a run's progress waits until the dialog was seen, however fast the run is.
    let answer = Promise.withResolvers<void>();
    await page.route(/SiteGovernance\/Status/i, async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto("/paas/governance");
    const main = page.getByRole("main");
    await main.getByText(t.noReport).waitFor();
    await main.getByRole("button", { name: t.start, exact: true }).click();
    await page.getByRole("dialog", { name: t.title }).getByText(t.progress).waitFor();
    answer.resolve();
    // The dialog closes by itself when the run ends.
    const orphans = main.getByRole("button", { name: t.orphans });
    await orphans.waitFor();
    await page.getByRole("dialog", { name: t.title }).waitFor({ state: "hidden" });
    const events = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect([events[0], events.at(-1)]).toEqual(["progress-open", "progress-close"]);
    await orphans.click();
    await main.getByRole("button", { name: t.remove, exact: true }).waitFor();
    await expectNoPageProblems(visitor);

    await main.getByRole("button", { name: t.remove, exact: true }).click();
    await page.getByText(t.mended).waitFor();
    await page.getByRole("button", { name: t.undo, exact: true }).click();
    await page.getByText(t.undone).waitFor();
    await main.getByRole("button", { name: t.remove, exact: true }).click();
    await page.getByText(t.mended).last().waitFor();

    // A run goes on without its browser, and is shown to whoever comes back.
    answer = Promise.withResolvers<void>();
    await main.getByRole("button", { name: t.start, exact: true }).click();
    await page.getByRole("dialog", { name: t.title }).waitFor();
    await page.close();
    answer.resolve();
    const again = await visitor.context.newPage();
    await again.goto("/paas/governance");
    await again.getByText(t.compared).waitFor();
    await expect.poll(() => again.getByRole("button", { name: t.orphans }).isDisabled()).toBe(true);
  });
});

it("B-211: a run starts one second after the click, and the button waits until then", async () => {
  const owner = await newSpaceOwner(server);
  const { context, page } = await open({ url: server.url, locale: "en", width: 1440 });
  await context.addCookies(sessionCookies(owner, server.url));
  const starts: string[] = [];
  page.on("request", (request) => {
    if (/SiteGovernance\/Start/i.test(request.url())) starts.push(request.method());
  });
  await page.clock.install();
  await page.goto("/paas/governance");
  const button = page.getByRole("main").getByRole("button", { name: texts.en.start, exact: true });
  await page.getByRole("main").getByText(texts.en.noReport).waitFor();
  // From here on, time passes only by `runFor`.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await button.click();
  await page.clock.runFor(950);
  expect([await button.isDisabled(), starts]).toEqual([true, []]);
  const started = page.waitForResponse(/SiteGovernance\/Start/i);
  await page.clock.runFor(100);
  expect((await started).status()).toBe(200);
  expect(starts).toEqual(["POST"]);
  await context.close();
});
