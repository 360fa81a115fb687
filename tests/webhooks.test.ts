/** Webhooks: the events that a receiver gets, their signatures, and retries of failed deliveries. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, it } from "vitest";
import type { Grant } from "#kit/access.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { Subscription } from "#kit/webhook.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { type ReceivedRequest, startReceiver } from "./support/receiver.ts";
import { sameText } from "./support/roles.ts";
import { startServer } from "./support/server.ts";
import { runUpkeep } from "./support/upkeep.ts";

const server = await startServer({ WEBHOOK_HOSTS: "127.0.0.1" });

type Body = {
  id: string;
  type: string;
  data: { entity?: string; id?: string; version?: number; changed?: string[]; row?: AnyRow | null };
};
const { origin, received, answers } = await startReceiver();

let owner: Person;
let admin: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
});

const readGrant = (entity: string): Grant => ({ entity, verbs: ["read"], read: null, write: null });
const newsEvents: Subscription[] = [{ entity: "news", events: ["created", "updated", "deleted", "restored"] }];

async function addRole(grants: Grant[], api = admin): Promise<string> {
  const answer = await api.send("POST Api/{type}/QueryAdd", { type: "role", name: sameText("role"), grants });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as AnyRow).id;
}

type Hook = { id: string; secret: string; path: string; role: string };
type HookOptions = { grants?: Grant[]; events?: Subscription[]; api?: Client; requestId?: string };
let hookCount = 0;
async function makeHook({
  grants = [readGrant("news")],
  events = newsEvents,
  api = admin,
  requestId = randomUUID(),
}: HookOptions = {}): Promise<Hook> {
  hookCount += 1;
  const path = `/hook${hookCount}`;
  const role = await addRole(grants, api);
  const input = { name: `hook ${hookCount}`, address: origin + path, events, roles: [role], requestId };
  const answer = await api.send("POST paas/webhook/make", input);
  expect(answer.status, answer.text).toBe(200);
  return { ...(contentOf(answer) as { id: string; secret: string }), path, role };
}

const requestsTo = ({ path }: Hook) => received.filter((request) => request.path === path);
const bodyOf = ({ text }: ReceivedRequest) => JSON.parse(text) as Body;
async function waitForRequests(hook: Hook, count: number): Promise<ReceivedRequest[]> {
  await expect.poll(() => requestsTo(hook).length, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
  return requestsTo(hook);
}

type Delivery = {
  id: string;
  event: string;
  state: string;
  tries: number;
  last: { status?: number; problem?: string } | null;
};
type Details = Delivery & { attempts: { status?: number; problem?: string }[]; request: string; answer: string };
async function logOf({ id }: { id: string }, query: object = {}): Promise<Delivery[]> {
  const answer = await admin.send("GET paas/webhook/deliveries", { id, ...query });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { deliveries: Delivery[] }).deliveries;
}
const detailsOf = async (id: string) => contentOf(await admin.send("GET paas/webhook/delivery", { id })) as Details;
async function waitForState(hook: { id: string }, state: string): Promise<Delivery> {
  await expect.poll(async () => (await logOf(hook))[0]?.state, { timeout: 60_000 }).toBe(state);
  return (await logOf(hook))[0]!;
}
const hookRow = async (id: string) =>
  contentOf(await admin.send("GET Api/{type}/QueryById", { type: "webhook", id })) as AnyRow;
const runCommand = (command: string, id: string, api = admin) =>
  api.send("POST Api/{type}/Command", { type: "webhook", command, ids: [id] });

const news = (text: string, kind = "company") => ({ type: "news", title: sameText(text), kind, status: "draft" });
async function addNews(text: string, api = admin, kind?: string): Promise<AnyRow> {
  const answer = await api.send("POST Api/{type}/QueryAdd", news(text, kind));
  expect(answer.status, answer.text).toBe(200);
  return contentOf(answer) as AnyRow;
}
/** Makes waiting deliveries due and runs the task that retries them. */
async function retryDueDeliveries({ id }: Hook): Promise<void> {
  await server.database.system((tx) =>
    tx.rows(sql`update webhook_delivery set due_at = now() where webhook_id = ${id}::uuid and state = 'waiting'`),
  );
  await runUpkeep(server, "retryDeliveries");
}

