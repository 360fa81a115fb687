/** Work orders under a plan: they are sent to its provider, both sides see the same order, and nobody else sees it. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import news from "#entities/news.ts";
import paasWork from "#entities/paasWork.ts";
import type { WorkDetails } from "#features/workorder/work.server.ts";
import { actionsOfRow, type AutoForm, type Play, type RowActions } from "#kit/auto.ts";
import type { WorkStep } from "#kit/work.ts";
import { defineHook, hooksByEntity } from "#records/change/hooks.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpace, type Person, superAdministrator } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
const system = (query: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<Record<string, unknown>>(query));
const platform = await superAdministrator(server);
const provider = client(server, platform);

type Row = Record<string, unknown> & { id: string };
type Customer = { person: Person; by: Client; openingId: string };

/** The seeded trial: free, answered within 48 hours. */
const { packages } = (await provider.call("GET service/packages", {})) as {
  packages: { id: string; key: string; responseHours: number }[];
};
const trial = packages.find(({ key }) => key === "trial")!;

/** Somebody with a space of their own that has opened the trial. */
async function customer(): Promise<Customer> {
  const person = await newSpace(server);
  const by = client(server, person);
  await by.call("POST service/open", { packageId: trial.id, requestId: randomUUID() });
  const [opening] = (await by.call("GET Api/{type}/QueryList", { type: "serviceOpening" })) as Row[];
  return { person, by, openingId: opening!.id };
}

const order = { type: "paasWork", kind: "fault", priority: "urgent", description: "扫码后没有反应" };
const file = (by: Client, more: object = {}) =>
  by.send("POST Api/{type}/QuerySave", { ...order, title: "柜门", ...more });
const rowsOf = async (by: Client) => (await by.call("GET Api/{type}/QueryList", { type: "paasWork" })) as Row[];
const look = async (by: Client, id: string) =>
  contentOf(await by.send("GET paas/workorder/details", { id })) as WorkDetails;
const move = async (by: Client, id: string, step: WorkStep) =>
  (await by.send("POST paas/workorder/move", { id, step })).status;
const reply = async (by: Client, id: string, text: string, messageId = randomUUID()) =>
  (await by.send("POST paas/workorder/message", { id, messageId, text })).status;

/** An order under the customer's plan, as each side knows it. */
async function filed(one: Customer) {
  const title = `order ${randomUUID()}`;
  const answer = await file(one.by, { title, openingId: one.openingId });
  expect(answer.status, answer.text).toBe(200);
  const { id } = contentOf(answer) as Row;
  const there = (await rowsOf(provider)).find((row) => row.title === title)!;
  return { id, there: there.id, title, row: there };
}
const hoursUntil = (iso: unknown) => Math.round((Date.parse(String(iso)) - Date.now()) / 3_600_000);

