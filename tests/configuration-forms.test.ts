/** Configuration forms: the fields of a type of configurations, checked when they are saved, and the values that must fit them. */
import { beforeAll, describe, expect, it } from "vitest";
import { type AutoForm, groupsIn } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Answer, type Client, client, contentOf } from "./support/client.ts";
import { fieldTypes } from "./support/entity-cases.ts";
import { draftField, draftOptions } from "./support/light-apps.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let admin: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
});

const succeed = <T>(answer: Answer): T => {
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as T;
};
const definitionOf = (fields: readonly object[]) => JSON.stringify({ fields });
const saveForm = (values: object) =>
  admin.send("POST Api/{type}/QuerySave", { type: "configForm", name: { zh: "邮件", en: "Mail" }, ...values });
const saveValue = (values: object) => admin.send("POST Api/{type}/QuerySave", { type: "autoConfig", ...values });
const problemsIn = ({ body }: Answer) => (body.fields ?? {}) as Record<string, string>;
type Configuration = AnyRow & { value: string; secretKeys: string[] };

const mailFields = [
  draftField("host", "textbox", { required: true, max: 40 }),
  draftField("port", "number", { min: 1, max: 65535 }),
  draftField("password"),
  draftField("pin"),
  draftField("sender", "textbox", { localized: true }),
  draftField("proxy", "textbox", { required: true, if: "port=1080" }),
];

describe("the form of a type of configurations", () => {
  beforeAll(async () => {
    succeed(await saveForm({ configType: "MailConfig", definition: definitionOf(mailFields), secretKeys: ["pin"] }));
  });

  it("N-045: describes its fields to whoever may read configurations, whatever the case of the type", async () => {
    type Form = { name: string; fields: { field: string; config: { type: string } }[]; secretKeys: string[] };
    const form = succeed<Form>(await admin.send("GET paas/autoConfig/form", { type: "mailconfig" }));
    expect(form.name).toBe("Mail");
    expect(form.fields.map(({ field, config }) => [field, config.type])).toEqual(
      mailFields.map(({ field, type }) => [field, type]),
    );
    expect(form.secretKeys).toEqual(["pin"]);
    expect(succeed(await admin.send("GET paas/autoConfig/form", { type: "Other" }))).toBeNull();
    const member = client(server, await newMember(server, owner.tenantId));
    expect((await member.send("GET paas/autoConfig/form", { type: "MailConfig" })).status).toBe(403);
    const stranger = client(server, await newSpaceOwner(server));
    expect(succeed(await stranger.send("GET paas/autoConfig/form", { type: "MailConfig" }))).toBeNull();
  });

  it("refuses values that do not fit, each at its place, and takes other keys as they are", async () => {
    const configType = "MailConfig";
    const wrong = await saveValue({ configType, value: JSON.stringify({ port: 70_000, sender: "one", extra: [1] }) });
    expect(wrong.status).toBe(422);
    expect(Object.keys(problemsIn(wrong)).toSorted()).toEqual(["value.host", "value.port", "value.sender"]);
    const proxied = await saveValue({ configType, value: JSON.stringify({ host: "a", port: 1080 }) });
    expect(Object.keys(problemsIn(proxied))).toEqual(["value.proxy"]);
    const value = { host: "mail.example", port: 25, sender: { zh: "甲", en: "A" }, extra: [1] };
    const saved = succeed<Configuration>(await saveValue({ configType, value: JSON.stringify(value) }));
    expect(JSON.parse(saved.value)).toEqual(value);
    const changed = await saveValue({ id: saved.id, version: saved.version, value: '{ "host": "" }' });
    expect(Object.keys(problemsIn(changed))).toEqual(["value.host"]);
  });

  it("keeps its secrets apart, also those that only the form names", async () => {
    const value = { host: "a", password: "sk-1", pin: "4711" };
    const saved = succeed<Configuration>(await saveValue({ configType: "MailConfig", value: JSON.stringify(value) }));
    expect(saved.secretKeys).toEqual(["pin"]);
    expect(JSON.parse(saved.value)).toEqual({ host: "a", password: "•••••••• #1", pin: "•••••••• #2" });
    // The masks are taken for the secrets that they stand for.
    const masked = JSON.stringify({ ...(JSON.parse(saved.value) as object), host: "b" });
    const again = succeed<Configuration>(await saveValue({ id: saved.id, version: saved.version, value: masked }));
    expect(JSON.parse(again.value)).toEqual({ host: "b", password: "•••••••• #1", pin: "•••••••• #2" });
    // Nobody can take a secret key of the form away.
    const cleared = succeed<Configuration>(await saveValue({ id: saved.id, version: again.version, secretKeys: null }));
    expect([cleared.secretKeys, cleared.value]).toEqual([["pin"], again.value]);
    const member = client(server, await newMember(server, owner.tenantId));
    const read = succeed<{ value: object }>(
      await member.send("GET Api/AutoConfig/GetAutoConfig", { parameter: saved.id }),
    );
    expect(read.value).toEqual({ host: "b" });
  });

  it("E-062, E-063, E-064: is the auto form with its type as the key, with the values of the configuration", async () => {
    const configType = "ShopConfig";
    const definition = definitionOf([
      draftField("title"),
      draftField("rate", "number", { value: 3 }),
      draftField("pin"),
    ]);
    succeed(await saveForm({ configType, definition, secretKeys: ["pin"] }));
    const read = async (key: string, who = admin) => who.send("GET Api/Ui/AutoForm", { key });
    const empty = succeed<AutoForm>(await read("shopconfig"));
    expect([empty.type, empty.name, empty.row, empty.url]).toEqual([
      configType,
      "Mail",
      null,
      "Api/autoConfig/QuerySave",
    ]);
    expect(groupsIn(empty).flatMap(({ items }) => items.map(({ field, config }) => [field, config.type]))).toEqual([
      ["title", "textbox"],
      ["rate", "number"],
      ["pin", "textbox"],
    ]);
    expect(empty.values).toEqual({ title: null, rate: 3, pin: null });
    const value = { title: "Corner", pin: "4711", other: 1 };
    const saved = succeed<Configuration>(await saveValue({ configType, value: JSON.stringify(value) }));
    const form = succeed<AutoForm>(await read(configType));
    expect(form.row).toMatchObject({ id: saved.id, version: saved.version });
    expect(form.values).toEqual({ title: "Corner", rate: 3, pin: "•••••••• #1" });
    expect(JSON.parse(succeed<string>(await admin.send("GET Api/Ui/JsonForm", { key: configType })))).toEqual(form);
    expect(succeed(await admin.send("GET Api/Ui/DefaultValue", { key: configType }))).toEqual(form.values);
    const member = client(server, await newMember(server, owner.tenantId));
    const stranger = client(server, await newSpaceOwner(server));
    const statuses = (key: string) =>
      Promise.all([admin, stranger, member, client(server)].map(async (who) => (await read(key, who)).status));
    expect(await statuses(configType)).toEqual([200, 404, 403, 401]);
    expect(await statuses("NoConfig")).toEqual([404, 404, 403, 401]);
  });

  it("is the only one of its type", async () => {
    const second = await saveForm({ configType: "mailCONFIG", definition: definitionOf(mailFields) });
    expect([second.status, Object.keys(problemsIn(second))]).toEqual([422, ["configType"]]);
  });
});

