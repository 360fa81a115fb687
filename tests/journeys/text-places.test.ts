/** Texts that overlap, overflow or are cut off on a phone: public pages and screens of the app, in both languages. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { openBrowser, waitForIdle, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { client } from "../support/client.ts";
import { superAdministrator } from "../support/people.ts";
import { startServer } from "../support/server.ts";
import { misplacedTexts } from "../support/text-places.ts";

const server = await startServer();
const open = await openBrowser();
const person = await superAdministrator(server);
const { call } = client(server, person);

const workOrderInput = {
  type: "paasWork",
  title: "三号柜门打不开，扫码付款以后没有反应 / The door of cabinet 3 does not open after payment",
  kind: "fault",
  priority: "urgent",
  description: "https://example.org/a/long/address/without/any/space/that/has/to/break/somewhere/on/a/phone",
};
const workOrder = (await call("POST Api/{type}/QueryAdd", workOrderInput as never)) as { id: string };
await call("POST paas/workorder/move", { id: workOrder.id, step: "accept" });
await call("POST paas/workorder/message", {
  id: workOrder.id,
  messageId: randomUUID(),
  text: workOrderInput.title,
  pictures: [],
});
const [home] = (await call("GET Api/{type}/QueryList", { type: "page" })) as [{ id: string }];

const [article] = await server.database.system((tx) =>
  tx.rows<{ id: string }>(
    sql`select id from news where status = 'published' and deleted_at is null order by id limit 1`,
  ),
);

const publicPages = [
  "/index",
  "/introduce",
  "/advantage",
  "/web/asset-ledger",
  "/web/secure-chip",
  "/web/retail",
  "/news",
  `/news/edit?id=${article!.id}`,
  "/wiki/verification",
  "/price",
];
const screens = [
  "/user/login",
  "/paas/index",
  "/paas/news/list",
  "/paas/news/add",
  "/paas/paasWork/list",
  `/paas/paasWork/details?id=${workOrder.id}`,
  "/paas/user/setting",
  "/paas/member/invite",
  "/service/open",
  "/paas/page/list",
  `/builder/${home.id}`,
];

/** Misplaced texts of each page by its path, without pages that have none. */
async function misplacedOn({ page }: Visitor, paths: readonly string[]): Promise<Record<string, string[]>> {
  const misplaced: Record<string, string[]> = {};
  for (const path of paths) {
    const response = await page.goto(path);
    await waitForIdle(page);
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    expect([response!.status(), new URL(page.url()).pathname]).toEqual([200, path.split("?")[0]]);
    const texts = await misplacedTexts(page);
    if (texts.length > 0) misplaced[path] = texts;
  }
  return misplaced;
}

describe.each(["zh", "en"] as const)("in %s, 390 px wide", (locale) => {
  it("places every text of public pages correctly", async () => {
    expect(await misplacedOn(await open({ url: server.url, locale, width: 390 }), publicPages)).toEqual({});
  });

  it("places every text of screens of the app correctly", async () => {
    const visitor = await open({ url: server.url, locale, width: 390 });
    expect(await misplacedOn(visitor, screens.slice(0, 1))).toEqual({});
    await visitor.context.addCookies(sessionCookies(person, server.url));
    expect(await misplacedOn(visitor, screens.slice(1))).toEqual({});
  });
});

describe("reports a text that", () => {
  const noWrap = "white-space: nowrap";
  it.each([
    [
      "overlaps another",
      `<b style="position: absolute; top: 40px">One</b><b style="position: absolute; top: 46px">Two</b>`,
      "overlaps",
    ],
    [
      "lies outside the screen",
      `<p style="${noWrap}; margin-left: 300px">Words beyond the screen of a phone</p>`,
      "outside",
    ],
    [
      "overflows its button",
      `<button style="${noWrap}; width: 60px">Words wider than the button</button>`,
      "overflows",
    ],
    [
      "overflows its box at the bottom",
      `<div style="height: 20px; width: 90px; border: 1px solid">Words on several lines</div>`,
      "overflows",
    ],
    ["is cut off", `<div style="${noWrap}; width: 80px; overflow: hidden">Words cut in the middle</div>`, "cut off"],
    ["is longer than its field", `<input style="width: 80px" placeholder="Username or mobile number">`, "longer"],
  ])("%s", async (_what, html, fault) => {
    const { page, context } = await open({ url: server.url, width: 390 });
    await page.setContent(`<!doctype html><body>${html}</body>`);
    expect((await misplacedTexts(page)).join("\n")).toContain(fault);
    await context.close();
  });

  it("does not report a text with an ellipsis or in a box that scrolls", async () => {
    const { page, context } = await open({ url: server.url, width: 390 });
    const box = (style: string) => `<div style="${noWrap}; width: 80px; ${style}">Words wider than their box</div>`;
    await page.setContent(
      `<!doctype html><body>${box("overflow: hidden; text-overflow: ellipsis")}${box("overflow: auto")}</body>`,
    );
    expect(await misplacedTexts(page)).toEqual([]);
    await context.close();
  });
});
