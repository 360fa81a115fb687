/** Images in a form: dropped, pasted and reordered. Sub-rows in a form: operated by keyboard. */
import type { Page } from "playwright-core";
import sharp from "sharp";
import { expect, it, vi } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { client } from "../support/client.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";
import { definitionOf, publish } from "../support/stored-entities.ts";

const server = await sharedServer();
const open = await openBrowser();
const sameText = (text: string) => ({ zh: text, en: text });
const colours = ["red", "green", "blue"] as const;
const pictures = await Promise.all(
  colours.map(async (background) => {
    const drawing = sharp({ create: { width: 12, height: 12, channels: 3, background } });
    return (await drawing.png().toBuffer()).toString("base64");
  }),
);

/** Dispatches a drop or paste event with files on the input of a field. */
const dispatchFiles = (page: Page, id: string, kind: "drop" | "paste", files: readonly string[]) =>
  page.locator(`input[id$=-${id}]`).evaluate(
    (input, { kind: type, contents }) => {
      const transfer = new DataTransfer();
      for (const [n, file] of contents.entries()) {
        const bytes = Uint8Array.from(atob(file), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], `${n}.png`, { type: "image/png" }));
      }
      const common = { bubbles: true, cancelable: true };
      input.dispatchEvent(
        type === "drop"
          ? new DragEvent("drop", { ...common, dataTransfer: transfer })
          : new ClipboardEvent("paste", { ...common, clipboardData: transfer }),
      );
    },
    { kind, contents: files },
  );

it("B-100, B-126: takes dropped and pasted images up to the limit and reorders them by pointer and keyboard", async () => {
  const person = await newSpaceOwner(server);
  await publish(
    server,
    person.tenantId,
    definitionOf("shop", {
      title: { type: "textbox", name: sameText("Title"), required: true },
      front: { type: "image", name: sameText("Front") },
      inside: { type: "album", name: sameText("Inside"), mark: 2 },
    }),
  );
  const api = client(server, person);
  await vi.waitFor(async () => {
    if ((await api.send("GET Api/{type}/QueryList", { type: "shop" })).status !== 200)
      throw new Error("not loaded yet");
  }, 20_000);
  const visitor = await open({ url: server.url, locale: "en" });
  const { page, context } = visitor;
  await context.addCookies(sessionCookies(person, server.url));
  await page.goto("/paas/shop/add");
  await page.locator("[id$=-title]").fill("Shop");
  const group = (name: string) => page.locator(`div:has(> div > input[id$=-${name}])`).last();
  await dispatchFiles(page, "front", "paste", pictures.slice(0, 1));
  await group("front").locator("img").waitFor();
  const firstSource = await group("front").locator("img").getAttribute("src");
  await dispatchFiles(page, "front", "drop", pictures.slice(1, 2));
  await expect.poll(() => group("front").locator("img").getAttribute("src")).not.toBe(firstSource);

  await dispatchFiles(page, "inside", "drop", pictures);
  await group("inside").getByRole("alert").getByText("Up to 2 images. The others were not uploaded.").waitFor();
  await expect.poll(() => group("inside").locator("img").count()).toBe(2);
  const imageUrls = () =>
    group("inside")
      .locator("img")
      .evaluateAll((images) => images.map((image) => image.getAttribute("src")!));
  const [firstUrl, secondUrl] = await imageUrls();
  await page.dragAndDrop(`li:has(> img[src="${secondUrl}"])`, `li:has(> img[src="${firstUrl}"])`);
  await expect.poll(imageUrls).toEqual([secondUrl, firstUrl]);
  await page.getByRole("button", { name: "Move image 2 earlier" }).press("Enter");
  await expect.poll(imageUrls).toEqual([firstUrl, secondUrl]);
  await page.getByRole("button", { name: "Move image 1 later" }).press("Enter");
  await expectNoPageProblems(visitor);
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await page.waitForURL(/shop\/edit\?id=/);
  const [row] = (await api.call("GET Api/{type}/QueryList", { type: "shop" })) as AnyRow[];
  expect(row!.inside).toEqual([secondUrl, firstUrl]);
  await context.close();
});

it("adds, moves and removes sub-rows by keyboard and keeps the focus on them", async () => {
  const person = await newSpaceOwner(server);
  const { call } = client(server, person);
  const [{ id }] = (await call("GET Api/{type}/QueryList", { type: "site" })) as [AnyRow];
  const visitor = await open({ url: server.url, locale: "en" });
  const { page, context } = visitor;
  await context.addCookies(sessionCookies(person, server.url));
  await page.goto(`/paas/site/edit?id=${id}`);
  const legal = page.locator("[id$=-legal]");
  await legal.waitFor();
  /** The label of the focused element, and the end of its id. */
  const focusedElement = () =>
    page.evaluate(() => [
      document.activeElement?.getAttribute("aria-label"),
      document.activeElement?.id.split("-legal")[1],
    ]);
  const add = legal.getByRole("button", { name: "Add a row" });
  expect(await legal.locator("li").count()).toBe(0);
  for (const [n, word] of ["One", "Two", "Three"].entries()) {
    await add.press("Enter");
    await expect.poll(async () => (await focusedElement())[1]).toMatch(new RegExp(`^-${n}-`));
    await page.keyboard.type(word);
  }
  await legal.getByRole("button", { name: "Move up 3" }).press("Enter");
  await expect.poll(focusedElement).toEqual(["Move up 2", "-1-up"]);
  await page.keyboard.press("Enter");
  // The first row has no button to move up: the row itself gets the focus.
  await expect.poll(focusedElement).toEqual([null, "-0"]);
  const titles = () => legal.locator("li > div > button[aria-expanded]").allInnerTexts();
  expect((await titles()).map((text) => text.split("\n")[1])).toEqual(["Three", "One", "Two"]);
  await legal.getByRole("button", { name: "Remove this row 1" }).press("Enter");
  await expect.poll(focusedElement).toEqual([null, "-0"]);
  expect((await titles()).map((text) => text.split("\n")[1])).toEqual(["One", "Two"]);
  for (const remaining of [1, 0]) {
    await legal.getByRole("button", { name: "Remove this row 1" }).press("Enter");
    await expect.poll(() => legal.locator("li").count()).toBe(remaining);
  }
  await expect.poll(() => add.evaluate((button) => button === document.activeElement)).toBe(true);
  await context.close();
});
