/** An administrator creates the first API key and the first webhook of a space. Each secret is shown until its dialog is closed. */
import { expect, it } from "vitest";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

const texts = {
  zh: {
    createKey: "创建密钥",
    keyPurpose: /^其他程序使用 API 密钥读写本空间的数据/,
    webhookPurpose: /^数据发生变化时，Webhook 会通知您的程序/,
    done: "完成",
    key: "API 密钥",
    role: "编辑",
    noRoles: "还没有角色。请先新增一个角色，选择可以读写哪些数据。",
    add: "新增",
    addRole: "新增角色",
    readNews: "新闻：查看",
    save: "保存",
    createWebhook: "创建 Webhook",
    newsCreated: "新闻：新增",
    secret: "签名密钥",
  },
  en: {
    createKey: "Create key",
    keyPurpose: /^With an API key, another program reads and changes data of this space/,
    webhookPurpose: /^Webhooks tell your program when data changes/,
    done: "Done",
    key: "API key",
    role: "Editor",
    noRoles: "No roles yet. Add one that says which data may be read and changed.",
    add: "Add new",
    addRole: "Add role",
    readNews: "News: View",
    save: "Save",
    createWebhook: "Create webhook",
    newsCreated: "News: Created",
    secret: "Signing secret",
  },
};

const refusals = {
  zh: "该地址位于内部网络，不能作为接收地址",
  en: "This address is inside a private network and cannot be an endpoint",
};

it.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)(
  "says in the empty list what keys are for, and shows the first one until its dialog is closed, in $locale at $width px",
  async (device) => {
    const t = texts[device.locale];
    const owner = await newSpaceOwner(server);
    const visitor = await open({ url: server.url, ...device });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/paas/apiKey/list");
    await page.locator("#list").getByText(t.keyPurpose).waitFor();
    await page.locator("#list").getByRole("button", { name: t.createKey }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("textbox").first().fill("ERP");
    // A space without roles gets its first one here; what was typed is kept.
    await form.getByText(t.noRoles).waitFor();
    await form.getByRole("button", { name: t.add, exact: true }).click();
    const roleForm = page.getByRole("dialog", { name: t.addRole });
    await roleForm.getByLabel("中文").first().fill("编辑");
    await roleForm.getByLabel("English").first().fill("Editor");
    await roleForm.getByRole("checkbox", { name: t.readNews, exact: true }).click();
    await roleForm.getByRole("button", { name: t.save, exact: true }).click();
    await expect.poll(() => form.getByRole("checkbox", { name: t.role }).isChecked()).toBe(true);
    expect(await form.getByRole("textbox").first().inputValue()).toBe("ERP");
    await expectNoPageProblems(visitor);
    await form.getByRole("button", { name: t.createKey }).click();
    // The list behind the dialog already shows its first row.
    await page.getByText("ERP", { exact: true }).waitFor();
    const keyDialog = page.getByRole("dialog");
    expect(await keyDialog.getByLabel(t.key, { exact: true }).textContent()).toMatch(/^mdk_\w{32}$/);
    await expectNoPageProblems(visitor);
    await keyDialog.getByRole("button", { name: t.done }).click();
    await keyDialog.waitFor({ state: "hidden" });
  },
);

it.each([
  { locale: "zh", width: 390 },
  { locale: "en", width: 1440 },
] as const)(
  "T-63: keeps the dialog for a webhook open while the empty list loads and says what webhooks are for, and checks its address when it changes, in $locale at $width px",
  async (device) => {
    const t = texts[device.locale];
    const owner = await newSpaceOwner(server);
    const grants = [{ entity: "news", verbs: ["read"], read: null, write: null }];
    const name = { zh: "编辑", en: "Editor" };
    await client(server, owner).send("POST Api/{type}/QueryAdd", { type: "role", name, grants });
    const visitor = await open({ url: server.url, ...device });
    const { page, context } = visitor;
    await context.addCookies(sessionCookies(owner, server.url));
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/api/paas/table/search", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto("/paas/webhook/list");
    await page.getByRole("button", { name: t.createWebhook }).click();
    const form = page.getByRole("dialog", { name: t.createWebhook });
    await form.getByRole("textbox").first().fill("ERP");
    release();
    // When the list has loaded and is empty, the button moves to its middle.
    await page.locator("main h1", { hasText: "Webhook" }).waitFor({ state: "attached" });
    await page.locator("#list").getByText(t.webhookPurpose).waitFor({ state: "attached" });
    expect(await form.getByRole("textbox").first().inputValue()).toBe("ERP");
    await form.getByRole("textbox").nth(1).fill("https://10.0.0.1/hook");
    await form.getByRole("checkbox", { name: t.newsCreated }).click();
    await form.getByText(t.role).click();
    await expectNoPageProblems(visitor);
    await form.getByRole("button", { name: t.createWebhook }).click();
    await form.getByText(refusals[device.locale]).first().waitFor();
    await form.getByRole("textbox").nth(1).fill("https://example.invalid/hook");
    await form.getByRole("button", { name: t.createWebhook }).click();
    const secretDialog = page.getByRole("dialog", { name: t.secret });
    expect(await secretDialog.getByLabel(t.secret, { exact: true }).textContent()).toMatch(/^whsec_/);
    await secretDialog.getByRole("button", { name: t.done }).click();

    await page.getByRole("link", { name: "ERP" }).click();
    const address = page.locator("input[inputmode=url]");
    await address.fill("https://[::1]/hook");
    await page.keyboard.press("Control+s");
    await page.getByText(refusals[device.locale]).first().waitFor();
    expect(visitor.problems.splice(0).map((problem) => problem.slice(-3))).toEqual(["422", "422"]);
    await expectNoPageProblems(visitor);
    await context.close();
  },
);
