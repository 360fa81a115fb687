import { useQuery } from "@tanstack/react-query";
import type { LocalizedValue } from "#kit/text.ts";
import { call } from "#client/call.ts";
import { homePath } from "#features/builder/session/pages.ts";

/** A page in the lists of a theme. `theme`: the id of the theme that it is only in; null: it is in every theme. */
export type ThemePageRow = { id: string; path: string; title: LocalizedValue<string>; theme: string | null };

/**
 * The pages of a theme, then those of every theme; of each the home page first, and the others by their addresses, numbers by value. A page of every theme
 * is in the list although the theme has a page with its address.
 */
function pagesIn(rows: readonly ThemePageRow[], themeId: string): ThemePageRow[] {
  const rank = ({ theme, path }: ThemePageRow) => (theme === themeId ? 0 : 2) + (path === homePath ? 0 : 1);
  return rows
    .filter(({ theme }) => theme === themeId || theme === null)
    .toSorted((one, other) => rank(one) - rank(other) || one.path.localeCompare(other.path, "en", { numeric: true }));
}

/** The pages that a site with a theme can show, in the order in which people see them. */
export function useThemePages(themeId: string) {
  return useQuery({
    queryKey: ["themes", "pages"],
    queryFn: async ({ signal }) =>
      (await call("GET Api/{type}/QueryList", { type: "page" }, { signal })) as unknown as ThemePageRow[],
    select: (rows) => pagesIn(rows, themeId),
  });
}
