import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import {
  type MergedMenuGroup,
  menuEntryKey,
  mergeMenu,
  type StoredMenuEntry,
  type StoredMenuGroup,
} from "#kit/menu.ts";
import type { MenuIcon, MenuName } from "#kit/menus.ts";
import type { LocalizedValue, Text } from "#kit/text.ts";
import { defaultGroups, entryOf, listsOfSpace, screenEntries } from "#records/describe/menu-entries.server.ts";
import { mayOpenEntry, type MenuReader } from "#records/describe/menus.server.ts";
import { roleIdsOf } from "#records/describe/pages.server.ts";

/** A target that entries can have, with its own name and icon. `isDefault`: the menu of the program has it, so its entry can be hidden but not removed. */
type MenuTargetChoice = Pick<StoredMenuEntry, "opens" | "target"> & { name: Text; icon: MenuIcon; isDefault: boolean };

/** Maximum number of configurations, pages and roles to choose from. */
const maxChoices = 200;

type SpaceChoices = {
  row: { id: string; version: number; groups: StoredMenuGroup[] | null } | null;
  roles: { id: string; name: LocalizedValue<string> }[] | null;
  configurations: string[] | null;
  pages: string[] | null;
};

/** The stored menu, and what its entries can name. */
async function readSpace({ services, principal }: CallContext<UserPrincipal>, menu: MenuName): Promise<SpaceChoices> {
  const { tenantId } = principal;
  const ofSpace = sql`tenant_id = ${tenantId}::uuid and deleted_at is null`;
  const [choices] = await services.database.read<SpaceChoices>(
    tenantId,
    sql`select (select jsonb_build_object('id', id, 'version', version, 'groups', groups) from menu where ${ofSpace} and menu = ${menu}) as row,
      (select jsonb_agg(jsonb_build_object('id', id, 'name', name) order by created_at)
        from (select id, name, created_at from role where ${ofSpace} order by created_at limit ${maxChoices}) r) as roles,
      (select jsonb_agg(config_type order by config_type)
        from (select distinct config_type from auto_config where ${ofSpace} order by config_type limit ${maxChoices}) c) as configurations,
      (select jsonb_agg(path order by path)
        from (select path from page where ${ofSpace} and path not like '%{%' order by path limit ${maxChoices}) p) as pages`,
  );
  return choices!;
}

/** A name without the languages in which it has no text. */
const plainName = (name: LocalizedValue<string> | null | undefined): LocalizedValue<string> | null =>
  name ? Object.fromEntries(Object.entries(name).filter(([, text]) => typeof text === "string")) : null;

/** The parts of an entry that a menu stores; absent ones as null, false or an empty list. */
const wholeEntry = ({ opens, target, name, icon, roles, isHidden }: StoredMenuEntry) => ({
  opens,
  target,
  name: plainName(name),
  icon: icon ?? null,
  roles: [...(roles ?? [])],
  isHidden: isHidden === true,
});

/** A menu as administrators arrange it, with everything that its entries can open and the roles that can see them. */
export async function readArrangement(context: CallContext<UserPrincipal>, menu: MenuName) {
  const { entities } = context;
  const reader: MenuReader = { ...context, pageIds: roleIdsOf(context) };
  const { row, roles, configurations, pages } = await readSpace(context, menu);
  const defaults = defaultGroups(menu, entities);
  const defaultKeys = new Set(defaults.flatMap(({ entries }) => (entries ?? []).map(menuEntryKey)));
  const storedKeys = new Set((row?.groups ?? []).flatMap(({ entries }) => (entries ?? []).map(menuEntryKey)));
  /** Whether an entry opens something that exists, and the menu has it already or the administrator may open it. */
  const isOffered = (stored: StoredMenuEntry): boolean => {
    const entry = entryOf(menu, entities, stored);
    return entry !== undefined && (storedKeys.has(menuEntryKey(stored)) || mayOpenEntry(reader, stored, entry));
  };
  const groups = mergeMenu(row?.groups ?? [], defaults)
    .map((group): MergedMenuGroup => ({ ...group, entries: group.entries.filter(isOffered) }))
    // Leaves out the groups of the program of which the administrator may open no entry, such as that of the platform.
    .filter(({ group, entries }) => entries.length > 0 || row?.groups?.some((stored) => stored.group === group));
  const choices = [
    ...[...screenEntries[menu].keys()].map((target) => ({ opens: "screen" as const, target })),
    ...listsOfSpace(entities).map(({ type }) => ({ opens: "list" as const, target: type })),
    ...(configurations ?? []).map((target) => ({ opens: "configuration" as const, target })),
    ...groups.flatMap(({ entries }) => entries).filter(({ opens }) => opens === "list" || opens === "configuration"),
  ];
  const targets = new Map(
    choices.filter(isOffered).map(({ opens, target }): [string, MenuTargetChoice] => {
      const { name, icon } = entryOf(menu, entities, { opens, target })!;
      const key = menuEntryKey({ opens, target });
      return [key, { opens, target, name, icon, isDefault: defaultKeys.has(key) }];
    }),
  );
  return {
    row: row === null ? null : { id: row.id, version: row.version },
    groups: groups.map(({ group, name, entries }) => ({
      group: group ?? null,
      name: plainName(name),
      entries: entries.map(wholeEntry),
    })),
    targets: [...targets.values()],
    roles: roles ?? [],
    pages: pages ?? [],
  };
}
