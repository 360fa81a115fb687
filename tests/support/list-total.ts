import type { Page } from "playwright-core";
import type { Locale } from "#kit/text.ts";

/** Waits until a list shows this total. It scrolls to the pagination, because a list counts many rows exactly only once its total is visible. */
export async function waitForTotal(page: Page, locale: Locale, count: number): Promise<void> {
  const pagination = page.getByRole("navigation", { name: locale === "zh" ? "分页" : "Pagination", exact: true });
  await pagination.scrollIntoViewIfNeeded();
  await pagination.getByText(locale === "zh" ? `共 ${count} 条` : `${count} total`, { exact: true }).waitFor();
}
