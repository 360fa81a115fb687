/** Work orders under a plan: they are sent to its provider, and visible only to both sides. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import news from "#entities/news.ts";
import paasWork from "#entities/paasWork.ts";
import type { WorkDetails } from "#features/workorder/work.server.ts";
import { actionsByRow, type AutoForm, type ListDescription, type RowActions, type TableResult } from "#kit/auto.ts";
import type { WorkStep } from "#kit/work.ts";
import { defineHook, hooksByEntity } from "#records/change/hooks.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person, superAdministrator } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
const system = (query: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<Record<string, unknown>>(query));
const platform = await superAdministrator(server);
const provider = client(server, platform);

type Row = Record<string, unknown> & { id: string };
type Customer = { person: Person; api: Client; openingId: string };

/** The trial plan of the demonstration data, which is free and promises an answer within 48 hours. */
const { packages } = (await provider.call("GET service/packages", {})) as {
  packages: { id: string; key: string; responseHours: number }[];
};
const trial = packages.find(({ key }) => key === "trial")!;

/** The owner of a new space with an active trial. */
async function createCustomer(): Promise<Customer> {
  const person = await newSpaceOwner(server);
  const api = client(server, person);
  await api.call("POST service/open", { packageId: trial.id, requestId: randomUUID() });
  const [opening] = (await api.call("GET Api/{type}/QueryList", { type: "serviceOpening" })) as Row[];
  return { person, api, openingId: opening!.id };
}

const order = { type: "paasWork", kind: "fault", priority: "urgent", description: "扫码后没有反应" };
const submitOrder = (api: Client, more: object = {}) =>
  api.send("POST Api/{type}/QuerySave", { ...order, title: "柜门", ...more });
const rowsOf = async (api: Client) => (await api.call("GET Api/{type}/QueryList", { type: "paasWork" })) as Row[];
const readDetails = async (api: Client, id: string) =>
  contentOf(await api.send("GET paas/workorder/details", { id })) as WorkDetails;
const move = async (api: Client, id: string, step: WorkStep) =>
  (await api.send("POST paas/workorder/move", { id, step })).status;
const reply = async (api: Client, id: string, text: string, messageId = randomUUID()) =>
  (await api.send("POST paas/workorder/message", { id, messageId, text })).status;

/** Submits a work order under the customer's plan and returns its row on each side. */
async function submitUnderPlan(buyer: Customer) {
  const title = `order ${randomUUID()}`;
  const answer = await submitOrder(buyer.api, { title, openingId: buyer.openingId });
  expect(answer.status, answer.text).toBe(200);
  const { id } = contentOf(answer) as Row;
  const row = (await rowsOf(provider)).find((candidate) => candidate.title === title)!;
  return { id, providerId: row.id, title, row };
}
const hoursUntil = (iso: unknown) => Math.round((Date.parse(String(iso)) - Date.now()) / 3_600_000);

