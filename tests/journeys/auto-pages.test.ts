/** An auto page in a browser: an administrator writes a report of six widgets in the form; a member reads it, changes its period and uses its form. */
import { sql } from "drizzle-orm";
import type { TableResult } from "#kit/auto.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newMember, newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const widgets = [
  {
    name: "text",
    title: { zh: "说明", en: "About" },
    value: { content: { zh: "**每周**查看。", en: "Read it **weekly**." } },
  },
  { name: "number", title: { zh: "新工单", en: "New orders" }, span: 8, value: { source: "paasWork" } },
  {
    name: "chart",
    title: { zh: "按状态", en: "By status" },
    span: 16,
    value: { source: "paasWork", shape: "ring", by: "field", groupBy: "status" },
  },
  { name: "list", title: { zh: "最新", en: "Latest" }, span: 12, value: { source: "paasWork" } },
  { name: "form", title: { zh: "提交工单", en: "Submit" }, span: 12, value: { source: "paasWork" } },
  {
    name: "table",
    title: { zh: "明细", en: "All orders" },
    value: { source: "paasWork", columns: ["title", "status"] },
  },
];

const texts = {
  zh: {
    name: "名称（中文）",
    week: "近 7 天",
    quarter: "近 90 天",
    compare: "与上期对比",
    search: "搜索",
    reset: "重置",
    moreFilters: "更多筛选",
    priority: "优先级",
    urgent: "紧急",
    chart: "以表格查看: 按状态",
    submit: "提交",
    title: /^标题/,
    description: /^说明/,
    edit: "编辑页面",
    saved: "保存成功",
    largerZoom: "放大",
    smallerZoom: "缩小",
  },
  en: {
    name: "Name (Chinese)",
    week: "7 days",
    quarter: "90 days",
    compare: "Compare with the period before",
    search: "Search",
    reset: "Reset",
    moreFilters: "More filters",
    priority: "Priority",
    urgent: "Urgent",
    chart: "View as table: By status",
    submit: "Submit",
    title: /^Title/,
    description: /^Description/,
    edit: "Edit page",
    saved: "Saved",
    largerZoom: "Zoom in",
    smallerZoom: "Zoom out",
  },
};

const addOrder = ({ tenantId, memberId }: Person, days: number, title: string) =>
  server.database.system((tx) =>
    tx.rows(sql`insert into paas_work (id, tenant_id, title, kind, priority, status, description, created_at, member_id)
      values (gen_random_uuid(), ${tenantId}::uuid, ${title}, 'fault', ${title === "older" ? "urgent" : "normal"}, 'new', 'd', now() - make_interval(days => ${days}), ${memberId}::uuid)`),
  );

