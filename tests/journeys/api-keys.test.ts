/** An administrator creates the first API key of a space and sees it until they close the dialog. */
import { expect, it } from "vitest";
import { expectClean, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpace } from "../support/people.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const open = await openBrowser();

const texts = {
  zh: { make: "创建密钥", done: "完成", key: "API 密钥", role: "编辑" },
  en: { make: "Create key", done: "Done", key: "API key", role: "Editor" },
};

it.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 390 },
] as const)("shows the first key of a list until its dialog is closed, in $locale at $width px", async (device) => {
  const t = texts[device.locale];
  const owner = await newSpace(server);
  const grants = [{ entity: "news", verbs: ["read"], read: null, write: null }];
  await client(server, owner).send("POST Api/{type}/QueryAdd", {
    type: "role",
    name: { zh: "编辑", en: "Editor" },
    grants,
  });
  const visitor = await open({ url: server.url, ...device });
  const { page, context } = visitor;
  await context.addCookies(sessionCookies(owner, server.url));
  await page.goto("/paas/apiKey/list");
  await page.getByRole("button", { name: t.make }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("textbox").first().fill("ERP");
  await form.getByText(t.role).click();
  await expectClean(visitor);
  await form.getByRole("button", { name: t.make }).click();
  // The list behind the dialog has its first row by now.
  await page.getByText("ERP", { exact: true }).waitFor();
  const keyDialog = page.getByRole("dialog");
  expect(await keyDialog.getByLabel(t.key, { exact: true }).textContent()).toMatch(/^mdk_\w{32}$/);
  await expectClean(visitor);
  await keyDialog.getByRole("button", { name: t.done }).click();
  await keyDialog.waitFor({ state: "hidden" });
});
