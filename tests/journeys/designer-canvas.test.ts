/** Work on the canvas: arranging, rotating, locking, hiding, naming, guides, zoom, the clipboard, the context menu and fingers. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { builderAsAdministrator, canvasFrame, componentItems, status } from "../support/builder.ts";
import { expectNoPageProblems, openBrowser } from "../support/browser.ts";
import { boxOf, fingerOn, middleOf, mouseOn, type Place, placesOf, touchOf } from "../support/designer.ts";
import { startServer } from "../support/server.ts";

const texts = {
  zh: {
    alignLeft: "左对齐",
    gaps: "垂直间距相等",
    rotation: "旋转角度",
    lock: "锁定",
    hide: "隐藏",
    name: "名称",
    guide: /垂直参考线/,
    copied: "已复制到粘贴板",
    toFront: "置于顶层",
    zoom: /缩放 \d+%/,
    unsaved: /未保存/,
    saved: /^已保存/,
  },
  en: {
    alignLeft: "Align left",
    gaps: "Equal vertical gaps",
    rotation: "Rotation",
    lock: "Lock",
    hide: "Hide",
    name: "Name",
    guide: /Vertical guide/,
    copied: "Copied",
    toFront: "Bring to front",
    zoom: /Zoom, \d+%/,
    unsaved: /^Not saved/,
    saved: /^Saved/,
  },
};

const server = await startServer();
const open = await openBrowser();
const openBuilder = builderAsAdministrator(server, open);

const idOfRow = async (page: Page, locale: "zh" | "en", n: number) =>
  (await componentItems(page, locale).nth(n).getAttribute("data-row"))!;
describe.each(["zh", "en"] as const)("in %s", (locale) => {
  const t = texts[locale];
  const tool = (page: Page, name: string) => page.locator(".inspector").getByRole("button", { name, exact: true });

  it("aligns and distributes several elements, rotates one by its handle and by a number, and undoes each as one step", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    const before = await placesOf(page);
    const rows = componentItems(page, locale);
    const ids = [await idOfRow(page, locale, 0), await idOfRow(page, locale, 1), await idOfRow(page, locale, 2)];
    await rows.nth(0).click();
    await rows.nth(1).click({ modifiers: ["Shift"] });
    await rows.nth(2).click({ modifiers: ["Shift"] });
    await tool(page, t.alignLeft).click();
    const chosen = async () => (await placesOf(page)).filter(({ id }) => ids.includes(id));
    await expect.poll(async () => new Set((await chosen()).map(({ x }) => x)).size).toBe(1);
    const centreOf = ({ y, h }: Place) => y + h / 2;
    const order = (await chosen()).toSorted((a, b) => centreOf(a) - centreOf(b)).map(({ id }) => id);
    await tool(page, t.gaps).click();
    await expect
      .poll(async () => {
        const places = await chosen();
        const [first, second, third] = order.map((id) => places.find((place) => place.id === id)!);
        return Math.abs(second!.y - first!.y - first!.h - (third!.y - second!.y - second!.h));
      })
      .toBeLessThanOrEqual(1);
    await expectNoPageProblems(visitor);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => placesOf(page)).toEqual(before);

    await rows.nth(1).click();
    const handle = page.locator(".overlay [data-handle=rotate]");
    const grip = (await handle.boundingBox())!;
    const box = await boxOf(page, ids[1]!);
    const start = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 };
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    // A quarter turn: from above the middle of the element to its right.
    await page.mouse.move(box.x + box.width / 2 + 300, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    const rotationOf = async () => (await placesOf(page)).find(({ id }) => id === ids[1])!.rotation;
    await expect.poll(rotationOf).toMatch(/^(?:8\d|9\d)deg$/);
    await page.locator(".inspector").getByLabel(t.rotation, { exact: true }).fill("30");
    await page.keyboard.press("Enter");
    await expect.poll(rotationOf).toBe("30deg");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => placesOf(page)).toEqual(before);
    await status(page).getByText(t.saved).waitFor();
    await expectNoPageProblems(visitor);
  });

  it("locks, hides and renames in the tree; a locked element is reached by neither pointer nor keys", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    const before = await placesOf(page);
    const row = componentItems(page, locale).nth(1);
    const id = await idOfRow(page, locale, 1);
    await row.hover();
    await row.getByRole("button", { name: t.lock, exact: true }).click();
    const box = await boxOf(page, id);
    await page.mouse.click(box.x + 3, box.y + 3);
    await expect.poll(() => row.getAttribute("aria-selected")).toBe("false");
    await row.click();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("application").focus();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Delete");
    expect(await placesOf(page)).toEqual(before);
    await row.focus();
    await page.keyboard.press("F2");
    await page.getByLabel(t.name, { exact: true }).last().fill("Lead");
    await page.keyboard.press("Enter");
    await page.getByRole("treeitem", { name: /^Lead/ }).waitFor();
    await row.getByRole("button", { name: t.hide, exact: true }).click();
    await canvasFrame(page).locator(`[data-node="${id}"]`).waitFor({ state: "detached" });
    await expectNoPageProblems(visitor);
    for (let n = 0; n < 3; n += 1) await page.keyboard.press("Control+z");
    await expect.poll(() => placesOf(page)).toEqual(before);
    await status(page).getByText(t.saved).waitFor();
  });

  it("drags guides out of the ruler, moves them by keys, zooms by keys and wheel, and opens the context menu", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    const id = await idOfRow(page, locale, 1);
    await componentItems(page, locale).nth(1).click();
    await page.getByRole("application").focus();
    await page.keyboard.press("Shift+R");
    const ruler = page.locator(".ruler.along-y");
    const from = (await ruler.boundingBox())!;
    const box = await boxOf(page, id);
    await page.mouse.move(from.x + 8, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + 40, box.y + 10, { steps: 4 });
    await page.mouse.up();
    const guide = page.getByRole("separator", { name: t.guide });
    await guide.waitFor();
    const position = Number(await guide.getAttribute("aria-valuenow"));
    await guide.focus();
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(async () => Number(await guide.getAttribute("aria-valuenow"))).toBe(position + 10);
    await expectNoPageProblems(visitor);
    await guide.focus();
    await page.keyboard.press("Delete");
    await guide.waitFor({ state: "detached" });
    await page.getByRole("application").focus();
    await page.keyboard.press("Shift+R");

    const zoom = () => page.getByRole("button", { name: t.zoom }).textContent();
    const fitted = await zoom();
    await page.keyboard.press("Control+0");
    await expect.poll(zoom).toBe("100%");
    await page.keyboard.press("Shift+!");
    await expect.poll(zoom).toBe(fitted);
    await page.mouse.move(box.x + 40, box.y + 10);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -40);
    await page.keyboard.up("Control");
    await expect.poll(zoom).not.toBe(fitted);
    const target = await boxOf(page, id);
    await page.mouse.click(target.x + 4, target.y + 4, { button: "right" });
    await page.getByRole("menuitem", { name: t.toFront }).waitFor();
    await expectNoPageProblems(visitor);
    const order = () =>
      componentItems(page, locale).evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.row));
    const orderBefore = await order();
    await page.getByRole("menuitem", { name: t.toFront }).click();
    await expect.poll(async () => (await order()).at(-1)).toBe(id);
    await page.getByRole("application").focus();
    for (let n = 0; n < 4; n += 1) await page.keyboard.press("Control+z");
    await expect.poll(order).toEqual(orderBefore);
    await status(page).getByText(t.saved).waitFor();
  });

  it("B-204: says that elements were copied, and pastes texts and images of other programs", async () => {
    const visitor = await openBuilder({ locale });
    const { page } = visitor;
    const rows = componentItems(page, locale);
    const before = await rows.count();
    await rows.nth(1).click();
    await page.keyboard.press("Control+c");
    await page.locator(".toast").getByText(t.copied, { exact: true }).first().waitFor();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "Text of another program");
      document.body.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await canvasFrame(page).getByText("Text of another program").waitFor();
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(300, 200);
      canvas.getContext("2d")!.fillRect(0, 0, 150, 100);
      const file = new File([await canvas.convertToBlob()], "picture.png", { type: "image/png" });
      const data = new DataTransfer();
      data.items.add(file);
      document.body.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await canvasFrame(page).locator('[data-node] img[src^="/files/"]').first().waitFor();
    await expect.poll(() => rows.count()).toBe(before + 2);
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+z");
    await expect.poll(() => rows.count()).toBe(before);
    await status(page).getByText(t.saved).waitFor();
    expect(visitor.problems).toEqual([]);
  });
});

it("fingers select, move, scroll and zoom on a tablet", async () => {
  const visitor = await openBuilder({ locale: "en", width: 820, hasTouch: true });
  const { page } = visitor;
  const [touch, finger] = [await touchOf(page), await fingerOn(page)];
  const nodes = await placesOf(page);
  const { id } = nodes[1]!;
  const placeOf = async () => (await placesOf(page)).find((place) => place.id === id)!;
  const { x, y } = await middleOf(page, id);
  const publish = page.getByRole("button", { name: "Publish", exact: true });
  const placeOfPublish = await publish.boundingBox();
  await finger.pressAt({ x, y });
  await page.locator(".overlay [data-handle=se]").waitFor();
  await finger.drag({ x, y }, { x, y: y + 80 });
  await expect.poll(async () => (await placeOf()).y).not.toBe(nodes[1]!.y);
  // The bar has more than one line here. Its buttons stay where they are when it says something else.
  await status(page).getByText(texts.en.unsaved).waitFor();
  expect(await publish.boundingBox()).toEqual(placeOfPublish);
  await page.keyboard.press("Control+z");
  await expect.poll(placeOf).toEqual(nodes[1]);

  const zoom = () => page.getByRole("button", { name: /^Zoom, / }).textContent();
  const fitted = await zoom();
  const spread = (distance: number) => [
    { x: x - distance, y },
    { x: x + distance, y },
  ];
  await touch("touchStart", ...spread(40));
  for (const distance of [60, 100, 160]) await touch("touchMove", ...spread(distance));
  await touch("touchEnd");
  await expect.poll(zoom).not.toBe(fitted);
  // Outside of the selection a finger scrolls the board.
  const scrolled = () => page.locator(".board-viewport").evaluate((element) => element.scrollTop);
  const top = await scrolled();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await finger.drag({ x: 400, y: 700 }, { x: 400, y: 540 });
  await expect.poll(scrolled).toBeGreaterThan(top);
  expect(await placeOf()).toEqual(nodes[1]);
  await expectNoPageProblems(visitor);
});

it("a finger selects some of several elements, on the canvas and in the tree", async () => {
  const visitor = await openBuilder({ locale: "zh", width: 390 });
  const { page } = visitor;
  const [touch, finger] = [await touchOf(page), await fingerOn(page)];
  const rows = componentItems(page, "zh");
  const selected = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-selected") === "true"));
  const [, first, second, third] = await placesOf(page);
  const item = page.getByRole("menuitem", { name: "多选" });

  // A finger that rests opens the menu of what is below it.
  await touch("touchStart", await middleOf(page, first!.id));
  await item.waitFor();
  await touch("touchEnd");
  await finger.press(item);
  const count = (n: number) => page.locator(".multi-select").getByText(`已选择 ${n} 项`, { exact: true });
  await count(1).waitFor();
  await finger.pressAt(await middleOf(page, second!.id));
  await count(2).waitFor();
  await finger.pressAt(await middleOf(page, third!.id));
  await count(3).waitFor();
  await finger.pressAt(await middleOf(page, third!.id));
  await count(2).waitFor();
  await expectNoPageProblems(visitor);

  // In the tree a tap does the same.
  await finger.press(page.getByRole("button", { name: "结构", exact: true }));
  await rows.nth(0).waitFor();
  const before = await selected();
  expect(before.filter(Boolean)).toHaveLength(2);
  const other = before.indexOf(false);
  await finger.press(rows.nth(other).locator(".name"));
  await expect.poll(selected).toEqual(before.map((isSelected, n) => isSelected || n === other));
  await finger.press(rows.nth(other).locator(".name"));
  await expect.poll(selected).toEqual(before);
  await finger.press(page.getByRole("button", { name: "结构", exact: true }));

  // What is done with them is done with both. After that, a tap selects one again.
  await finger.press(page.getByRole("button", { name: "属性", exact: true }));
  await finger.press(page.locator(".inspector").getByRole("button", { name: "组合", exact: true }));
  await expect.poll(() => canvasFrame(page).locator("[data-group] [data-node]").count()).toBe(2);
  await finger.press(page.locator("header").getByRole("button", { name: "撤销", exact: true }));
  await finger.press(page.getByRole("button", { name: "属性", exact: true }));
  await finger.press(page.getByRole("button", { name: "完成", exact: true }));
  await finger.pressAt(await middleOf(page, third!.id));
  await finger.press(page.getByRole("button", { name: "结构", exact: true }));
  await expect.poll(async () => (await selected()).filter(Boolean).length).toBe(1);
  await status(page).getByText("已保存").waitFor();
  expect(visitor.problems).toEqual([]);
});

it("a frame selects what it touches; Shift adds to the selection, and takes out of it only when the press was no drag", async () => {
  const { page } = await openBuilder({ locale: "en" });
  const selected = () => page.locator(".page-tree [aria-level='2'][aria-selected=true]").count();
  const [first, second, third] = (await placesOf(page)) as [Place, Place, Place];
  const placeOf = async (id: string) => (await placesOf(page)).find((place) => place.id === id)!;
  const mouse = mouseOn(page);
  /** Draws a frame around a node, from beside it. */
  const frame = async (id: string) => {
    const { x, y, height } = await boxOf(page, id);
    await mouse.drag({ x: x - 12, y: y + height / 2 }, { x: x + 4, y: y + height / 2 + 2 });
  };
  await frame(first.id);
  await expect.poll(selected).toBe(1);
  await page.keyboard.down("Shift");
  await frame(second.id);
  await expect.poll(selected).toBe(2);
  await mouse.pressAt(await middleOf(page, third.id));
  await expect.poll(selected).toBe(3);
  await mouse.pressAt(await middleOf(page, third.id));
  await expect.poll(selected).toBe(2);
  const middle = await middleOf(page, second.id);
  await mouse.drag(middle, { x: middle.x + 5, y: middle.y + 40 });
  await expect.poll(async () => (await placeOf(first.id)).y).not.toBe(first.y);
  const moved = await placeOf(second.id);
  expect([moved.x, moved.y - second.y]).toEqual([second.x, (await placeOf(first.id)).y - first.y]);
  await page.keyboard.up("Shift");
  await page.keyboard.press("Control+z");
  await expect.poll(() => placeOf(first.id)).toEqual(first);
  await status(page).getByText(texts.en.saved).waitFor();
});

it("a row of the tree that is dragged moves its component, in the tree and on the page", async () => {
  const { page } = await openBuilder({ locale: "en" });
  const rows = page.getByRole("treeitem", { level: 1 });
  const order = () => rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).dataset.row));
  const before = await order();
  const bottom = (await rows.nth(1).boundingBox())!.height - 2;
  await rows.nth(0).dragTo(rows.nth(1), { targetPosition: { x: 60, y: bottom } });
  await expect.poll(order).toEqual([before[1], before[0], ...before.slice(2)]);
  const drawn = () =>
    canvasFrame(page)
      .locator("[data-widget]")
      .evaluateAll((all) => all.map((element) => (element as HTMLElement).dataset.widget));
  expect((await drawn())[0]).not.toBe("hero");
  await page.keyboard.press("Control+z");
  await expect.poll(order).toEqual(before);
  await status(page).getByText(texts.en.saved).waitFor();
});
