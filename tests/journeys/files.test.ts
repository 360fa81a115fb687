/** The library of files: uploading, opening, renaming, choosing a file in a form, and where a file is used. */
import sharp from "sharp";
import { expect, it } from "vitest";
import { expectNoPageProblems, expectNoPageProblemsInDark, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { pdf } from "../support/media.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();

it("offers an upload in an empty library, but no import, which could change nothing", async () => {
  const owner = await newSpaceOwner(server);
  const visitor = await open({ url: server.url, locale: "zh", width: 390 });
  const { page, context } = visitor;
  await context.addCookies(sessionCookies(owner, server.url));
  await page.goto("/admin/wiki/list");
  const list = page.locator("#list");
  await list.getByRole("link", { name: "导入" }).waitFor();
  await page.goto("/admin/storageFile/list");
  await list.getByRole("button", { name: "上传" }).waitFor();
  expect(await page.getByRole("link", { name: "导入" }).count()).toBe(0);
  await context.close();
});

it("uploads a file into the library, renames it, chooses it in a form, and shows where it is used", async () => {
  const owner = await newSpaceOwner(server);
  const { send } = client(server, owner);
  const png = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#2b6" } })
    .png()
    .toBuffer();
  const uploadBody = (name: string, bytes: Buffer) => ({ name, size: bytes.length, data: bytes.toString("base64") });
  expect((await send("POST Api/File/UploadBase64", uploadBody("租约 2026.pdf", pdf))).status).toBe(200);
  const visitor = await open({ url: server.url, locale: "en" });
  const { page, context } = visitor;
  await context.addCookies(sessionCookies(owner, server.url));

  await page.goto("/paas/storageFile/list");
  await page.getByRole("link", { name: "租约 2026.pdf" }).waitFor();
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.locator("#upload").setInputFiles({ name: "Front.png", mimeType: "image/png", buffer: png });
  await page.getByText("1 file uploaded").waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: "Front.webp" }).waitFor();
  await expectNoPageProblems(visitor);

  await page.getByRole("link", { name: "Front.webp" }).click();
  await page.getByText("Nothing uses this file.").waitFor();
  await page.locator("input[id$=-name]").fill("Shop front");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Shop front" }).waitFor();
  await expectNoPageProblems(visitor);

  await page.goto("/paas/news/add");
  await page.getByRole("button", { name: "Choose from library" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Library" });
  await dialog.getByRole("searchbox").fill("shop");
  await expect.poll(() => dialog.getByRole("button", { name: /Shop front/ }).count()).toBe(1);
  await dialog.getByRole("button", { name: /Shop front/ }).press("Enter");
  await dialog.waitFor({ state: "hidden" });
  const cover = await page.locator('form img[src^="/files/"]').getAttribute("src");
  await page.locator("input[id$=-title-zh]").fill("开业");
  await page.locator("input[id$=-title-en]").fill("Opening");
  await page.keyboard.press("ControlOrMeta+s");
  await page.waitForURL("**/paas/news/edit?id=*");

  await page.goto("/paas/storageFile/list");
  await page.getByRole("link", { name: "Shop front" }).click();
  await page.getByRole("link", { name: "Opening" }).waitFor();
  expect(await page.locator('article img[src^="/files/"]').getAttribute("src")).toContain(cover);
  await expectNoPageProblems(visitor);
});

it("fits a phone in Chinese and in dark mode", async () => {
  const owner = await newSpaceOwner(server);
  const { send } = client(server, owner);
  for (const name of ["租约 2026.pdf", "一个名称很长的文件——用于检查在窄屏上的换行与截断效果.pdf"])
    await send("POST Api/File/UploadBase64", { name, size: pdf.length, data: pdf.toString("base64") });
  const visitor = await open({ url: server.url, locale: "zh", width: 390, scheme: "dark" });
  const { page, context } = visitor;
  await context.addCookies(sessionCookies(owner, server.url));
  await page.goto("/paas/storageFile/list");
  await page.getByRole("link", { name: "租约 2026.pdf" }).waitFor();
  expect(await page.getByRole("link", { name: /\.pdf$/ }).count()).toBe(2);
  await expectNoPageProblemsInDark(visitor);
  await page.getByRole("link", { name: "租约 2026.pdf" }).click();
  await page.getByText("没有内容使用此文件。").waitFor();
  await expectNoPageProblemsInDark(visitor);
});
