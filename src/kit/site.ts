import type { Text } from "./text.ts";

/** One group of the Products and Services popup: the number of items is the number of lobes of its rosette. */
export type MenuGroup = { name: Text; intro: Text; items: { name: Text; url: string }[] };

/** What the tenant's theme says about the whole site: wording, menu and tokens (spec section 3, theme with menu). */
export type Site = {
  name: Text;
  description: Text;
  menu: MenuGroup[];
  /** Paths of published pages: what the foot of every page may lead to. */
  paths: readonly string[];
  /** Colours as #rrggbb, radius in px, a typeface's name. Only what differs from the built-in tokens. */
  tokens: ThemeTokens;
};

export type ThemeTokens = {
  paper?: string;
  ink?: string;
  brand?: string;
  seal?: string;
  radius?: number;
  fonts?: string;
};
