/** What a space has data of: its entities and configurations as trees, the data of a light app, and the columns of entities. */
import { beforeAll, describe, expect, it } from "vitest";
import type { CallInput, CallName, CallOutput } from "#kit/call.ts";
import { storages } from "#kit/field.ts";
import { fieldTypes } from "#records/registry/field-types.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { draftDefinition, draftField, publishLightApp, saveDraft } from "./support/light-apps.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
type Tree = CallOutput<"GET api/EntityDataService/tree">;
type Column = CallOutput<"GET api/DataColumn/DataColumnNew">;

let owner: Person;
let api: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  api = client(server, owner);
});
/** The answer of a call, by default to the owner. */
const ask = async <N extends CallName>(name: N, input: CallInput<N>, who = api) =>
  (await who.call(name, input as never)) as CallOutput<N>;
const inChinese = { "accept-language": "zh-CN" };

describe("the trees of data", () => {
  it("E-074, N-051, B-206, B-347: list entities with their fields, the program's as kind 1 and the space's own as kind 7", async () => {
    const space = client(server, await newSpaceOwner(server));
    await publishLightApp(space, "asset", draftDefinition([draftField("label"), draftField("value", "number")]));
    const tree: Tree = await ask("GET api/EntityDataService/tree", {}, space);
    const news = tree.find(({ id }) => id === "news")!;
    expect(news).toMatchObject({ name: "News", kind: 1, fatherId: null, sortOrder: tree.indexOf(news) });
    const titleIndex = news.children.findIndex(({ id }) => id === "news.title");
    expect(news.children[titleIndex]).toEqual({
      id: "news.title",
      name: "Title",
      kind: 1,
      fatherId: "news",
      sortOrder: titleIndex,
      children: [],
    });
    const asset = tree.at(-1)!;
    expect([asset.id, asset.kind, asset.children.map(({ id, kind }) => [id, kind])]).toEqual([
      "asset",
      7,
      [
        ["asset.label", 7],
        ["asset.value", 7],
      ],
    ]);
    expect((await ask("GET api/EntityDataService/tree", {})).map(({ id }) => id)).not.toContain("asset");
  });

  it("E-074, N-051, B-206: list rows and groups of fields as objects, kind 6, with their fields", async () => {
    const tree: Tree = await ask("GET api/EntityDataService/tree", {});
    const site = tree.find(({ id }) => id === "site")!;
    const footer = site.children.find(({ id }) => id === "site.footer")!;
    expect(footer).toMatchObject({ name: "Footer columns", kind: 6, fatherId: "site" });
    expect(footer.children.map(({ id, kind }) => [id, kind])).toEqual([
      ["site.footer.name", 6],
      ["site.footer.links", 6],
    ]);
    expect(footer.children[1]!.children.map(({ id, fatherId }) => [id, fatherId])).toContainEqual([
      "site.footer.links.url",
      "site.footer.links",
    ]);
    expect(site.children.filter(({ kind }) => kind === 1).flatMap(({ children }) => children)).toEqual([]);
  });

  it("E-070: list configurations below their types, whatever their letter case, without what they contain", async () => {
    const add = (configType: string, name: string | null, sortOrder: number) =>
      api.call("POST Api/{type}/QueryAdd", {
        type: "autoConfig",
        configType,
        name,
        sortOrder,
        audience: "administrators",
        value: '{ "rate": 7, "password": "hidden-7" }',
      } as never) as Promise<{ id: string }>;
    const [express, post, single] = [
      await add("Shipping", "Express", 1),
      await add("shipping", "Post", 2),
      await add("Tax", null, 3),
    ];
    const answer = await api.send("GET api/autoConfigDataService/tree");
    const node = (id: string, name: string, fatherId: string | null, sortOrder: number, children: object[] = []) => ({
      id,
      name,
      kind: 2,
      fatherId,
      sortOrder,
      children,
    });
    expect(contentOf(answer)).toEqual([
      node("Shipping", "Shipping", null, 0, [
        node(express.id, "Express", "Shipping", 0),
        node(post.id, "Post", "Shipping", 1),
      ]),
      node("Tax", "Tax", null, 1, [node(single.id, "Tax", "Tax", 0)]),
    ]);
    expect(answer.text).not.toContain("rate");
  });

  it("T-18: answer administrators only", async () => {
    const colleague = client(server, await newMember(server, owner.tenantId));
    for (const name of ["GET api/EntityDataService/tree", "GET api/autoConfigDataService/tree"])
      expect([(await colleague.send(name)).status, (await client(server).send(name)).status]).toEqual([403, 401]);
  });
});

