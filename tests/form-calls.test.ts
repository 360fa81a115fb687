/** Calls that describe forms: of entities for members, and of the password reset for visitors. */
import { expect, it } from "vitest";
import type { AutoForm } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { client, contentOf } from "./support/client.ts";
import { lastCode } from "./support/mailbox.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const admin = client(server, owner);
const visitor = client(server);
const key = "FindLoginPasswordAutoForm";

it("E-063: JsonForm returns, as JSON text, what AutoForm returns", async () => {
  const { id } = (await admin.call("POST Api/{type}/QueryAdd", {
    type: "news",
    title: { zh: "新闻", en: "News" },
    kind: "company",
    status: "draft",
  } as never)) as AnyRow;
  for (const input of [{ type: "news" }, { type: "news", id }]) {
    const form = contentOf(await admin.send("GET Api/Ui/AutoForm", input)) as AutoForm;
    const text = contentOf(await admin.send("GET Api/Ui/JsonForm", input)) as string;
    expect(JSON.parse(text)).toEqual(form);
    expect(form.type).toBe("news");
  }
});

it("fills the form of a new row with the values of a visible row, except unique values", async () => {
  const add = async (type: string, values: object) =>
    (await admin.call("POST Api/{type}/QueryAdd", { type, ...values } as never)) as AnyRow;
  const read = async (input: object) => contentOf(await admin.send("GET Api/Ui/AutoForm", input)) as AutoForm;
  const title = { zh: "开始", en: "Start" };
  const parent = await add("wiki", { slug: "above", title });
  const { id } = await add("wiki", { slug: "start", title, parent: parent.id });
  const copy = await read({ type: "wiki", from: id });
  expect([copy.row, copy.values]).toEqual([null, expect.objectContaining({ title, parent: parent.id, slug: null })]);
  expect(copy.titles).toEqual({ [parent.id]: "Start" });
  const form = await read({ type: "wiki", id });
  const action = form.actions!.find((candidate) => "command" in candidate && candidate.command === "copy");
  expect(action).toMatchObject({ event: "open", url: "/admin/wiki/add?from={id}" });
  const stranger = client(server, await newSpaceOwner(server));
  expect((await stranger.send("GET Api/Ui/AutoForm", { type: "wiki", from: id })).status).toBe(404);
  expect((await admin.send("GET Api/Ui/AutoForm", { type: "wiki", id, from: id })).status).toBe(422);
});

it("E-064: returns the default values of a new row", async () => {
  const values = contentOf(await admin.send("GET Api/Ui/DefaultValue", { type: "news" })) as Record<string, unknown>;
  expect(values).toMatchObject({ status: "draft", title: null });
  const form = contentOf(await admin.send("GET Api/Ui/AutoForm", { type: "news" })) as AutoForm;
  expect(values).toEqual(form.values);
});

it("E-062, B-342: describes only the form for the password reset without a session", async () => {
  for (const spelling of [key, key.toLowerCase()]) {
    const form = contentOf(await visitor.send("GET Api/Ui/AutoForm", { key: spelling })) as AutoForm;
    expect(form.columns?.map(({ field, config }) => [field, config.type])).toEqual([
      ["mobile", "phoneverifiy"],
      ["password", "password"],
    ]);
    expect(form.url).toBe("user/findPassword");
  }
  const statusOf = async (input: object) => {
    const calls = ["GET Api/Ui/AutoForm", "GET Api/Ui/JsonForm", "GET Api/Ui/DefaultValue"] as const;
    return Promise.all(calls.map(async (call) => (await visitor.send(call, input)).status));
  };
  expect(await statusOf({ key: "OtherAutoForm" })).toEqual([401, 401, 401]);
  expect(await statusOf({ type: "news" })).toEqual([401, 401, 401]);
  expect(await statusOf({ type: key })).toEqual([401, 401, 401]);
  expect(await statusOf({ type: "news", key })).toEqual([422, 422, 422]);
  expect(await statusOf({})).toEqual([422, 422, 422]);
});

it("E-019, S-050: saves the form for the password reset with the mobile number and its code as one value", async () => {
  const mobile = "13912340077";
  await newSpaceOwner(server, mobile);
  await visitor.call("POST Api/Sms/SendVerifiyCode", { mobile, purpose: "resetPassword" } as never);
  const code = await lastCode(server.url, mobile);
  const save = (value: object) => visitor.send("POST user/findPassword", { mobile: value, password: "Lantern8z" });
  expect((await save({ mobile, code: "12345" })).status).toBe(422);
  const saved = await save({ mobile, code });
  expect(saved.status, saved.text).toBe(200);
  const signIn = { username: mobile, password: "Lantern8z" };
  expect((await visitor.send("POST Api/Member/Login", signIn)).status).toBe(200);
});
