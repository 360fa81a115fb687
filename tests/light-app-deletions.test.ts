/** Relations of light apps: what happens to the records that refer to a deleted one, how it is told before, and how it is undone. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { check, draftDefinition, draftField, publishLightApp } from "./support/light-apps.ts";
import { newSpaceOwner, type Person } from "./support/people.ts";
import { fieldEquals, grant, roleFactories } from "./support/roles.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let owner: Person;
let api: Client;

const title = draftField("title", "textbox", { search: "contains" });
const relation = (name: string, entity: string, onDelete?: string) =>
  draftField(name, "relation", { entity, ...(onDelete === undefined ? {} : { onDelete }) });

beforeAll(async () => {
  owner = await newSpaceOwner(server);
  api = client(server, owner);
  await publishLightApp(api, "client", draftDefinition([title]));
  await publishLightApp(api, "deal", draftDefinition([title, relation("buyer", "client", "delete")]));
  await publishLightApp(
    api,
    "invoice",
    draftDefinition([title, relation("deal", "deal", "clear"), relation("payer", "client", "clear")]),
  );
  await publishLightApp(api, "permit", draftDefinition([title, relation("holder", "client", "refuse")]));
  await publishLightApp(api, "visit", draftDefinition([title, relation("host", "client")]));
});

const add = async (type: string, values: object) =>
  (await api.call("POST Api/{type}/QueryAdd", { type, title: type, ...values } as never)) as AnyRow;
const read = async (type: string, id: string) => {
  const answer = await api.send("GET Api/{type}/QueryById", { type, id });
  return answer.status === 200 ? (contentOf(answer) as AnyRow) : answer.status;
};
/** Adds records that refer to another one, without their history. */
const addReferring = (type: string, field: string, target: string, count: number) =>
  server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`with added as (
        insert into record (id, tenant_id, entity_id, data)
        select gen_random_uuid(), d.tenant_id, d.id, jsonb_build_object(${field}::text, ${target}::text)
        from entity_definition d, generate_series(1, ${count}::int) where d.type = ${type} returning id, tenant_id, entity_id)
      insert into record_index (tenant_id, entity_id, field, record_id, kind, uuid_value)
      select tenant_id, entity_id, ${field}::text, id, 'uuid', ${target}::uuid from added`),
  );
const remove = (type: string, id: string, by = api) => by.send("DELETE Api/{type}/QueryDelete", { type, id });
const effectsOf = async (type: string, id: string, by = api) =>
  (contentOf(await by.send("POST Api/{type}/DeletePreview", { type, ids: [id] })) as { effects: string[] }).effects;
async function batchOf(type: string, name: string) {
  const batch = { type, verb: "delete", selection: { fields: { title: name } } };
  const answer = await api.send("POST Api/{type}/BatchPreview", batch);
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as { possible: number; refusals: { reason: string }[]; effects: string[] };
}