describe("the data of a light app", () => {
  it("E-075, E-076: is its entity, the entities that its fields refer to, and for the list their option sets too", async () => {
    await api.call("POST Api/{type}/QueryAdd", {
      type: "enum",
      title: sameText("Grades"),
      name: "grade",
      keyValue: [{ key: "a", value: sameText("A") }],
    } as never);
    const fields = [
      draftField("label"),
      draftField("article", "relation", { entity: "news" }),
      draftField("owner", "relation", { entity: "member" }),
      draftField("grade", "dropdownlist", { dataSource: "grade" }),
      draftField("day", "dropdownlist", { dataSource: "datasource__weekdays" }),
    ];
    const { id } = await publishLightApp(api, "order", draftDefinition(fields));
    const entities = [
      { id: "order", name: "order", kind: 7 },
      { id: "member", name: "Member", kind: 1 },
      { id: "news", name: "News", kind: 1 },
    ];
    for (const appId of [id, "Order"]) {
      const list = await ask("GET Api/EntityDataService/ListByAppId", { appId });
      expect(list.toSorted((a, b) => b.kind - a.kind || a.id.localeCompare(b.id))).toEqual(entities);
      const all = await ask("GET Api/EntityData/List", { appId });
      expect(all.slice(0, 3)).toEqual(list);
      expect(all.slice(3)).toEqual([{ id: expect.any(String), name: "Grades", kind: 4 }]);
    }
    const stranger = client(server, await newSpaceOwner(server));
    for (const name of ["GET Api/EntityData/List", "GET Api/EntityDataService/ListByAppId"])
      expect((await stranger.send(name, { appId: id })).status).toBe(404);
  });

  it("E-075: is empty before the light app is published, and a light app that does not exist is not found", async () => {
    const { id } = await saveDraft(api, "draft", draftDefinition([draftField("label")]));
    expect(await ask("GET Api/EntityData/List", { appId: id })).toEqual([]);
    const answer = await api.send("GET Api/EntityData/List", { appId: "nothing" }, inChinese);
    expect([answer.status, answer.body.message]).toEqual([404, "轻应用不存在"]);
  });
});