describe("a work order under a plan", () => {
  it("Q-26: is sent to the plan's provider, with the customer's name, the plan and the promised time on both sides", async () => {
    const buyer = await createCustomer();
    const { id, providerId, row } = await submitUnderPlan(buyer);
    const [space] = await system(sql`select name from site where tenant_id = ${buyer.person.tenantId}::uuid`);
    const promise = { responseHours: 48, packageName: expect.objectContaining({ en: expect.any(String) }) };
    expect(row).toMatchObject({ ...promise, party: space!.name, kind: "fault", priority: "urgent", status: "new" });
    expect(hoursUntil(row.dueAt)).toBe(48);
    const [ownRow] = await rowsOf(buyer.api);
    expect(ownRow).toMatchObject({ ...promise, id, party: { en: "Meridian" }, dueAt: row.dueAt });
    expect(await readDetails(buyer.api, id)).toMatchObject({
      side: "customer",
      party: { en: "Meridian" },
      steps: ["cancel"],
    });
    expect(await readDetails(provider, providerId)).toMatchObject({
      side: "provider",
      steps: ["accept", "cancel"],
      mayReply: true,
    });
  });

  it("Q-26: is answered and resolved by the provider, with the same messages on both sides", async () => {
    const buyer = await createCustomer();
    const { id, providerId } = await submitUnderPlan(buyer);
    expect(await reply(buyer.api, id, "请尽快")).toBe(200);
    // A message of the customer is not an answer.
    expect(hoursUntil((await readDetails(provider, providerId)).dueAt)).toBe(48);
    expect(await reply(provider, providerId, "on our way")).toBe(200);
    for (const work of [await readDetails(buyer.api, id), await readDetails(provider, providerId)])
      expect([work.dueAt, work.answeredAt !== null, work.responseHours]).toEqual([null, true, 48]);
    for (const step of ["accept", "resolve"] as const) expect(await move(provider, providerId, step)).toBe(200);
    expect(await move(buyer.api, id, "reopen")).toBe(200);
    for (const step of ["resolve", "confirm"] as const) expect(await move(provider, providerId, step)).toBe(200);
    const [customerView, providerView] = [await readDetails(buyer.api, id), await readDetails(provider, providerId)];
    expect([customerView.status, providerView.status]).toEqual(["closed", "closed"]);
    const textsOf = ({ messages }: WorkDetails) => messages.map(({ text, step }) => text || step);
    expect(textsOf(customerView)).toEqual([
      "请尽快",
      "on our way",
      "accept",
      "resolve",
      "reopen",
      "resolve",
      "confirm",
    ]);
    expect(textsOf(providerView)).toEqual(textsOf(customerView));
    expect(customerView.messages[1]).toMatchObject({ isOwn: false, party: { en: "Meridian" } });
    expect(providerView.messages[0]).toMatchObject({ isOwn: false, party: { zh: expect.stringContaining("空间") } });
    expect(customerView.messages[0]).toMatchObject({ isOwn: true, party: null });
  });

  it("is handled by the provider; the customer may only cancel and confirm", async () => {
    const buyer = await createCustomer();
    const { id, providerId } = await submitUnderPlan(buyer);
    expect(await move(buyer.api, id, "accept")).toBe(403);
    expect(await move(provider, providerId, "accept")).toBe(200);
    expect(await move(buyer.api, id, "resolve")).toBe(403);
    expect(await move(buyer.api, id, "cancel")).toBe(200);
    expect([(await readDetails(provider, providerId)).status, (await readDetails(provider, providerId)).dueAt]).toEqual(
      ["cancelled", null],
    );
  });

  it("is moved once by concurrent requests of both sides", async () => {
    const buyer = await createCustomer();
    const { id, providerId } = await submitUnderPlan(buyer);
    const requests = Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0 ? move(provider, providerId, "cancel") : move(buyer.api, id, "cancel"),
    );
    const answers = await Promise.all(requests);
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status === 409)).toHaveLength(19);
    const [customerView, providerView] = [await readDetails(buyer.api, id), await readDetails(provider, providerId)];
    expect([
      customerView.status,
      providerView.status,
      customerView.messages.length,
      providerView.messages.length,
    ]).toEqual(["cancelled", "cancelled", 1, 1]);
  });

  it("R-16: has a repeated message once on both sides", async () => {
    const buyer = await createCustomer();
    const { id, providerId } = await submitUnderPlan(buyer);
    const messageId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => reply(buyer.api, id, "once", messageId)));
    expect(new Set(answers)).toEqual(new Set([200]));
    for (const work of [await readDetails(buyer.api, id), await readDetails(provider, providerId)])
      expect(work.messages.map(({ text }) => text)).toEqual(["once"]);
  });

  it("cannot be edited, and is deleted only when it has ended", async () => {
    const buyer = await createCustomer();
    const { id, providerId } = await submitUnderPlan(buyer);
    for (const [api, rowId] of [
      [buyer.api, id],
      [provider, providerId],
    ] as const) {
      const save = { type: "paasWork", id: rowId, version: 1, title: "rewritten" };
      expect((await api.send("POST Api/{type}/QuerySave", save)).status).toBe(409);
      expect((await api.send("DELETE Api/{type}/QueryDelete", { type: "paasWork", id: rowId })).status).toBe(409);
    }
    expect((await readDetails(buyer.api, id)).mayEdit).toBe(false);
    expect(await move(provider, providerId, "accept")).toBe(200);
    expect(await move(provider, providerId, "resolve")).toBe(200);
    expect(await move(buyer.api, id, "confirm")).toBe(200);
    expect((await provider.send("DELETE Api/{type}/QueryDelete", { type: "paasWork", id: providerId })).status).toBe(
      200,
    );
    // The customer's row remains, but cannot be reopened.
    expect((await readDetails(buyer.api, id)).status).toBe("closed");
    const reopened = await buyer.api.send("POST paas/workorder/move", { id, step: "reopen" });
    expect([reopened.status, (await readDetails(buyer.api, id)).status]).toEqual([409, "closed"]);
  });

  it("is listed with its permitted actions", async () => {
    const buyer = await createCustomer();
    const { id, providerId } = await submitUnderPlan(buyer);
    const readOffered = async (api: Client, row: string) => {
      const { play, rowActions, result } = (await api.call("POST paas/table/search", {
        paraModel: { url: "/paas/paasWork/list", pageSize: 120 },
      })) as { play: ListDescription; rowActions: RowActions; result: TableResult };
      expect(play.actions.map(({ event }) => event)).toEqual(["open", "edit", "delete"]);
      return actionsByRow(rowActions, result.rows)
        .get(row)!
        .map(({ event, disabled }) => (disabled === undefined ? event : `${event}: ${disabled}`));
    };
    const offeredToBothSides = async () => [await readOffered(buyer.api, id), await readOffered(provider, providerId)];
    // Delete is listed with the reason why it is not possible yet.
    const openActions = ["open", "delete: This work order is still open. Complete or cancel it first."];
    expect(await offeredToBothSides()).toEqual([openActions, openActions]);
    for (const step of ["accept", "resolve", "confirm"] as const)
      expect(await move(provider, providerId, step)).toBe(200);
    const endedActions = [
      ["open", "delete"],
      ["open", "delete"],
    ];
    expect(await offeredToBothSides()).toEqual(endedActions);
    const ownOrder = contentOf(await submitOrder(buyer.api)) as Row;
    expect(await readOffered(buyer.api, ownOrder.id)).toEqual(["open", "edit", "delete"]);
    // The agent may read all work orders, and edit only their own.
    const grants = [{ entity: "paasWork", verbs: ["read"], read: null, write: null }];
    const role = (await buyer.api.call("POST Api/{type}/QueryAdd", {
      type: "role",
      name: { zh: "坐席", en: "Agent" },
      grants,
    })) as Row;
    const agent = await newMember(server, buyer.person.tenantId);
    const member = { type: "member", id: agent.memberId };
    const { version } = (await buyer.api.call("GET Api/{type}/QueryById", member)) as { version: number };
    await buyer.api.call("POST Api/{type}/QueryUpdate", { ...member, version, roles: [role.id] });
    const agentClient = client(server, agent);
    const agentOrder = contentOf(await submitOrder(agentClient)) as Row;
    const change = { type: "paasWork", id: ownOrder.id, version: 1, title: "rewritten" };
    expect((await agentClient.send("POST Api/{type}/QuerySave", change)).status).toBe(404);
    const { rowActions, result } = (await agentClient.call("POST paas/table/search", {
      paraModel: { url: "/paas/paasWork/list" },
    })) as { rowActions: RowActions; result: TableResult };
    const actionsById = actionsByRow(rowActions, result.rows);
    const events = (row: string) => actionsById.get(row)!.map(({ event }) => event);
    expect([events(ownOrder.id), events(agentOrder.id)]).toEqual([["open"], ["open", "edit"]]);
    const formOf = async (row: string) =>
      (await agentClient.call("GET Api/Ui/AutoForm", { type: "paasWork", id: row })) as AutoForm;
    const isReadOnly = async (row: string) => (await formOf(row)).hiddenButton;
    expect([await isReadOnly(ownOrder.id), await isReadOnly(agentOrder.id)]).toEqual([true, false]);
  });

  it("refuses a reply after the other side has deleted its row", async () => {
    const buyer = await createCustomer();
    const { id, providerId } = await submitUnderPlan(buyer);
    for (const step of ["accept", "resolve", "confirm"] as const)
      expect(await move(provider, providerId, step)).toBe(200);
    expect(await reply(buyer.api, id, "any news?")).toBe(200);
    expect((await provider.send("DELETE Api/{type}/QueryDelete", { type: "paasWork", id: providerId })).status).toBe(
      200,
    );
    expect(await reply(buyer.api, id, "hello?")).toBe(409);
    const { messages } = await readDetails(buyer.api, id);
    expect(messages.map(({ text }) => text)).not.toContain("hello?");
  });

  it("refuses values for its read-only fields", async () => {
    const buyer = await createCustomer();
    for (const wrong of [
      { party: { en: "Meridian" } },
      { responseHours: 1 },
      { dueAt: "2020-01-01T00:00:00.000Z" },
      { counterpartTenantId: platform.tenantId },
      { counterpartId: randomUUID() },
      { filer: "somebody else" },
    ])
      expect([wrong, (await submitOrder(buyer.api, wrong)).status]).toEqual([wrong, 422]);
  });
});

