/** The layout of a list: visible columns, their order, and widths. */
import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { Locale } from "#kit/text.ts";
import { client } from "../support/client.ts";
import { expectNoPageProblems, openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { pdf } from "../support/media.ts";
import { newSpaceOwner, type Person } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
let owner: Person;

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  const title = { zh: "新闻", en: "Item" };
  await client(server, owner).call("POST Api/{type}/QueryAdd", {
    type: "news",
    title,
    kind: "company",
    status: "draft",
  });
});

async function visit(locale: Locale, width = 1440): Promise<Visitor> {
  const visitor = await open({ url: server.url, locale, width });
  await visitor.context.addCookies(sessionCookies(owner, server.url));
  await visitor.page.goto("/paas/news/list");
  await visitor.page.locator("[data-row]").first().waitFor();
  return visitor;
}

it("saves columns, order and widths set by keyboard and mouse for every browser, and resets them", async () => {
  const visitor = await visit("en");
  const { page } = visitor;
  const headings = page.locator("th[title]");
  const defaultColumns = await headings.allTextContents();
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Move Title/ }).waitFor();
  await expectNoPageProblems(visitor);
  await dialog.getByRole("checkbox", { name: "Pinned" }).uncheck();
  // The arrow key moves the title after the type.
  await dialog.getByRole("button", { name: /^Move Title/ }).press("ArrowDown");
  await dialog.getByRole("textbox", { name: "Width of Type in pixels" }).fill("9");
  await dialog.getByText("Widths are from 64 to 800 pixels").waitFor();
  expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await dialog.getByRole("textbox", { name: "Width of Type in pixels" }).fill("210");
  await dialog.getByRole("button", { name: "Save" }).click();
  const changedColumns = [
    "Type",
    "Title",
    ...defaultColumns.filter((name) => !["Type", "Title", "Pinned"].includes(name)),
  ];
  await expect.poll(() => headings.allTextContents()).toEqual(changedColumns);

  // The mouse drags the edge of a heading 60 px to the right.
  const widthOfType = async (at: Page) =>
    Math.round((await at.locator("th", { hasText: "Type" }).boundingBox())!.width);
  expect(await widthOfType(page)).toBe(210);
  const edge = (await page.locator("th", { hasText: "Type" }).locator(".column-edge").boundingBox())!;
  const layoutResponse = page.waitForResponse("**/api/paas/table/layout");
  await page.mouse.move(edge.x + 3, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + 33, edge.y + 10);
  await page.mouse.move(edge.x + 63, edge.y + 10);
  await page.mouse.up();
  await layoutResponse;
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();

  const otherBrowser = await visit("en");
  const otherHeadings = otherBrowser.page.locator("th[title]");
  await expect.poll(() => otherHeadings.allTextContents()).toEqual(changedColumns);
  expect(await widthOfType(otherBrowser.page)).toBe(270);
  await otherBrowser.page.getByRole("button", { name: "Columns", exact: true }).click();
  await otherBrowser.page.getByRole("dialog").getByRole("button", { name: "Reset to default" }).click();
  await expect.poll(() => otherHeadings.allTextContents()).toEqual(defaultColumns);
  await otherBrowser.context.close();
});

it("fits the dialog of columns on a phone in Chinese", async () => {
  const visitor = await visit("zh", 390);
  const { page } = visitor;
  await page.getByRole("button", { name: "列设置" }).click();
  await page.getByRole("dialog").getByRole("checkbox", { name: "置顶" }).waitFor();
  await expectNoPageProblems(visitor);
  await visitor.context.close();
});

it("freezes no column by default in a list whose first column is not the title", async () => {
  const file = { name: "Lease.pdf", size: pdf.length, data: pdf.toString("base64") };
  expect((await client(server, owner).send("POST Api/File/UploadBase64", file)).status).toBe(200);
  const visitor = await open({ url: server.url, locale: "en" });
  const { page } = visitor;
  await visitor.context.addCookies(sessionCookies(owner, server.url));
  const frozenIn = async (type: string) => {
    await page.goto(`/paas/${type}/list`);
    await page.locator("[data-row]").first().waitFor();
    await page.getByRole("button", { name: "Columns", exact: true }).click();
    const frozen = page.getByRole("dialog").getByRole("combobox", { name: "Freeze", exact: true });
    await frozen.waitFor();
    return frozen.textContent();
  };
  expect([await frozenIn("news"), await frozenIn("storageFile")]).toEqual(["First 1 column", "None"]);
  expect(visitor.problems).toEqual([]);
});