describe("a webhook receives changes", () => {
  it("with the current row, a signature and a unique id", async () => {
    const hook = await makeHook();
    const row = await addNews("told");
    const title = sameText("changed");
    const changed = { type: "news", id: row.id, version: row.version, title };
    expect((await admin.send("POST Api/{type}/QueryUpdate", changed)).status).toBe(200);
    await waitForRequests(hook, 2);
    expect((await admin.send("DELETE Api/{type}/QueryDelete", { type: "news", id: row.id })).status).toBe(200);
    await waitForRequests(hook, 3);
    expect((await admin.send("POST Api/{type}/RestoreDeleted", { type: "news", ids: [row.id] })).status).toBe(200);
    const sent = await waitForRequests(hook, 4);
    const bodies = new Map(sent.map((request) => [bodyOf(request).type, bodyOf(request)]));
    expect([...bodies.keys()].toSorted()).toEqual(["news.created", "news.deleted", "news.restored", "news.updated"]);
    expect(bodies.get("news.created")!.data).toMatchObject({ entity: "news", id: row.id, version: 1 });
    expect(bodies.get("news.updated")!.data).toMatchObject({ version: 2, changed: ["title"] });
    expect(bodies.get("news.updated")!.data.row).toMatchObject({ id: row.id, title, kind: "company" });
    expect(bodies.get("news.deleted")!.data).toEqual({ entity: "news", id: row.id, version: 3 });
    expect(new Set(sent.map(({ headers }) => headers["webhook-id"])).size).toBe(4);
    for (const { headers, text } of sent) {
      expect(headers["webhook-id"]).toBe((JSON.parse(text) as Body).id);
      // Receivers verify signatures with this library of the standard.
      const verifier = new Webhook(hook.secret);
      expect(verifier.verify(text, headers)).toMatchObject({ data: { id: row.id } });
      const forged = text.replace(row.id, randomUUID());
      expect(() => verifier.verify(forged, headers)).toThrow("No matching signature");
    }
    await expect.poll(async () => (await hookRow(hook.id)).lastSentAt).not.toBeNull();
  });

  it("of subscribed events only, and none of failed requests", async () => {
    const hook = await makeHook({ events: [{ entity: "news", events: ["updated", "deleted"] }] });
    const row = await addNews("not asked for");
    const refused = await admin.send("POST Api/{type}/QueryAdd", { ...news("refused"), kind: "no such kind" });
    expect(refused.status).toBe(422);
    const ids = [row.id, randomUUID()];
    const refusedUpdate = await admin.send("POST Api/{type}/QueryUpdate", {
      type: "news",
      ids,
      fields: { title: sameText("x") },
    });
    expect(refusedUpdate.status).toBe(404);
    expect((await admin.send("DELETE Api/{type}/QueryDelete", { type: "news", id: row.id })).status).toBe(200);
    await waitForRequests(hook, 1);
    expect((await logOf(hook)).map(({ event }) => event)).toEqual(["news.deleted"]);
  });

  it("of many rows individually, and only of rows that its role permits", async () => {
    const grants = [{ ...readGrant("news"), rows: { field: "kind", op: "eq", value: "company" } } as const];
    const hook = await makeHook({ grants, events: [{ entity: "news", events: ["updated", "deleted"] }] });
    const rows = await Promise.all(Array.from({ length: 6 }, (_, n) => addNews(`one of many ${n}`)));
    const hidden = await addNews("behind the rule", admin, "product");
    const ids = [...rows, hidden].map(({ id }) => id);
    await admin.send("POST Api/{type}/QueryUpdate", { type: "news", ids, fields: { title: sameText("all alike") } });
    for (const { id } of [hidden, rows[0]!]) await admin.send("DELETE Api/{type}/QueryDelete", { type: "news", id });
    await waitForRequests(hook, 7);
    await expect.poll(async () => (await logOf(hook, { state: "skipped" })).length).toBe(2);
    const texts = requestsTo(hook).map(({ text }) => text);
    expect(texts.join()).not.toContain(hidden.id);
  });

  it("of its space only", async () => {
    const hook = await makeHook();
    const otherAdmin = client(server, await newSpaceOwner(server));
    await addNews("of another space", otherAdmin);
    const row = await addNews("of this space");
    const sent = await waitForRequests(hook, 1);
    expect(sent.map((request) => bodyOf(request).data.id)).toEqual([row.id]);
    expect((await otherAdmin.send("GET paas/webhook/deliveries", { id: hook.id })).status).toBe(404);
    const [delivery] = await logOf(hook);
    expect((await otherAdmin.send("GET paas/webhook/delivery", { id: delivery!.id })).status).toBe(404);
    expect((await otherAdmin.send("POST paas/webhook/sendAgain", { id: delivery!.id })).status).toBe(404);
    expect(
      (await otherAdmin.send("POST paas/webhook/rotateSecret", { id: hook.id, requestId: randomUUID() })).status,
    ).toBe(404);
  });
});