it("an entity has at most one hook", () => {
  const workHook = defineHook({ entity: paasWork, add: (_adding, insert) => insert() });
  const newsHook = defineHook({ entity: news, add: (_adding, insert) => insert() });
  expect([...hooksByEntity([workHook, newsHook]).keys()]).toEqual(["paasWork", "news"]);
  expect(() => hooksByEntity([workHook, newsHook, { ...workHook }])).toThrow("paasWork has two hooks");
});

describe("without a plan", () => {
  it("Q-26: a work order stays in the space of its author", async () => {
    const buyer = await createCustomer();
    const title = `own ${randomUUID()}`;
    const { id } = contentOf(await submitOrder(buyer.api, { title })) as Row;
    expect(await readDetails(buyer.api, id)).toMatchObject({
      side: "internal",
      party: null,
      dueAt: null,
      mayEdit: true,
    });
    expect((await rowsOf(provider)).some((row) => row.title === title)).toBe(false);
    expect(await move(buyer.api, id, "accept")).toBe(200);
  });

  it("a work order cannot get a plan later, as its form shows", async () => {
    const buyer = await createCustomer();
    const submitted = contentOf(await submitOrder(buyer.api, { title: `own ${randomUUID()}` })) as Row;
    const { id, version } = submitted;
    const save = { type: "paasWork", id, version, openingId: buyer.openingId };
    const lateSave = await buyer.api.send("POST Api/{type}/QuerySave", save);
    expect([lateSave.status, Object.keys(lateSave.body.fields as object)]).toEqual([422, ["openingId"]]);
    const isFixed = async (more: object) => {
      const form = (await buyer.api.call("GET Api/Ui/AutoForm", { type: "paasWork", ...more })) as AutoForm;
      return form.groups.flatMap(({ items }) => items).find(({ field }) => field === "openingId")!.readOnly;
    };
    expect([await isFixed({}), await isFixed({ id })]).toEqual([false, true]);
    const rewording = { type: "paasWork", id, version, title: "reworded" };
    expect((await buyer.api.send("POST Api/{type}/QuerySave", rewording)).status).toBe(200);
  });
});

