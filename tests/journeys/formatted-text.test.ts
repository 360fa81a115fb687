/** A text of a canvas is formatted in place: marks, colour, link, list, undo, cleaned paste. Its editor is loaded when editing begins. */
import { expect, it } from "vitest";
import { builderAsAdministrator, canvasFrame } from "../support/builder.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { startServer } from "../support/server.ts";

const server = await startServer();
const open = await openBrowser();
const openBuilder = builderAsAdministrator(server, open);

const names = {
  zh: { color: "颜色", list: "项目列表", link: "链接地址" },
  en: { color: "Colour", list: "Bulleted list", link: "Link address" },
};

it.each([
  { locale: "zh", width: 1440 },
  { locale: "en", width: 820 },
] as const)("in $locale, $width px wide", async ({ locale, width }) => {
  const t = names[locale];
  const visitor = await openBuilder({ locale, width });
  const { page } = visitor;
  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  const text = canvasFrame(page).locator("[data-node] .text").first();
  await text.scrollIntoViewIfNeeded();
  const before = await text.innerHTML();
  const words = await text.textContent();
  expect(requested.filter((url) => url.includes("formatted-text-editor"))).toEqual([]);

  const box = (await text.boundingBox())!;
  await page.mouse.dblclick(box.x + 10, box.y + box.height / 2);
  const editor = page.locator(".overlay [contenteditable=true]");
  await editor.waitFor();
  // All of it is selected: a mark is for the whole text.
  await page.keyboard.press("ControlOrMeta+b");
  await expect.poll(() => text.innerHTML()).toBe(`<p><strong>${words}</strong></p>`);
  const tools = page.getByRole("toolbar").filter({ has: page.getByRole("button", { name: t.list }) });
  await tools.getByRole("combobox", { name: t.color }).selectOption("accent");
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("textbox", { name: t.link }).fill("/price");
  await page.keyboard.press("Enter");
  await tools.getByRole("button", { name: t.list }).click();
  const formatted = `<ul><li><p><a href="/price"><span data-color="accent"><strong>${words}</strong></span></a></p></li></ul>`;
  await expect.poll(() => text.innerHTML()).toBe(formatted);

  // What is pasted brings words and marks, no elements of its own.
  await page.keyboard.press("End");
  await editor.evaluate((element) => {
    const data = new DataTransfer();
    data.setData(
      "text/html",
      '<h1 style="color:red">Ok</h1><img src="https://elsewhere.test/a.png"><script>1</script>',
    );
    data.setData("text/plain", "Ok");
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect.poll(() => text.textContent()).toMatch(/Ok$/);
  expect(await text.locator("h1, img, script, [style]").count()).toBe(0);

  await page.keyboard.press("Escape");
  await editor.waitFor({ state: "detached" });
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ControlOrMeta+z");
  await expect.poll(() => text.innerHTML()).toBe(before);
  await expectNoPageProblems(visitor);
});

it("on a phone, the bar of formats is inside the window on both sides", async () => {
  const { page, context } = await openBuilder({ locale: "en", width: 390 });
  const text = canvasFrame(page).locator("[data-node] .text").first();
  await text.scrollIntoViewIfNeeded();
  const box = (await text.boundingBox())!;
  await page.mouse.dblclick(box.x + 10, box.y + box.height / 2);
  const tools = page.getByRole("toolbar").filter({ has: page.getByRole("button", { name: names.en.list }) });
  await tools.waitFor();
  const bar = (await tools.boundingBox())!;
  expect(bar.x).toBeGreaterThanOrEqual(0);
  expect(bar.x + bar.width).toBeLessThanOrEqual(390);
  await context.close();
});
