/** Lists that clients of the wire look up: icons, colours and placeholders of the program, and the applications of a space. */
import { beforeAll, describe, expect, it } from "vitest";
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

describe("a variable of the space", () => {
  const sameText = (text: string) => ({ zh: text, en: text });
  const open = { kind: "link", id: "help", name: sameText("Help"), icon: "open", url: "/help?area={helpArea}&id={id}" };
  const close = {
    kind: "request",
    id: "close",
    name: sameText("Close"),
    icon: "archive",
    set: { title: "Closed" },
    question: { title: sameText("Close {name}? Call {helpPhone}, not {nobody}") },
    done: sameText("Closed"),
  };
  const definition = draftDefinition([draftField("title", "textbox", { helpBlock: sameText("Ask {helpPhone}") })], {
    actions: [open, close],
    tooltip: { alertText: sameText("{helpPhone}") },
  });
  let space: Client;
  let phone: AnyRow;
  const variable = (name: string, intro: string, value: object) => ({
    type: "placeHolderVar",
    name,
    intro: sameText(intro),
    value,
  });
  const add = (values: object, headers = {}) => space.send("POST Api/{type}/QueryAdd", values, headers);
  /** What people read of the light app: the actions of its list and the texts of its form. */
  async function readTexts(language: string) {
    const headers = { "accept-language": language };
    const list = await space.send("POST paas/table/search", { paraModel: { url: "/paas/ticket/list" } }, headers);
    const form = await space.send("GET Api/Ui/AutoForm", { type: "ticket" }, headers);
    return `${JSON.stringify(contentOf(list))} ${JSON.stringify(contentOf(form))}`;
  }
  beforeAll(async () => {
    space = client(server, await newSpaceOwner(server));
    await publishLightApp(space, "ticket", definition);
    await space.call("POST Api/{type}/QueryAdd", { type: "ticket", title: "One" } as never);
    const answer = await add(variable("helpPhone", "Support", { zh: "400-1", en: "+86 400-1" }));
    phone = contentOf(answer) as AnyRow;
    await add(variable("helpArea", "Area", { zh: "华东 & 华南", en: "East & South" }));
  });

  it("E-083: is explained with its value after those of the program, in the reader's language, to its space only", async () => {
    const explain = async (reader: Client, language: string) =>
      contentOf(await reader.send("GET api/PlaceHolderVar/Help", {}, { "accept-language": language })) as {
        name: string;
        intro: string;
      }[];
    expect((await explain(space, "en")).slice(3)).toEqual([
      { name: "{helpArea}", intro: expect.stringMatching(/Area, currently “East & South”$/) },
      { name: "{helpPhone}", intro: expect.stringMatching(/Support, currently “\+86 400-1”$/) },
    ]);
    expect((await explain(space, "zh-CN"))[4]!.intro).toContain("目前为“400-1”");
    expect(await explain(api, "en")).toHaveLength(3);
  });

  it("stands in texts, questions and addresses in the reader's language; names that nobody defined stay", async () => {
    const [zh, en] = [await readTexts("zh-CN"), await readTexts("en")];
    expect(en).toContain("Close {name}? Call +86 400-1, not {nobody}");
    expect(en).toContain("Ask +86 400-1");
    expect(en).toContain("/help?area=East%20%26%20South&id={id}");
    expect(zh).toContain("Close {name}? Call 400-1, not {nobody}");
    expect(zh).toContain(`/help?area=${encodeURIComponent("华东 & 华南")}&id={id}`);
  });

  it("has a new value everywhere as soon as it is saved, and an earlier one after it is restored", async () => {
    const value = { zh: "400-2", en: "+86 400-2" };
    const change = { type: "placeHolderVar", id: phone.id, version: phone.version, value };
    const changed = (await space.call("POST Api/{type}/QueryUpdate", change as never)) as AnyRow;
    expect(await readTexts("en")).toContain("Ask +86 400-2");
    const back = { type: "placeHolderVar", id: phone.id, version: changed.version, to: phone.version };
    await space.call("POST Api/{type}/RestoreVersion", back as never);
    expect(await readTexts("en")).toContain("Ask +86 400-1");
    await space.call("DELETE Api/{type}/QueryDelete", { type: "placeHolderVar", id: phone.id });
    expect(await readTexts("en")).toContain("Ask {helpPhone}");
  });

  it.each(["id", "Name", "n", "ME"])("cannot be called %s, which the program replaces", async (name) => {
    const answer = await add(variable(name, "Taken", sameText("x")), { "accept-language": "en" });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ fields: { name: expect.stringContaining("The program uses this name") } });
  });
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
