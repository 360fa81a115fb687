/** The palette finds records and views by name, for people who can read them, and runs the quick actions of the space. */
import { expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { matchesPinyin } from "#kit/pinyin.ts";
import { openBrowser } from "./support/browser.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { sessionCookies } from "./support/enter.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
type Found = CallOutput<"GET paas/palette/find">;
const find = async (api: Client, text: string) => contentOf(await api.send("GET paas/palette/find", { text })) as Found;
const titlesOf = async (api: Client, text: string) => (await find(api, text)).records.map(({ title }) => title);

it.each([
  ["客户名单", "kh", true],
  ["客户名单", "kehu", true],
  ["客户名单", "khmd", true],
  ["客户名单", "MINGDAN", true],
  ["角色", "juese", true],
  ["重庆的银行", "chongqing", true],
  ["重庆的银行", "yinhang", true],
  ["女装", "nvzhuang", true],
  ["客户名单", "hk", false],
  ["网站信息", "gz", false],
  ["客户名单", "k h", false],
  ["client list", "cl", false],
  ["客户名单", "", false],
])("%s is found by the letters %j: %s", (text, typed, isFound) => {
  expect(matchesPinyin(text, typed)).toBe(isFound);
});

it("finds records by a part of their title, by pinyin and by initials, and links to them", async () => {
  const owner = await newSpaceOwner(server);
  const [admin, colleague] = [client(server, owner), client(server, await newMember(server, owner.tenantId))];
  const order = { type: "paasWork", title: "柜门打不开", kind: "fault", priority: "normal", description: "d" };
  const { id } = (await admin.call("POST Api/{type}/QuerySave", order as never)) as { id: string };
  for (const text of ["柜门", "guimen", "gmdbk"])
    expect([text, await titlesOf(admin, text)]).toEqual([text, ["柜门打不开"]]);
  expect((await find(admin, "柜门")).records).toEqual([
    { id, title: "柜门打不开", list: "Work orders", url: `/paas/paasWork/details?id=${id}` },
  ]);
  // A colleague finds only their own work orders, another space none.
  for (const otherClient of [colleague, client(server, await newSpaceOwner(server))])
    for (const text of ["柜门", "guimen"]) expect(await find(otherClient, text)).toEqual({ records: [], views: [] });
});

it("finds saved views of the person and shared ones", async () => {
  const owner = await newSpaceOwner(server);
  const [admin, colleague] = [client(server, owner), client(server, await newMember(server, owner.tenantId))];
  const content = { fields: { status: "new" } };
  await admin.call("POST paas/table/saveView", { type: "paasWork", name: "待受理工单", content } as never);
  await admin.call("POST paas/table/saveView", {
    type: "paasWork",
    name: "共享的工单",
    content,
    isShared: true,
  } as never);
  for (const text of ["待受理", "dsl"])
    expect((await find(admin, text)).views).toMatchObject([{ name: "待受理工单", type: "paasWork", content }]);
  expect((await find(colleague, "工单")).views.map(({ name }) => name)).toEqual(["共享的工单"]);
});

const open = await openBrowser();
it("opens a record, a view and a screen by keyboard", async () => {
  const owner = await newSpaceOwner(server);
  const admin = client(server, owner);
  const order = { type: "paasWork", title: "柜门打不开", kind: "fault", priority: "normal", description: "d" };
  const { id } = (await admin.call("POST Api/{type}/QuerySave", order as never)) as { id: string };
  await admin.call("POST paas/table/saveView", {
    type: "paasWork",
    name: "待受理工单",
    content: { fields: { status: "new" } },
  } as never);
  const { page, context, problems } = await open({ url: server.url, locale: "zh" });
  await context.addCookies(sessionCookies(owner, server.url));
  await page.goto("/paas/index");
  await page.getByRole("heading", { level: 1 }).waitFor();
  const choose = async (typed: string, name: string) => {
    await page.keyboard.press("Control+KeyK");
    const box = page.getByRole("combobox");
    await box.fill(typed);
    await page.getByRole("option", { name }).first().waitFor();
    await expect.poll(async () => page.getByRole("option").first().innerText()).toContain(name);
    await box.press("Enter");
  };
  await choose("gmdbk", "柜门打不开");
  await page.waitForURL(`**/paas/paasWork/details?id=${id}`);
  await choose("dslgd", "待受理工单");
  await page.waitForURL("**/admin/paasWork/list?*view=*");
  await choose("huishouzhan", "回收站");
  await page.waitForURL("**/paas/trash*");
  expect(problems).toEqual([]);
});

it("runs the quick actions of the space, with their questions and refusals, for people with the rights to use them", async () => {
  const owner = await newSpaceOwner(server);
  const admin = client(server, owner);
  const addQuickAction = (zh: string, values: object) =>
    admin.call("POST Api/{type}/QueryAdd", { type: "quickAction", name: { zh, en: zh }, ...values } as never);
  await addQuickAction("通知清零", { opens: "action", action: "markNoticesRead" });
  await addQuickAction("整理文件", { opens: "action", action: "deleteUnusedFiles" });
  await addQuickAction("合作伙伴", { opens: "link", link: "https://partner.example/" });
  await addQuickAction("写一篇新闻", { opens: "page", page: "/paas/news/add" });
  const openApp = async (person: Person) => {
    const visitor = await open({ url: server.url, locale: "zh" });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(person, server.url));
    const requests: string[] = [];
    page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
    // An event of an earlier version may name an action that no longer exists.
    await page.route("**/api/paas/quickActions", async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: object[] };
      const unknownAction = { id: "gone", name: "旧操作", type: 2, apiType: 2, url: "/api/Old/Action" };
      await route.fulfill({ response, json: { ...answer, data: [...answer.data, unknownAction] } });
    });
    await page.goto("/paas/trash");
    await page.getByRole("heading", { level: 1 }).waitFor();
    const options = page.getByRole("option").filter({ hasText: "执行快捷操作" });
    const choose = async (typed: string, name: string) => {
      await page.keyboard.press("Control+KeyK");
      const box = page.getByRole("combobox");
      await box.fill(typed);
      await expect.poll(() => page.getByRole("option").first().innerText()).toContain(`${name}\n执行快捷操作`);
      await box.press("Enter");
    };
    // Notices disappear after a while, so the wait for each starts before the action.
    const waitForText = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
    const calls = () => requests.filter((request) => /quickActions|Notice\/Read|RemoveUnused|Old/.test(request));
    return { ...visitor, options, choose, waitForText, calls };
  };
  const { page, context, problems, choose, waitForText, calls } = await openApp(owner);
  expect(calls()).toEqual([]);
  await Promise.all([waitForText("全部通知已标为已读"), choose("tzql", "通知清零")]);
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  const clickAnswer = (name: string) => question.getByRole("button", { name, exact: true }).click();
  await choose("zhengli", "整理文件");
  await question.filter({ hasText: "此操作将删除一周以上未使用的文件，是否继续？" }).waitFor();
  await Promise.all([waitForText("已取消删除"), clickAnswer("取消")]);
  expect(calls().filter((request) => request.startsWith("DELETE"))).toEqual([]);
  await choose("整理", "整理文件");
  await Promise.all([waitForText("删除成功！"), clickAnswer("整理文件")]);
  await Promise.all([waitForText("操作按钮配置错误"), choose("旧操作", "旧操作")]);
  const [tab] = await Promise.all([context.waitForEvent("page"), choose("hzhb", "合作伙伴")]);
  await tab.waitForURL("**/site/redirect?url=https%3A%2F%2Fpartner.example%2F*");
  await tab.waitForLoadState();
  await tab.close();
  await choose("xieyipian", "写一篇新闻");
  await page.waitForURL("**/paas/news/add");
  expect(new Set(calls())).toEqual(
    new Set(["GET /api/paas/quickActions", "PUT /api/Notice/Read", "DELETE /api/File/RemoveUnused"]),
  );
  expect(problems).toEqual([]);
  await context.close();

  const colleague = await openApp(await newMember(server, owner.tenantId));
  await colleague.page.keyboard.press("Control+KeyK");
  await expect.poll(() => colleague.options.allInnerTexts()).toHaveLength(4);
  expect((await colleague.options.allInnerTexts()).join()).not.toContain("整理文件");
  expect(colleague.problems).toEqual([]);
  await colleague.context.close();
});
