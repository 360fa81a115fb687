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

/** The number of the theme type that a path of the app begins with: `/admin/news/list` is 3. The console belongs to the admin area too. */
export function themeFilterOf(path: string): number {
  // Not for the sign-in page of the admin area, where nobody is signed in.
  if (/^\/admin\/login\//i.test(path)) return defaultThemeFilter;
  const first = path.split("/")[1]?.toLowerCase() ?? "";
  const type = first === "console" ? "admin" : first;
  return Object.hasOwn(themeFilters, type) ? themeFilters[type as keyof typeof themeFilters] : defaultThemeFilter;
}
