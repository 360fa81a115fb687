import type { PageDocument } from "./page.ts";
import type { ThemeTokens } from "./site.ts";

/** The content of an item: a page, which for sections has only these, or the tokens of a theme. */
export type MarketDocument = { page: PageDocument; tokens?: never } | { tokens: ThemeTokens; page?: never };

/** The colours by which a theme is recognized. */
export type ThemeColors = Partial<Pick<ThemeTokens, "paper" | "ink" | "brand" | "seal">>;