describe("an order under a plan", () => {
  it("Q-26: goes to the plan's provider, with the customer's name, the plan and the promised time on both sides", async () => {
    const one = await customer();
    const { id, there, row } = await filed(one);
    const [space] = await system(sql`select name from site where tenant_id = ${one.person.tenantId}::uuid`);
    const promise = { responseHours: 48, packageName: expect.objectContaining({ en: expect.any(String) }) };
    expect(row).toMatchObject({ ...promise, party: space!.name, kind: "fault", priority: "urgent", status: "new" });
    expect(hoursUntil(row.dueAt)).toBe(48);
    const [own] = await rowsOf(one.by);
    expect(own).toMatchObject({ ...promise, id, party: { en: "Meridian" }, dueAt: row.dueAt });
    expect(await look(one.by, id)).toMatchObject({ side: "customer", party: { en: "Meridian" }, steps: ["cancel"] });
    expect(await look(provider, there)).toMatchObject({
      side: "provider",
      steps: ["accept", "cancel"],
      mayReply: true,
    });
  });

  it("Q-26: is answered and ended by the provider; both sides read the same, each with the other's name", async () => {
    const one = await customer();
    const { id, there } = await filed(one);
    expect(await reply(one.by, id, "请尽快")).toBe(200);
    // The customer's own word is no answer.
    expect(hoursUntil((await look(provider, there)).dueAt)).toBe(48);
    expect(await reply(provider, there, "on our way")).toBe(200);
    for (const work of [await look(one.by, id), await look(provider, there)])
      expect([work.dueAt, work.answeredAt !== null, work.responseHours]).toEqual([null, true, 48]);
    for (const step of ["accept", "resolve"] as const) expect(await move(provider, there, step)).toBe(200);
    expect(await move(one.by, id, "reopen")).toBe(200);
    for (const step of ["resolve", "confirm"] as const) expect(await move(provider, there, step)).toBe(200);
    const [mine, theirs] = [await look(one.by, id), await look(provider, there)];
    expect([mine.status, theirs.status]).toEqual(["closed", "closed"]);
    const said = ({ messages }: WorkDetails) => messages.map(({ text, step }) => text || step);
    expect(said(mine)).toEqual(["请尽快", "on our way", "accept", "resolve", "reopen", "resolve", "confirm"]);
    expect(said(theirs)).toEqual(said(mine));
    expect(mine.messages[1]).toMatchObject({ isOwn: false, party: { en: "Meridian" } });
    expect(theirs.messages[0]).toMatchObject({ isOwn: false, party: { zh: expect.stringContaining("空间") } });
    expect(mine.messages[0]).toMatchObject({ isOwn: true, party: null });
  });

  it("is handled by the provider alone: the customer's administrators may cancel and confirm, not accept", async () => {
    const one = await customer();
    const { id, there } = await filed(one);
    expect(await move(one.by, id, "accept")).toBe(403);
    expect(await move(provider, there, "accept")).toBe(200);
    expect(await move(one.by, id, "resolve")).toBe(403);
    expect(await move(one.by, id, "cancel")).toBe(200);
    expect([(await look(provider, there)).status, (await look(provider, there)).dueAt]).toEqual(["cancelled", null]);
  });

  it("is moved by one of many on both sides who try at once, and stays the same on both", async () => {
    const one = await customer();
    const { id, there } = await filed(one);
    const tries = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? move(provider, there, "cancel") : move(one.by, id, "cancel"),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 409)).toHaveLength(19);
    const [mine, theirs] = [await look(one.by, id), await look(provider, there)];
    expect([mine.status, theirs.status, mine.messages.length, theirs.messages.length]).toEqual([
      "cancelled",
      "cancelled",
      1,
      1,
    ]);
  });

  it("R-16: says once on either side what is sent twice under one id", async () => {
    const one = await customer();
    const { id, there } = await filed(one);
    const messageId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => reply(one.by, id, "once", messageId)));
    expect(new Set(answers)).toEqual(new Set([200]));
    for (const work of [await look(one.by, id), await look(provider, there)])
      expect(work.messages.map(({ text }) => text)).toEqual(["once"]);
  });

  it("is changed by nobody's form, and deleted only when it has ended", async () => {
    const one = await customer();
    const { id, there } = await filed(one);
    for (const [by, own] of [
      [one.by, id],
      [provider, there],
    ] as const) {
      const save = { type: "paasWork", id: own, version: 1, title: "rewritten" };
      expect((await by.send("POST Api/{type}/QuerySave", save)).status).toBe(409);
      expect((await by.send("DELETE Api/{type}/QueryDelete", { type: "paasWork", id: own })).status).toBe(409);
    }
    expect((await look(one.by, id)).mayEdit).toBe(false);
    expect(await move(provider, there, "accept")).toBe(200);
    expect(await move(provider, there, "resolve")).toBe(200);
    expect(await move(one.by, id, "confirm")).toBe(200);
    expect((await provider.send("DELETE Api/{type}/QueryDelete", { type: "paasWork", id: there })).status).toBe(200);
    // The customer keeps theirs, and is told why nobody would answer it any more.
    expect((await look(one.by, id)).status).toBe("closed");
    const reopened = await one.by.send("POST paas/workorder/move", { id, step: "reopen" });
    expect([reopened.status, (await look(one.by, id)).status]).toEqual([409, "closed"]);
  });

  it("offers in lists what is allowed: no form to change it on either side, and deleting only when it has ended", async () => {
    const one = await customer();
    const { id, there } = await filed(one);
    const offered = async (by: Client, row: string) => {
      const { play, rowActions } = (await by.call("POST paas/table/search", {
        paraModel: { url: "/paas/paasWork/list", pageSize: 120 },
      })) as { play: Play; rowActions: RowActions };
      expect(play.actions.map(({ event }) => event)).toEqual(["open", "edit", "delete"]);
      return actionsOfRow(rowActions, row)!.map(({ event, disabled }) =>
        disabled === undefined ? event : `${event}: ${disabled}`,
      );
    };
    const both = async () => [await offered(one.by, id), await offered(provider, there)];
    // Deleting stands there and says why it cannot be done yet, in the words that answer whoever tries.
    const waiting = ["open", "delete: This work order is still open. Complete or cancel it first."];
    expect(await both()).toEqual([waiting, waiting]);
    for (const step of ["accept", "resolve", "confirm"] as const) expect(await move(provider, there, step)).toBe(200);
    const ended = [
      ["open", "delete"],
      ["open", "delete"],
    ];
    expect(await both()).toEqual(ended);
    const ownOrder = contentOf(await file(one.by)) as Row;
    expect(await offered(one.by, ownOrder.id)).toEqual(["open", "edit", "delete"]);
    // Somebody whose role lets them see everybody's orders, and change none but their own.
    const grants = [{ entity: "paasWork", verbs: ["read"], read: null, write: null }];
    const role = (await one.by.call("POST Api/{type}/QueryAdd", {
      type: "role",
      name: { zh: "坐席", en: "Agent" },
      grants,
    })) as Row;
    const agent = await newMember(server, one.person.tenantId);
    const member = { type: "member", id: agent.memberId };
    const { version } = (await one.by.call("GET Api/{type}/QueryById", member)) as { version: number };
    await one.by.call("POST Api/{type}/QueryUpdate", { ...member, version, roles: [role.id] });
    const byAgent = client(server, agent);
    const filedByAgent = contentOf(await file(byAgent)) as Row;
    const change = { type: "paasWork", id: ownOrder.id, version: 1, title: "rewritten" };
    expect((await byAgent.send("POST Api/{type}/QuerySave", change)).status).toBe(404);
    const { rowActions } = (await byAgent.call("POST paas/table/search", {
      paraModel: { url: "/paas/paasWork/list" },
    })) as { rowActions: RowActions };
    const events = (row: string) => actionsOfRow(rowActions, row)!.map(({ event }) => event);
    expect([events(ownOrder.id), events(filedByAgent.id)]).toEqual([["open"], ["open", "edit"]]);
    const formOf = async (row: string) =>
      (await byAgent.call("GET Api/Ui/AutoForm", { type: "paasWork", id: row })) as AutoForm;
    const isReadOnly = async (row: string) => (await formOf(row)).hiddenButton;
    expect([await isReadOnly(ownOrder.id), await isReadOnly(filedByAgent.id)]).toEqual([true, false]);
  });

  it("takes no reply that the other side would never read, because it has deleted its order", async () => {
    const one = await customer();
    const { id, there } = await filed(one);
    for (const step of ["accept", "resolve", "confirm"] as const) expect(await move(provider, there, step)).toBe(200);
    expect(await reply(one.by, id, "still there?")).toBe(200);
    expect((await provider.send("DELETE Api/{type}/QueryDelete", { type: "paasWork", id: there })).status).toBe(200);
    expect(await reply(one.by, id, "hello?")).toBe(409);
    const { messages } = await look(one.by, id);
    expect(messages.map(({ text }) => text)).not.toContain("hello?");
  });

  it("keeps to itself what fields nobody fills in could claim: the provider's name, the promise and the other side", async () => {
    const one = await customer();
    for (const wrong of [
      { party: { en: "Meridian" } },
      { responseHours: 1 },
      { dueAt: "2020-01-01T00:00:00.000Z" },
      { counterpartTenantId: platform.tenantId },
      { counterpartId: randomUUID() },
      { filer: "somebody else" },
    ])
      expect([wrong, (await file(one.by, wrong)).status]).toEqual([wrong, 422]);
  });
});

