import { sql } from "drizzle-orm";
import { z } from "zod";
import type { UserPrincipal } from "#kit/access.ts";
import { pagePermissionId } from "#kit/page-permission.ts";
import type { Services } from "#kit/call.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { menuEntryName, mergeMenu, type StoredMenuEntry, type StoredMenuGroup } from "#kit/menu.ts";
import { menuIconNames, type MenuName, menus } from "#kit/menus.ts";
import type { MenuEntry, MenuGroup } from "#kit/menu-groups.ts";
import type { Text } from "#kit/text.ts";
import { allowsEntity } from "#records/registry/guard.server.ts";
import { withSpaceIcons } from "#records/registry/space-icons.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Database } from "#server/postgres/database.server.ts";
import { defaultGroups, entryOf, listsOfSpace } from "./menu-entries.server.ts";

/** Whose menu it is: a person with the entities of their space, and the ids of the pages that they may open (`roleIdsOf`). */
export type MenuReader = RowContext<UserPrincipal> & {
  services: Pick<Services, "database">;
  pageIds: readonly string[];
};

const textSchema = z.strictObject({ zh: z.string(), en: z.string() });

/** The groups of a menu on the wire: `MenuGroup` of kit/menu-groups.ts. */
export const menuGroupsOutput = z.array(
  z.strictObject({
    key: z.exactOptional(z.string()),
    name: textSchema,
    entries: z.array(
      z.strictObject({
        screenId: z.exactOptional(z.string()),
        listedEntity: z.exactOptional(z.string()),
        url: z.string(),
        isOnSite: z.exactOptional(z.literal(true)),
        opensTab: z.exactOptional(z.literal(true)),
        name: textSchema,
        icon: z.enum(menuIconNames),
        chosenIcon: z.exactOptional(z.string()),
        isSecondary: z.exactOptional(z.literal(true)),
        isCountedOnHome: z.boolean(),
      }),
    ),
  }),
);

/** The name of a group of a menu. */
export function groupName(menu: MenuName, { group, name }: StoredMenuGroup): Text {
  const names: Record<string, Text> = menus[menu].groups;
  return menuEntryName(name, (Object.hasOwn(names, group ?? "") ? names[group!] : undefined) ?? { zh: "", en: "" });
}

/** Whether a person may open the target of an entry: the access of its screen or rows. Pages of the site and other sites are open to everybody. */
export function mayOpenEntry(reader: MenuReader, { opens }: StoredMenuEntry, { url, isOnSite }: MenuEntry): boolean {
  if (isOnSite === true) return true;
  if (opens === "configuration") return allowsEntity(reader, "autoConfig", "read");
  return reader.principal.isSuperAdmin || reader.pageIds.includes(pagePermissionId(url));
}

/** The roles of a person: during a view as a role, that role. */
type RoleIds = readonly string[];

/** The groups of a menu with the entries that are not hidden and satisfy `isVisible`; groups without such entries are left out. */
const groupsWith = (
  menu: MenuName,
  groups: readonly StoredMenuGroup[],
  entities: EntityRegistry,
  isVisible: (stored: StoredMenuEntry, entry: MenuEntry) => boolean,
): MenuGroup[] =>
  groups
    .map((group) => ({
      ...(group.group ? { key: group.group } : {}),
      name: groupName(menu, group),
      entries: (group.entries ?? []).flatMap((stored) => {
        const entry = stored.isHidden === true ? undefined : entryOf(menu, entities, stored);
        if (entry === undefined || !isVisible(stored, entry)) return [];
        const chosenIcon = stored.icon ? { chosenIcon: stored.icon } : {};
        return [{ ...entry, name: menuEntryName(stored.name, entry.name), ...chosenIcon }];
      }),
    }))
    .filter(({ entries }) => entries.length > 0);

/** The groups that a person sees of a menu, with the entries that they may open. */
export function visibleGroups(
  menu: MenuName,
  groups: readonly StoredMenuGroup[],
  reader: MenuReader,
  roleIds: RoleIds,
): MenuGroup[] {
  const isForReader = ({ roles }: StoredMenuEntry) =>
    reader.principal.isAdministrator || (roles ?? []).length === 0 || roles!.some((id) => roleIds.includes(id));
  return groupsWith(
    menu,
    groups,
    reader.entities,
    (stored, entry) => isForReader(stored) && mayOpenEntry(reader, stored, entry),
  );
}

/**
 * The groups that visitors of the site see of a menu: entries that are for no particular roles and open a page of the site or another site. It is the same
 * for all, so pages may be cached with it.
 */
export async function menuForVisitors(
  database: Database,
  { tenantId, entities }: { tenantId: string; entities: EntityRegistry },
  menu: MenuName,
): Promise<MenuGroup[]> {
  const [row] = await database.readForDisplay<Pick<MenuRow, "groups">>(
    tenantId,
    sql`select groups from menu where tenant_id = ${tenantId}::uuid and menu = ${menu} and deleted_at is null`,
  );
  const merged = mergeMenu(row?.groups ?? [], defaultGroups(menu, entities));
  const groups = groupsWith(
    menu,
    merged,
    entities,
    ({ roles }, { isOnSite }) => (roles ?? []).length === 0 && isOnSite === true,
  );
  return withSpaceIcons(database, tenantId, groups);
}

type MenuRow = { menu: MenuName; groups: StoredMenuGroup[] | null; roles: string[] | null };

/**
 * The menus that a person sees, where they are not those of the program: menus that the space arranged, and the one with its own lists. Not cached: a
 * page of the app reads them once.
 */
export async function menusFor(reader: MenuReader): Promise<Partial<Record<MenuName, MenuGroup[]>>> {
  const { principal, entities, services } = reader;
  const { tenantId, memberId, view } = principal;
  const rows = await services.database.read<MenuRow>(
    tenantId,
    sql`select s.menu, s.groups, m.roles from menu s left join member m on m.id = ${memberId}::uuid and m.tenant_id = s.tenant_id
      where s.tenant_id = ${tenantId}::uuid and s.deleted_at is null`,
  );
  const result: Partial<Record<MenuName, MenuGroup[]>> = {};
  for (const { menu, groups, roles } of rows) {
    if (!Object.hasOwn(menus, menu)) continue;
    const merged = mergeMenu(groups ?? [], defaultGroups(menu, entities));
    const roleIds = view === undefined ? (roles ?? []) : [view.roleId];
    // Administrators decided what is in the menu, so nothing of it is under "More".
    const visible = visibleGroups(menu, merged, reader, roleIds).map((group) => ({
      ...group,
      entries: group.entries.map(({ isSecondary: _isSecondary, ...entry }) => entry),
    }));
    result[menu] = await withSpaceIcons(services.database, tenantId, visible);
  }
  if (result.management === undefined && listsOfSpace(entities).length > 0)
    result.management = visibleGroups("management", defaultGroups("management", entities), reader, []);
  return result;
}
