/** The trash: finding deleted rows, restoring some, deleting the rest permanently, and the entries in the audit log. */
import { describe, expect, it } from "vitest";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
const texts = {
  zh: {
    deletedByYou: /^您删除于/,
    select: (name: string) => `选择“${name}”`,
    restore: "恢复",
    restored: "已恢复“One”",
    view: "查看",
    erase: "彻底删除",
    erased: "已彻底删除 2 条数据",
    eraseQuestion: "彻底删除 2 条数据？",
    empty: "回收站为空",
    noLongerExists: "（已不存在）",
    remove: "删除",
    removed: "删除成功！",
    undo: "撤销",
    palette: "搜索命令",
    trash: "回收站",
  },
  en: {
    deletedByYou: /^Deleted by you/,
    select: (name: string) => `Select “${name}”`,
    restore: "Restore",
    restored: "“One” restored",
    view: "View",
    erase: "Delete permanently",
    erased: "2 records permanently deleted",
    eraseQuestion: "Permanently delete 2 records?",
    empty: "Trash is empty",
    noLongerExists: "(no longer exists)",
    remove: "Delete",
    removed: "Deleted",
    undo: "Undo",
    palette: "Search commands",
    trash: "Trash",
  },
};

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  it("restores a deleted row and leads to it, deletes others permanently, and lists both in the audit log", async () => {
    const owner = await newSpaceOwner(server);
    const { call, send } = client(server, owner);
    const ids: string[] = [];
    for (const name of ["One", "Two", "Three"]) {
      const row = { type: "news", title: { zh: name, en: name }, kind: "company", status: "draft" };
      ids.push(((await call("POST Api/{type}/QueryAdd", row as never)) as { id: string }).id);
    }
    await call("DELETE Api/{type}/QueryDelete", { type: "news", ids: ids.join(",") });
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/trash");
    const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
    await row("One").getByText(t.deletedByYou).waitFor();
    await row("One").getByRole("button", { name: t.restore, exact: true }).press("Enter");
    await page.getByText(t.restored, { exact: true }).waitFor();
    await row("One").waitFor({ state: "detached" });
    expect((await send("GET Api/{type}/QueryById", { type: "news", id: ids[0]! })).status).toBe(200);
    await page.getByRole("button", { name: t.view, exact: true }).click();
    // `/admin` and `/paas` are prefixes of the same screens (S-053, S-054).
    await page.waitForURL(`**/admin/news/edit?id=${ids[0]}`);
    await page.goto("/paas/trash");
    for (const name of ["Two", "Three"]) await page.getByRole("checkbox", { name: t.select(name) }).press("Space");
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.erase, exact: true }).first().click();
    const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    await dialog.getByText(t.eraseQuestion).waitFor();
    await dialog.getByRole("button", { name: t.erase, exact: true }).click();
    await page.getByText(t.erased, { exact: true }).waitFor();
    await page.getByText(t.empty, { exact: true }).waitFor();

    await page.goto("/paas/audit?type=news&verb=erase");
    await expect.poll(() => page.getByText(t.noLongerExists).count()).toBe(2);
    await expectNoPageProblems(visitor);
    await expectNoPageProblemsInDark(visitor);
    await page.goto("/paas/audit?type=news&verb=restore");
    await page.getByRole("link", { name: "One", exact: true }).click();
    await page.waitForURL(`**/admin/news/edit?id=${ids[0]}`);
    await visitor.context.close();
  });

  it("closes the offer to undo a deletion when its row is restored", async () => {
    const owner = await newSpaceOwner(server);
    const row = { type: "news", title: { zh: "One", en: "One" }, kind: "company", status: "draft" };
    await client(server, owner).call("POST Api/{type}/QueryAdd", row as never);
    const visitor = await open({ url: server.url, locale, width });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/news/list");
    await page.locator("#list").getByRole("button", { name: t.remove }).click();
    const dialog = page.getByRole("dialog").or(page.getByRole("alertdialog"));
    await dialog.getByRole("button", { name: t.remove, exact: true }).click();
    // Under the pointer, a notice stays until somebody closes it.
    await page.getByText(t.removed, { exact: true }).hover();
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("combobox", { name: t.palette });
    await palette.fill(t.trash);
    await page.getByRole("option").filter({ hasText: t.trash }).waitFor();
    await palette.press("Enter");
    await page.waitForURL("**/paas/trash");
    const undo = page.getByRole("button", { name: t.undo, exact: true });
    await undo.waitFor();
    await page.getByRole("listitem").getByRole("button", { name: t.restore, exact: true }).press("Enter");
    await page.getByText(t.restored, { exact: true }).waitFor();
    await undo.waitFor({ state: "detached" });
    await page.getByRole("button", { name: t.view, exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });
});
