/** Drafts of forms after a reload, the actions after a save, and navigation between rows of a list. */
import { describe, expect, it } from "vitest";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    restored: /^已恢复/,
    discard: "放弃修改",
    unsaved: "有未保存的修改",
    leave: "离开",
    backToList: "返回列表",
    saveAndReturn: "保存并返回",
    saveAndAdd: "保存并新增",
    saved: /^保存成功/,
    next: "下一条",
    previous: "上一条",
  },
  en: {
    restored: /are back\./,
    discard: "Discard changes",
    unsaved: "Unsaved changes",
    leave: "Leave",
    backToList: "Back to list",
    saveAndReturn: "Save and go back",
    saveAndAdd: "Save and add another",
    saved: /^Saved/,
    next: "Next record",
    previous: "Previous record",
  },
};

describe.each([
  ["zh", 1440],
  ["en", 390],
] as const)("in %s at %d px", (locale, width) => {
  const t = texts[locale];

  it("restores a draft after a reload, says so, and drops it on request or on leaving without saving", async () => {
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(await newSpaceOwner(server), server.url));
    page.on("dialog", (dialog) => void dialog.accept());
    const titleInput = page.locator("input[id$=-title-en]");
    const restoredNotice = page.getByText(t.restored);
    const waitForUnchangedForm = () =>
      page.locator("main form [role=status]").filter({ hasText: t.unsaved }).waitFor({ state: "detached" });
    await page.goto("/paas/news/add");
    await titleInput.fill("Half a title");
    // Leaving the page stores the latest input as a draft.
    await page.reload();
    await restoredNotice.waitFor();
    await expect.poll(() => titleInput.inputValue()).toBe("Half a title");
    await expectNoPageProblems(visitor);

    await page.getByRole("button", { name: t.discard, exact: true }).click();
    await restoredNotice.waitFor({ state: "detached" });
    await expect.poll(() => titleInput.inputValue()).toBe("");
    await page.reload();
    await titleInput.waitFor();
    await waitForUnchangedForm();
    expect([await titleInput.inputValue(), await restoredNotice.count()]).toEqual(["", 0]);

    // Leaving without saving drops the draft.
    await titleInput.fill("Given up");
    await page.reload();
    await restoredNotice.waitFor();
    await page.locator("main form").getByRole("link", { name: t.backToList, exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: t.leave, exact: true }).click();
    await page.waitForURL("**/paas/news/list*");
    await page.goto("/paas/news/add");
    await titleInput.waitFor();
    await waitForUnchangedForm();
    expect([await titleInput.inputValue(), await restoredNotice.count()]).toEqual(["", 0]);
    await context.close();
  });

  it("saves and returns or saves and adds another, steps through rows, and returns to the same list", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    for (const n of [1, 2, 3])
      await call("POST Api/{type}/QueryAdd", {
        type: "news",
        title: { zh: `新闻 ${n}`, en: `Item ${n}` },
        kind: "company",
        status: "draft",
      });
    const visitor = await open({ url: server.url, locale, width });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    const titleInput = page.locator("input[id$=-title-en]");
    const form = page.locator("main form");
    await page.goto("/paas/news/list?sort=createdAt.asc&pageSize=30");
    await page.locator("[data-row-link]").first().click();
    await titleInput.waitFor();
    const firstTitle = await titleInput.inputValue();
    await page.getByText("1 / 3", { exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    await page.getByRole("link", { name: t.next, exact: true }).click();
    await page.getByText("2 / 3", { exact: true }).waitFor();
    await page.waitForFunction(
      (title) => document.querySelector<HTMLInputElement>("input[id$=-title-en]")?.value !== title,
      firstTitle,
    );
    await page.getByRole("link", { name: t.previous, exact: true }).click();
    await page.getByText("1 / 3", { exact: true }).waitFor();
    await page.waitForFunction(
      (title) => document.querySelector<HTMLInputElement>("input[id$=-title-en]")?.value === title,
      firstTitle,
    );
    await titleInput.fill("Changed here");
    await form.getByRole("button", { name: t.saveAndReturn, exact: true }).click();
    await page.waitForURL("**/paas/news/list?*pageSize=30*");
    await page.getByText(t.saved).first().waitFor();

    await page.goto("/paas/news/add");
    await page.locator("input[id$=-title-zh]").fill("甲");
    await titleInput.fill("One more");
    await form.getByRole("button", { name: t.saveAndAdd, exact: true }).click();
    await page.getByText(t.saved).first().waitFor();
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[id$=-title-en]")?.value === "");
    await page.locator("input[id$=-title-zh]").fill("乙");
    await titleInput.fill("And another");
    await page.keyboard.press("ControlOrMeta+s");
    await page.waitForURL("**/paas/news/edit?id=*");
    const response = (await call("POST paas/table/search", { paraModel: { url: "/paas/news/list" } })) as {
      result: { total: number };
    };
    expect(response.result.total).toBe(5);
    await expectNoPageProblems(visitor);
    await context.close();
  });
});
