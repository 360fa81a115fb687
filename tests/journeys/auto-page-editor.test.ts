/** The editor of auto pages in a browser: parts are added, set, ordered and removed beside the page as it will be. */
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    name: /^名称 中文/,
    type: /^类型/,
    add: "添加组件",
    number: "指标",
    chart: "图表",
    text: "文本",
    group: "分组",
    data: /^数据/,
    orders: "工单",
    title: /^标题 中文/,
    width: /^宽度/,
    conditions: "设置条件",
    addCondition: "添加条件",
    preview: "预览",
    undo: /^撤销/,
    redo: /^重做/,
    copy: "创建副本",
    remove: "删除组件",
    json: "以 JSON 编辑",
    design: "可视化编辑",
    saved: /保存成功/,
    leave: "离开",
    stay: "继续编辑",
    back: "返回列表",
    move: (name: string) => `移动${name}：可拖动，或按上下方向键`,
  },
  en: {
    name: /^Name 中文/,
    type: /^Type/,
    add: "Add component",
    number: "Number",
    chart: "Chart",
    text: "Text",
    group: "Group",
    data: /^Data/,
    orders: "Work orders",
    title: /^Title 中文/,
    width: /^Width/,
    conditions: "Set conditions",
    addCondition: "Add condition",
    preview: "Preview",
    undo: /^Undo/,
    redo: /^Redo/,
    copy: "Duplicate",
    remove: "Remove component",
    json: "Edit as JSON",
    design: "Edit visually",
    saved: /Saved/,
    leave: "Leave",
    stay: "Keep editing",
    back: "Back to list",
    move: (name: string) => `Move ${name}: drag, or press the up and down arrows`,
  },
};

