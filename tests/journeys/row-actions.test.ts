/** Actions of rows: in the menu of a row, for a selection, in the form and in the palette. */
import { beforeAll, describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { type Client, client } from "../support/client.ts";
import { expectNoPageProblems, openBrowser, swappedDevices } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    more: /的更多操作/,
    publish: "发布",
    pin: /^置顶/,
    pinReason: "发布后才能置顶",
    undo: "撤销",
    restored: "已恢复",
    select: /^选择 /,
    review: "发布（2 条）",
    refused: "1 条保持不变：此数据不支持该操作",
    updated: "已更新 2 条",
    actions: "操作",
    palette: "搜索命令",
    unpublish: "取消发布",
    question: /取消发布“消息 1”？/,
    unpublished: "已取消发布",
    quickActions: "快捷操作",
    markRead: "全部已读",
    markedRead: "全部通知已标为已读",
    partner: "合作伙伴",
    cleanUp: "清理",
    deletionQuestion: "此操作将删除一周以上未使用的文件，是否继续？",
    cancel: "取消",
    deletionCancelled: "已取消删除",
    deleted: "删除成功！",
    invalidAction: "操作按钮配置错误",
  },
  en: {
    more: /^More actions for/,
    publish: "Publish",
    pin: /^Pin to top/,
    pinReason: "Publish this item before you pin it",
    undo: "Undo",
    restored: "Restored",
    select: /^Select /,
    review: "Publish (2)",
    refused: "1 left unchanged: This cannot be done with this record",
    updated: "2 records updated",
    actions: "Actions",
    palette: "Search commands",
    unpublish: "Unpublish",
    question: /Unpublish Item 1\?/,
    unpublished: "Unpublished",
    quickActions: "Quick actions",
    markRead: "All read",
    markedRead: "All notifications are marked as read",
    partner: "Partner",
    cleanUp: "Clean up",
    deletionQuestion: "This will delete the files that nothing has used for a week. Continue?",
    cancel: "Cancel",
    deletionCancelled: "Deletion cancelled",
    deleted: "Deleted",
    invalidAction: "This button is not set up correctly",
  },
};