describe("the deletion of a record that others refer to", () => {
  it("is told before, with the number of records and what becomes of them", async () => {
    const buyer = await add("client", { title: "Told" });
    const deal = await add("deal", { buyer: buyer.id });
    await add("invoice", { deal: deal.id });
    for (let n = 0; n < 2; n += 1) await add("visit", { host: buyer.id });
    const effects = [
      "deal: 1 record deleted, too",
      "visit · host: 2 records keep their reference, shown as not available",
      "invoice · deal: emptied in 1 record",
    ];
    expect((await effectsOf("client", buyer.id)).toSorted()).toEqual(effects.toSorted());
    expect((await batchOf("client", "Told")).effects.toSorted()).toEqual(effects.toSorted());
    expect(await effectsOf("invoice", (await add("invoice", {})).id)).toEqual([]);
  });

  it("deletes and empties others with it, and its undo brings all of them back", async () => {
    const buyer = await add("client", {});
    const deal = await add("deal", { buyer: buyer.id });
    const invoice = await add("invoice", { deal: deal.id, payer: buyer.id });
    const visit = await add("visit", { host: buyer.id });
    const { undo } = contentOf(await remove("client", buyer.id)) as { undo: string };
    expect(await read("deal", deal.id)).toBe(404);
    expect(await read("invoice", invoice.id)).toMatchObject({ deal: null, payer: null });
    expect(await read("visit", visit.id)).toMatchObject({ host: buyer.id });
    const undone = await api.send("POST Api/{type}/Undo", { type: "client", undo });
    expect(undone.status, undone.text).toBe(200);
    expect(await read("deal", deal.id)).toMatchObject({ buyer: buyer.id });
    expect(await read("invoice", invoice.id)).toMatchObject({ deal: deal.id, payer: buyer.id });
  });

  it("is not undone when one of the others has changed since", async () => {
    const buyer = await add("client", {});
    const invoice = await add("invoice", { payer: buyer.id });
    const { undo } = contentOf(await remove("client", buyer.id)) as { undo: string };
    const { version } = (await read("invoice", invoice.id)) as AnyRow;
    const change = { type: "invoice", id: invoice.id, version, title: "Paid" };
    expect((await api.send("POST Api/{type}/QueryUpdate", change)).status).toBe(200);
    expect((await api.send("POST Api/{type}/Undo", { type: "client", undo })).status).toBe(409);
    expect(await read("client", buyer.id)).toBe(404);
  });

  it("is refused by a relation that says so, which the refusal, the list and a batch name", async () => {
    const holder = await add("client", { title: "Held" });
    const permit = await add("permit", { holder: holder.id });
    const deal = await add("deal", { buyer: holder.id });
    const refused = await remove("client", holder.id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "This is in use and cannot be deleted: permit · holder (1 record)",
    ]);
    expect(await read("deal", deal.id)).toMatchObject({ buyer: holder.id });
    const batch = await batchOf("client", "Held");
    expect([batch.possible, batch.refusals.map(({ reason }) => reason)]).toEqual([
      0,
      ["This is in use and cannot be deleted: permit · holder"],
    ]);
    const list = await api.send("POST paas/table/search", {
      paraModel: { url: "/admin/client/list", fields: { title: "Held" } },
    });
    expect(list.text).toContain("This is in use and cannot be deleted: permit · holder");
    expect((await remove("permit", permit.id)).status).toBe(200);
    expect((await remove("client", holder.id)).status).toBe(200);
  });

  it("is refused as a whole when a record that it would delete is needed elsewhere", async () => {
    await publishLightApp(api, "warranty", draftDefinition([title, relation("deal", "deal", "refuse")]));
    const buyer = await add("client", {});
    const deal = await add("deal", { buyer: buyer.id });
    await add("warranty", { deal: deal.id });
    const refused = await remove("client", buyer.id);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "This is in use and cannot be deleted: warranty · deal (1 record)",
    ]);
    expect(await read("client", buyer.id)).toMatchObject({ title: "client" });
    expect(await effectsOf("client", buyer.id)).toContain(
      "warranty · deal: 1 record refers to it, so it cannot be deleted",
    );
  });

  it("follows a relation to its own entity through all levels", async () => {
    await publishLightApp(api, "unit", draftDefinition([title, relation("above", "unit", "delete")]));
    const top = await add("unit", {});
    const middle = await add("unit", { above: top.id });
    const bottom = await add("unit", { above: middle.id });
    const { undo } = contentOf(await remove("unit", top.id)) as { undo: string };
    expect([await read("unit", middle.id), await read("unit", bottom.id)]).toEqual([404, 404]);
    expect((await api.send("POST Api/{type}/Undo", { type: "unit", undo })).status).toBe(200);
    expect(await read("unit", bottom.id)).toMatchObject({ above: middle.id });
  });

  it("is refused when more than 2,000 records would change, whatever their relations are", async () => {
    await publishLightApp(api, "branch", draftDefinition([title]));
    await publishLightApp(api, "lease", draftDefinition([title, relation("branch", "branch", "clear")]));
    await publishLightApp(api, "till", draftDefinition([title, relation("branch", "branch", "clear")]));
    const branch = await add("branch", {});
    await addReferring("lease", "branch", branch.id, 1001);
    const till = await add("till", { branch: branch.id });
    await addReferring("till", "branch", branch.id, 999);
    const text = "More than 2000 records refer to this. Change or delete them first.";
    const refused = await remove("branch", branch.id);
    expect([refused.status, refused.body.message]).toEqual([409, text]);
    expect(await effectsOf("branch", branch.id)).toEqual([text]);
    expect((await remove("till", till.id)).status).toBe(200);
    expect((await remove("branch", branch.id)).status).toBe(200);
  });

  it("is undone by whoever may delete, with the values of the same entity that it emptied", async () => {
    await publishLightApp(api, "shelf", draftDefinition([title, relation("above", "shelf", "clear")]));
    const top = await add("shelf", {});
    const lower = await add("shelf", { above: top.id });
    const remover = await roleFactories(server, owner).memberWith([grant("shelf", ["read", "delete"])]);
    const { undo } = contentOf(await remove("shelf", top.id, remover)) as { undo: string };
    expect(await read("shelf", lower.id)).toMatchObject({ above: null });
    const undone = await remover.send("POST Api/{type}/Undo", { type: "shelf", undo });
    expect(undone.status, undone.text).toBe(200);
    expect(await read("shelf", lower.id)).toMatchObject({ above: top.id });
  });

  it("T-02: names no records that its reader may not know, which change all the same", async () => {
    const buyer = await add("client", {});
    const invoice = await add("invoice", { payer: buyer.id });
    const reader = await roleFactories(server, owner).memberWith([grant("client", ["read", "delete"])]);
    expect(await effectsOf("client", buyer.id, reader)).toEqual(["Other records that refer to it change as well"]);
    expect((await remove("client", buyer.id, reader)).status).toBe(200);
    expect(await read("invoice", invoice.id)).toMatchObject({ payer: null });
  });

  it("T-02: counts no records that a role may not read, neither before nor in a refusal", async () => {
    const buyer = await add("client", {});
    for (const name of ["open", "secret", "secret"]) {
      await add("invoice", { title: name, payer: buyer.id });
      await add("permit", { title: name, holder: buyer.id });
    }
    const open = fieldEquals("title", "open");
    const grants = [
      grant("client", ["read", "delete"]),
      grant("invoice", ["read"], open),
      grant("permit", ["read"], open),
    ];
    const reader = await roleFactories(server, owner).memberWith(grants);
    expect((await effectsOf("client", buyer.id, reader)).toSorted()).toEqual([
      "Other records that refer to it change as well",
      "invoice · payer: emptied in 1 record",
      "permit · holder: 1 record refers to it, so it cannot be deleted",
    ]);
    const refused = await remove("client", buyer.id, reader);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "This is in use and cannot be deleted: permit · holder (1 record)",
    ]);
  });
});

it("a required relation cannot be one that is emptied", async () => {
  const fields = [title, { ...relation("buyer", "client", "clear"), required: true }, relation("other", "client", "x")];
  const { problems } = await check(api, "order", draftDefinition(fields));
  expect(problems.map(({ path }) => path).toSorted()).toEqual(["fields.1.onDelete", "fields.2.onDelete"]);
});
