/** The editors that `bench/editor.ts` measures, and how each of them is opened and worked with: this builder, GrapesJS and Puck. */
import type { BrowserContext, FrameLocator, Locator, Page, Response } from "playwright-core";
import type { Point } from "#kit/geometry.ts";
import { placedTexts } from "./canvas-pages.ts";
import { openTime, type OpenTime, type Opened } from "./paint.ts";

/** Of a canvas, the nodes that are dragged at once: its first rows. */
export const draggedCount = 50;

export type Subject = {
  name: string;
  context: BrowserContext;
  address: string;
  opened: Opened;
  /** Selects a node and focuses the field of its text. */
  focusText: (page: Page) => Promise<void>;
  /** Makes edits of several nodes, each of which is a step of the history; the keys of the editor undo them afterwards. */
  edit: (page: Page, count: number) => Promise<void>;
  /** Selects `draggedCount` nodes, or one where the editor selects only one. */
  select: (page: Page) => Promise<void>;
  /** The element of a node in the edited page. */
  node: (page: Page, index: number) => Locator;
  /** The node by which the selection is held while it is dragged. */
  grip: number;
};

const nodes = placedTexts(1000);
const center = async (element: Locator): Promise<Point> => {
  const box = (await element.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const press = async (page: Page, element: Locator) => {
  const { x, y } = await center(element);
  await page.mouse.click(x, y);
};

/**
 * Opens the editor in a new page of its context. `scripts`: those that were requested before it was open; what it loads when the browser rests is not
 * among them.
 */
export async function open({
  context,
  address,
  opened,
}: Subject): Promise<OpenTime & { page: Page; scripts: Buffer[] }> {
  const page = await context.newPage();
  const responses: Response[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") responses.push(response);
  });
  await page.goto(address, { waitUntil: "commit" });
  const times = await page.evaluate(openTime, opened);
  const firstResponses = [...responses];
  return { ...times, page, scripts: await Promise.all(firstResponses.map((response) => response.body())) };
}

/** This program's builder. */
export function builder(context: BrowserContext, { pageId, count }: { pageId: string; count: number }): Subject {
  const node = (page: Page, index: number) =>
    page.frameLocator(".board iframe").locator(`[data-node="${nodes[index]!.id}"]`);
  return {
    name: "builder",
    context,
    address: `/builder/${pageId}`,
    opened: {
      frame: ".board iframe",
      tools: [".overlay:not([aria-busy])", "[role=treeitem]", ".inspector .control"],
      nodes: "[data-node]",
      count,
      data: "GetPageInfo",
    },
    async focusText(page) {
      await press(page, node(page, 0));
      await page
        .locator(".inspector")
        .getByRole("textbox", { name: /English$/ })
        .first()
        .click();
      await page.keyboard.press("End");
    },
    async edit(page, steps) {
      for (let index = 0; index < steps; index += 1) {
        await press(page, node(page, index));
        await page.keyboard.press("ArrowRight");
      }
    },
    async select(page) {
      const stage = (await page.frameLocator(".board iframe").locator(".stage").first().boundingBox())!;
      const unit = stage.width / 1280;
      // From the right, where the frame of the selected node has no handle.
      await page.mouse.move(stage.x + 1276 * unit, stage.y + 3 * unit);
      await page.mouse.down();
      await page.mouse.move(stage.x + 4 * unit, stage.y + 4 * draggedCount * unit, { steps: 4 });
      await page.mouse.up();
      await page.locator(".inspector h2").getByText(`${draggedCount} selected`).waitFor();
    },
    node,
    grip: draggedCount - 1,
  };
}

type GrapesWindow = Window & {
  componentOf: (id: string) => { addStyle: (style: Record<string, string>) => void };
  editor: { select: (component: unknown) => void };
};
const grapesFrame = (page: Page): FrameLocator => page.frameLocator(".gjs-frame");

/** GrapesJS, with the calls of its API where it has no keys or fields. */
export function grapes(context: BrowserContext, { address, count }: { address: string; count: number }): Subject {
  const select = (page: Page, ids: string[]) =>
    page.evaluate((selected) => {
      const { editor, componentOf } = window as unknown as GrapesWindow;
      editor.select(selected.map(componentOf));
    }, ids);
  return {
    name: "grapes",
    context,
    address,
    opened: {
      frame: ".gjs-frame",
      tools: ["#text", ".gjs-pn-panels", ".gjs-toolbar"],
      nodes: "[data-gjs-type=text]",
      count,
      data: "nodes.json",
    },
    async focusText(page) {
      await select(page, [nodes[0]!.id]);
      await page.locator("#text").focus();
    },
    async edit(page, steps) {
      await page.locator("#text").blur();
      for (const { id, x } of nodes.slice(0, steps)) {
        await select(page, [id]);
        await page.evaluate(
          ([edited, left]) =>
            (window as unknown as GrapesWindow).componentOf(edited!).addStyle({ left: `${Number(left) + 1}px` }),
          [id, String(x)],
        );
      }
    },
    select: (page) =>
      select(
        page,
        nodes.slice(0, draggedCount).map(({ id }) => id),
      ),
    node: (page, index) => grapesFrame(page).locator(`#${nodes[index]!.id}`),
    grip: draggedCount - 1,
  };
}

/** Puck. A person drags one node at a time there. */
export function puck(context: BrowserContext, { address, count }: { address: string; count: number }): Subject {
  const node = (page: Page, index: number) =>
    page
      .frameLocator("#preview-frame")
      .locator(`[data-puck-component="${nodes[index]!.id}"]:not([data-dnd-placeholder])`);
  const field = (page: Page) => page.getByLabel("Text").locator("visible=true").last();
  return {
    name: "puck",
    context,
    address,
    opened: { frame: "#preview-frame", tools: ["[class*=SidebarSection]"], nodes: ".node", count, data: "nodes.json" },
    async focusText(page) {
      await press(page, node(page, 0));
      await field(page).click();
      await page.keyboard.press("End");
    },
    async edit(page, steps) {
      for (let index = 0; index < steps; index += 1) {
        await press(page, node(page, index));
        await field(page).click();
        await page.keyboard.press("y");
        // A step of its history is recorded after 250 ms without an edit.
        await page.waitForTimeout(400);
      }
      await page.locator("header").first().click();
    },
    select: (page) => press(page, node(page, 0)),
    node,
    grip: 0,
  };
}
