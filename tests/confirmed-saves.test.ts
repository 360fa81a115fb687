/** Entities whose saves require the payment password: every way of writing is covered on the server. */
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { restoreForm } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Answer, client, contentOf } from "./support/client.ts";
import { newMember, signInAgain } from "./support/people.ts";
import { startServer } from "./support/server.ts";
import { somebody } from "./support/somebody.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await startServer({ TRUST_PROXY: "127.0.0.1" });
const both = (text: string) => ({ zh: text, en: text });
const type = "payout";

/** The owner of a space whose payouts need the payment password. */
async function treasurer() {
  const owner = await somebody(server);
  const fields = {
    title: { type: "textbox", name: both("Title"), required: true },
    amount: { type: "number", name: both("Amount"), max: 1000 },
    code: { type: "textbox", name: both("Code") },
  } as const;
  await publish(
    server,
    owner.person.tenantId,
    definitionOf(type, fields, { checkSafePassword: true, unique: [["code"]] }),
  );
  await vi.waitFor(async () => expect((await owner.send("GET Api/Ui/AutoForm", { type })).status).toBe(200), 20_000);
  await owner.setPayPassword("482913");
  const confirm = async (body: object, form = type) => {
    const input = {
      payPassWord: "482913",
      userId: owner.person.accountId,
      form,
      body: body as Record<string, unknown>,
    };
    const { confirmToken } = (await owner.call("POST Api/User/ConfirmPayPassword", input)) as { confirmToken: string };
    return { confirmToken };
  };
  return { ...owner, confirm };
}

const statusOf = ({ status }: Answer) => status;
const unconfirmed = "Confirm with your payment password";

describe("an entity whose rows are saved with the payment password", async () => {
  const { person, send, confirm } = await treasurer();

  it("B-125, E-062: is described so, and others are not", async () => {
    expect(contentOf(await send("GET Api/Ui/AutoForm", { type }))).toMatchObject({ checkSafePassword: true });
    expect(contentOf(await send("GET Api/Ui/AutoForm", { type: "news" }))).toMatchObject({ checkSafePassword: false });
  });

  it("B-129, B-382, Q-11: is added to and changed by no call without a confirmation, nor with one of something else, and nothing is written", async () => {
    const values = { title: "Rent", amount: 10 };
    for (const call of ["POST Api/{type}/QuerySave", "POST Api/{type}/QueryAdd"] as const) {
      const refused = await send(call, { type, ...values });
      expect([refused.status, refused.text.includes(unconfirmed)]).toEqual([403, true]);
      for (const { confirmToken } of [
        { confirmToken: "x".repeat(43) },
        await confirm({ ...values, amount: 11 }),
        await confirm(values, "news"),
        await confirm(values, restoreForm(type)),
      ])
        expect(statusOf(await send(call, { type, ...values, confirmToken }))).toBe(403);
    }
    const rows = await server.database.tenant(person.tenantId, (tx) => tx.rows(sql`select 1 from record`));
    expect(rows).toEqual([]);
  });

  it("B-129, E-017, T-28: is saved once with a confirmation of exactly this save, in whatever order its values come", async () => {
    const values = { title: "Rent", amount: 10 };
    const { confirmToken } = await confirm({ amount: 10, title: "Rent" });
    const added = await send("POST Api/{type}/QueryAdd", { type, ...values, confirmToken });
    expect(added.status, added.text).toBe(200);
    const { id, version } = contentOf(added) as AnyRow;
    expect(statusOf(await send("POST Api/{type}/QueryAdd", { type, ...values, confirmToken }))).toBe(403);

    const change = { id, version, amount: 20 };
    for (const call of ["POST Api/{type}/QueryUpdate", "POST Api/{type}/QuerySave"] as const)
      expect(statusOf(await send(call, { type, ...change }))).toBe(403);
    // Confirmed for another row, and without the version that was read.
    const other = await confirm({ amount: 20 });
    expect(statusOf(await send("POST Api/{type}/QueryUpdate", { type, ...change, ...other }))).toBe(403);
    const changed = await send("POST Api/{type}/QueryUpdate", { type, ...change, ...(await confirm(change)) });
    expect([changed.status, (contentOf(changed) as AnyRow).amount]).toEqual([200, 20]);
    const again = { id, version: version + 1, amount: 30 };
    const saved = await send("POST Api/{type}/QuerySave", { type, ...again, ...(await confirm(again)) });
    expect([saved.status, (contentOf(saved) as AnyRow).amount]).toEqual([200, 30]);
  });

  it("T-28: a save that the server refuses leaves the confirmation unused, and a repeated request is answered, not done again", async () => {
    const taken = { title: "First", code: "A" };
    const first = await send("POST Api/{type}/QuerySave", { type, ...taken, ...(await confirm(taken)) });
    const { id, version } = contentOf(first) as AnyRow;
    const twin = { title: "Second", code: "A" };
    const { confirmToken } = await confirm(twin);
    const save = (headers = {}) => send("POST Api/{type}/QuerySave", { type, ...twin, confirmToken }, headers);
    expect(statusOf(await save())).toBe(409);
    const freed = { id, version, code: "B" };
    await send("POST Api/{type}/QuerySave", { type, ...freed, ...(await confirm(freed)) });
    const key = { "idempotency-key": crypto.randomUUID() };
    const saved = await save(key);
    expect(saved.status, saved.text).toBe(200);
    const repeated = await save(key);
    expect([repeated.status, contentOf(repeated)]).toEqual([200, contentOf(saved)]);
    expect(statusOf(await save({ "idempotency-key": crypto.randomUUID() }))).toBe(403);
  });

  it("T-28: a confirmation of one session is none in another", async () => {
    const values = { title: "Elsewhere" };
    const { confirmToken } = await confirm(values);
    const elsewhere = client(server, await signInAgain(server, person));
    expect(statusOf(await elsewhere.send("POST Api/{type}/QueryAdd", { type, ...values, confirmToken }))).toBe(403);
  });

  it("goes back to an earlier version with a confirmation of its own only", async () => {
    const values = { title: "Before" };
    const { id } = contentOf(
      await send("POST Api/{type}/QueryAdd", { type, ...values, ...(await confirm(values)) }),
    ) as AnyRow;
    const change = { id, version: 1, title: "After" };
    await send("POST Api/{type}/QueryUpdate", { type, ...change, ...(await confirm(change)) });
    const back = { id, version: 2, to: 1 };
    const restore = (more: object) => send("POST Api/{type}/RestoreVersion", { type, ...back, ...more });
    expect(statusOf(await restore({}))).toBe(403);
    expect(statusOf(await restore(await confirm(back)))).toBe(403);
    const restored = await restore(await confirm(back, restoreForm(type)));
    expect([restored.status, (contentOf(restored) as AnyRow).title]).toEqual([200, "Before"]);
  });

  it("whoever may not write rows is told so, whatever they confirm", async () => {
    const member = client(server, await newMember(server, person.tenantId));
    const answer = await member.send("POST Api/{type}/QueryAdd", { type, title: "Mine" });
    expect([answer.status, answer.text.includes(unconfirmed)]).toEqual([403, false]);
  });
});

it("B-130: an entity that does not ask for it is saved at once", async () => {
  const { send } = await somebody(server);
  const news = { title: both("News"), kind: "company", status: "draft" };
  expect(statusOf(await send("POST Api/{type}/QueryAdd", { type: "news", ...news }))).toBe(200);
});
