import { sql } from "drizzle-orm";
import { iconUrl, type SpaceIcon } from "#kit/icon.ts";
import type { MenuGroup } from "#kit/menu-groups.ts";
import { inLocale, type Locale, type LocalizedValue } from "#kit/text.ts";
import type { Database } from "#server/postgres/database.server.ts";

/** The maximum number of icons of a space that people choose from. */
const maxIcons = 500;

type IconRow = {
  id: string;
  version: number;
  name: string;
  title: LocalizedValue<string> | null;
  words: string | null;
};

const readIcons = (database: Pick<Database, "readForDisplay">, tenantId: string): Promise<IconRow[]> =>
  database.readForDisplay<IconRow>(
    tenantId,
    sql`select id, version, name, title, words from icon
      where tenant_id = ${tenantId}::uuid and deleted_at is null order by name limit ${maxIcons}`,
  );

/** The icons that a space added. They are found by their names in both languages. */
export async function listSpaceIcons(database: Database, tenantId: string, locale: Locale): Promise<SpaceIcon[]> {
  const rows = await readIcons(database, tenantId);
  return rows.map((row) => ({
    name: row.name,
    title: inLocale(row.title, locale) ?? row.name,
    words: [row.title?.zh, row.title?.en, row.words].filter((text) => text).join(" "),
    url: iconUrl(row),
  }));
}

/** The groups of a menu in which each icon that the space added is the address of its drawing, as `ui/menu-icon-url.ts` reads it. */
export async function withSpaceIcons(
  database: Pick<Database, "readForDisplay">,
  tenantId: string,
  groups: readonly MenuGroup[],
): Promise<MenuGroup[]> {
  const isChosen = groups.some(({ entries }) => entries.some(({ chosenIcon }) => chosenIcon !== undefined));
  if (!isChosen) return [...groups];
  const urls = new Map((await readIcons(database, tenantId)).map((row) => [row.name, iconUrl(row)]));
  return groups.map((group) => ({
    ...group,
    entries: group.entries.map((entry) => {
      const url = entry.chosenIcon === undefined ? undefined : urls.get(entry.chosenIcon);
      return url === undefined ? entry : { ...entry, chosenIcon: url };
    }),
  }));
}
