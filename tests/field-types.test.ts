/** The names and aliases of field types on the wire, and a type that this version of the program does not have. */
import { sql } from "drizzle-orm";
import { expect, it, vi } from "vitest";
import type { AutoForm, ListDescription, TableResult } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { fieldTypeName } from "#kit/field-aliases.ts";
import { maxCountOf } from "#kit/mark.ts";
import { fieldTypes } from "#records/registry/field-types.server.ts";
import { entitiesTag } from "#server/postgres/tags.server.ts";
import { client } from "./support/client.ts";
import { check, draftDefinition, draftField, publishLightApp } from "./support/light-apps.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

/** The types of the requirements, listed independently. */
const requiredTypes = `label checkbox radiobutton textbox passwordnumber username textarea dropdownlist switch number decimal image vedio audio
  relation relationradio relationcheckbox relationdropdownlist relationtree dataselect datepicker rate color slider icon fileupload markdown hidden province city
  county editor password timepicker phoneverifiy maplocation`;
const otherTypes = `datetimepicker daterange datetimerange timerange monthpicker yearpicker numberrange email mobile idcard url checkboxlist
  radiolist treeselect cascader region address album tags json code colorlist link divider group table qrcode captcha`;
const splitWords = (text: string) => text.split(/\s+/).filter((word) => word !== "");
const aliases = {
  video: "vedio",
  phoneverify: "phoneverifiy",
  file: "fileupload",
  select: "dropdownlist",
  radio: "radiobutton",
  input: "textbox",
  numberbox: "number",
  numberic: "number",
  map: "maplocation",
  colour: "color",
  time: "timepicker",
  richtext: "editor",
};

it.each([...splitWords(requiredTypes), ...splitWords(otherTypes)])(
  "B-121, B-391, Q-20: accepts the field type %s, in any letter case",
  (type) => {
    expect(fieldTypes.has(type)).toBe(true);
    expect(fieldTypeName(type.toUpperCase())).toBe(type);
  },
);

it.each(Object.entries(aliases))("B-121: accepts %s as an alias of %s, in any letter case", (word, type) => {
  expect([fieldTypeName(word), fieldTypeName(word.toUpperCase())]).toEqual([type, type]);
  expect(fieldTypes.has(type)).toBe(true);
});

it("B-126: reads a mark as a number from 1 or its digits, and ignores anything else", () => {
  const counts = [3, "3", " 3 ", undefined, null, "", "many", 0, -1, 1.5, "1e3", 99].map((mark) =>
    maxCountOf(mark, { max: 20 }),
  );
  expect(counts).toEqual([3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1, 20]);
  expect(maxCountOf(undefined, { max: 20, fallback: 10 })).toBe(10);
});

it("B-141: a column that refers to configurations has the style autoconfig, and shows the name of each", async () => {
  const server = await sharedServer();
  const person = await newSpaceOwner(server);
  const { call, send } = client(server, person);
  const sameText = (text: string) => ({ zh: text, en: text });
  const add = (values: object) => call("POST Api/{type}/QueryAdd", values as never) as Promise<AnyRow>;
  const carrier = { type: "autoConfig", configType: "Carrier", value: "{}", audience: "members" };
  const [named, unnamed] = [await add({ ...carrier, name: "Express" }), await add(carrier)];
  const fields = {
    title: { type: "textbox", name: sameText("Title") },
    carrier: { type: "relation", name: sameText("Carrier"), entity: "autoConfig" },
  } as const;
  await publish(server, person.tenantId, definitionOf("parcel", fields));
  const search = { paraModel: { url: "/admin/parcel/list" } };
  await vi.waitFor(async () => expect((await send("POST paas/table/search", search)).status).toBe(200), 20_000);
  for (const { id } of [named, unnamed]) await add({ type: "parcel", title: "One", carrier: id });
  const { play, titles } = (await call("POST paas/table/search", search)) as {
    play: ListDescription;
    titles: object;
  };
  expect(play.columns.find(({ field }) => field === "carrier")?.style).toEqual({ type: "autoconfig" });
  expect(titles).toMatchObject({ [named.id]: "Express", [unnamed.id]: "Carrier" });
  const options = await call("GET Api/Relation/GetKeyValues", { type: "autoConfig", ids: named.id });
  expect(options).toContainEqual({ key: named.id, name: "Express" });
});

