/** A canvas with so many nodes that the builder draws only those near the visible part of the board. */
import { expect, it } from "vitest";
import { addCanvasPage } from "../../bench/canvas-pages.ts";
import { canvasFrame, readyOverlay, textField } from "../support/builder.ts";
import { openBrowser } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { newSpaceOwner } from "../support/people.ts";
import { sharedServer } from "../support/server.ts";

const server = await sharedServer();
const open = await openBrowser();
const count = 800;
const texts = {
  zh: { other: "EN · 英文页面", first: "Item 0", last: `Item ${count - 2}`, tablet: "平板 768", field: "中文" },
  en: {
    other: "中 · Chinese page",
    first: "第 0 项",
    last: `第 ${count - 2} 项`,
    tablet: "Tablet 768",
    field: "English",
  },
};

it.each(["zh", "en"] as const)(
  "in %s: of a large canvas the nodes near the visible part are drawn, with their language and after scrolling; each is selected and edited",
  async (locale) => {
    const t = texts[locale];
    const owner = await newSpaceOwner(server);
    const pageId = await addCanvasPage(server, { token: owner.token, path: "/large", count });
    const designer = await open({ url: server.url, locale, width: 1440 });
    await designer.context.addCookies(sessionCookies(owner, server.url));
    const { page } = designer;
    await page.goto(`/builder/${pageId}`);
    await readyOverlay(page).waitFor();
    const first = canvasFrame(page).getByText(t.first, { exact: true });
    const last = canvasFrame(page).getByText(t.last, { exact: true });
    await page.getByRole("button", { name: t.other }).click();
    await first.waitFor();
    expect(await last.isVisible()).toBe(false);

    const board = page.locator(".board-viewport");
    await board.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await last.waitFor();
    await first.waitFor({ state: "hidden" });
    const place = (await last.boundingBox())!;
    await page.mouse.click(place.x + 5, place.y + 5);
    const field = textField(page, t.field);
    await field.fill("Changed");
    await page.getByRole("button", { name: texts[locale].other, pressed: true }).waitFor();
    const language = locale === "zh" ? /^中 · / : /^EN · /;
    await page.getByRole("button", { name: language }).click();
    await canvasFrame(page).getByText("Changed", { exact: true }).waitFor();

    // Nodes below each other have no place of their own, so all of them are drawn.
    await page.getByRole("button", { name: t.tablet }).click();
    await canvasFrame(page)
      .locator("[data-node]")
      .first()
      .getByText(locale === "zh" ? "第 0 项" : "Item 0")
      .waitFor();
    expect(designer.problems).toEqual([]);
  },
);
