import { array, exactOptional, number, strictObject, string } from "zod/mini";

const text = () => strictObject({ zh: string(), en: string() });
const link = strictObject({ name: text(), url: string() });

/** One group of the Products and Services popup: its rosette has as many lobes as the group has items. */
export const menuGroup = strictObject({ name: text(), intro: text(), items: array(link) });

/** A link of the top bar. `below`: paths of further pages on which this link is highlighted. */
export const topLink = strictObject({ name: text(), url: string(), below: array(string()) });

const color = () => exactOptional(string());
const choice = () => exactOptional(string());

/**
 * What a theme sets: colours as #rrggbb, text size and corner radius in px, and keys of `themeScales`. Absent tokens keep their built-in values; a
 * dark colour that is absent follows from the light one.
 */
export const themeTokens = strictObject({
  paper: color(),
  ink: color(),
  brand: color(),
  seal: color(),
  paperDark: color(),
  inkDark: color(),
  brandDark: color(),
  sealDark: color(),
  fonts: choice(),
  headingFonts: choice(),
  headingSize: choice(),
  headingWeight: choice(),
  textSize: exactOptional(number()),
  space: choice(),
  radius: exactOptional(number()),
  shadow: choice(),
  motion: choice(),
});

/** The own fonts of a theme, as addresses of stored files. */
export const themeFonts = strictObject({ text: exactOptional(string()), heading: exactOptional(string()) });

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
  /** Absent if the theme has none. */
  fonts: exactOptional(themeFonts),
  /** The app that visitors can install; absent if the site is none. `icon`: the address of a stored picture, or "". */
  app: exactOptional(strictObject({ name: text(), description: text(), icon: string() })),
});
