import type { BrowserContext, FrameLocator, Locator, Page } from "playwright-core";
import { beforeAll } from "vitest";
import type { Locale } from "#kit/text.ts";
import type { Visit, Visitor } from "./browser.ts";
import { enterAsAdministrator } from "./enter.ts";
import type { Server } from "./server.ts";

/** The frame of the page in the canvas. */
export const canvasFrame = (page: Page): FrameLocator => page.frameLocator("iframe");

/** The status of saving in the toolbar. */
export const status = (page: Page): Locator => page.locator("header [role=status]").first();

/** The components of the page in the tree of its structure. */
export function nodes(page: Page, locale: Locale): Locator {
  const name = { zh: "页面结构", en: "Page structure" }[locale];
  return page.getByRole("tree", { name }).getByRole("treeitem", { level: 2 });
}

/** The first text field of the selected component, in the language `language`: 中文 or English. */
export const textField = (page: Page, language: string): Locator =>
  page
    .locator(".inspector")
    .getByLabel(new RegExp(`${language}$`))
    .first();

/** Signs the administrator in once for a file, and returns a function that opens the builder's first page in a new browser context. */
export function builderAsAdministrator(server: Server, open: (visit: Visit) => Promise<Visitor>) {
  let cookies: Awaited<ReturnType<BrowserContext["cookies"]>> = [];
  beforeAll(async () => {
    const visitor = await open({ url: server.url });
    await enterAsAdministrator(server, visitor);
    cookies = (await visitor.context.cookies()).filter(({ name }) => name !== "locale_value");
    await visitor.context.close();
  });

  return async (visit: Omit<Visit, "url">): Promise<Visitor> => {
    const visitor = await open({ url: server.url, ...visit });
    await visitor.context.addCookies(cookies);
    await visitor.page.goto("/builder");
    await visitor.page.waitForURL(/\/builder\/[0-9a-f-]{36}$/);
    await canvasFrame(visitor.page).locator("h1").waitFor();
    return visitor;
  };
}