it("what happens besides when a row is added is said once for each entity: a second hook stops the start", () => {
  const hook = defineHook({ entity: paasWork, add: (_adding, insert) => insert() });
  const other = defineHook({ entity: news, add: (_adding, insert) => insert() });
  expect([...hooksByEntity([hook, other]).keys()]).toEqual(["paasWork", "news"]);
  expect(() => hooksByEntity([hook, other, { ...hook }])).toThrow("paasWork has two hooks");
});

describe("without a plan", () => {
  it("Q-26: an order stays in the space of whoever files it", async () => {
    const one = await customer();
    const title = `own ${randomUUID()}`;
    const { id } = contentOf(await file(one.by, { title })) as Row;
    expect(await look(one.by, id)).toMatchObject({ side: "own", party: null, dueAt: null, mayEdit: true });
    expect((await rowsOf(provider)).some((row) => row.title === title)).toBe(false);
    expect(await move(one.by, id, "accept")).toBe(200);
  });

  it("an order gets no plan later: only filing sends it to a provider, and the form says so", async () => {
    const one = await customer();
    const filing = contentOf(await file(one.by, { title: `own ${randomUUID()}` })) as Row;
    const { id, version } = filing;
    const save = { type: "paasWork", id, version, openingId: one.openingId };
    const later = await one.by.send("POST Api/{type}/QuerySave", save);
    expect([later.status, Object.keys(later.body.fields as object)]).toEqual([422, ["openingId"]]);
    const isFixed = async (more: object) => {
      const form = (await one.by.call("GET Api/Ui/AutoForm", { type: "paasWork", ...more })) as AutoForm;
      return form.groups.flatMap(({ items }) => items).find(({ field }) => field === "openingId")!.readOnly;
    };
    expect([await isFixed({}), await isFixed({ id })]).toEqual([false, true]);
    const words = { type: "paasWork", id, version, title: "reworded" };
    expect((await one.by.send("POST Api/{type}/QuerySave", words)).status).toBe(200);
  });
});

