import { array, exactOptional, number, strictObject, string } from "zod/mini";

const text = () => strictObject({ zh: string(), en: string() });
const link = strictObject({ name: text(), url: string() });

/** One group of the Products and Services popup: the number of items is the number of lobes of its rosette. */
export const menuGroup = strictObject({ name: text(), intro: text(), items: array(link) });

/** A link of the bar on top. `below`: paths of pages that have no link of their own there and belong to this one. */
export const topLink = strictObject({ name: text(), url: string(), below: array(string()) });

/** Colours as #rrggbb, radius in px, a typeface's name. Only what differs from the built-in tokens. */
export const themeTokens = strictObject({
  paper: exactOptional(string()),
  ink: exactOptional(string()),
  brand: exactOptional(string()),
  seal: exactOptional(string()),
  radius: exactOptional(number()),
  fonts: exactOptional(string()),
});

/** What the tenant's theme says about the whole site: wording, menu and tokens. */
export const site = strictObject({
  name: text(),
  description: text(),
  menu: array(menuGroup),
  /** What opens the product menu, and the links before and after it in the bar on top. */
  menuName: text(),
  linksBefore: array(topLink),
  linksAfter: array(topLink),
  /** The foot of every page: columns of links besides the products, what people agree to, and what the site does not claim. */
  footer: strictObject({
    columns: array(strictObject({ name: text(), links: array(link) })),
    legal: array(link),
    disclaimer: text(),
  }),
  tokens: themeTokens,
});