describe.each(devices)("in $locale, $width px wide", ({ locale, ...visit }) => {
  const t = texts[locale];
  let owner: Person;
  let reader: Person;
  beforeAll(async () => {
    owner = await newSpaceOwner(server);
    reader = await newMember(server, owner.tenantId);
    await addOrder(reader, 1, "own");
    await addOrder(reader, 40, "older");
    await addOrder(owner, 1, "foreign");
    await client(server, owner).call("POST Api/{type}/QueryAdd", {
      type: "autoPage",
      name: { zh: "工单周报", en: "Weekly orders" },
      pageType: "weekly",
      kind: "report",
      audience: "members",
      layout: "grid",
      days: "7",
      widgets: JSON.stringify(widgets),
    } as never);
  });

  it("S-059, B-070: a member reads six widgets of their own records, changes the period and adds a record", async () => {
    const visitor = await open({ url: server.url, locale, ...visit });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(reader, server.url));
    await page.goto("/paas/weekly/report");
    await page.getByRole("heading", { level: 1, name: locale === "zh" ? "工单周报" : "Weekly orders" }).waitFor();
    const part = (index: number) => page.locator("[data-part]").nth(index);
    const number = part(1).getByRole("link");
    await expect.poll(() => number.textContent()).toBe("1");
    await page.locator("[data-chart=ready] canvas").first().waitFor();
    await part(5).getByText("own").waitFor();
    expect(await page.getByText("foreign").count()).toBe(0);
    expect(await page.getByRole("button", { name: t.edit }).count()).toBe(0);
    await page.getByRole("button", { name: t.quarter, exact: true }).click();
    await expect.poll(() => number.textContent()).toBe("2");
    expect(new URL(page.url()).searchParams.get("days")).toBe("90");
    const search = page.getByRole("search");
    const more = search.getByRole("button", { name: t.moreFilters });
    if (await more.isVisible()) await more.click();
    await search.getByRole("combobox", { name: t.priority }).click();
    await page.getByRole("option", { name: t.urgent, exact: true }).click();
    await search.getByRole("button", { name: t.search, exact: true }).click();
    await expect.poll(() => number.textContent()).toBe("1");
    await part(5).getByText("own").waitFor({ state: "hidden" });
    expect(new URL(page.url()).searchParams.get("f.priority")).toBe("urgent");
    await search.getByRole("button", { name: t.reset, exact: true }).click();
    await expect.poll(() => number.textContent()).toBe("2");
    await page.getByLabel(t.compare).click();
    await expect.poll(() => part(1).textContent()).toMatch(/上期|before/);
    await page.getByRole("button", { name: t.chart }).click();
    await part(2).getByRole("table").waitFor();
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await part(4).getByLabel(t.title).fill("from the page");
    await part(4).getByLabel(t.description).fill("d");
    await part(4).getByRole("button", { name: t.submit, exact: true }).click();
    await expect.poll(() => number.textContent()).toBe("3");
    await part(5).getByText("from the page").waitFor();
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });

  it("S-057: an entity without a page of its own has one made from it", async () => {
    const visitor = await open({ url: server.url, locale, ...visit });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/admin/paasWork/index");
    // Three orders, and one that the test before has added.
    await expect.poll(() => page.locator("[data-part=total]").getByRole("link").textContent()).toMatch(/^[34]$/);
    await page.locator("[data-part=bystatus] [data-chart=ready] canvas").waitFor();
    await expectNoPageProblems(visitor);
    await page.goto("/paas/nothingOfTheKind/report");
    await page.getByText(/类型传入不正确|There is no page for this type/).waitFor();
    expect(visitor.problems.splice(0)).toEqual([expect.stringMatching(/AutoPage\/Report.*404/)]);
    await visitor.context.close();
  });

  it("S-056: the records of an entity over time follow a range of dates and its shortcuts, in any case of the address", async () => {
    const visitor = await open({ url: server.url, locale, ...visit });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(reader, server.url));
    await page.goto("/sale/paasWork/TIME");
    const shortcuts = page.getByRole("button", { name: locale === "zh" ? /^近 \d+ 天$/ : /^\d+ days$/ });
    await shortcuts.first().waitFor();
    expect((await shortcuts.allTextContents()).map((text) => /\d+/.exec(text)?.[0])).toEqual([
      "7",
      "30",
      "90",
      "180",
      "360",
    ]);
    await page.locator("[data-part=overTime] [data-chart=ready] canvas").waitFor();
    const rows = page.locator("[data-part=all]");
    // Of the last 30 days, and not that of the owner.
    await rows.getByText("own", { exact: true }).waitFor();
    expect(await rows.getByText(/^(older|foreign)$/).count()).toBe(0);
    await page.getByRole("button", { name: t.quarter, exact: true }).click();
    await rows.getByText("older", { exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });

  it("S-058: a record is a sheet of paper to read, which fits the screen and can be scaled", async () => {
    const visitor = await open({ url: server.url, locale, ...visit });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(reader, server.url));
    const { rows } = (
      (await client(server, reader).call("POST paas/table/search", {
        paraModel: { url: "/admin/paasWork/list" },
      })) as { result: TableResult }
    ).result;
    const id = rows.find(({ title }) => title === "own")!.id;
    await page.goto(`/paas/paasWork/Preview?ID=${id}`);
    const sheet = page.getByRole("article");
    await sheet.getByRole("heading", { level: 1, name: "own" }).waitFor();
    expect(await sheet.locator("input, textarea, select, [contenteditable]").count()).toBe(0);
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    const widthOf = async () => (await sheet.boundingBox())!.width;
    const fitted = await widthOf();
    expect(fitted).toBeLessThanOrEqual(page.viewportSize()!.width);
    await page.getByRole("button", { name: t.largerZoom }).click();
    await expect.poll(widthOf).toBeGreaterThan(fitted);
    await page.getByRole("button", { name: t.smallerZoom }).click();
    await expect.poll(widthOf).toBeLessThanOrEqual(fitted);
    await page.goto(`/paas/paasWork/preview?id=${owner.memberId}`);
    await page.getByText(/选择的行数据不存在|This record does not exist/).waitFor();
    expect(visitor.problems.splice(0)).toEqual([expect.stringMatching(/AutoForm.*404/)]);
    await visitor.context.close();
  });
});