describe("the fields of a configuration form", () => {
  it("can have every type that fields of light apps have", async () => {
    const possible = [...fieldTypes.values()].filter(({ settings }) => settings !== undefined);
    const fields = possible.map((type, n) => ({ ...draftOptions(type), ...draftField(`f${n}`, type.type) }));
    const { problems, form } = succeed<{ problems: object; form: object | null }>(
      await admin.send("POST paas/configForm/review", { definition: definitionOf(fields), secretKeys: [] }),
    );
    expect(problems).toEqual({});
    expect(form).not.toBeNull();
  });

  it.each<[string, object[] | string, string]>([
    ["no fields", [], "definition.fields"],
    ["a taken name", [draftField("a"), draftField("A")], "definition.fields.1.field"],
    ["a reserved name", [draftField("constructor")], "definition.fields.0.field"],
    ["an unknown type", [draftField("a", "script")], "definition.fields.0.type"],
    ["a wrong setting", [draftField("a", "textbox", { max: "many" })], "definition.fields.0.max"],
    [
      "a relation to nothing",
      [draftField("t"), draftField("a", "relation", { entity: "nothing" })],
      "definition.fields.1.entity",
    ],
    ["a circle of rules", [draftField("a", "textbox", { if: "a=1" })], "definition.fields.0.if"],
    [
      "a secret in a group",
      [draftField("a", "group", { fields: [draftField("token")] })],
      "definition.fields.0.fields.0.field",
    ],
    [
      "a wrong field in rows",
      [draftField("a", "table", { fields: [draftField("b", "script")] })],
      "definition.fields.0.fields.0.type",
    ],
    ["a secret that is no text", [draftField("token", "number")], "definition.fields.0.type"],
    ["no list", '{ "fields": {} }', "definition.fields"],
  ])("with %s are refused at their place", async (_what, fields, path) => {
    const definition = typeof fields === "string" ? fields : definitionOf(fields);
    const answer = await saveForm({ configType: "Wrong", definition });
    expect([answer.status, Object.keys(problemsIn(answer))]).toEqual([422, expect.arrayContaining([path])]);
  });
});

it("a secret key names a field of the form: a typing error or a renamed field would leave the value readable", async () => {
  const configType = "LockConfig";
  const definition = definitionOf([draftField("place"), draftField("pin")]);
  const mistyped = await saveForm({ configType, definition, secretKeys: ["pn"] });
  expect([mistyped.status, problemsIn(mistyped)]).toEqual([422, { secretKeys: "The form has no field named “pn”" }]);
  type Form = { id: string; version: number };
  const saved = succeed<Form>(await saveForm({ configType, definition, secretKeys: ["PIN"] }));
  const renamed = definitionOf([draftField("place"), draftField("code")]);
  const { id, version } = saved;
  const answer = await admin.send("POST Api/{type}/QuerySave", {
    type: "configForm",
    id,
    version,
    definition: renamed,
  });
  expect([answer.status, Object.keys(problemsIn(answer))]).toEqual([422, ["secretKeys"]]);
});

it("a form keeps its secret keys from readers at once, in values that were saved before it, too", async () => {
  const configType = "DoorConfig";
  succeed(await saveValue({ configType, audience: "members", value: JSON.stringify({ place: "Hall", pin: "4711" }) }));
  const member = client(server, await newMember(server, owner.tenantId));
  const read = async () => (await member.send("GET Api/AutoConfig/Get", { type: configType })).text;
  expect(await read()).toContain("4711");
  const fields = definitionOf([draftField("place"), draftField("pin")]);
  succeed(await saveForm({ configType, definition: fields, secretKeys: ["pin"] }));
  const text = await read();
  expect([text.includes("Hall"), text.includes("4711")]).toEqual([true, false]);
});