describe("the payload follows the current rights of its roles", () => {
  const changes: Subscription[] = [{ entity: "news", events: ["created", "updated"] }];

  it("without unreadable fields, in the row and among the changed names", async () => {
    const hook = await makeHook({
      grants: [{ entity: "contactMessage", verbs: ["read"], read: ["name", "status"], write: null }],
      events: [{ entity: "contactMessage", events: ["updated"] }],
    });
    const id = randomUUID();
    await server.database.system((tx) =>
      tx.rows(sql`insert into contact_message (id, tenant_id, name, contact, message, status)
        values (${id}::uuid, ${owner.tenantId}::uuid, 'Li', 'secret@example.org', 'Hello', 'new')`),
    );
    const update = { type: "contactMessage", id, version: 1, status: "answered", note: "hidden from it" };
    expect((await admin.send("POST Api/{type}/QueryUpdate", update)).status).toBe(200);
    const [sent] = await waitForRequests(hook, 1);
    const { data } = bodyOf(sent!);
    expect(data.changed).toEqual(["status"]);
    expect(data.row).toMatchObject({ name: "Li", status: "answered" });
    expect(sent!.text).not.toMatch(/secret@example|hidden from it|Hello/);
  });

  it("is not sent while its roles lack the right, and the delivery is logged as skipped", async () => {
    const hook = await makeHook({ events: changes });
    const setGrants = async (grants: Grant[]) => {
      const { version } = contentOf(
        await admin.send("GET Api/{type}/QueryById", { type: "role", id: hook.role }),
      ) as AnyRow;
      const answer = await admin.send("POST Api/{type}/QueryUpdate", { type: "role", id: hook.role, version, grants });
      expect(answer.status, answer.text).toBe(200);
    };
    await setGrants([readGrant("wiki")]);
    await addNews("nobody is told");
    const skipped = await waitForState(hook, "skipped");
    expect(skipped.last).toMatchObject({ problem: "rights" });
    expect(requestsTo(hook)).toEqual([]);
    await setGrants([readGrant("news")]);
    const row = await addNews("told again");
    const sent = await waitForRequests(hook, 1);
    expect(sent.map((request) => bodyOf(request).data.id)).toEqual([row.id]);
  });

  it("is not sent after its creator stops being an administrator, until another administrator turns the webhook on", async () => {
    const author = await newMember(server, owner.tenantId);
    const setAdministrator = (isAdministrator: boolean) =>
      server.database.tenant(owner.tenantId, async (tx) => {
        await tx.rows(sql`update member set is_administrator = ${isAdministrator} where id = ${author.memberId}::uuid`);
        await tx.notifyChanged(`${owner.tenantId}:member`);
      });
    await setAdministrator(true);
    const api = client(server, author);
    await expect.poll(async () => (await api.send("GET Api/{type}/QueryList", { type: "role" })).status).toBe(200);
    const hook = await makeHook({ api, events: changes });
    await setAdministrator(false);
    const row = await addNews("while nobody answers for it");
    await expect.poll(async () => (await hookRow(hook.id)).status, { timeout: 60_000 }).toBe("revoked");
    expect(requestsTo(hook)).toEqual([]);
    expect((await runCommand("turnOn", hook.id)).status).toBe(200);
    const sent = await waitForRequests(hook, 1);
    expect(sent.map((request) => bodyOf(request).data.id)).toEqual([row.id]);
    expect(await hookRow(hook.id)).toMatchObject({ status: "active" });
  });
});

