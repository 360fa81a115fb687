/** A designer compares any two states of a page with each other, and restores parts and the whole of either. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { canvasFrame, readyOverlay, status } from "../support/builder.ts";
import { devices, expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const texts = {
  zh: {
    more: "更多操作",
    versions: "版本记录",
    view: "查看“初稿”",
    from: "从",
    to: "到",
    draft: "当前草稿",
    first: /^“初稿”/,
    second: /^“二稿”/,
    live: /^版本 1.*线上版本$/,
    draftPreview: "预览：当前草稿",
    firstPreview: "预览：“初稿”",
    secondPreview: "预览：“二稿”",
    livePreview: "预览：版本 1",
    between: "从“二稿”到“初稿”的变化",
    sinceLive: "从版本 1到当前草稿的变化",
    bothSame: "两侧内容相同。",
    changed: "修改",
    removed: "删除",
    unreadable: "无法读取",
    restorePart: /^恢复“/,
    fromFirst: "从“初稿”恢复",
    fromSecond: "从“二稿”恢复",
    restoredPart: /^已恢复“/,
    unchanged: /无需恢复$/,
    restore: "恢复到草稿",
    undo: "撤销",
    saved: /已保存/,
  },
  en: {
    more: "More actions",
    versions: "Version history",
    view: "View “First draft”",
    from: "From",
    to: "To",
    draft: "Current draft",
    first: /^“First draft”/,
    second: /^“Second draft”/,
    live: /^Version 1.*Live version$/,
    draftPreview: "Preview of the current draft",
    firstPreview: "Preview of “First draft”",
    secondPreview: "Preview of “Second draft”",
    livePreview: "Preview of version 1",
    between: "Changes from “Second draft” to “First draft”",
    sinceLive: "Changes from version 1 to the current draft",
    bothSame: "Both sides are the same.",
    changed: "Changed",
    removed: "Removed",
    unreadable: "Unreadable",
    restorePart: /^Restore “/,
    fromFirst: "From “First draft”",
    fromSecond: "From “Second draft”",
    restoredPart: /^Restored “/,
    unchanged: /is already like this in the draft/,
    restore: "Restore to draft",
    undo: "Undo",
    saved: /^Saved/,
  },
};
const names = { zh: { first: "初稿", second: "二稿" }, en: { first: "First draft", second: "Second draft" } };

const server = await sharedServer();
const open = await openBrowser();

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];

  it("chooses both sides, sees what differs, and restores from the side that it names", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const row = { type: "page", path: "/compared", title: { zh: "页", en: "Page" }, description: {} };
    const { id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string };
    const text = (words: string) => ({ zh: words, en: words });
    const title = (words: string) => ({
      kind: "widget",
      id: "wd_aaaaaaaaaa",
      order: "a0",
      name: "page-title",
      value: { heading: text(words) },
    });
    const canvas = { kind: "widget", id: "wd_bbbbbbbbbb", order: "a1", name: "canvas", value: { height: 300 } };
    const node = (id: string, words: string, line: number) => ({
      kind: "node",
      id,
      order: `a${line}`,
      type: "text",
      parent: canvas.id,
      box: { x: 40, y: 20 + 60 * line, w: 400, h: 40 },
      value: { title: text(words) },
    });
    let rev = 0;
    const save = async (saveName: string, ...records: { id: string }[]) => {
      const changes = records.map((after) => ({ id: after.id, after }));
      ({ rev } = (await call("POST api/sitepage/save", {
        diyPageInfo: { pageId },
        baseRev: rev,
        changes,
        saveName,
      })) as { rev: number });
    };
    const { first, second } = names[locale];
    await save(
      first,
      title("Heading 1"),
      canvas,
      node("nd_aaaaaaaaaa", "Words 1", 1),
      node("nd_cccccccccc", "Later", 3),
    );
    await save(second, title("Heading 2"), node("nd_bbbbbbbbbb", "Added in 2", 2), node("nd_cccccccccc", "Later 2", 3));
    await call("POST Api/Java/PublishPage", { pageId });
    await save("", title("Heading 3"));
    // A node of the second draft as a later version of the program would have saved it.
    await server.database.tenant(owner.tenantId, (tx) =>
      tx.rows(sql`update page_revision set document = jsonb_set(document, '{records,nd_cccccccccc,version}', '999')
        where page_id = ${pageId}::uuid and name = ${second}`),
    );

    const designer = await open({ url: server.url, locale, width });
    await designer.context.addCookies(sessionCookies(owner, server.url));
    const { page } = designer;
    await page.goto(`/builder/${pageId}`);
    await canvasFrame(page).getByText("Heading 3").waitFor();
    await readyOverlay(page).waitFor();
    if (width < 640) await page.getByRole("button", { name: t.more }).click();
    await page.getByRole(width < 640 ? "menuitem" : "button", { name: t.versions }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: t.view }).click();

    const side = (name: string) => dialog.getByRole("combobox", { name, exact: true });
    const choose = async (name: string, option: string | RegExp) => {
      await side(name).click();
      await dialog.getByRole("option", { name: option }).click();
    };
    const preview = (name: string) => dialog.getByRole("img", { name, exact: true });
    const shows = (name: string, words: string) =>
      preview(name).frameLocator("iframe").getByText(words, { exact: true }).first().waitFor();
    const outlineOf = (name: string, selector: string) =>
      preview(name)
        .frameLocator("iframe")
        .locator(selector)
        .evaluate((element) => getComputedStyle(element).outlineStyle);
    const part = (words: string) => dialog.getByRole("listitem").filter({ hasText: words });

    // At first the draft is compared with the version, as one opens it.
    await shows(t.draftPreview, "Heading 3");
    await shows(t.firstPreview, "Heading 1");
    expect(await side(t.from).textContent()).toBe(t.draft);

    await choose(t.from, t.second);
    await shows(t.secondPreview, "Heading 2");
    await preview(t.draftPreview).waitFor({ state: "detached" });
    const list = dialog.getByRole("list", { name: t.between });
    await list.waitFor();
    expect(await list.getByRole("listitem").count()).toBe(3);
    await part("Heading 1").getByText(t.changed).waitFor();
    await part("Added in 2").getByText(t.removed).waitFor();
    await part("Later").getByText(t.unreadable).waitFor();
    for (const name of [t.secondPreview, t.firstPreview])
      await expect.poll(() => outlineOf(name, "[data-widget=page-title]")).toBe("dashed");
    expect(await outlineOf(t.secondPreview, "[data-node=nd_bbbbbbbbbb]")).toBe("dotted");
    await expectNoPageProblems(designer);
    await expectNoPageProblemsInDark(designer);

    // The choices come first. On a phone the list is above the previews, on a desktop beside them.
    const top = async (locator: ReturnType<typeof preview>) => (await locator.boundingBox())!.y;
    expect(await top(side(t.to))).toBeLessThan(await top(preview(t.secondPreview)));
    const isListFirst = (await top(list)) + (await list.boundingBox())!.height <= (await top(preview(t.secondPreview)));
    expect(isListFirst).toBe(width < 640);

    // What one side cannot be read in is restored from the other only, and what neither changes says so.
    await part("Later").getByRole("button", { name: t.restorePart }).press("Enter");
    await dialog.getByRole("status").getByText(t.unchanged).or(dialog.getByText(t.restoredPart)).first().waitFor();
    await dialog.getByRole("status").getByRole("button", { name: t.undo }).press("Enter");
    await part("Heading 1").getByRole("button", { name: t.restorePart }).press("Enter");
    await page.getByRole("menuitem", { name: t.fromFirst }).waitFor();
    await expectNoPageProblems(designer);
    await page.keyboard.press("Escape");
    await page.getByRole("menuitem").first().waitFor({ state: "detached" });
    await part("Heading 1").getByRole("button", { name: t.restorePart }).press("Enter");
    await page.getByRole("menuitem", { name: t.fromSecond }).press("Enter");
    await dialog.getByRole("status").getByText(t.restoredPart).waitFor();
    await part("Heading 1").getByRole("button", { name: t.restorePart }).press("Enter");
    await page.getByRole("menuitem", { name: t.fromSecond }).press("Enter");
    await dialog.getByRole("status").getByText(t.unchanged).waitFor();

    // From the live version to the draft: the restored heading is that of the live version.
    await choose(t.from, t.live);
    await choose(t.to, t.draft);
    await shows(t.livePreview, "Heading 2");
    await shows(t.draftPreview, "Heading 2");
    await dialog.getByRole("heading", { name: t.sinceLive }).waitFor();
    await choose(t.to, t.live);
    await dialog.getByText(t.bothSame).waitFor();

    await choose(t.to, t.first);
    await shows(t.firstPreview, "Heading 1");
    await dialog.getByRole("button", { name: t.restore, exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: t.fromFirst }).press("Enter");
    await canvasFrame(page).getByText("Heading 1").waitFor();
    await canvasFrame(page).getByText("Added in 2").waitFor({ state: "detached" });
    await page.locator(".toast").getByRole("button", { name: t.undo }).first().click();
    await canvasFrame(page).getByText("Heading 2").waitFor();
    await canvasFrame(page).getByText("Added in 2").waitFor();
    // One heading is still restored: the draft has an edit to save.
    await page.keyboard.press("Control+s");
    await status(page).getByText(t.saved).waitFor();
    expect(designer.problems).toEqual([]);
  });
});
