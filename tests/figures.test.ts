/** The figures of the home screen: their days, their records, and their readers. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { devices, expectNoPageProblems, openBrowser } from "./support/browser.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { sessionCookies } from "./support/enter.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
type Figures = CallOutput<"GET paas/figures">;

const figuresOf = async (api: Client, query: object = {}) =>
  contentOf(await api.send("GET paas/figures", { timeZone: "Asia/Shanghai", ...query })) as Figures;
/** Adds a work order created at this time. */
const addOrder = ({ tenantId }: Pick<Person, "tenantId">, at: string, status = "new") =>
  server.database.system((tx) =>
    tx.rows(sql`insert into paas_work (id, tenant_id, title, kind, priority, status, description, created_at)
      values (gen_random_uuid(), ${tenantId}::uuid, 't', 'fault', 'normal', ${status}, 'd', ${at}::timestamptz)`),
  );
const dayIn = (timeZone: string, at: Date) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(at);
function daysAgo(days: number): Date {
  const at = new Date();
  at.setUTCDate(at.getUTCDate() - days);
  return at;
}

describe("the records added", () => {
  it("are counted by days in the reader's time zone, consecutive and ending today", async () => {
    const owner = await newSpaceOwner(server);
    const api = client(server, owner);
    // 17:30 in London is the next day in Shanghai.
    const lateTime = `${dayIn("UTC", daysAgo(3))}T17:30:00Z`;
    await addOrder(owner, lateTime);
    await addOrder(owner, lateTime);
    for (const timeZone of ["UTC", "Asia/Shanghai", "Asia/Kathmandu", "America/New_York"]) {
      const { days, additions } = await figuresOf(api, { days: "7", timeZone });
      expect(days).toHaveLength(7);
      expect(days.at(-1)).toBe(dayIn(timeZone, new Date()));
      const { counts, total } = additions.find(({ type }) => type === "paasWork")!;
      expect([timeZone, total, counts[days.indexOf(dayIn(timeZone, new Date(lateTime)))]]).toEqual([timeZone, 2, 2]);
    }
  });

  it("are counted only within the period", async () => {
    const owner = await newSpaceOwner(server);
    const api = client(server, owner);
    for (const days of [2, 20, 60]) await addOrder(owner, daysAgo(days).toISOString());
    const totals = [];
    for (const days of ["7", "30", "90"])
      totals.push((await figuresOf(api, { days })).additions.find(({ type }) => type === "paasWork")?.total);
    expect(totals).toEqual([1, 2, 3]);
    expect((await api.send("GET paas/figures", { days: "31" })).status).toBe(422);
    expect((await api.send("GET paas/figures", { timeZone: "Mars/Olympus" })).status).toBe(422);
  });
});

describe("a reader", () => {
  it("sees only figures of records that they may read", async () => {
    const owner = await newSpaceOwner(server);
    await addOrder(owner, daysAgo(1).toISOString(), "closed");
    await addOrder(owner, daysAgo(1).toISOString());
    const all = await figuresOf(client(server, owner));
    expect(all.states.map(({ type, parts }) => [type, parts.map(({ key, count }) => [key, count])])).toEqual([
      [
        "paasWork",
        [
          ["new", 1],
          ["processing", 0],
          ["resolved", 0],
          ["closed", 1],
          ["cancelled", 0],
        ],
      ],
      [
        "member",
        [
          ["invited", 0],
          ["active", 1],
          ["disabled", 0],
        ],
      ],
    ]);
    expect(all.additions.map(({ type }) => type)).toEqual(expect.arrayContaining(["paasWork", "member"]));
    const colleague = client(server, await newMember(server, owner.tenantId));
    const order = { type: "paasWork", title: "mine", kind: "fault", priority: "normal", description: "d" };
    await colleague.call("POST Api/{type}/QuerySave", order as never);
    const { additions, states } = await figuresOf(colleague);
    expect(additions.find(({ type }) => type === "paasWork")!.total).toBe(1);
    expect(additions.some(({ type }) => type === "member")).toBe(false);
    expect(states.map(({ type, parts }) => [type, parts[0]!.count])).toEqual([["paasWork", 1]]);
  });

  it("of another space sees none of the figures", async () => {
    const owner = await newSpaceOwner(server);
    await addOrder(owner, daysAgo(1).toISOString());
    const { additions } = await figuresOf(client(server, await newSpaceOwner(server)));
    expect(additions.some(({ type }) => type === "paasWork")).toBe(false);
  });
});

const open = await openBrowser();
const texts = {
  en: { month: "30 days", week: "7 days", table: "View as table: New records", chart: "View as chart: New records" },
  zh: { month: "近 30 天", week: "近 7 天", table: "以表格查看: 新增数据", chart: "以图表查看: 新增数据" },
};

describe.each(devices)("the home screen, $locale at $width px", ({ locale, ...visit }) => {
  it("draws the figures as a chart, and as a table for another period", async () => {
    const owner = await newSpaceOwner(server);
    await addOrder(owner, daysAgo(2).toISOString());
    await addOrder(owner, daysAgo(20).toISOString());
    const visitor = await open({ url: server.url, locale, ...visit });
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    const { page } = visitor;
    const t = texts[locale];
    await page.goto("/paas/index");
    await page.locator("[data-chart=ready] canvas").first().waitFor();
    expect(await page.getByRole("button", { name: t.month }).getAttribute("aria-pressed")).toBe("true");
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.table }).click();
    const table = page.getByRole("table");
    expect(await table.getByRole("row").count()).toBe(31);
    await page.getByRole("button", { name: t.week }).click();
    await expect.poll(() => table.getByRole("row").count()).toBe(8);
    expect(new URL(page.url()).searchParams.get("days")).toBe("7");
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.chart }).click();
    await page.locator("[data-chart=ready] canvas").first().waitFor();
  });
});
