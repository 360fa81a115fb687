import type { Text } from "./text.ts";

/** One group of the Products and Services popup: the number of items is the number of lobes of its rosette. */
export type MenuGroup = { name: Text; intro: Text; items: { name: Text; url: string }[] };

export type SiteLink = { name: Text; url: string };

/** A link of the bar on top. `below`: paths of pages that have no link of their own there and belong to this one. */
export type TopLink = SiteLink & { below: readonly string[] };

/** What the tenant's theme says about the whole site: wording, menu and tokens. */
export type Site = {
  name: Text;
  description: Text;
  menu: MenuGroup[];
  /** What opens the product menu, and the links before and after it in the bar on top. */
  menuName: Text;
  linksBefore: TopLink[];
  linksAfter: TopLink[];
  /** The foot of every page: columns of links besides the products, what people agree to, and what the site does not claim. */
  footer: { columns: { name: Text; links: SiteLink[] }[]; legal: SiteLink[]; disclaimer: Text };
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
