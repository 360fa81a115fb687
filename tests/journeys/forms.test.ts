/** Usability of forms, lists and dialogs. */
import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Locale } from "#kit/text.ts";
import { expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { client } from "../support/client.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

async function visit(person: Person | undefined, path: string, locale: Locale, width = 1440): Promise<Visitor> {
  const visitor = await open({ url: server.url, locale, width });
  if (person !== undefined) await visitor.context.addCookies(sessionCookies(person, server.url));
  await visitor.page.goto(path);
  return visitor;
}

const texts = {
  zh: {
    saved: /^保存成功/,
    savedNotice: "保存成功",
    remove: /^删除/,
    question: "此操作将删除“柜门”，是否继续？",
    greeting: "晚上好",
    view: "查看",
    plan: "套餐",
    responseTime: "48 小时内",
    submit: "提交",
    recipientHint: /由该套餐的服务方处理/,
    edit: "编辑",
    name: "姓名",
    save: "保存",
    tooLong: "最多 50 个字符",
    region: "请选择所在地区",
    notice: "提示",
    linkWarning: "以下文字来自您打开的链接，并非本站发布。",
  },
  en: {
    saved: /^Saved/,
    savedNotice: "Saved",
    remove: /^Delete/,
    question: "This will delete “Cabinet door”. Continue?",
    greeting: "Good evening",
    view: "View",
    plan: "Plan",
    responseTime: "Within 48 hours",
    submit: "Submit",
    recipientHint: /its provider handles the work order/,
    edit: "Edit",
    name: "Name",
    save: "Save",
    tooLong: "At most 50 characters",
    region: "Choose region",
    notice: "Notice",
    linkWarning: "The text below comes from the link you opened. It was not written by this site.",
  },
};

describe.each(["zh", "en"] as const)("in %s", (locale) => {
  const t = texts[locale];

  it("B-134: opens the form of a new record after saving it, without a dialog", async () => {
    const visitor = await visit(await newSpaceOwner(server), "/paas/news/add", locale);
    const { page, context } = visitor;
    await page.locator("input[id$=-title-zh]").fill("柜门");
    await page.locator("input[id$=-title-en]").fill("Cabinet door");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText(t.saved).first().waitFor();
    expect(await page.locator("[role=dialog]:not(.toast)").count()).toBe(0);
    await page.waitForURL("**/paas/news/edit?id=*");
    await page.locator("input[id$=-title-en]").fill("Cabinet door opens");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText(t.savedNotice, { exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    await context.close();
  });

  it("B-158: names the row in quotation marks in the deletion dialog, full-width ones in Chinese", async () => {
    const owner = await newSpaceOwner(server);
    const title = { zh: "柜门", en: "Cabinet door" };
    await client(server, owner).call("POST Api/{type}/QueryAdd", {
      type: "news",
      title,
      kind: "company",
      status: "draft",
    });
    const visitor = await visit(owner, "/paas/news/list", locale);
    const { page, context } = visitor;
    await page.getByRole("row").filter({ hasText: title[locale] }).getByRole("button", { name: t.remove }).click();
    expect(await page.getByRole("dialog").innerText()).toContain(t.question);
    await expectNoPageProblems(visitor);
    await context.close();
  });

  it('greets with "Good evening" on the home screen at two at night', async () => {
    const { page, context } = await visit(await newSpaceOwner(server), "/index", locale);
    await page.clock.setFixedTime("2026-11-22T02:00:00");
    await page.goto("/paas/index");
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain(t.greeting);
    await context.close();
  });

  it("links rows of a read-only list with View and an eye icon, and uses the same terms as elsewhere", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const { packages } = (await call("GET service/packages", {})) as { packages: { id: string; key: string }[] };
    const trial = packages.find(({ key }) => key === "trial")!;
    await call("POST service/open", { packageId: trial.id, requestId: randomUUID() });
    const visitor = await visit(owner, "/service/serviceOpening/list", locale);
    const { page, context } = visitor;
    const row = page.getByRole("row").nth(1);
    const action = row.getByRole("button").first();
    await action.waitFor();
    expect([await action.getAttribute("title"), await action.locator("svg.lucide-eye").count()]).toEqual([t.view, 1]);
    await row.getByText(t.responseTime, { exact: true }).waitFor();
    await action.click();
    await page.getByRole("heading", { level: 1, name: t.plan, exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    await context.close();
  });

  it("labels the button of a work order Submit and says who receives it", async () => {
    const visitor = await visit(await newSpaceOwner(server), "/service/paasWork/add", locale);
    const { page, context } = visitor;
    await page.getByRole("textbox").first().waitFor();
    expect(await page.locator("main form button[type=submit]").last().innerText()).toBe(t.submit);
    await page.getByText(t.recipientHint).waitFor();
    await expectNoPageProblems(visitor);
    await context.close();
  });

  it("leaves the name input empty for a member without a name", async () => {
    const visitor = await visit(await newSpaceOwner(server), "/paas/user/setting", locale);
    const { page, context } = visitor;
    await page.getByRole("button", { name: t.edit, exact: true }).first().click();
    expect(await page.getByRole("dialog").getByRole("textbox", { name: t.name, exact: true }).inputValue()).toBe("");
    await expectNoPageProblems(visitor);
    await context.close();
  });

  it("R-22: accepts a name of fifty emoji and refuses one more with the limit", async () => {
    const owner = await newSpaceOwner(server);
    const visitor = await visit(owner, "/paas/user/setting", locale);
    const { page } = visitor;
    await page.getByRole("button", { name: t.edit, exact: true }).first().click();
    const nameInput = page.getByRole("dialog").getByRole("textbox", { name: t.name });
    const save = page.getByRole("dialog").getByRole("button", { name: t.save, exact: true });
    await nameInput.focus();
    await page.keyboard.insertText(`ab${"🙂".repeat(49)}`);
    await save.click();
    await page.getByText(t.tooLong).waitFor();
    expect(visitor.problems.splice(0)).toEqual([expect.stringMatching(/user\/profile: 422$/)]);
    await nameInput.selectText();
    await page.keyboard.insertText("🙂".repeat(50));
    await save.click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await client(server, owner).call("GET api/user/View", {})).toMatchObject({ name: "🙂".repeat(50) });
    await visitor.context.close();
  });

  it("asks for the code first in the dialogs of both passwords", async () => {
    const visitor = await visit(await newSpaceOwner(server), "/paas/user/setting", locale);
    const { page, context } = visitor;
    const security = page.locator("section").filter({ has: page.locator("dt, button") });
    const openers = security.getByRole("button", { name: { zh: "设置", en: "Set" }[locale], exact: true });
    await openers.nth(1).waitFor();
    for (const index of [0, 1]) {
      await openers.nth(index).click();
      const firstInput = page.getByRole("dialog").locator("form input").first();
      expect([index, await firstInput.getAttribute("autocomplete")]).toEqual([index, "one-time-code"]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await context.close();
  });

  it("asks to choose, not to enter, a missing region", async () => {
    const visitor = await visit(await newSpaceOwner(server), "/paas/user/setting", locale);
    const { page, context } = visitor;
    await page
      .getByRole("button", { name: { zh: "新增地址", en: /^Add .*address$/ }[locale] })
      .first()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("button[type=submit]").click();
    await expect.poll(() => dialog.innerText()).toContain(t.region);
    await expectNoPageProblems(visitor);
    await context.close();
  });

  it("shows texts from a URL as those of the link, never as the heading or the title of the site", async () => {
    const linkTitle = "Your account is locked";
    const path = `/message?type=error&title=${encodeURIComponent(linkTitle)}&message=${encodeURIComponent("Call 400")}`;
    const visitor = await visit(undefined, path, locale);
    const { page, context } = visitor;
    await page.getByText(linkTitle, { exact: true }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(t.notice);
    expect(await page.title()).not.toContain(linkTitle);
    await page.getByText(t.linkWarning, { exact: true }).waitFor();
    await expectNoPageProblems(visitor);
    await context.close();
  });

  it("fits the header of the builder into one line on a phone, with the page title and tools large enough for a finger", async () => {
    const { page, context } = await visit(await newSpaceOwner(server), "/builder", locale, 390);
    await page.frameLocator("iframe").locator("h1").waitFor();
    const header = page.locator("header").first();
    expect((await header.boundingBox())!.height).toBeLessThan(60);
    const tools = await header
      .locator("a, button")
      .filter({ visible: true })
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON() as DOMRect));
    expect(tools.length).toBeGreaterThan(4);
    for (const { width, height, right } of tools)
      expect([width >= 44, height >= 44, right <= 390], `${width} × ${height} px`).toEqual([true, true, true]);
    const isTitleCut = await header.getByRole("heading").evaluate((title) => title.scrollWidth > title.clientWidth);
    expect(isTitleCut).toBe(false);
    await context.close();
  });
});