describe.each(devices)("in $locale, $width px wide", ({ locale, ...visit }) => {
  const t = texts[locale];
  let owner: Person;
  beforeAll(async () => {
    owner = await newSpaceOwner(server);
    for (const status of ["new", "new", "closed"])
      await server.database.system((tx) =>
        tx.rows(sql`insert into paas_work (id, tenant_id, title, kind, priority, status, description, created_at, member_id)
          values (gen_random_uuid(), ${owner.tenantId}::uuid, 'order', 'fault', 'normal', ${status}, 'd', now(), ${owner.memberId}::uuid)`),
      );
  });

  const enter = async (path: string) => {
    const visitor = await open({ url: server.url, locale, ...visit });
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    await visitor.page.goto(path);
    return visitor;
  };
  const preview = (page: Page) => page.getByRole("region", { name: t.preview });
  const list = (page: Page) => page.locator(".parts-editor .part-item");
  const namesIn = async (page: Page) =>
    (await list(page).allTextContents()).map((text) => Object.values(t).find((name) => name === text) ?? text);
  async function add(page: Page, name: string): Promise<void> {
    await page.getByRole("button", { name: t.add }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  }
  const widgetsOf = async (type: string, kind: "Index" | "Report") =>
    ((await client(server, owner).call(`GET Api/AutoPage/${kind}`, { type })) as { widgets: object[] }).widgets;

  it("S-059: an administrator builds a page of components and sees it at once", async () => {
    const pageType = `built${visit.width}`;
    const visitor = await enter("/paas/autoPage/add");
    const { page } = visitor;
    await page.getByLabel(t.name).fill("built");
    await page.getByLabel(t.type).first().fill(pageType);
    await add(page, t.number);
    const settings = page.locator("[data-part-settings]");
    await settings.getByLabel(t.data).click();
    await page.getByRole("option", { name: t.orders, exact: true }).click();
    await preview(page).getByText("3", { exact: true }).waitFor();
    await settings.getByLabel(t.title).fill("all orders");
    await preview(page).getByText("all orders").waitFor();
    await add(page, t.chart);
    await add(page, t.text);
    await expect.poll(() => namesIn(page)).toEqual(["all orders" + t.number, t.chart, t.text]);

    await page.getByRole("button", { name: t.move(t.text) }).focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => namesIn(page)).toEqual([t.text, `all orders${t.number}`, t.chart]);
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => namesIn(page)).toEqual([`all orders${t.number}`, t.text, t.chart]);
    await page.getByRole("button", { name: t.redo }).click();
    await expect.poll(() => namesIn(page)).toEqual([t.text, `all orders${t.number}`, t.chart]);
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);

    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText(t.saved).waitFor();
    expect(await widgetsOf(pageType, "Report")).toMatchObject([
      { name: "text" },
      { name: "number" },
      { name: "chart" },
    ]);
    await page.goto(`/paas/${pageType}/report`);
    await page.getByText("all orders").waitFor();
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });

  it("moves a part into a group and out of it, copies and removes it, and reads JSON back", async () => {
    const pageType = `moved${visit.width}`;
    const row = (await client(server, owner).call("POST Api/{type}/QueryAdd", {
      type: "autoPage",
      name: { zh: "m", en: "m" },
      pageType,
      kind: "index",
      audience: "members",
      layout: "grid",
      days: "30",
      widgets: JSON.stringify([
        { layout: "tab", title: { zh: "g", en: "g" }, widgets: [] },
        { name: "number", title: { zh: "n", en: "n" }, value: { source: "paasWork" } },
      ]),
    } as never)) as { id: string };
    const visitor = await enter(`/paas/autoPage/edit?id=${row.id}`);
    const { page } = visitor;
    await expect.poll(() => namesIn(page)).toEqual([`g${t.group}`, `n${t.number}`]);
    await page.getByRole("button", { name: t.move("n") }).focus();
    await page.keyboard.press("ArrowUp");
    await preview(page).getByRole("tab", { name: "n" }).waitFor();
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => namesIn(page)).toEqual([`n${t.number}`, `g${t.group}`]);
    await preview(page).getByText("n", { exact: true }).click();
    await page.getByRole("button", { name: t.copy }).click();
    await expect.poll(() => list(page).count()).toBe(3);
    await page.getByRole("button", { name: t.remove }).click();
    await expect.poll(() => list(page).count()).toBe(2);
    await list(page).first().click();
    await page.locator("[data-part-settings]").getByLabel(t.width).fill("30");
    await page.keyboard.press("ControlOrMeta+s");
    await page.locator("[data-part-settings] [aria-invalid=true]").first().waitFor();
    await page.locator("[data-part-settings]").getByLabel(t.width).fill("6");
    await page.getByRole("button", { name: t.json }).click();
    await page.locator(".cm-content").getByText("paasWork").waitFor();
    await page.getByRole("button", { name: t.design }).click();

    await page.getByRole("link", { name: t.back }).click();
    await page.getByRole("button", { name: t.stay }).click();
    // The form takes the key again when the question is gone.
    await page.getByRole("button", { name: t.stay }).waitFor({ state: "detached" });
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText(t.saved).first().waitFor();
    expect(await widgetsOf(pageType, "Index")).toMatchObject([
      { name: "number", columns: 6 },
      { layout: "tab-layer", value: { cols: [] } },
    ]);
    await page.getByRole("link", { name: t.back }).click();
    await page.waitForURL(/autoPage\/list/);
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });

  it("counts what conditions leave", async () => {
    const pageType = `filtered${visit.width}`;
    const row = (await client(server, owner).call("POST Api/{type}/QueryAdd", {
      type: "autoPage",
      name: { zh: "f", en: "f" },
      pageType,
      kind: "index",
      audience: "members",
      layout: "grid",
      days: "30",
      widgets: JSON.stringify([
        {
          name: "number",
          title: { zh: "n", en: "n" },
          value: { source: "paasWork", filter: '{"field":"status","op":"eq","value":"new"}' },
        },
      ]),
    } as never)) as { id: string };
    const visitor = await enter(`/paas/autoPage/edit?id=${row.id}`);
    const { page } = visitor;
    await preview(page).getByText("2", { exact: true }).waitFor();
    await list(page).first().click();
    await page.getByRole("button", { name: t.conditions }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: locale === "zh" ? "清空条件" : "Clear" }).click();
    await preview(page).getByText("3", { exact: true }).waitFor();
    await page.getByRole("button", { name: t.undo }).click();
    await preview(page).getByText("2", { exact: true }).waitFor();
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });
});
