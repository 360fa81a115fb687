/** A list, its advanced search, a deletion and a save whose calls are slow, quick, fail, or get no answer. */
import { expect, it } from "vitest";
import { openBrowser } from "../support/browser.ts";
import { client, contentOf } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

/** Opens a page of an owner who has one news item. */
async function openAsOwner() {
  const owner = await newSpaceOwner(server);
  const item = { type: "news", title: { zh: "开业", en: "Opening" }, kind: "company", status: "draft" };
  contentOf(await client(server, owner).send("POST Api/{type}/QueryAdd", item));
  const visitor = await open({ url: server.url, locale: "zh" });
  await visitor.context.addCookies(sessionCookies(owner, server.url));
  return visitor;
}

it("B-140, B-147: a list shows that it loads until its rows are there, with a column of boxes to select them, and a way to try again when they do not come", async () => {
  const { page, context } = await openAsOwner();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let isFailing = true;
  await page.route("**/api/paas/table/search*", async (route) => {
    await held;
    if (isFailing) await route.fulfill({ status: 500, json: { code: 500, msg: "出错了", data: null } });
    else await route.continue();
  });
  await page.goto("/admin/news/list");
  await page.getByRole("status", { name: "正在加载…" }).waitFor();
  release();
  const retry = page.getByRole("alert").getByRole("button", { name: "重试" });
  await retry.waitFor();
  expect(await page.getByRole("status", { name: "正在加载…" }).count()).toBe(0);
  isFailing = false;
  await retry.click();
  await page.getByRole("link", { name: "开业" }).waitFor();
  // The column for selecting rows: a box in its head, and one in every row.
  const boxes = page.locator("#list").getByRole("checkbox");
  await expect.poll(() => boxes.count()).toBe(2);
  await boxes.last().check();
  await page.getByText("已选 1 条").waitFor();
  await context.close();
});

it("B-153, B-264, B-265: say in a corner that a call failed or got no answer, and that the advanced search has no conditions", async () => {
  const { page, context } = await openAsOwner();
  await page.goto("/admin/news/list");
  await page.getByRole("link", { name: "开业" }).waitFor();
  /** Deletes the only row; the server answers as `fail` says. Returns the toast. */
  async function deleteRow(fail: Parameters<typeof page.route>[1]) {
    await page.route("**/api/news/QueryDelete*", fail);
    await page.getByRole("row", { name: /开业/ }).getByRole("button", { name: "删除" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "删除", exact: true }).click();
  }
  const toast = (text: string) => page.locator(".toast").getByText(text, { exact: true });
  await deleteRow((route) =>
    route.fulfill({ status: 409, json: { status: 0, message: "此数据已被锁定", result: null } }),
  );
  await toast("此数据已被锁定").waitFor();
  const box = (await toast("失败").boundingBox())!;
  const { width, height } = page.viewportSize()!;
  expect([box.x > width / 2, box.y > height / 2]).toEqual([true, true]);
  await page.unroute("**/api/news/QueryDelete*");
  await deleteRow((route) => route.abort());
  await toast("获取失败，请检查网络后重试").waitFor();

  await page.route("**/api/paas/table/advanced*", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as object;
    await route.fulfill({ response, json: { ...body, data: [] } });
  });
  await page.getByRole("button", { name: "高级搜索" }).click();
  await page.getByText("高级搜索暂时无法使用").waitFor();
  await context.close();
});

it("B-131: a click turns the save button off for half a second, even when the answer comes sooner", async () => {
  const { page, context } = await openAsOwner();
  await page.goto("/admin/news/list");
  await page.getByRole("link", { name: "开业" }).click();
  const save = page.getByRole("button", { name: "保存", exact: true });
  await save.waitFor();
  await page.locator("input[id$=-title-zh]").fill("开张");
  await page.clock.install();
  // From here on, time passes only by `runFor`.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const answer = page.waitForResponse(/QuerySave|QueryUpdate/);
  await save.click();
  expect((await answer).status()).toBe(200);
  await page.clock.runFor(450);
  expect(await page.getByRole("button", { name: "保存中…" }).isDisabled()).toBe(true);
  await page.clock.runFor(100);
  await save.waitFor();
  await context.close();
});

it("B-153: say in a corner that the code of an action could not be loaded, and load it with the next click", async () => {
  const { page, context } = await openAsOwner();
  await page.goto("/admin/news/list");
  const row = page.getByRole("row", { name: /开业/ });
  await row.waitFor();
  await context.setOffline(true);
  const text = "获取失败，请检查网络后重试";
  // The code of toasts is loaded when the browser is idle. Before that, the message is an alert.
  const alert = page.waitForEvent("dialog").then(async (dialog) => {
    const message = dialog.message();
    await dialog.accept();
    return message;
  });
  const toast = page.locator(".toast").getByText(text, { exact: true }).textContent();
  await row.getByRole("button", { name: "删除" }).click();
  expect(await Promise.any([alert, toast])).toBe(text);
  await context.setOffline(false);
  await row.getByRole("button", { name: "删除" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "删除", exact: true }).click();
  await page.locator(".toast").getByText("删除成功！").waitFor();
  await context.close();
});