it("B-103: a relation keeps its rows when it is edited in another way, and is refused for rows of another type", async () => {
  const server = await sharedServer();
  const api = client(server, await newSpaceOwner(server));
  const draft = (type: string, entity = "wiki") =>
    draftDefinition([draftField("title"), draftField("page", type, { entity })]);
  const app = await publishLightApp(api, "shelf", draft("relation"));
  const sameText = (text: string) => ({ zh: text, en: text });
  const { id } = (await api.call("POST Api/{type}/QueryAdd", {
    type: "wiki",
    slug: "page",
    title: sameText("Page"),
  } as never)) as AnyRow;
  await vi.waitFor(async () => {
    const added = await api.send("POST Api/{type}/QueryAdd", { type: "shelf", title: "One", page: id });
    expect(added.status, added.text).toBe(200);
  }, 20_000);
  for (const type of ["relationdropdownlist", "relationradio", "relationtree", "relation"]) {
    await publishLightApp(api, "shelf", draft(type), app);
    expect(await api.call("GET Api/{type}/QueryList", { type: "shelf" })).toMatchObject([{ page: id }]);
  }
  const { changes } = await check(api, "shelf", draft("relation", "news"), app.id);
  expect(changes).toMatchObject([{ kind: "convert", rows: 1, isRefused: true }]);
});

it("B-121, B-391: shows, exports and keeps a value of an unknown type, and refuses to change it", async () => {
  const server = await sharedServer();
  const person = await newSpaceOwner(server);
  const { tenantId } = person;
  const { call, send } = client(server, person);
  const sameText = (text: string) => ({ zh: text, en: text });
  const textField = (name: string) => ({ type: "textbox", name: sameText(name) }) as const;
  await publish(server, tenantId, definitionOf("letter", { title: textField("Title"), wax: textField("Wax") }));
  const waitForForm = (status: number, type: string) =>
    vi.waitFor(async () => {
      const answer = await send("GET Api/Ui/AutoForm", { type: "letter" });
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([
        status,
        expect.stringContaining(`"type":"${type}"`),
      ]);
    }, 20_000);
  await waitForForm(200, "textbox");
  const row = (await call("POST Api/{type}/QueryAdd", { type: "letter", title: "One", wax: "red" })) as AnyRow;
  // A later version of the program stored a type that this version does not have.
  await server.database.tenant(tenantId, async (tx) => {
    await tx.rows(sql`update entity_definition set version = version + 1,
      definition = jsonb_set(definition::jsonb, '{fields,wax,type}', '"seal"')::json where tenant_id = ${tenantId}::uuid`);
    await tx.notifyChanged(entitiesTag(tenantId));
  });
  await waitForForm(200, "seal");

  const form = (await call("GET Api/Ui/AutoForm", { type: "letter", id: row.id })) as AutoForm;
  expect(form.values).toEqual({ title: "One", wax: "red" });
  expect(form.groups[0]!.items.map(({ readOnly }) => readOnly)).toEqual([false, false]);
  const update = (values: object) =>
    send("POST Api/{type}/QueryUpdate", { type: "letter", id: row.id, version: row.version, ...values });
  const refused = await update({ wax: "blue" });
  expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ["wax"]]);
  expect((await update({ title: "Two" })).status).toBe(200);
  const searchResult = (await call("POST paas/table/search", { paraModel: { url: "/admin/letter/list" } })) as {
    result: TableResult;
  };
  expect(searchResult.result.rows).toMatchObject([{ title: "Two", wax: "red" }]);
});
