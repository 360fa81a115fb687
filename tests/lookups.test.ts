/** Lists that clients of the wire look up: icons, colours and placeholders of the program, and the applications of a space. */
import { beforeAll, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { palette } from "#ui/palette.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { command, draftDefinition, draftField, publishLightApp } from "./support/light-apps.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let api: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  api = client(server, owner);
});

it("E-078: lists the icons of icon fields, whichever page asks", async () => {
  const icons = contentOf(await api.send("GET Api/Icon/GetListByUrl", { url: "/paas/index", type: "news" })) as {
    name: string;
    class: string;
  }[];
  expect(icons).toContainEqual({ name: "factory", class: "lucide lucide-factory" });
  // Each is a valid value of such a field.
  expect(icons.filter(({ name }) => !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))).toEqual([]);
  expect(new Set(icons.map(({ name }) => name)).size).toBe(icons.length);
});

it("B-085, E-081, N-050: lists the nine colours by the names of their styles, in the theme of the space's site", async () => {
  const listColors = async () =>
    (await api.call("GET Api/AppColor/List", {})) as { color: string; sizeColor: string }[];
  const colors = await listColors();
  expect(colors.map(({ sizeColor }) => sizeColor)).toEqual(palette.map(({ key }) => key));
  expect(colors).toHaveLength(9);
  expect(colors.filter(({ color }) => !/^#[0-9a-f]{6}$/.test(color))).toEqual([]);
  expect(colors).toContainEqual({ color: "#07b1dc", sizeColor: "primary" });

  const values = { type: "theme", name: { zh: "蓝", en: "Blue" }, brand: "#1d4ed8" };
  const theme = (await api.call("POST Api/{type}/QueryAdd", values)) as AnyRow;
  const [site] = contentOf(await api.send("GET Api/{type}/QueryList", { type: "site" })) as [AnyRow];
  const change = { type: "site", id: site.id, version: site.version, theme: theme.id };
  await api.call("POST Api/{type}/QueryUpdate", change);
  const themed = await listColors();
  expect(themed).toContainEqual({ color: "#1d4ed8", sizeColor: "brand" });
  // Colours that the theme does not set stay.
  expect(themed.filter(({ sizeColor }) => sizeColor !== "brand")).toEqual(
    colors.filter(({ sizeColor }) => sizeColor !== "brand"),
  );
});

it("E-083: explains the placeholders in the reader's language", async () => {
  const answer = await api.send("GET api/PlaceHolderVar/Help", {}, { "accept-language": "zh-CN" });
  const placeholders = contentOf(answer) as { name: string; intro: string }[];
  expect(placeholders.map(({ name }) => name)).toEqual(["{id}", "{name}", "$me"]);
  expect(placeholders[2]!.intro).toContain("当前登录的成员");
});

it("E-079, E-080: lists the published light apps whose rows the caller may read, whichever page asks", async () => {
  const [optionsCall, listCall] = ["GET Api/Application/GetKeyValues", "POST Api/Application/GetListByUrl"];
  const access = {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  };
  const other = client(server, await newMember(server, owner.tenantId));
  const read = async (reader: Client, call: string, input = {}) => contentOf(await reader.send(call, input));
  expect([await read(api, optionsCall), await read(api, listCall)]).toEqual([[], []]);
  const { id } = await publishLightApp(api, "customer", draftDefinition([draftField("title")], { access }));
  const secret = await publishLightApp(api, "secret", draftDefinition([draftField("title")]));
  expect(await read(other, optionsCall)).toEqual([{ key: "customer", name: "customer" }]);
  expect(await read(other, listCall, { url: "/paas/index", type: "news" })).toEqual([{ id, name: "customer" }]);
  expect(await read(api, listCall)).toEqual([
    { id, name: "customer" },
    { id: secret.id, name: "secret" },
  ]);
  expect(await read(client(server, await newSpaceOwner(server)), listCall)).toEqual([]);
  expect((await client(server).send(listCall)).status).toBe(401);
  await command(api, "unpublish", id);
  expect(await read(other, optionsCall)).toEqual([]);
});
