import { array, exactOptional, number, strictObject, string } from "zod/mini";

const text = () => strictObject({ zh: string(), en: string() });
const link = strictObject({ name: text(), url: string() });

/** One group of the Products and Services popup: its rosette has as many lobes as the group has items. */
export const menuGroup = strictObject({ name: text(), intro: text(), items: array(link) });

/** A link of the top bar. `below`: paths of further pages on which this link is highlighted. */
export const topLink = strictObject({ name: text(), url: string(), below: array(string()) });

/** Colours as #rrggbb, radius in px, a typeface's name. Absent tokens keep their built-in values. */
export const themeTokens = strictObject({
  paper: exactOptional(string()),
  ink: exactOptional(string()),
  brand: exactOptional(string()),
  seal: exactOptional(string()),
  radius: exactOptional(number()),
  fonts: exactOptional(string()),
});

/** Serves the page of one path, and the paths below it, at another path. */
const alias = strictObject({ from: string(), to: string() });

/** The settings of a tenant's whole site: wording, menus, addresses, and theme tokens. */
export const site = strictObject({
  name: text(),
  description: text(),
  menu: array(menuGroup),
  /** The button of the product menu, the pages that belong to it besides its own, and the links before and after it in the top bar. */
  menuName: text(),
  menuBelow: array(string()),
  linksBefore: array(topLink),
  linksAfter: array(topLink),
  /** The footer of every page: columns of links, agreements, and the disclaimer. */
  footer: strictObject({
    columns: array(strictObject({ name: text(), links: array(link) })),
    legal: array(link),
    disclaimer: text(),
  }),
  /** The page for contacting somebody; "" if there is none. */
  contactUrl: string(),
  /** Host names of other sites, to which links lead without a notice. */
  trustedHosts: array(string()),
  aliases: array(alias),
  tokens: themeTokens,
});