describe("a plan", () => {
  it("that has ended takes no new orders, and those before can be read and answered to their end", async () => {
    const one = await customer();
    const { id, there } = await filed(one);
    await system(
      sql`update service_opening set ends_at = now() - interval '1 second' where id = ${one.openingId}::uuid`,
    );
    const refused = await file(one.by, { openingId: one.openingId });
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ["openingId"]]);
    expect(await rowsOf(one.by)).toHaveLength(1);
    expect(await reply(one.by, id, "still here")).toBe(200);
    expect(await move(provider, there, "accept")).toBe(200);
    expect((await look(one.by, id)).messages).toHaveLength(2);
  });

  it("that has ended is not offered in the form", async () => {
    const one = await customer();
    const offered = () =>
      one.by.call("GET Api/Relation/GetKeyValues", { type: "serviceOpening" }) as Promise<unknown[]>;
    expect(await offered()).toHaveLength(1);
    await system(
      sql`update service_opening set ends_at = now() - interval '1 second', status = 'expired' where id = ${one.openingId}::uuid`,
    );
    expect(await offered()).toHaveLength(0);
  });

  it("T-05: of another space is no plan, and says the same as one that does not exist", async () => {
    const [one, other] = [await customer(), await customer()];
    const foreign = await file(one.by, { openingId: other.openingId });
    const missing = await file(one.by, { openingId: randomUUID() });
    expect([foreign.status, foreign.body.fields]).toEqual([422, missing.body.fields]);
    expect(missing.status).toBe(422);
    expect(await rowsOf(other.by)).toHaveLength(0);
  });
});

