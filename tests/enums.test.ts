/** Option sets that a space defines: their calls, and the fields whose options they are. */
import { sql } from "drizzle-orm";
import { readSheet } from "read-excel-file/node";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { AutoForm, ListDescription, TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { createRegistries } from "#records/registry/registries.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { sheetOf, uploadImport } from "./support/imports.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { grant, roleFactories, sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await sharedServer();

type Space = { owner: Person; api: Client; readAsVisitor: (path: string) => ReturnType<typeof readPage> };

/** A new space, with requests of its owner and of visitors of its site. */
async function newSpace(): Promise<Space> {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const host = await siteHost(server, owner);
  return {
    owner,
    api,
    readAsVisitor: (path) => readPage(server.url + path, { host, "accept-language": "zh-CN" }),
  };
}

const levels = {
  title: { zh: "客户等级", en: "Customer levels" },
  name: "customerLevel",
  keyValue: [
    { key: "gold", value: { zh: "金牌", en: "Gold" }, color: "ochre" },
    { key: "silver", value: { zh: "银牌", en: "Silver" }, color: "azurite" },
    { key: "former", value: { zh: "旧等级" }, isDisabled: true },
  ],
};
const addEnum = (api: Client, values: object = {}) =>
  api.send("POST Api/{type}/QueryAdd", { type: "enum", ...levels, ...values });
const goldAndSilver = [
  { key: "gold", name: "Gold", text: "Gold", color: "ochre" },
  { key: "silver", name: "Silver", text: "Silver", color: "azurite" },
];

describe("the calls about option sets", () => {
  let space: Space;
  beforeAll(async () => {
    space = await newSpace();
    await addEnum(space.api);
  });

  it("E-040, E-042, E-043, N-025, B-352: list the options that can be chosen, in the reader's language", async () => {
    const names = ["GET basic/enum/{type}/kv", "GET Api/Type/GetKeyValue", "GET api/Type/GetKeyValue1"];
    for (const name of names)
      expect([name, contentOf(await space.api.send(name, { type: "customerLevel" }))]).toEqual([name, goldAndSilver]);
    const [name] = names as [string];
    const inChinese = await space.api.send(name, { type: "customerLevel" }, { "accept-language": "zh-CN" });
    expect(inChinese.body).toEqual({
      code: 200,
      msg: "成功",
      data: goldAndSilver.map((option, index) => {
        const word = ["金牌", "银牌"][index]!;
        return { ...option, name: word, text: word };
      }),
    });
  });

  it("E-040: says that an empty type is missing, and answers 404 for an unknown one", async () => {
    const empty = await space.api.send("GET basic/enum/{type}/kv", { type: " " }, { "accept-language": "zh-CN" });
    expect([empty.status, empty.body.msg]).toEqual([400, "类型不能为空"]);
    for (const name of ["GET basic/enum/{type}/kv", "GET Api/Type/GetKeyValue"]) {
      const unknown = await space.api.send(name, { type: "other" }, { "accept-language": "zh-CN" });
      expect([name, unknown.status, unknown.body.msg ?? unknown.body.message]).toEqual([
        name,
        404,
        "KeyValue 数据源获取失败",
      ]);
    }
  });

  it("E-040, T-02: give visitors the sets of the site's own space, unless a set is not public", async () => {
    const path = "/api/basic/enum/customerLevel/kv";
    const open = await space.readAsVisitor(path);
    expect([open.status, (JSON.parse(open.text) as { data: { name: string }[] }).data.map(({ name }) => name)]).toEqual(
      [200, ["金牌", "银牌"]],
    );
    const other = await newSpace();
    expect((await other.readAsVisitor(path)).status).toBe(404);
    expect((await other.api.send("GET Api/Type/GetKeyValue", { type: "customerLevel" })).status).toBe(404);
    expect((await addEnum(other.api, { isPublic: false })).status).toBe(200);
    expect((await other.readAsVisitor(path)).status).toBe(404);
    expect((await other.readAsVisitor("/api/Type/AllEnums")).text).not.toContain("customerLevel");
    const colleague = client(server, await newMember(server, other.owner.tenantId));
    expect(contentOf(await colleague.send("GET Api/Type/GetKeyValue", { type: "customerLevel" }))).toEqual(
      goldAndSilver,
    );
  });

  it("E-044, N-046: list every set with all of its options, and the fields that the reader may read", async () => {
    type Lists = { name: string; keyValue: { key: string; value: string }[] }[];
    const lists = (await space.api.call("GET api/type/AllEnums", {})) as Lists;
    expect(lists.find(({ name }) => name === "customerLevel")).toEqual({
      name: "customerLevel",
      keyValue: [
        { key: "gold", value: "Gold" },
        { key: "silver", value: "Silver" },
        { key: "former", value: "旧等级" },
      ],
    });
    expect(lists.find(({ name }) => name === "contactMessage.status")?.keyValue.length).toBeGreaterThan(1);
    const { text } = await space.readAsVisitor("/api/Type/AllEnums");
    const visible = new Set((JSON.parse(text) as { result: Lists }).result.map(({ name }) => name));
    expect([visible.has("customerLevel"), visible.has("contactMessage.status")]).toEqual([true, false]);
  });

  it("E-043: name the lists themselves when no type is given", async () => {
    const names = (await space.api.call("GET api/Type/GetKeyValue1", {})) as { key: string; name: string }[];
    expect(names).toContainEqual({ key: "customerLevel", name: "Customer levels", text: "Customer levels" });
  });

  it("E-072: give administrators the sets as a tree with their options", async () => {
    const tree = (await space.api.call("GET api/enumDataService/tree", {})) as { id: string; children: object[] }[];
    const [{ id, children }] = tree as [(typeof tree)[number]];
    expect(tree).toEqual([{ id, name: "Customer levels", kind: 4, fatherId: null, sortOrder: 0, children }]);
    expect(children.slice(1)).toEqual([
      { id: "customerLevel.silver", name: "Silver", kind: 4, fatherId: id, sortOrder: 1, children: [] },
      { id: "customerLevel.former", name: "旧等级", kind: 4, fatherId: id, sortOrder: 2, children: [] },
    ]);
  });

  it("E-045, B-266, B-356: list the options of the program's data sources by key", async () => {
    for (const input of [{ key: "weekdays" }, { key: "datasource__weekdays" }, { type: "datasource__weekdays" }]) {
      const days = (await space.api.call("GET Api/DataSource/KeyValue", input)) as { name: string }[];
      expect([days.length, days[0]]).toEqual([7, { key: "1", name: "Monday", text: "Monday" }]);
    }
    const currencies = await space.api.call("GET Api/DataSource/KeyValue", { key: "currencies" });
    expect(currencies).toContainEqual({ key: "CNY", name: "Chinese Yuan", text: "Chinese Yuan" });
    for (const [key, status, message] of [
      ["", 400, "请配置数据源api..."],
      ["constructor", 404, "KeyValue 数据源获取失败"],
    ] as const) {
      const answer = await space.api.send("GET Api/DataSource/KeyValue", { key }, { "accept-language": "zh-CN" });
      expect([answer.status, answer.body.message]).toEqual([status, message]);
    }
  });

  it("names the cell of a missing or repeated value, and refuses a second set of one identifier", async () => {
    const keyValue = [{ key: "a", value: sameText("A") }, { key: "a", value: sameText("B") }, { key: "c" }];
    const cells = await addEnum(space.api, { name: "other", keyValue });
    expect([cells.status, cells.body.fields]).toEqual([422, { "keyValue.2.value": "Name is required" }]);
    const repeated = await addEnum(space.api, { name: "other", keyValue: keyValue.slice(0, 2) });
    expect([repeated.status, repeated.body.fields]).toEqual([
      422,
      { "keyValue.1.key": "Every value must be different" },
    ]);
    const taken = await addEnum(space.api);
    expect([taken.status, Object.keys(taken.body.fields as object)]).toEqual([409, ["name"]]);
  });
});

describe("a field with the options of an option set", () => {
  const definition = definitionOf("customer", {
    title: { type: "textbox", name: sameText("Title"), required: true },
    level: { type: "dropdownlist", name: sameText("Level"), search: "eq", dataSource: "customerLevel" } as never,
    days: { type: "checkboxlist", name: sameText("Days"), dataSource: "datasource__weekdays" } as never,
  });
  let space: Space;
  let enumRow: AnyRow;
  beforeAll(async () => {
    space = await newSpace();
    enumRow = contentOf(await addEnum(space.api)) as AnyRow;
    await publish(server, space.owner.tenantId, definition);
    // The server loads the definition when it is notified.
    await vi.waitFor(async () => {
      if ((await search()).status !== 200) throw new Error("The type is not loaded yet.");
    }, 20_000);
  });
  const search = (more: object = {}) =>
    space.api.send("POST paas/table/search", { paraModel: { url: "/paas/customer/list", ...more } });
  const add = (values: object) => space.api.send("POST Api/{type}/QueryAdd", { type: "customer", ...values });
  type List = { play: ListDescription; result: TableResult };
  const levelColumn = async () =>
    (contentOf(await search()) as List).play.columns.find(({ field }) => field === "level")!;
  const optionsOf = async () => (await levelColumn()).config.options as { key: string; name: string; color?: string }[];

  it("has them in lists, forms and searches, and accepts those that are not disabled", async () => {
    const offered = { gold: "Gold", silver: "Silver", former: "旧等级" };
    const namesIn = (options: unknown) =>
      Object.fromEntries((options as { key: string; name: string }[]).map(({ key, name }) => [key, name]));
    const { play } = contentOf(await search()) as List;
    expect(play.columns.find(({ field }) => field === "level")).toMatchObject({
      style: { type: "enum", enumColors: true },
      config: { dataSource: "customerLevel" },
    });
    expect(namesIn(await optionsOf())).toEqual(offered);
    expect(namesIn(play.fields.find(({ prop }) => prop === "level")!.config.options)).toEqual(offered);
    const form = (await space.api.call("GET Api/Ui/AutoForm", { type: "customer" })) as AutoForm;
    const field = form.groups[0]!.items.find((item) => item.field === "level")!;
    expect(namesIn(field.config.options)).toEqual(offered);
    expect((await add({ title: "A", level: "gold", days: ["1", "7"] })).status).toBe(200);
    for (const level of ["former", "bronze"]) {
      const refused = await add({ title: "B", level });
      expect([level, refused.status, refused.body.fields]).toEqual([
        level,
        422,
        { level: "Choose an option from the list" },
      ]);
    }
  });

  it("exports the options by name in the reader's language, and reads them back from a file", async () => {
    const exported = (await space.api.call("GET api/Auto/ToExcel", { type: "customer" })) as { value: string };
    const file = await fetch(server.url + exported.value, {
      headers: { authorization: `Bearer ${space.owner.token}` },
    });
    const rows = (await readSheet(Buffer.from(await file.arrayBuffer()))).map((cells) => cells.slice(0, 3));
    expect(rows).toEqual([
      ["Title", "Level", "Days"],
      ["A", "Gold", "Monday, Sunday"],
    ]);
    const bytes = await sheetOf([
      ["Title", "Level"],
      ["C", "银牌"],
      ["D", "Bronze"],
    ]);
    const { found } = await uploadImport(server.url, { type: "customer", bytes, person: space.owner });
    const { id, mapping, keyField } = found;
    const input = { type: "customer", id, mapping, keyField, timeZone: "UTC" };
    const { counts } = contentOf(await space.api.send("POST paas/import/check", input)) as { counts: object };
    expect(counts).toMatchObject({ add: 1, error: 1 });
    expect((await space.api.send("POST paas/import/run", { type: "customer", id })).status).toBe(200);
    const { result } = contentOf(await search({ fields: { level: "silver" } })) as List;
    expect(result.rows.map(({ title }) => title)).toEqual(["C"]);
  });

  it("follows a change of the set in every process; rows keep the value of a deleted option", async () => {
    // A process of its own has read the options already.
    const registries = createRegistries(server.database, codeEntities);
    const namesOfProcess = async () => {
      const { level } = (await registries.of(space.owner.tenantId)).find("customer").fields;
      return (level as unknown as { options: { name: { en: string } }[] }).options.map(({ name }) => name.en);
    };
    expect(await namesOfProcess()).toEqual(["Gold", "Silver", "旧等级"]);
    const { version } = (await space.api.call("GET Api/{type}/QueryById", { type: "enum", id: enumRow.id })) as AnyRow;
    const keyValue = [
      { key: "silver", value: { zh: "白银", en: "Sterling" }, color: "azurite" },
      { key: "bronze", value: { zh: "铜牌", en: "Bronze" }, color: "orpiment" },
    ];
    await space.api.call("POST Api/{type}/QueryUpdate", { type: "enum", id: enumRow.id, version, keyValue });
    await vi.waitFor(async () => {
      expect(await namesOfProcess()).toEqual(["Sterling", "Bronze"]);
      expect((await optionsOf()).map(({ name }) => name)).toEqual(["Sterling", "Bronze"]);
    }, 20_000);
    const { result } = contentOf(await search()) as List;
    const gold = result.rows.find(({ title }) => title === "A")!;
    expect(gold.level).toBe("gold");
    const renamed = { type: "customer", id: gold.id, version: gold.version, title: "A2" };
    expect((await space.api.send("POST Api/{type}/QueryUpdate", renamed)).status).toBe(200);
    expect((await add({ title: "E", level: "gold" })).status).toBe(422);
    expect((await add({ title: "F", level: "bronze" })).status).toBe(200);
  });

  it("cannot be deleted while a field uses it; the refusal names the field and the number of its records", async () => {
    const { result } = contentOf(await search()) as List;
    const count = result.rows.filter(({ level }) => level !== null).length;
    const used = "This is in use and cannot be deleted: customer · Level";
    const remove = { type: "enum", id: enumRow.id };
    const refused = await space.api.send("DELETE Api/{type}/QueryDelete", remove);
    expect([refused.status, refused.body.message]).toEqual([409, `${used} (${count} records)`]);
    const inChinese = await space.api.send("DELETE Api/{type}/QueryDelete", remove, { "accept-language": "zh" });
    expect(inChinese.body.message).toBe(`正在使用，不能删除：customer · Level（${count} 条数据）`);
    // Lists and batches name the field too.
    const list = await space.api.send("POST paas/table/search", { paraModel: { url: "/paas/enum/list" } });
    expect(list.text).toContain(`"disabled":"${used}"`);
    const selection = { filter: { field: "id", op: "in", value: [enumRow.id] } };
    const preview = await space.api.send("POST Api/{type}/BatchPreview", { type: "enum", verb: "delete", selection });
    expect([preview.status, preview.text.includes(used)]).toEqual([200, true]);
    const other = contentOf(await addEnum(space.api, { name: "unused" })) as AnyRow;
    expect((await space.api.send("DELETE Api/{type}/QueryDelete", { type: "enum", id: other.id })).status).toBe(200);
  });

  it("in use by a field that its reader may not read, is refused without the name of the field", async () => {
    const fields = {
      title: { type: "textbox", name: sameText("Title") },
      rank: { type: "dropdownlist", name: sameText("Rank"), dataSource: "secretRank" } as never,
    } as const;
    const secret = contentOf(await addEnum(space.api, { name: "secretRank" })) as AnyRow;
    const access = definitionOf("ranking", fields).access;
    await publish(
      server,
      space.owner.tenantId,
      definitionOf("ranking", fields, { access: { ...access, read: "administrator" } }),
    );
    await vi.waitFor(async () => {
      const { status } = await space.api.send("GET Api/{type}/QueryList", { type: "ranking" });
      expect(status).toBe(200);
    }, 20_000);
    const { memberWith } = roleFactories(server, space.owner);
    const editor = await memberWith([grant("enum", ["read", "delete"])]);
    const refused = await editor.send("DELETE Api/{type}/QueryDelete", { type: "enum", id: secret.id });
    expect([refused.status, refused.body.message]).toEqual([409, "This is in use and cannot be deleted"]);
  });

  it("gives its fields no options once it is missing, and its options again when it is there again", async () => {
    const setDeleted = async (time: string) => {
      // People cannot delete a set in use: only the database can lack it. A change of another set makes every process read the sets again.
      await server.database.tenant(space.owner.tenantId, (tx) =>
        tx.rows(sql`update enum set deleted_at = ${sql.raw(time)} where id = ${enumRow.id}::uuid`),
      );
      expect((await addEnum(space.api, { name: `other${time.length}` })).status).toBe(200);
    };
    await setDeleted("now()");
    await vi.waitFor(async () => expect(await optionsOf()).toEqual([]), 20_000);
    await setDeleted("null");
    await vi.waitFor(async () => expect(await optionsOf()).toHaveLength(2), 20_000);
  });

  it("E-041, Q-13: may name the set or a list of the program by the path that lists its options, in either envelope", async () => {
    const select = (dataSource: string) =>
      ({ type: "dropdownlist", name: sameText(dataSource), dataSource, options: undefined }) as never;
    const sources = {
      byData: "/api/basic/enum/customerLevel/kv",
      bySite: "Api/Type/GetKeyValue?type=customerLevel",
      byProgram: "/api/DataSource/KeyValue?key=weekdays",
    };
    const type = "visit";
    const selects = Object.fromEntries(Object.entries(sources).map(([name, path]) => [name, select(path)]));
    const title = { type: "textbox", name: sameText("Title") } as const;
    await publish(server, space.owner.tenantId, definitionOf(type, { title, ...selects }));
    const form = await vi.waitFor(async () => {
      const answer = await space.api.send("GET Api/Ui/AutoForm", { type });
      expect(answer.status).toBe(200);
      return contentOf(answer) as AutoForm;
    }, 20_000);
    const columns = form.columns ?? form.groups.flatMap(({ items }) => items);
    for (const [name, path] of Object.entries(sources)) {
      const url = `${server.url}/${path.replace(/^\//, "")}`;
      const answer = await fetch(url, {
        headers: { authorization: `Bearer ${space.owner.token}`, "accept-language": "en" },
      });
      const { data, result } = (await answer.json()) as Record<"data" | "result", { key: string; name: string }[]>;
      const offered = (
        columns.find(({ field }) => field === name)!.config.options as { key: string; disabled?: true }[]
      )
        .filter(({ disabled }) => disabled !== true)
        .map(({ key }) => key);
      expect([name, offered]).toEqual([name, (data ?? result).map(({ key }) => key)]);
      expect(offered.length).toBeGreaterThan(0);
    }
    const addVisit = (values: object) => space.api.send("POST Api/{type}/QueryAdd", { type, title: "One", ...values });
    expect((await addVisit({ byData: "silver", bySite: "silver", byProgram: "1" })).status).toBe(200);
    expect((await addVisit({ bySite: "nothing" })).status).toBe(422);
    const listed = await space.api.send("DELETE Api/{type}/QueryDelete", { type: "enum", id: enumRow.id });
    expect([listed.status, listed.text.includes("Api/Type/GetKeyValue")]).toEqual([409, true]);
  });

  it("B-266, T-49: is refused in a definition whose source is missing, unknown or an address", async () => {
    const withLevel = (level: object) =>
      publish(
        server,
        space.owner.tenantId,
        definitionOf("order", {
          title: { type: "textbox", name: sameText("Title") },
          level: { type: "dropdownlist", name: sameText("Level"), ...level } as never,
        }),
      );
    await expect(withLevel({})).rejects.toMatchObject({
      details: { fields: { "fields.level.options": { zh: "请配置数据源api..." } } },
    });
    const path = "/api/basic/enum/customerLevel/kv";
    const addresses = [
      "https://other.example/options",
      "//other.example",
      `https://other.example${path}`,
      `/api/..${path}`,
    ];
    const otherCalls = ["/api/user/logout", "/api/news/QueryList", "/api/Type/GetKeyValue", "/api/basic/enum/other/kv"];
    for (const dataSource of ["other", "datasource__other", ...addresses, ...otherCalls])
      await expect(withLevel({ dataSource })).rejects.toMatchObject({
        details: { fields: { "fields.level.dataSource": { zh: "KeyValue 数据源获取失败" } } },
      });
    // A default value is checked against the options of the source.
    await expect(withLevel({ dataSource: "customerLevel", value: "gold" })).rejects.toMatchObject({
      details: { fields: { "fields.level.value": { en: "Choose an option from the list" } } },
    });
    await withLevel({ dataSource: "customerLevel", value: "bronze" });
  });
});
