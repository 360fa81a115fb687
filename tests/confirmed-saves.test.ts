/** Entities whose saves require a confirmation by payment password, checked by the server on every call that writes. */
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { restoreFormName } from "#kit/auto.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Answer, client, contentOf } from "./support/client.ts";
import { newMember, signInAgain } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { createSpaceOwner } from "./support/space-owner.ts";
import { definitionOf, publish } from "./support/stored-entities.ts";

const server = await sharedServer();
const sameText = (text: string) => ({ zh: text, en: text });
const type = "payout";

/** Creates a space with an entity that requires a confirmation, and returns its owner. */
async function createSpace() {
  const owner = await createSpaceOwner(server);
  const fields = {
    title: { type: "textbox", name: sameText("Title"), required: true },
    amount: { type: "number", name: sameText("Amount"), max: 1000 },
    code: { type: "textbox", name: sameText("Code") },
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
const confirmMessage = "Confirm with your payment password";

describe("an entity that requires a confirmation by payment password", async () => {
  const { person, send, confirm } = await createSpace();

  it("B-125, E-062: is described with checkSafePassword, and other entities are not", async () => {
    expect(contentOf(await send("GET Api/Ui/AutoForm", { type }))).toMatchObject({ checkSafePassword: true });
    expect(contentOf(await send("GET Api/Ui/AutoForm", { type: "news" }))).toMatchObject({ checkSafePassword: false });
  });

  it("B-129, B-382, Q-11: refuses to add or change a row without a confirmation or with one for another save", async () => {
    const values = { title: "Rent", amount: 10 };
    for (const call of ["POST Api/{type}/QuerySave", "POST Api/{type}/QueryAdd"] as const) {
      const refused = await send(call, { type, ...values });
      expect([refused.status, refused.text.includes(confirmMessage)]).toEqual([403, true]);
      for (const { confirmToken } of [
        { confirmToken: "x".repeat(43) },
        await confirm({ ...values, amount: 11 }),
        await confirm(values, "news"),
        await confirm(values, restoreFormName(type)),
      ])
        expect(statusOf(await send(call, { type, ...values, confirmToken }))).toBe(403);
    }
    const rows = await server.database.tenant(person.tenantId, (tx) => tx.rows(sql`select 1 from record`));
    expect(rows).toEqual([]);
  });

  it("B-129, E-017, T-28: accepts a confirmation once, for exactly this save, in any order of its values", async () => {
    const values = { title: "Rent", amount: 10 };
    const { confirmToken } = await confirm({ amount: 10, title: "Rent" });
    const added = await send("POST Api/{type}/QueryAdd", { type, ...values, confirmToken });
    expect(added.status, added.text).toBe(200);
    const { id, version } = contentOf(added) as AnyRow;
    expect(statusOf(await send("POST Api/{type}/QueryAdd", { type, ...values, confirmToken }))).toBe(403);

    const change = { id, version, amount: 20 };
    for (const call of ["POST Api/{type}/QueryUpdate", "POST Api/{type}/QuerySave"] as const)
      expect(statusOf(await send(call, { type, ...change }))).toBe(403);
    // The confirmation lacks the id and the version of the row.
    const incompleteConfirmation = await confirm({ amount: 20 });
    expect(statusOf(await send("POST Api/{type}/QueryUpdate", { type, ...change, ...incompleteConfirmation }))).toBe(
      403,
    );
    const changed = await send("POST Api/{type}/QueryUpdate", { type, ...change, ...(await confirm(change)) });
    expect([changed.status, (contentOf(changed) as AnyRow).amount]).toEqual([200, 20]);
    const secondChange = { id, version: version + 1, amount: 30 };
    const saved = await send("POST Api/{type}/QuerySave", { type, ...secondChange, ...(await confirm(secondChange)) });
    expect([saved.status, (contentOf(saved) as AnyRow).amount]).toEqual([200, 30]);
  });

  it("T-28: keeps a confirmation valid after a refused save, and answers a repeated request without saving twice", async () => {
    const firstRow = { title: "First", code: "A" };
    const first = await send("POST Api/{type}/QuerySave", { type, ...firstRow, ...(await confirm(firstRow)) });
    const { id, version } = contentOf(first) as AnyRow;
    const secondRow = { title: "Second", code: "A" };
    const { confirmToken } = await confirm(secondRow);
    const save = (headers = {}) => send("POST Api/{type}/QuerySave", { type, ...secondRow, confirmToken }, headers);
    expect(statusOf(await save())).toBe(409);
    const firstChange = { id, version, code: "B" };
    await send("POST Api/{type}/QuerySave", { type, ...firstChange, ...(await confirm(firstChange)) });
    const key = { "idempotency-key": crypto.randomUUID() };
    const saved = await save(key);
    expect(saved.status, saved.text).toBe(200);
    const repeated = await save(key);
    expect([repeated.status, contentOf(repeated)]).toEqual([200, contentOf(saved)]);
    expect(statusOf(await save({ "idempotency-key": crypto.randomUUID() }))).toBe(403);
  });

  it("T-28: refuses a confirmation of another session", async () => {
    const values = { title: "Elsewhere" };
    const { confirmToken } = await confirm(values);
    const otherSession = client(server, await signInAgain(server, person));
    expect(statusOf(await otherSession.send("POST Api/{type}/QueryAdd", { type, ...values, confirmToken }))).toBe(403);
  });

  it("restores an earlier version only with a confirmation for the restoration", async () => {
    const values = { title: "Before" };
    const { id } = contentOf(
      await send("POST Api/{type}/QueryAdd", { type, ...values, ...(await confirm(values)) }),
    ) as AnyRow;
    const change = { id, version: 1, title: "After" };
    await send("POST Api/{type}/QueryUpdate", { type, ...change, ...(await confirm(change)) });
    const target = { id, version: 2, to: 1 };
    const restore = (confirmation: object) =>
      send("POST Api/{type}/RestoreVersion", { type, ...target, ...confirmation });
    expect(statusOf(await restore({}))).toBe(403);
    expect(statusOf(await restore(await confirm(target)))).toBe(403);
    const restored = await restore(await confirm(target, restoreFormName(type)));
    expect([restored.status, (contentOf(restored) as AnyRow).title]).toEqual([200, "Before"]);
  });

  it("refuses a member without the right to write before asking for a confirmation", async () => {
    const member = client(server, await newMember(server, person.tenantId));
    const answer = await member.send("POST Api/{type}/QueryAdd", { type, title: "Mine" });
    expect([answer.status, answer.text.includes(confirmMessage)]).toEqual([403, false]);
  });
});

it("B-130: saves an entity without this requirement at once", async () => {
  const { send } = await createSpaceOwner(server);
  const news = { title: sameText("News"), kind: "company", status: "draft" };
  expect(statusOf(await send("POST Api/{type}/QueryAdd", { type: "news", ...news }))).toBe(200);
});
