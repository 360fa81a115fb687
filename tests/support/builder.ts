import type { FrameLocator, Locator, Page } from "playwright-core";
import type { Locale } from "#kit/text.ts";
import type { Visit, Visitor } from "./browser.ts";
import { sessionCookies } from "./enter.ts";
import { superAdministrator } from "./people.ts";
import type { Server } from "./server.ts";

/** The frame that shows the edited page. */
export const canvasFrame = (page: Page): FrameLocator => page.frameLocator("iframe");

/** The layer that takes presses on the page. It is loaded when the page has been drawn. */
export const readyOverlay = (page: Page): Locator => page.locator(".overlay:not([aria-busy])");

/** The toolbar's status: saved, unsaved and so on. */
export const status = (page: Page): Locator => page.locator("header [role=status]").first();

/** The items of the page's components in the tree of its structure. */
export function componentItems(page: Page, locale: Locale): Locator {
  const name = { zh: "页面结构", en: "Page structure" }[locale];
  return page.getByRole("tree", { name }).getByRole("treeitem", { level: 2 });
}

/** The first text field of the selected component. `language`: 中文 or English. */
export const textField = (page: Page, language: string): Locator =>
  page
    .locator(".inspector")
    .getByRole("textbox", { name: new RegExp(`${language}$`) })
    .first();

/**
 * Returns a function that opens the builder with its first page in a new browser context. Each has a session of its own of the first administrator, because
 * a session may have only a few event streams open.
 */
export function builderAsAdministrator(server: Server, open: (visit: Visit) => Promise<Visitor>) {
  return async (visit: Omit<Visit, "url">): Promise<Visitor> => {
    const visitor = await open({ url: server.url, ...visit });
    const administrator = await superAdministrator(server);
    await visitor.context.addCookies(sessionCookies(administrator, server.url));
    await visitor.page.goto("/builder");
    await visitor.page.waitForURL(/\/builder\/[0-9a-f-]{36}$/);
    await canvasFrame(visitor.page).locator("h1").waitFor();
    await readyOverlay(visitor.page).waitFor();
    return visitor;
  };
}