describe.each(swappedDevices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  let owner: Person;
  let admin: Client;
  const rows: AnyRow[] = [];
  beforeAll(async () => {
    owner = await newSpaceOwner(server);
    admin = client(server, owner);
    for (const n of [1, 2, 3]) {
      const title = { zh: `消息 ${n}`, en: `Item ${n}` };
      const status = n === 3 ? "published" : "draft";
      rows.push(
        (await admin.call("POST Api/{type}/QueryAdd", { type: "news", title, kind: "company", status })) as AnyRow,
      );
    }
  });
  const statusOf = async ({ id }: AnyRow) =>
    ((await admin.call("GET Api/{type}/QueryById", { type: "news", id })) as AnyRow).status;

  it("lists the actions of a row with reasons for unavailable ones, undoes an action, and previews one for a selection", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/news/list");
    const listRow = page.locator(`[data-row="${rows[0]!.id}"]`);
    const moreButton = listRow.getByRole("button", { name: t.more });
    await moreButton.click();
    const pin = page.getByRole("menuitem", { name: t.pin });
    await pin.getByText(t.pinReason).waitFor();
    expect(await pin.getAttribute("aria-disabled")).toBe("true");
    await page.getByRole("menuitem", { name: t.publish, exact: true }).click();
    await expect.poll(() => statusOf(rows[0]!)).toBe("published");
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.undo, exact: true }).click();
    await page.getByText(t.restored, { exact: true }).waitFor();
    expect(await statusOf(rows[0]!)).toBe("draft");

    // Rows are selected by id: the order of the list may still change after the undo.
    for (const { id } of rows)
      await page.locator(`[data-row="${id}"]`).getByRole("checkbox", { name: t.select }).click();
    if (width < 600) {
      // On a phone, the actions for a selection are in a menu.
      const selectionBar = page.getByRole("group", { name: /^(所选数据|Selected records)$/ });
      await selectionBar.getByRole("button", { name: /^(更多操作|More actions)$/ }).click();
      await page.getByRole("menuitem", { name: t.publish, exact: true }).click();
    } else await page.getByRole("button", { name: t.publish, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: t.publish, exact: true });
    await dialog.getByText(t.refused).waitFor();
    await expectNoPageProblems(visitor);
    await dialog.getByRole("button", { name: t.review, exact: true }).click();
    await page.getByText(t.updated, { exact: true }).waitFor();
    expect([await statusOf(rows[0]!), await statusOf(rows[1]!)]).toEqual(["published", "published"]);
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });

  it("offers the actions in the form of a row and by name in the palette", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    const [row] = rows;
    const { version } = (await admin.call("GET Api/{type}/QueryById", { type: "news", id: row!.id })) as AnyRow;
    await admin.call("POST Api/{type}/QueryUpdate", { type: "news", id: row!.id, version, status: "published" });
    await page.goto(`/paas/news/edit?id=${row!.id}`);
    await page.getByRole("button", { name: t.actions, exact: true }).click();
    await page.getByRole("menuitem", { name: t.unpublish, exact: true }).click();
    const question = page.getByRole("alertdialog").or(page.getByRole("dialog")).filter({ hasText: t.question });
    await question.getByRole("button", { name: t.unpublish, exact: true }).click();
    await page.getByText(t.unpublished, { exact: true }).waitFor();
    expect(await statusOf(rows[0]!)).toBe("draft");
    await expectNoPageProblems(visitor);

    await page.keyboard.press("Control+k");
    const search = page.getByRole("combobox", { name: t.palette });
    await search.fill(t.publish);
    await page.getByRole("option").filter({ hasText: t.publish }).first().waitFor();
    await search.press("Enter");
    await expect.poll(() => statusOf(rows[0]!)).toBe("published");
    expect(visitor.problems).toEqual([]);
    await visitor.context.close();
  });

  it("E-122, B-059, B-063, B-064, B-065, B-162, T-48: quick actions on the home screen run their events once and ask before deleting", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    const add = (en: string, zh: string, values: object) =>
      admin.call("POST Api/{type}/QueryAdd", { type: "quickAction", name: { zh, en }, ...values });
    await add("All read", "全部已读", { opens: "action", action: "markNoticesRead" });
    await add("Partner", "合作伙伴", { opens: "link", link: "https://partner.example/" });
    await add("Clean up", "清理", { opens: "action", action: "deleteUnusedFiles" });
    // An event of an earlier version may name an action that no longer exists.
    await page.route("**/api/paas/quickActions", async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: object[] };
      const removedAction = { id: "gone", name: "Gone", type: 2, apiType: 2, url: "/api/Old/Action" };
      await route.fulfill({ response, json: { ...body, data: [...body.data, removedAction] } });
    });
    const sentMethods: string[] = [];
    page.on("request", (request) => {
      if (/\/api\/(?:Notice\/Read|File\/RemoveUnused|Old)/.test(request.url())) sentMethods.push(request.method());
    });
    await page.goto("/paas/index");
    const section = page.getByRole("region", { name: t.quickActions });
    // Notices disappear after a while, so the wait for each starts before the action.
    const waitForNotice = (text: string) => page.getByText(text, { exact: true }).first().waitFor();
    await Promise.all([waitForNotice(t.markedRead), section.getByRole("button", { name: t.markRead }).dblclick()]);
    const partnerLink = section.getByRole("link", { name: t.partner });
    expect([await partnerLink.getAttribute("target"), await partnerLink.getAttribute("rel")]).toEqual([
      "_blank",
      "noopener noreferrer",
    ]);
    expect(await partnerLink.getAttribute("href")).toContain("/site/redirect?url=https%3A%2F%2Fpartner.example%2F");
    await expectNoPageProblems(visitor);

    // The test uses the keyboard here, because notices cover the end of the screen on a phone.
    const cleanUpButton = section.getByRole("button", { name: t.cleanUp });
    const question = page.getByRole("alertdialog").or(page.getByRole("dialog")).filter({ hasText: t.deletionQuestion });
    await cleanUpButton.press("Enter");
    await Promise.all([
      waitForNotice(t.deletionCancelled),
      question.getByRole("button", { name: t.cancel, exact: true }).click(),
    ]);
    expect(sentMethods).toEqual(["PUT"]);
    await cleanUpButton.press("Enter");
    await Promise.all([
      waitForNotice(t.deleted),
      question.getByRole("button", { name: t.cleanUp, exact: true }).click(),
    ]);
    await Promise.all([waitForNotice(t.invalidAction), section.getByRole("button", { name: "Gone" }).press("Enter")]);
    expect(sentMethods).toEqual(["PUT", "DELETE"]);
    expect(visitor.problems).toEqual([]);
    // A request that is still being answered would fail in its handler when the context closes.
    await page.unrouteAll({ behavior: "wait" });
    await visitor.context.close();
  });
});
