/**
 * Theme types and their number in the `filter` header (B-047); anything else is 1. A theme type is the contract's word for the kind of user that the
 * first segment of a path names, such as `/store/message`.
 */
export const themeFilters = {
  member: 2,
  admin: 3,
  servicecenter: 6,
  merchant: 9,
  store: 11,
  shareholder: 20,
  province: 101,
  city: 102,
  county: 103,
  regional: 106,
} as const;
export const defaultThemeFilter = 1;
export type ThemeType = keyof typeof themeFilters;
export const themeTypes = Object.keys(themeFilters) as ThemeType[];

/** The theme type that a path begins with; undefined if it begins with none. */
export function themeTypeOf(path: string): ThemeType | undefined {
  const first = path.split("/")[1]?.toLowerCase();
  return themeTypes.find((type) => type === first);
}

/** The number of a word in the `filter` header; undefined for a word that is no theme type. The console belongs to the admin area too. */
export function filterOfWord(word: string): number | undefined {
  const type = word === "console" ? "admin" : word;
  return Object.hasOwn(themeFilters, type) ? themeFilters[type as ThemeType] : undefined;
}

/**
 * The number of the theme type of an address of the app: that of the first segment, as in `/admin/news/list`, else that of the entity type of a list, as
 * in `/paas/store/list` (B-373), else the default.
 */
export function themeFilterOf(path: string): number {
  const words = path.toLowerCase().split("/");
  const listed = words.at(-1) === "list" ? (words.at(-2) ?? "") : "";
  return filterOfWord(words[1] ?? "") ?? filterOfWord(listed) ?? defaultThemeFilter;
}
