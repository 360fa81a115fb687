/** What a designer does on the canvas of the builder, with a mouse or with fingers. */
import type { CDPSession, Locator, Page } from "playwright-core";
import { canvasFrame } from "./builder.ts";

type Point = { x: number; y: number };

/** A node as it stands on the canvas, from the style of its element. */
export type Place = { id: string; x: number; y: number; h: number; rotation: string };

/** The nodes of the edited page, from back to front. */
export const placesOf = (page: Page): Promise<Place[]> =>
  canvasFrame(page)
    .locator("[data-node]")
    .evaluateAll((elements) =>
      elements.map((element) => {
        const { style, dataset } = element as HTMLElement;
        const [x, y, h] = ["--x", "--y", "--h"].map((name) => Number(style.getPropertyValue(name)));
        return { id: dataset.node!, x: x!, y: y!, h: h!, rotation: style.getPropertyValue("--rotation") };
      }),
    );

/** Where a node is in the window. */
export async function boxOf(page: Page, id: string) {
  const element = canvasFrame(page).locator(`[data-node="${id}"]`);
  await element.scrollIntoViewIfNeeded();
  return (await element.boundingBox())!;
}

/** The middle of a node in the window. */
export async function middleOf(page: Page, id: string): Promise<Point> {
  const { x, y, width, height } = await boxOf(page, id);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Touches the screen with one or more fingers. */
export async function touchOf(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  return (type: "touchStart" | "touchMove" | "touchEnd", ...points: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map((point, id) => ({ ...point, id })) });
}

/** How a designer presses and drags what is on the screen. */
export type Hands = {
  press: (locator: Locator) => Promise<void>;
  pressAt: (point: Point) => Promise<void>;
  drag: (from: Point, to: Point) => Promise<void>;
};

/** Points on the way of a drag. */
const wayOf = (from: Point, to: Point): Point[] =>
  [0.2, 0.6, 0.95, 1].map((part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }));

export const mouseOn = (page: Page): Hands => ({
  press: (locator) => locator.click(),
  pressAt: ({ x, y }) => page.mouse.click(x, y),
  async drag(from, to) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const { x, y } of wayOf(from, to)) await page.mouse.move(x, y);
    await page.mouse.up();
  },
});

/** A finger. It selects an element before it drags it. */
export async function fingerOn(page: Page): Promise<Hands> {
  const touch = await touchOf(page);
  return {
    press: (locator) => locator.tap(),
    pressAt: ({ x, y }) => page.touchscreen.tap(x, y),
    async drag(from, to) {
      await touch("touchStart", from);
      for (const point of wayOf(from, to)) await touch("touchMove", point);
      await touch("touchEnd");
    },
  };
}