describe("a plan", () => {
  it("that has expired accepts no new work orders, and earlier ones can be completed", async () => {
    const buyer = await createCustomer();
    const { id, providerId } = await submitUnderPlan(buyer);
    await system(
      sql`update service_opening set ends_at = now() - interval '1 second' where id = ${buyer.openingId}::uuid`,
    );
    const refused = await submitOrder(buyer.api, { openingId: buyer.openingId });
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ["openingId"]]);
    expect(await rowsOf(buyer.api)).toHaveLength(1);
    expect(await reply(buyer.api, id, "still here")).toBe(200);
    expect(await move(provider, providerId, "accept")).toBe(200);
    expect((await readDetails(buyer.api, id)).messages).toHaveLength(2);
  });

  it("that has expired is not offered in the form", async () => {
    const buyer = await createCustomer();
    const readOffered = () =>
      buyer.api.call("GET Api/Relation/GetKeyValues", { type: "serviceOpening" }) as Promise<unknown[]>;
    expect(await readOffered()).toHaveLength(1);
    await system(
      sql`update service_opening set ends_at = now() - interval '1 second', status = 'expired' where id = ${buyer.openingId}::uuid`,
    );
    expect(await readOffered()).toHaveLength(0);
  });

  it("T-05: of another space is refused like a missing one", async () => {
    const [buyer, other] = [await createCustomer(), await createCustomer()];
    const foreign = await submitOrder(buyer.api, { openingId: other.openingId });
    const missing = await submitOrder(buyer.api, { openingId: randomUUID() });
    expect([foreign.status, foreign.body.fields]).toEqual([422, missing.body.fields]);
    expect(missing.status).toBe(422);
    expect(await rowsOf(other.api)).toHaveLength(0);
  });
});