describe("a delivery that fails", () => {
  it("is retried under the same id until it succeeds", async () => {
    const hook = await makeHook();
    answers.set(hook.path, { status: 503, text: "later, please" });
    await addNews("not yet");
    const delivery = await waitForState(hook, "waiting").then(async () => {
      await expect.poll(async () => (await logOf(hook))[0]!.tries).toBe(1);
      return (await logOf(hook))[0]!;
    });
    await expect.poll(async () => (await logOf(hook))[0]!.last).toMatchObject({ status: 503, problem: "status" });
    expect((await detailsOf(delivery.id)).answer).toBe("later, please");
    answers.delete(hook.path);
    await retryDueDeliveries(hook);
    await waitForState(hook, "sent");
    const ids = requestsTo(hook).map(({ headers }) => headers["webhook-id"]);
    expect(ids).toEqual([delivery.id, delivery.id]);
    expect((await detailsOf(delivery.id)).attempts.map(({ status }) => status)).toEqual([503, 204]);
  });

  it("does not follow redirects", async () => {
    const target = await makeHook({ events: [{ entity: "wiki", events: ["created"] }] });
    const hook = await makeHook();
    answers.set(hook.path, { status: 307, headers: { location: origin + target.path } });
    await addNews("redirected");
    await expect.poll(async () => (await logOf(hook))[0]?.last, { timeout: 60_000 }).toMatchObject({ status: 307 });
    expect(requestsTo(target)).toEqual([]);
  });

  it("is given up after the last attempt and pauses the webhook, which receives waiting events when it is turned on", async () => {
    const hook = await makeHook();
    answers.set(hook.path, { status: 500 });
    await addNews("never");
    await expect.poll(async () => (await logOf(hook))[0]?.tries, { timeout: 60_000 }).toBe(1);
    await waitForState(hook, "waiting");
    await server.database.system((tx) =>
      tx.rows(sql`update webhook_delivery set tries = 7 where webhook_id = ${hook.id}::uuid`),
    );
    await retryDueDeliveries(hook);
    await waitForState(hook, "failed");
    await expect.poll(async () => (await hookRow(hook.id)).status).toBe("failing");
    const before = requestsTo(hook).length;
    const row = await addNews("while it is paused");
    await retryDueDeliveries(hook);
    expect(requestsTo(hook)).toHaveLength(before);
    answers.delete(hook.path);
    expect((await runCommand("turnOn", hook.id)).status).toBe(200);
    const sent = await waitForRequests(hook, before + 1);
    expect(bodyOf(sent.at(-1)!).data.id).toBe(row.id);
  });

  it("with status 410 pauses the webhook at once", async () => {
    const hook = await makeHook();
    answers.set(hook.path, { status: 410 });
    await addNews("gone");
    await expect.poll(async () => (await hookRow(hook.id)).status, { timeout: 60_000 }).toBe("failing");
    expect((await logOf(hook))[0]).toMatchObject({ state: "failed", last: { status: 410 } });
  });
});

it("cuts a long response in the delivery log", async () => {
  const hook = await makeHook();
  answers.set(hook.path, { status: 200, text: "x".repeat(5_000_000) });
  await addNews("long answer");
  const { id } = await waitForState(hook, "sent");
  expect((await detailsOf(id)).answer).toHaveLength(2000);
});

