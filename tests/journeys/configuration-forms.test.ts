/** An administrator defines the form of a type of configurations, and fills it in. */
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
    addField: "添加字段",
    number: "数字",
    text: "单行文本",
    preview: "预览",
    maximum: "最大值",
    save: "保存",
    label: "显示名称",
    fieldName: /^字段名/,
    zh: "中文",
    en: "English",
    undo: "撤销",
    secrets: "密钥",
    json: "以 JSON 编辑",
    stored: "已保存，填写后替换",
  },
  en: {
    addField: "Add field",
    number: "Number",
    text: "Text",
    preview: "Preview",
    maximum: "Maximum",
    save: "Save",
    label: "Label",
    fieldName: /^Field name/,
    zh: "中文",
    en: "English",
    undo: "Undo",
    secrets: "Secrets",
    json: "Edit as JSON",
    stored: "Saved. Enter a value to replace it.",
  },
};

describe.each(devices)("in $locale, $width px wide", (device) => {
  const t = texts[device.locale];

  it("N-045: an administrator adds fields to a form and sees it, then fills it in with a secret, which stays masked", async () => {
    const owner = await newSpaceOwner(server);
    const { call } = client(server, owner);
    const visitor = await open({ url: server.url, ...device });
    const { page } = visitor;
    await visitor.context.addCookies(sessionCookies(owner, server.url));
    await page.goto("/dev/configForm/add");
    await page.locator("[id$=-name-zh]").first().fill("邮件");
    await page.locator("[id$=-name-en]").first().fill("Mail");
    await page.locator("input[id$=-configType]").fill("MailConfig");
    const addField = async (search: string, name: string) => {
      await page.getByRole("button", { name: t.addField }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("searchbox").fill(search);
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      const settings = page.locator("[data-settings]");
      await settings.locator("[id$=-name-zh]").fill(name);
      await settings.locator("[id$=-name-en]").fill(name);
      await settings.getByLabel(t.fieldName).fill(name);
    };
    await addField("textbox", "host");
    // There is no other field yet that it could depend on.
    expect(await page.locator("[data-settings] [id$=-ifField]").count()).toBe(0);
    await addField("textbox", "password");
    await page.locator("[data-settings] [id$=-ifField]").waitFor();
    const preview = page.getByRole("region", { name: t.preview });
    await preview.getByLabel("host").waitFor();
    await preview.getByLabel("password").waitFor();
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await expect
      .poll(async () => (await call("GET Api/{type}/QueryList", { type: "configForm" })) as object[])
      .toHaveLength(1);
    await expectNoPageProblemsInDark(visitor);

    await page.goto("/dev/AutoConfig/add");
    await page.locator("input[id$=-configType]").fill("MailConfig");
    await page.getByLabel("host").fill("mail.example");
    await page.getByRole("group", { name: t.secrets }).getByLabel("password", { exact: true }).fill("sk-4711");
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await page.getByPlaceholder(t.stored).waitFor();
    const rows = (await call("GET Api/{type}/QueryList", { type: "autoConfig" })) as { value: string }[];
    expect(rows.map(({ value }) => JSON.parse(value) as object)).toEqual([
      { host: "mail.example", password: "•••••••• #1" },
    ]);
    // What is changed next leaves the secret as it is.
    await page.goto("/dev/AutoConfig/edit?Key=MailConfig");
    await page.getByLabel("host").fill("smtp.example");
    await page.getByRole("button", { name: t.save, exact: true }).click();
    await expect
      .poll(
        async () => ((await call("GET Api/{type}/QueryList", { type: "autoConfig" })) as { value: string }[])[0]?.value,
      )
      .toContain("smtp.example");
    await page.getByRole("button", { name: t.json }).click();
    await page.getByText("•••••••• #1").waitFor();
    await expectNoPageProblems(visitor);
  });
});
