/** Verified values: a mobile number (phoneverifiy), a proof of work for a new row (captcha), and a permitted address (endpoint). */
import { randomUUID } from "node:crypto";
import type { Challenge } from "altcha-lib";
import { expect, it, vi } from "vitest";
import { solveChallenge } from "#client/solve-challenge.ts";
import type { AutoForm } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Answer, client, contentOf } from "./support/client.ts";
import { lastCode } from "./support/mailbox.ts";
import { newSpaceOwner, nextMobile } from "./support/people.ts";
import { sendWithProof } from "./support/proof.ts";
import { sameText } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await sharedServer();
const contact = definitionOf("contact", {
  title: { type: "textbox", name: sameText("Title"), required: true },
  phone: { type: "PhoneVerify", name: sameText("Phone") } as never,
});
const entry = definitionOf(
  "entry",
  {
    title: { type: "textbox", name: sameText("Title"), required: true, max: 20 },
    check: { type: "captcha", name: sameText("Check") },
  },
  { list: { columns: ["title"], sort: { field: "createdAt", direction: "desc" } } },
);

const person = await newSpaceOwner(server);
await publish(server, person.tenantId, contact);
await publish(server, person.tenantId, entry);
const { send, call } = client(server, person);
await vi.waitFor(async () => {
  if ((await send("GET Api/{type}/QueryList", { type: "entry" })).status !== 200) throw new Error("not loaded yet");
}, 20_000);

const fieldsOf = ({ body }: Answer) => body.fields as Record<string, string> | undefined;
const codeFor = async (mobile: string) => {
  const answer = await sendWithProof(send, "POST Api/Sms/SendVerifiyCode", { mobile, purpose: "field" });
  expect(answer.status).toBe(200);
  return lastCode(server.url, mobile);
};
const add = (values: object, type = "contact") => send("POST Api/{type}/QueryAdd", { type, ...values });
const update = (row: AnyRow, values: object) =>
  send("POST Api/{type}/QueryUpdate", { type: "contact", id: row.id, version: row.version, ...values });

it("B-119, B-364: a phoneverifiy field accepts a number with the code sent to it, once", async () => {
  const mobile = nextMobile();
  expect(fieldsOf(await add({ title: "Bare", phone: mobile }))!.phone).toMatch(/code sent to it/);
  expect(fieldsOf(await add({ title: "Guess", phone: { mobile, code: "000000" } }))!.phone).toMatch(/expired code/);
  const code = await codeFor(mobile);
  // A code for a field is not valid for sign-in.
  expect((await send("POST Api/Member/LoginByMobile", { username: mobile, verifyCode: code })).status).toBe(422);
  expect(fieldsOf(await add({ title: "Other", phone: { mobile: nextMobile(), code } }))!.phone).toMatch(/expired code/);
  const added = await add({ title: "Proved", phone: { mobile: `+86 ${mobile}`, code } });
  const row = contentOf(added) as AnyRow;
  expect([added.status, row.phone]).toEqual([200, mobile]);
  expect(fieldsOf(await add({ title: "Again", phone: { mobile, code } }))!.phone).toMatch(/expired code/);

  // The stored number needs no code, a new number needs one, and the field can be emptied.
  const renamed = contentOf(await update(row, { title: "Renamed", phone: { mobile, code: "000000" } })) as AnyRow;
  expect([renamed.title, renamed.phone]).toEqual(["Renamed", mobile]);
  expect(fieldsOf(await update(renamed, { phone: nextMobile() }))!.phone).toMatch(/code sent to it/);
  const emptied = contentOf(await update(renamed, { phone: null })) as AnyRow;
  expect(emptied.phone).toBeNull();
  // A restored number needs a code, too.
  const restored = await send("POST Api/{type}/RestoreVersion", {
    type: "contact",
    id: row.id,
    version: emptied.version,
    to: 1,
  });
  expect(fieldsOf(restored)!.phone).toMatch(/code sent to it/);
});

it("B-119: one of several concurrent saves with one code succeeds", async () => {
  const mobile = nextMobile();
  const code = await codeFor(mobile);
  const answers = await Promise.all([1, 2, 3].map((n) => add({ title: `Row ${n}`, phone: { mobile, code } })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
});

it("B-121: a captcha is required for each new row, checked by the server and accepted once", async () => {
  const solveNew = async () => solveChallenge(contentOf(await send("GET basic/challenge")) as Challenge);
  expect(fieldsOf(await add({ title: "None" }, "entry"))!.check).toMatch(/security check/i);
  expect(fieldsOf(await add({ title: "Made up", check: btoa("{}".repeat(20)) }, "entry"))!.check).toMatch(
    /has expired/,
  );
  const check = await solveNew();
  // A row that is refused for another reason does not consume the check.
  expect(Object.keys(fieldsOf(await add({ title: "x".repeat(21), check }, "entry"))!)).toEqual(["title"]);
  const added = await add({ title: "First", check }, "entry");
  const row = contentOf(added) as AnyRow;
  expect(added.status).toBe(200);
  expect(row).not.toHaveProperty("check");
  expect(fieldsOf(await add({ title: "Second", check }, "entry"))!.check).toMatch(/has expired/);
  const sharedProof = await solveNew();
  const answers = await Promise.all([1, 2, 3].map((n) => add({ title: `Row ${n}`, check: sharedProof }, "entry")));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);

  // Changes of a row need no check.
  const form = (await call("GET Api/Ui/AutoForm", { type: "entry", id: row.id })) as AutoForm;
  expect(form.groups.flatMap(({ items }) => items.map(({ field }) => field))).toEqual(["title"]);
  const changed = await send("POST Api/{type}/QueryUpdate", {
    type: "entry",
    id: row.id,
    version: row.version,
    title: "Changed",
  });
  expect(changed.status).toBe(200);
});

it("T-63: the address of a webhook cannot be changed to one that the program may not send to", async () => {
  const grants = [{ entity: "news", verbs: ["read"], read: null, write: null }];
  const role = (await call("POST Api/{type}/QueryAdd", { type: "role", name: sameText("Reader"), grants })) as AnyRow;
  const hookInput = { name: "hook", events: [{ entity: "news", events: ["created"] }], roles: [role.id] };
  const made = await send("POST paas/webhook/make", {
    ...hookInput,
    address: "https://1.1.1.1/a",
    requestId: randomUUID(),
  });
  const { id } = contentOf(made) as { id: string };
  const readHook = async () => contentOf(await send("GET Api/{type}/QueryById", { type: "webhook", id })) as AnyRow;
  const changeHook = async (values: object) =>
    send("POST Api/{type}/QueryUpdate", { type: "webhook", id, version: (await readHook()).version, ...values });
  for (const address of ["https://10.0.0.1/a", "http://example.org/a", "https://[::1]/a", "https://a:b@1.1.1.1/"]) {
    const answer = await changeHook({ address });
    expect([address, answer.status, Object.keys(fieldsOf(answer)!)]).toEqual([address, 422, ["address"]]);
  }
  expect((await changeHook({ address: "https://1.0.0.1/b" })).status).toBe(200);
  expect((await changeHook({ name: "renamed", address: "https://1.0.0.1/b" })).status).toBe(200);
  expect(await readHook()).toMatchObject({ name: "renamed", address: "https://1.0.0.1/b" });
});