describe("administrators", () => {
  it("send a test and repeat a delivery, also while the webhook is paused or off", async () => {
    const hook = await makeHook();
    expect((await runCommand("turnOff", hook.id)).status).toBe(200);
    await addNews("while it is off");
    expect((await runCommand("sendTest", hook.id)).status).toBe(200);
    const [test] = await waitForRequests(hook, 1);
    expect(bodyOf(test!)).toMatchObject({ type: "webhook.test", data: {} });
    const { id } = await waitForState(hook, "sent");
    expect((await admin.send("POST paas/webhook/sendAgain", { id })).status).toBe(200);
    const [first, second] = await waitForRequests(hook, 2);
    expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
    expect((await logOf(hook)).map(({ event }) => event)).toEqual(["webhook.test"]);
    expect(await logOf(hook, { state: "failed" })).toEqual([]);
  });

  it("see the secret once, also for a repeated request", async () => {
    const requestId = randomUUID();
    const role = await addRole([readGrant("news")]);
    const input = { name: "once", address: "https://example.org/once", events: newsEvents, roles: [role], requestId };
    const [first, second] = [
      await admin.send("POST paas/webhook/make", input),
      await admin.send("POST paas/webhook/make", input),
    ];
    expect(contentOf(first)).toEqual(contentOf(second));
    const { id, secret } = contentOf(first) as { id: string; secret: string };
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const responses = [
      await admin.send("GET Api/{type}/QueryById", { type: "webhook", id }),
      await admin.send("GET Api/{type}/QueryHistory", { type: "webhook", id }),
    ];
    for (const { text } of responses) expect(text).not.toContain(secret.slice(6, 30));
  });

  it("rotate the secret; for a day, messages are signed with the old and the new secret", async () => {
    const hook = await makeHook();
    const answer = await admin.send("POST paas/webhook/rotateSecret", { id: hook.id, requestId: randomUUID() });
    const { secret } = contentOf(answer) as { secret: string };
    expect(secret).not.toBe(hook.secret);
    await runCommand("sendTest", hook.id);
    const [sent] = await waitForRequests(hook, 1);
    for (const key of [secret, hook.secret])
      expect(new Webhook(key).verify(sent!.text, sent!.headers)).toMatchObject({ type: "webhook.test" });
    await server.database.system((tx) =>
      tx.rows(sql`update webhook set previous_until = now() where id = ${hook.id}::uuid`),
    );
    await runCommand("sendTest", hook.id);
    const [, last] = await waitForRequests(hook, 2);
    expect(new Webhook(secret).verify(last!.text, last!.headers)).toMatchObject({ data: {} });
    expect(() => new Webhook(hook.secret).verify(last!.text, last!.headers)).toThrow("No matching signature");
  });

  it("T-63: cannot use addresses inside the network, without https, or with a password", async () => {
    const role = await addRole([readGrant("news")]);
    const make = (address: string) =>
      admin.send("POST paas/webhook/make", { ...input, address, requestId: randomUUID() });
    const input = { name: "x", events: newsEvents, roles: [role] };
    const refused = [
      "http://example.org/hook",
      "https://10.0.0.1/hook",
      "https://169.254.169.254/latest/meta-data",
      "https://[::1]/hook",
      "https://[::ffff:10.0.0.1]/hook",
      "https://0x0a000001/hook",
      "https://user:password@example.org/hook",
      "ftp://example.org/hook",
      "example.org/hook",
    ];
    for (const address of refused) {
      const answer = await make(address);
      expect([address, answer.status], answer.text).toEqual([address, 422]);
      expect(answer.body.fields ?? (answer.body.data as object)).toHaveProperty("address");
    }
  });

  it("see deliveries of the last thirty days only", async () => {
    const hook = await makeHook();
    await runCommand("sendTest", hook.id);
    await waitForState(hook, "sent");
    await server.database.system((tx) =>
      tx.rows(
        sql`update webhook_delivery set created_at = now() - interval '31 days' where webhook_id = ${hook.id}::uuid`,
      ),
    );
    await runUpkeep(server, "purgeDeliveries");
    expect(await logOf(hook)).toEqual([]);
  });
});
