/** Light apps with rows and groups of fields: how they are defined, used, and changed when records have values. */
import { beforeAll, describe, expect, it } from "vitest";
import type { AutoForm } from "#kit/auto.ts";
import { groupsIn } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Answer, type Client, client, contentOf } from "./support/client.ts";
import {
  check,
  command,
  type DraftField,
  draftDefinition,
  draftField,
  publishLightApp,
  saveDraft,
} from "./support/light-apps.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { grant, roleFactories } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const title = draftField("title", "textbox", { required: true });
const rows = (fields: readonly DraftField[], more: object = {}) => draftField("lines", "table", { fields, ...more });
const [item, price] = [draftField("item", "textbox", { required: true, max: 20 }), draftField("price", "number")];
const address = draftField("address", "group", {
  fields: [draftField("street"), draftField("country", "dropdownlist", { dataSource: "country" })],
});

const contentIn = <T>(answer: Answer): T => {
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as T;
};
const problemsIn = ({ body }: Answer) => Object.keys((body.fields ?? {}) as object).toSorted();

describe("a light app with rows and a group", () => {
  let owner: Person;
  let api: Client;
  beforeAll(async () => {
    owner = await newSpaceOwner(server);
    api = client(server, owner);
    await api.call("POST Api/{type}/QueryAdd", {
      type: "enum",
      name: "country",
      title: { zh: "国家", en: "Country" },
      keyValue: [{ key: "cn", value: { zh: "中国", en: "China" } }],
    } as never);
    const note = draftField("note", "textbox", { if: "item=Other" });
    await publishLightApp(api, "order", draftDefinition([title, rows([item, price, note], { max: 3 }), address]));
  });
  const save = (values: object) => api.send("POST Api/{type}/QuerySave", { type: "order", title: "One", ...values });

  it("has a form with their fields, and the options of the space in them", async () => {
    const form = contentIn<AutoForm>(await api.send("GET Api/Ui/AutoForm", { type: "order" }));
    const configs = Object.fromEntries(
      groupsIn(form).flatMap(({ items }) => items.map(({ field, config }) => [field, config])),
    ) as unknown as Record<string, { fields: Record<string, { type: string; if?: string; options?: object[] }> }>;
    expect(Object.entries(configs.lines!.fields).map(([name, { type }]) => [name, type])).toEqual([
      ["item", "textbox"],
      ["price", "number"],
      ["note", "textbox"],
    ]);
    expect(configs.lines!.fields.note!.if).toBe("item=Other");
    expect(configs.address!.fields.country!.options).toEqual([expect.objectContaining({ key: "cn", name: "China" })]);
  });

  it("refuses values at their places, and saves, lists and exports those that fit", async () => {
    const wrong = await save({ lines: [{ item: "Pen", price: 1 }, { price: "many" }], address: { country: "xx" } });
    expect([wrong.status, problemsIn(wrong)]).toEqual([422, ["address.country", "lines.1.item", "lines.1.price"]]);
    const long = Array.from({ length: 4 }, () => ({ item: "Pen" }));
    expect(problemsIn(await save({ lines: long }))).toEqual(["lines"]);
    expect(problemsIn(await save({ lines: [{ item: "Pen", other: 1 }] }))).toEqual(["lines.0.other"]);
    const lines = [
      { item: "Pen", price: 1 },
      { item: "Ink", price: 2 },
    ];
    const saved = contentIn<AnyRow>(await save({ lines, address: { street: "Nanjing Rd", country: "cn" } }));
    expect(saved).toMatchObject({ lines, address: { street: "Nanjing Rd", country: "cn" } });
    const listed = contentIn<{ result: { rows: AnyRow[] } }>(
      await api.send("POST paas/table/search", { paraModel: { url: "/paas/order/list" } }),
    );
    expect(listed.result.rows.find(({ id }) => id === saved.id)).toMatchObject({ lines });
  });

  it("describes their fields to programs", async () => {
    const { text } = await api.send("GET openapi.json");
    const part =
      /"lines":\{[^]*?"items":(\{"type":"object","properties":\{"item"[^]*?"additionalProperties":false\})/.exec(text);
    expect(part?.[1]).toContain('"price"');
    const tree = contentIn<{ id: string; children: { id: string; kind: number; children: { id: string }[] }[] }[]>(
      await api.send("GET api/EntityDataService/tree"),
    );
    const order = tree.find(({ id }) => id === "order")!;
    expect(order.children.filter(({ kind }) => kind === 6).map(({ id, children }) => [id, children.length])).toEqual([
      ["order.lines", 3],
      ["order.address", 2],
    ]);
    const data = contentIn<{ id: string; kind: number }[]>(
      await api.send("GET Api/EntityData/List", { appId: "order" }),
    );
    expect(data.map(({ id, kind }) => [id, kind])).toEqual(
      expect.arrayContaining([
        ["order", 7],
        ["order.lines", 6],
        ["order.address", 6],
      ]),
    );
  });

  it("shows rows as a whole to roles that have their field, and to no others", async () => {
    const { memberWith } = roleFactories(server, owner);
    const saved = contentIn<AnyRow>(await save({ lines: [{ item: "Secret pen" }] }));
    const reader = await memberWith([grant("order", ["read"], undefined, { read: ["title"] })]);
    const answer = await reader.send("GET Api/{type}/QueryById", { type: "order", id: saved.id });
    expect([answer.status, answer.text.includes("Secret pen")]).toEqual([200, false]);
  });
});

describe("fields in rows and groups are refused at their places", () => {
  let api: Client;
  beforeAll(async () => {
    api = client(server, await newSpaceOwner(server));
  });
  const inside = (field: object) =>
    draftDefinition([title, rows([item, { ...draftField("x"), ...field } as DraftField])]);
  const pathsOf = async (definition: unknown) => {
    const { problems } = await check(api, "part", definition);
    expect(problems.every(({ text }) => text.length > 2)).toBe(true);
    return problems.map(({ path }) => path);
  };

  it.each<[string, object, string]>([
    ["a reserved name", { field: "constructor" }, "fields.1.fields.1.field"],
    ["a prototype key", { field: "__proto__" }, "fields.1.fields.1.field"],
    ["no name", { field: 7 }, "fields.1.fields.1.field"],
    ["the name of another one in other letters", { field: "iTEM" }, "fields.1.fields.1.field"],
    ["rows", { type: "table", fields: [item] }, "fields.1.fields.1.type"],
    ["a relation", { type: "relation", entity: "news" }, "fields.1.fields.1.type"],
    ["a line", { type: "divider" }, "fields.1.fields.1.type"],
    ["a verified number", { type: "phoneverifiy" }, "fields.1.fields.1.type"],
    ["an unknown type", { type: "script" }, "fields.1.fields.1.type"],
    ["a wrong setting", { max: "many" }, "fields.1.fields.1.max"],
    ["a formula", { compute: "1" }, "fields.1.fields.1.compute"],
    ["a filter", { search: "eq" }, "fields.1.fields.1.search"],
    ["a column", { column: { width: 90 } }, "fields.1.fields.1.column"],
    ["a condition on a field of the record", { if: "title=x" }, "fields.1.fields.1.if"],
    ["a condition on itself", { if: "x=1" }, "fields.1.fields.1.if"],
    ["fields of its own", { fields: [item] }, "fields.1.fields.1.fields"],
    [
      "an option set that does not exist",
      { type: "dropdownlist", dataSource: "nothing" },
      "fields.1.fields.1.dataSource",
    ],
  ])("Q-27: %s", async (_what, field, path) => {
    expect(await pathsOf(inside(field))).toContain(path);
  });

  it.each<[string, unknown]>([
    ["no list", undefined],
    ["no fields", []],
    ["an object", { item }],
    ["a text", "item"],
    ["too many fields", Array.from({ length: 21 }, (_, n) => draftField(`f${n}`))],
    ["ten thousand fields", Array.from({ length: 10_000 }, () => 7)],
  ])("Q-27: rows with %s", async (_what, fields) => {
    const definition = draftDefinition([title, draftField("lines", "table", { fields })]);
    expect(await pathsOf(definition)).toContainEqual(expect.stringMatching(/^(?:fields\.1\.fields|definition)$/));
  });

  it("fields of other types have none", async () => {
    expect(await pathsOf(draftDefinition([{ ...title, fields: [item] }]))).toEqual(["fields.0.fields"]);
  });

  it("the preview leaves out the wrong one only", async () => {
    const { form } = contentIn<{ form: AutoForm }>(
      await api.send("POST paas/lightApp/preview", {
        tableName: "part",
        name: title.name,
        definition: JSON.stringify(inside({ type: "script" })),
      }),
    );
    const lines = groupsIn(form)
      .flatMap(({ items }) => items)
      .find(({ field }) => field === "lines")!;
    expect(Object.keys(lines.config.fields as object)).toEqual(["item"]);
  });
});

describe("a change of the fields in rows of records that there are", () => {
  let api: Client;
  beforeAll(async () => {
    api = client(server, await newSpaceOwner(server));
  });
  /** Publishes a light app with these rows and a record. Returns what changes and reads it. */
  async function filled(type: string, fields: readonly DraftField[], lines: readonly object[]) {
    const app = await publishLightApp(api, type, draftDefinition([title, rows(fields)]));
    const add = (values: object) => api.call("POST Api/{type}/QueryAdd", { type, title: "One", ...values } as never);
    const { id } = (await add({ lines })) as AnyRow;
    await add({});
    const read = async () => contentIn<AnyRow>(await api.send("GET Api/{type}/QueryById", { type, id }));
    return {
      definition: app,
      linesNow: async () => (await read()).lines,
      set: async (values: object) => {
        const { version } = await read();
        contentIn(await api.send("POST Api/{type}/QuerySave", { type, id, version, ...values }));
      },
      changesOf: async (next: readonly DraftField[]) => {
        const { changes } = await check(api, type, draftDefinition([title, rows(next)]), app.id);
        return changes.map(({ path, kind, rows: n, isRefused }) => [path, kind, n, isRefused]);
      },
      publish: async (next: readonly DraftField[]) => {
        await saveDraft(api, type, draftDefinition([title, rows(next)]), app);
        return command(api, "publish", app.id);
      },
    };
  }

  it("keeps the values of a removed one and puts them back into rows that did not change", async () => {
    const [pen, ink, cap] = [
      { item: "Pen", price: 1 },
      { item: "Ink", price: 2 },
      { item: "Cap", price: 3 },
    ];
    const app = await filled("removal", [item, price], [pen, ink, cap]);
    expect(await app.changesOf([item])).toEqual([["fields.1.fields.price", "remove", 1, false]]);
    expect((await app.publish([item])).status).toBe(200);
    expect(await app.linesNow()).toEqual([{ item: "Pen" }, { item: "Ink" }, { item: "Cap" }]);
    // One row is moved, one is changed, and one is new.
    await app.set({ lines: [{ item: "Cap" }, { item: "Pen" }, { item: "Red ink" }, { item: "New" }] });
    expect(await app.changesOf([item, price])).toEqual([["fields.1.fields.1", "restore", 1, false]]);
    expect((await app.publish([item, price])).status).toBe(200);
    expect(await app.linesNow()).toEqual([cap, pen, { item: "Red ink" }, { item: "New" }]);
  });

  it("converts values of another type, and refuses when one of them does not fit", async () => {
    const app = await filled(
      "conversion",
      [item, draftField("price")],
      [{ item: "Pen", price: "12" }, { item: "Ink" }],
    );
    expect(await app.changesOf([item, price])).toEqual([["fields.1.fields.1.type", "convert", 1, false]]);
    expect((await app.publish([item, price])).status).toBe(200);
    expect(await app.linesNow()).toEqual([{ item: "Pen", price: 12 }, { item: "Ink" }]);
    const mark = draftField("item", "number");
    expect(await app.changesOf([mark, price])).toEqual([["fields.1.fields.0.type", "convert", 1, true]]);
    const refused = await app.publish([mark, price]);
    expect([refused.status, problemsIn(refused)]).toEqual([409, ["fields.1.fields.0.type"]]);
    expect(await app.linesNow()).toEqual([{ item: "Pen", price: 12 }, { item: "Ink" }]);
  });

  it("tells what a new, a required and a renamed one mean", async () => {
    const app = await filled("telling", [item, price], [{ item: "Pen", price: 1 }, { item: "Ink" }]);
    const next = [{ ...item, name: title.name }, { ...price, required: true }, draftField("unit")];
    expect(await app.changesOf(next)).toEqual([
      ["fields.1.fields.2", "add", 1, false],
      ["fields.1.fields.0", "rename", 2, false],
      ["fields.1.fields.1", "require", 1, false],
    ]);
  });

  it("turns one row into a group and back, and refuses to lose another", async () => {
    const app = await filled("shape", [item, price], [{ item: "Pen", price: 1 }]);
    const group = draftDefinition([title, draftField("lines", "group", { fields: [item, price] })]);
    await saveDraft(api, "shape", group, app.definition);
    expect((await command(api, "publish", app.definition.id)).status).toBe(200);
    expect(await app.linesNow()).toEqual({ item: "Pen", price: 1 });
    expect((await app.publish([item, price])).status).toBe(200);
    await app.set({ lines: [{ item: "Pen", price: 1 }, { item: "Ink" }] });
    await saveDraft(api, "shape", group, app.definition);
    expect((await command(api, "publish", app.definition.id)).status).toBe(409);
  });
});
