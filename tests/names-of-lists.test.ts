/** A thing has one name: what the menu, the list and the rights call it follows from its entity. */
import { expect, it } from "vitest";
import { navigation } from "#features/shell/navigation.ts";
import { client } from "./support/client.ts";
import { newSpace } from "./support/people.ts";
import { registries } from "./support/registries.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
const places = navigation.flatMap((group) => group.places);
const lists = places.filter(({ url }) => url.endsWith("/list"));
const nameOf = (type: string) => {
  const { listName, name } = registries.code.find(type);
  return listName ?? name;
};

it("the menu calls each list what its entity calls it, and so do the rights of a role", async () => {
  const shown = Object.fromEntries(lists.map(({ url, name }) => [url, name]));
  expect(shown).toEqual(Object.fromEntries(lists.map(({ url }) => [url, nameOf(url.split("/")[2]!)])));
  const subjects = await client(server, await newSpace(server)).call("GET paas/role/subjects", {});
  const named = (subjects as { type: string; name: string }[]).map(({ type, name }) => [type, name]);
  expect(named).toEqual(named.map(([type]) => [type, nameOf(type!).en]));
  expect(named.length).toBeGreaterThan(5);
});

it("no two places of the menu share a name or an icon", () => {
  expect(new Set(places.map(({ name }) => name.en)).size).toBe(places.length);
  expect(new Set(places.map(({ name }) => name.zh)).size).toBe(places.length);
  expect(new Set(places.map(({ icon }) => icon)).size).toBe(places.length);
});