describe("across spaces", () => {
  it("T-57: a third space sees nothing: neither row, nor details, nor a word; and takes no step", async () => {
    const [one, third] = [await customer(), await customer()];
    const { id, there } = await filed(one);
    expect(await rowsOf(third.by)).toHaveLength(0);
    for (const foreign of [id, there]) {
      expect((await third.by.send("GET paas/workorder/details", { id: foreign })).status).toBe(404);
      expect(await reply(third.by, foreign, "x")).toBe(404);
      expect(await move(third.by, foreign, "cancel")).toBe(404);
    }
    // Nor by the other side's id: each side has its own row and no way to the other one's.
    expect((await provider.send("GET paas/workorder/details", { id })).status).toBe(404);
    expect((await one.by.send("GET paas/workorder/details", { id: there })).status).toBe(404);
  });

  it("T-01: a provider sees what was filed under its own plans only, and nothing else of the customer's space", async () => {
    const partner = await newSpace(server);
    const atPartner = client(server, partner);
    const one = await customer();
    const { there, id } = await filed(one);
    expect(await rowsOf(atPartner)).toHaveLength(0);
    const answer = await provider.send("GET paas/workorder/details", { id: there });
    const row = await provider.send("GET Api/{type}/QueryById", { type: "paasWork", id: there });
    // No id of the customer's space stands in what the provider reads, nor the other way round.
    for (const secret of [one.person.tenantId, one.person.memberId, one.person.accountId, one.openingId, id])
      expect([secret, answer.text.includes(secret), row.text.includes(secret)]).toEqual([secret, false, false]);
    await reply(provider, there, "hello");
    const mine = await one.by.send("GET paas/workorder/details", { id });
    for (const secret of [platform.tenantId, platform.memberId, platform.accountId, there])
      expect([secret, mine.text.includes(secret)]).toEqual([secret, false]);
  });

  it("T-02: row security holds on both sides: each space's transactions see its own row and messages alone", async () => {
    const one = await customer();
    const { id, there } = await filed(one);
    await reply(one.by, id, "hello");
    const seen = (tenantId: string) =>
      server.database.tenant(tenantId, (tx) =>
        tx.rows<{ id: string; said: number }>(sql`select id,
          (select count(*)::int from work_message m where m.work_id = w.id) as said from paas_work w where id in (${id}::uuid, ${there}::uuid)`),
      );
    expect(await seen(one.person.tenantId)).toEqual([{ id, said: 1 }]);
    expect(await seen(platform.tenantId)).toEqual([{ id: there, said: 1 }]);
  });

  it("a member of the provider's space who does not handle orders knows nothing of customers' ones", async () => {
    const one = await customer();
    const { there } = await filed(one);
    const colleague = client(server, await newMember(server, platform.tenantId));
    expect(await rowsOf(colleague)).toHaveLength(0);
    expect((await colleague.send("GET paas/workorder/details", { id: there })).status).toBe(404);
  });

  it("a transaction that looks into another space sees that one alone, and is back in its own afterwards", async () => {
    const [one, other] = [await customer(), await customer()];
    const names = () => sql`select distinct tenant_id as id from member`;
    const seen = await server.database.tenant(one.person.tenantId, async (tx) => {
      const there = await tx.inSpace(other.person.tenantId, () => tx.rows<{ id: string }>(names()));
      const failed = await tx.inSpace(other.person.tenantId, () => Promise.reject(new Error("no"))).catch(() => "no");
      return { there, failed, here: await tx.rows<{ id: string }>(names()) };
    });
    expect(seen).toEqual({
      there: [{ id: other.person.tenantId }],
      failed: "no",
      here: [{ id: one.person.tenantId }],
    });
  });
});
