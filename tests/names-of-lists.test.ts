/** Names of lists: menus, lists and permissions use the name of the entity. */
import { expect, it } from "vitest";
import { appScreens } from "#kit/app-screens.ts";
import { menuNames, type MenuName } from "#kit/menus.ts";
import { menuOf } from "#kit/menu-groups.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { registries } from "./support/registries.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const entriesOf = (menu: MenuName) => menuOf(appScreens, menu).flatMap((group) => group.entries);
const lists = menuNames.flatMap(entriesOf).filter(({ listedEntity }) => listedEntity !== undefined);
const nameOf = (type: string) => {
  const { listName, name } = registries.code.find(type);
  return listName ?? name;
};

it("menus and the permissions of roles call each list by the name of its entity", async () => {
  const menuTitles = Object.fromEntries(lists.map(({ url, name }) => [url, name]));
  expect(menuTitles).toEqual(Object.fromEntries(lists.map(({ url, listedEntity }) => [url, nameOf(listedEntity!)])));
  const entities = await client(server, await newSpaceOwner(server)).call("GET paas/role/subjects", {});
  const permissionNames = (entities as { type: string; name: string }[]).map(({ type, name }) => [type, name]);
  expect(permissionNames).toEqual(permissionNames.map(([type]) => [type, nameOf(type!).en]));
  expect(permissionNames.length).toBeGreaterThan(5);
});

it.each(menuNames)("every entry of the %s menu has a unique name and icon", (menu) => {
  const entries = entriesOf(menu);
  expect(new Set(entries.map(({ name }) => name.en)).size).toBe(entries.length);
  expect(new Set(entries.map(({ name }) => name.zh)).size).toBe(entries.length);
  expect(new Set(entries.map(({ icon }) => icon)).size).toBe(entries.length);
});