describe("across spaces", () => {
  it("T-57: a third space can neither read nor change a work order", async () => {
    const [buyer, third] = [await createCustomer(), await createCustomer()];
    const { id, providerId } = await submitUnderPlan(buyer);
    expect(await rowsOf(third.api)).toHaveLength(0);
    for (const foreign of [id, providerId]) {
      expect((await third.api.send("GET paas/workorder/details", { id: foreign })).status).toBe(404);
      expect(await reply(third.api, foreign, "x")).toBe(404);
      expect(await move(third.api, foreign, "cancel")).toBe(404);
    }
    // Neither side can use the id of the other side's row.
    expect((await provider.send("GET paas/workorder/details", { id })).status).toBe(404);
    expect((await buyer.api.send("GET paas/workorder/details", { id: providerId })).status).toBe(404);
  });

  it("T-01: a provider reads only work orders under its plans, without ids of the customer's space", async () => {
    const partner = await newSpaceOwner(server);
    const partnerClient = client(server, partner);
    const buyer = await createCustomer();
    const { providerId, id } = await submitUnderPlan(buyer);
    expect(await rowsOf(partnerClient)).toHaveLength(0);
    const answer = await provider.send("GET paas/workorder/details", { id: providerId });
    const row = await provider.send("GET Api/{type}/QueryById", { type: "paasWork", id: providerId });
    // Responses contain no ids of the other space.
    for (const secret of [buyer.person.tenantId, buyer.person.memberId, buyer.person.accountId, buyer.openingId, id])
      expect([secret, answer.text.includes(secret), row.text.includes(secret)]).toEqual([secret, false, false]);
    await reply(provider, providerId, "hello");
    const customerView = await buyer.api.send("GET paas/workorder/details", { id });
    for (const secret of [platform.tenantId, platform.memberId, platform.accountId, providerId])
      expect([secret, customerView.text.includes(secret)]).toEqual([secret, false]);
  });

  it("T-02: row security separates the rows and messages of both sides", async () => {
    const buyer = await createCustomer();
    const { id, providerId } = await submitUnderPlan(buyer);
    await reply(buyer.api, id, "hello");
    const visibleRows = (tenantId: string) =>
      server.database.tenant(tenantId, (tx) =>
        tx.rows<{ id: string; count: number }>(sql`select id,
          (select count(*)::int from work_message m where m.work_id = w.id) as count from paas_work w where id in (${id}::uuid, ${providerId}::uuid)`),
      );
    expect(await visibleRows(buyer.person.tenantId)).toEqual([{ id, count: 1 }]);
    expect(await visibleRows(platform.tenantId)).toEqual([{ id: providerId, count: 1 }]);
  });

  it("a member of the provider who does not handle work orders cannot read them", async () => {
    const buyer = await createCustomer();
    const { providerId } = await submitUnderPlan(buyer);
    const colleague = client(server, await newMember(server, platform.tenantId));
    expect(await rowsOf(colleague)).toHaveLength(0);
    expect((await colleague.send("GET paas/workorder/details", { id: providerId })).status).toBe(404);
  });

  it("a transaction that reads another space sees only the rows of that space, and afterwards those of its own", async () => {
    const [buyer, other] = [await createCustomer(), await createCustomer()];
    const names = () => sql`select distinct tenant_id as id from member`;
    const spaces = await server.database.tenant(buyer.person.tenantId, async (tx) => {
      const otherSpace = await tx.inSpace(other.person.tenantId, () => tx.rows<{ id: string }>(names()));
      const failed = await tx.inSpace(other.person.tenantId, () => Promise.reject(new Error("no"))).catch(() => "no");
      return { otherSpace, failed, ownSpace: await tx.rows<{ id: string }>(names()) };
    });
    expect(spaces).toEqual({
      otherSpace: [{ id: other.person.tenantId }],
      failed: "no",
      ownSpace: [{ id: buyer.person.tenantId }],
    });
  });
});
