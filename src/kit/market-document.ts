import type { PageDocument } from "./page.ts";
import type { ThemeTokens } from "./site.ts";

/** A page that comes with a theme: a key, which is the same in all editions of the item, its address and its content. */
export type ThemePage = { key: string; path: string; page: PageDocument };

/** The content of an item: a page, which for sections has only these, or the tokens of a theme with the pages that come with it. */
export type MarketDocument =
  | { page: PageDocument; tokens?: never; pages?: never }
  | { tokens: ThemeTokens; pages?: ThemePage[]; page?: never };

/** The pages that come with a theme; none of any other item. */
export const themePagesOf = ({ pages = [] }: MarketDocument): ThemePage[] => pages;

/** Every page of an item: the one that it is, or those of a theme. */
export const documentsOf = (document: MarketDocument): PageDocument[] =>
  document.page === undefined ? themePagesOf(document).map(({ page }) => page) : [document.page];

/**
 * The item that a theme was taken from, in which edition. `pages`: the pages that came with it, by their keys in the item; null for one that was not taken.
 * `update`: what the last update to a later edition has changed, so that it can be undone.
 */
export type ThemeOrigin = {
  item: string;
  edition: number;
  pages: Readonly<Record<string, string | null>>;
  update?: ThemeUpdateStep | undefined;
};

/** One update of a theme: the edition before it, its tokens before and after, the revisions that it saved, and the pages that it added, by their keys. */
export type ThemeUpdateStep = {
  edition: number;
  tokens: Readonly<Record<string, { before: unknown; after: unknown }>>;
  revisions: readonly { pageId: string; rev: number }[];
  added: readonly string[];
};

/** The colours by which a theme is recognized. */
export type ThemeColors = Partial<Pick<ThemeTokens, "paper" | "ink" | "brand" | "seal">>;
