/** The administrator of the first start adds a news item: sign-in, required and conditional fields. */
import { describe, expect, inject, it } from "vitest";
import { devices, expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { signInAdministrator } from "../support/enter.ts";
import { startServer } from "../support/server.ts";

const texts = {
  zh: {
    add: "新增",
    kind: "类型",
    save: "保存",
    backToList: "返回列表",
    savedNotice: "保存成功，是否继续？",
    mediaReport: "媒体报道",
    sourceLink: "原文链接",
    sourceLinkRequired: "请输入原文链接，原文链接不能为空",
    titleRequired: "请输入标题，标题不能为空",
    addTitle: "新增新闻",
    setUpAi: "在服务器上设置 AI_ENDPOINT、AI_MODEL 和 AI_KEY，重启后即可使用。",
  },
  en: {
    add: "Add",
    kind: "Type",
    save: "Save",
    backToList: "Back to list",
    savedNotice: "Saved. Keep editing?",
    mediaReport: "In the press",
    sourceLink: "Link to the original article",
    sourceLinkRequired: "Link to the original article is required",
    titleRequired: "Title is required",
    addTitle: "Add news",
    setUpAi: "Set AI_ENDPOINT, AI_MODEL and AI_KEY on the server and restart it.",
  },
};

const server = await startServer();
const open = await openBrowser();
const { mobile, password } = inject("administrator");

/** The cookies of the administrator, shared by all tests: the one-time password works only once. */
let cookies: Awaited<ReturnType<Visitor["context"]["cookies"]>> = [];

it("signs in once with the one-time password of the first start and a code by SMS", async () => {
  const visitor = await open({ url: server.url, locale: "en" });
  await signInAdministrator(server, visitor);
  cookies = await visitor.context.cookies();
  const secondSignIn = await fetch(`${server.url}/api/Member/Login`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-meridian": "1" },
    body: JSON.stringify({ username: mobile, password }),
  });
  expect(secondSignIn.status).toBe(401);
});

describe.each(devices)("in $locale, $width px wide", ({ locale, width }) => {
  const t = texts[locale];
  const isPhone = width < 600;
  const title = `Journey ${locale} ${width}`;

  async function openAsAdministrator(): Promise<Visitor> {
    const visitor = await open({ url: server.url, locale, width });
    await visitor.context.addCookies(cookies.filter(({ name }) => name !== "locale_value"));
    return visitor;
  }
  const rows = ({ page }: Visitor) =>
    isPhone ? page.locator("main li", { has: page.locator("dl") }) : page.locator("tbody tr");

  it("reads how to set up an AI service, where there is none", async () => {
    const visitor = await openAsAdministrator();
    await visitor.page.goto("/paas/ai");
    await visitor.page.getByText(t.setUpAi).waitFor();
    await expectNoPageProblems(visitor);
    await visitor.context.close();
  });

  it("S-055, B-127, B-128, B-130, B-134: adds a news item with required and conditional fields and keeps all input when one is invalid", async () => {
    const visitor = await openAsAdministrator();
    const { page } = visitor;
    await page.goto("/paas/news/list");
    await page.getByRole("link", { name: t.add, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: t.addTitle }).waitFor();
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.getByText(t.titleRequired).first().waitFor();
    await expectNoPageProblems(visitor);
    await page.getByLabel("中文").first().fill(`${title} 中`);
    await page.getByLabel("English").first().fill(title);
    expect(await page.getByLabel(t.sourceLink).count()).toBe(0);
    await page.getByRole("combobox", { name: t.kind }).click();
    await page.getByRole("option", { name: t.mediaReport }).click();
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.getByText(t.sourceLinkRequired).waitFor();
    expect(await page.getByLabel("English").first().inputValue()).toBe(title);
    await page.getByLabel(t.sourceLink).fill("https://example.org/original");
    await page.getByRole("button", { name: t.save, exact: true }).click();
    // No dialog opens: the form of the new item is shown, with a notice that offers a way back.
    await page.waitForURL("**/paas/news/edit?id=*");
    await page.getByText(t.savedNotice, { exact: true }).waitFor();
    await page.getByRole("button", { name: t.backToList }).click();
    await page.waitForURL("**/paas/news/list");
    await rows(visitor).filter({ hasText: title }).first().waitFor();
    await expectNoPageProblems(visitor);
  });
});