describe("data columns", () => {
  it("E-067, N-049: are made new for every data type, with its usual field type", async () => {
    const available = [...fieldTypes.values()].filter(({ settings }) => settings !== undefined);
    const used = storages.filter((storage) => available.some((type) => type.storage === storage));
    const usual = available.filter(({ isDefault }) => isDefault === true);
    expect(usual.map(({ storage }) => storage).toSorted()).toEqual(used.toSorted());
    const columns: Column[] = await Promise.all(
      used.map((dataType) => ask("GET api/DataColumn/DataColumnNew", { dataType })),
    );
    expect(columns.map(({ dataType }) => dataType)).toEqual(used);
    expect(columns.find(({ dataType }) => dataType === "text")).toEqual({
      dataType: "text",
      controlType: "textbox",
      name: fieldTypes.get("textbox")!.title,
      required: false,
    });
    const answer = await api.send("GET api/DataColumn/DataColumnNew", { dataType: "blob" }, inChinese);
    expect([answer.status, answer.body.message]).toEqual([404, "数据类型不存在"]);
  });

  it("E-068: have a form with the settings that their field type declares", async () => {
    const form = await ask("GET api/DataColumn/FormInfo", { dataType: "Decimal" });
    const items = form.groups.flatMap((group) => group.items);
    const namesOf = (group: number) => form.groups[group]!.items.map(({ field }) => field);
    expect([form.dataType, form.controlType, form.groups[1]!.groupName]).toEqual(["decimal", "number", "Number"]);
    expect(namesOf(1)).toEqual(Object.keys(fieldTypes.get("number")!.settings!));
    expect(namesOf(0)).toEqual(["field", "name", "controlType", "required", "placeholder", "helpBlock"]);
    const controls = items.find(({ field }) => field === "controlType")!.config.options as { key: string }[];
    expect(controls.map(({ key }) => key)).toEqual(expect.arrayContaining(["number", "decimal", "slider"]));
    expect(controls.map(({ key }) => key)).not.toContain("textbox");
    expect(form.values).toMatchObject({ dataType: "decimal", controlType: "number" });

    const slider = await ask("GET api/DataColumn/FormInfo", { dataType: "decimal", controlType: "Slider" });
    expect([slider.controlType, slider.groups[1]!.groupName]).toEqual(["slider", "Slider"]);
    const other = await api.send("GET api/DataColumn/FormInfo", { dataType: "decimal", controlType: "textbox" });
    expect(other.status).toBe(400);
  });

  const title = {
    field: "title",
    controlType: "textbox",
    name: { zh: "标题", en: "Title" },
    required: true,
    localized: true,
    search: "contains",
    max: 60,
    value: "x",
    if: "kind=a",
    unknown: 1,
  };

  it("E-065, E-066: become columns of another type, with what still holds for it", async () => {
    const byData = await ask("POST api/DataColumn/dataColumnByDataType", { dataType: "decimal", column: title });
    expect(byData).toEqual({
      field: "title",
      name: title.name,
      required: true,
      max: 60,
      if: "kind=a",
      dataType: "decimal",
      controlType: "number",
    });
    const byControl = await ask("POST api/DataColumn/DataColumnByControlType", {
      controlType: "textarea",
      column: { ...title, rows: 4, max: "many" },
    });
    const { max: _max, unknown: _unknown, controlType: _controlType, ...kept } = title;
    expect(byControl).toEqual({ ...kept, rows: 4, dataType: "text", controlType: "textarea" });
  });

  it("E-066: take the default value of a select from the options that its source has", async () => {
    const convert = (value: string) =>
      ask("POST api/DataColumn/DataColumnByControlType", {
        controlType: "select",
        column: { ...title, dataSource: "datasource__weekdays", value },
      });
    expect(await convert("1")).toMatchObject({ controlType: "dropdownlist", value: "1" });
    expect(await convert("9")).not.toHaveProperty("value");
  });

  it("B-236: are refused without the original column", async () => {
    const calls = [
      ["POST api/DataColumn/dataColumnByDataType", { dataType: "text" }],
      ["POST api/DataColumn/DataColumnByControlType", { controlType: "textbox" }],
    ] as const;
    for (const [name, input] of calls)
      for (const column of [undefined, null, {}, "title", { controlType: 7 }, { controlType: "__proto__" }]) {
        const answer = await api.send(name, { ...input, column }, inChinese);
        expect([name, column, answer.status, answer.body.message]).toEqual([name, column, 400, "原始列信息有误"]);
      }
    const unknown = await api.send("POST api/DataColumn/DataColumnByControlType", {
      controlType: "grants",
      column: title,
    });
    expect(unknown.status).toBe(404);
  });

  it("E-069: are listed for an entity of the program by its type, and for a light app also by its id", async () => {
    const news: Column[] = await ask("GET Api/DataEngine/GetColumns", { id: "News" });
    expect(news.find(({ field }) => field === "title")).toMatchObject({
      name: { zh: "标题", en: "Title" },
      dataType: "text",
      controlType: "textbox",
      required: true,
    });
    const fields = [
      draftField("label", "textbox", { max: 20 }),
      draftField("day", "select", { dataSource: "datasource__weekdays" }),
    ];
    const { id } = await publishLightApp(api, "parcel", draftDefinition(fields));
    const columns = [
      { field: "label", name: sameText("label"), max: 20, dataType: "text", controlType: "textbox" },
      {
        field: "day",
        name: sameText("day"),
        dataSource: "datasource__weekdays",
        dataType: "text",
        controlType: "dropdownlist",
      },
    ];
    for (const name of [id, "parcel"])
      expect(await ask("GET Api/DataEngine/GetColumns", { id: name })).toEqual(columns);
    const stranger = client(server, await newSpaceOwner(server));
    expect((await stranger.send("GET Api/DataEngine/GetColumns", { id })).status).toBe(404);
    const colleague = client(server, await newMember(server, owner.tenantId));
    expect((await colleague.send("GET Api/DataEngine/GetColumns", { id: "news" })).status).toBe(403);
  });
});
