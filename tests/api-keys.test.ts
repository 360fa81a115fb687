/** API keys: what the roles of a key allow, what no key can reach, and how keys expire. */
import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Grant } from "#kit/access.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Answer, type Client, client, contentOf } from "./support/client.ts";
import { callDefinitions, callNames } from "./support/expectations.ts";
import { newMember, newSpace, type Person } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
let owner: Person;
let admin: Client;
beforeAll(async () => {
  owner = await newSpace(server);
  admin = client(server, owner);
});

const both = (text: string) => ({ zh: text, en: text });
const whole = (entity: string, verbs: Grant["verbs"]): Grant => ({ entity, verbs, read: null, write: null });

async function addRole(grants: Grant[], by = admin): Promise<string> {
  const answer = await by.send("POST Api/{type}/QueryAdd", { type: "role", name: both("role"), grants });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as AnyRow).id;
}
type Order = { name: string; roles: string[]; days: number; requestId: string };
const order = (roles: string[], more: Partial<Order> = {}): Order => ({
  name: "ERP",
  roles,
  days: 30,
  requestId: randomUUID(),
  ...more,
});
async function makeKey(roles: string[], by = admin): Promise<string> {
  const answer = await by.send("POST paas/apiKey/make", order(roles));
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { key: string }).key;
}
/** A program with a key of one role. */
async function programWith(grants: Grant[], by = admin): Promise<Client> {
  return client(server, { token: await makeKey([await addRole(grants, by)], by) });
}
async function keyRow(ending: string): Promise<AnyRow> {
  const rows = contentOf(await admin.send("GET Api/{type}/QueryList", { type: "apiKey" })) as AnyRow[];
  return rows.find((row) => row.ending === ending)!;
}
const news = (text: string) => ({ type: "news", title: both(text), kind: "company", status: "draft" });
const listOf = (by: Client, type: string) => by.send("GET Api/{type}/QueryList", { type });

describe("a key", () => {
  it("has the rights of its roles, field by field, and no others", async () => {
    const reader = await programWith([{ entity: "contactMessage", verbs: ["read"], read: ["name"], write: null }]);
    await server.database.system((tx) =>
      tx.rows(sql`insert into contact_message (id, tenant_id, name, contact, message, status)
        values (gen_random_uuid(), ${owner.tenantId}::uuid, 'Li', 'secret@example.org', 'Hello', 'new')`),
    );
    const read = await listOf(reader, "contactMessage");
    expect(read.status, read.text).toBe(200);
    expect(read.text).toContain("Li");
    expect(read.text).not.toContain("secret@example.org");
    expect((await reader.send("POST Api/{type}/QueryAdd", news("no"))).status).toBe(403);
    // A key does not have the rights of every member: it has no rows of its own.
    expect((await listOf(reader, "paasWork")).status).toBe(403);
    expect((await listOf(reader, "role")).status).toBe(403);
    expect((await listOf(reader, "apiKey")).status).toBe(403);
  });

  it("writes in the name of its maker, also what visitors are shown, and the history says so", async () => {
    const editor = await programWith([whole("news", ["read", "add", "update", "delete"])]);
    const added = await editor.send("POST Api/{type}/QueryAdd", news("by a program"));
    expect(added.status, added.text).toBe(200);
    const { id, version } = contentOf(added) as AnyRow;
    const live = await editor.send("POST Api/{type}/QueryUpdate", { type: "news", id, version, status: "published" });
    expect(live.status, live.text).toBe(200);
    const history = await admin.send("GET Api/{type}/QueryHistory", { type: "news", id });
    const { changes } = contentOf(history) as { changes: { actor: string; isSelf: boolean }[] };
    expect(changes.map(({ actor, isSelf }) => [actor, isSelf])).toEqual([
      ["member", true],
      ["member", true],
    ]);
    expect((await editor.send("DELETE Api/{type}/QueryDelete", { type: "news", id })).status).toBe(200);
  });

  it("reaches no call that is not about rows, whatever its roles are", async () => {
    const program = await programWith([whole("news", ["read", "add", "update", "delete", "export"])]);
    const asPerson = callNames.filter((name) => "level" in callDefinitions[name].access);
    expect(asPerson.length).toBeGreaterThan(30);
    for (const name of asPerson) {
      const answer = await program.send(name, { type: "news", id: randomUUID() });
      expect([name, answer.status]).toEqual([name, 403]);
    }
    const events = await fetch(`${server.url}/api/events`, { headers: { authorization: "Bearer none" } });
    expect(events.status).not.toBe(200);
  });

  it("is a bearer token and nothing else: as a cookie it is nobody's", async () => {
    const key = await makeKey([await addRole([whole("news", ["read"])])]);
    const ask = (headers: Record<string, string>) => fetch(`${server.url}/api/contactMessage/QueryList`, { headers });
    expect((await ask({ cookie: `sid=${key}`, "x-meridian": "1" })).status).toBe(401);
    expect((await ask({ authorization: `Bearer ${key}` })).status).toBe(403);
    expect((await ask({ authorization: `Bearer ${key}`, cookie: `sid=${key}` })).status).toBe(401);
  });

  it("stays in its space: rows of another are not there for it", async () => {
    const other = await newSpace(server);
    const foreign = await client(server, other).send("POST Api/{type}/QueryAdd", news("of another space"));
    const program = await programWith([whole("news", ["read", "update"])]);
    const { id } = contentOf(foreign) as AnyRow;
    expect((await program.send("GET Api/{type}/QueryById", { type: "news", id })).status).toBe(404);
    expect((await listOf(program, "news")).text).not.toContain("of another space");
    const roles = [await addRole([whole("news", ["read"])], client(server, other))];
    expect((await admin.send("POST paas/apiKey/make", order(roles))).status).toBe(404);
  });
});

describe("a key ends at once", () => {
  /** Whether the key, which was valid when it was created, still opens the list. */
  async function openKey(by = admin): Promise<{ ending: string; ask: () => Promise<Answer>; role: string }> {
    const role = await addRole([whole("contactMessage", ["read"])], by);
    const key = await makeKey([role], by);
    const ask = () => listOf(client(server, { token: key }), "contactMessage");
    expect((await ask()).status).toBe(200);
    return { ending: key.slice(-4), ask, role };
  }

  it("when it is deleted", async () => {
    const { ending, ask } = await openKey();
    const { id } = await keyRow(ending);
    const gone = await admin.send("DELETE Api/{type}/QueryDelete", { type: "apiKey", id });
    expect(gone.status, gone.text).toBe(200);
    expect((await ask()).status).toBe(401);
  });

  it("when its maker administers the space no more, or has left it", async () => {
    for (const change of [sql`is_administrator = false`, sql`status = 'disabled'`]) {
      const second = await newMember(server, owner.tenantId);
      const set = (values: SQL) =>
        server.database.tenant(owner.tenantId, async (tx) => {
          await tx.rows(sql`update member set ${values} where id = ${second.memberId}::uuid`);
          await tx.changed(`${owner.tenantId}:member`);
        });
      await set(sql`is_administrator = true`);
      await expect.poll(async () => (await listOf(client(server, second), "role")).status).toBe(200);
      const { ask } = await openKey(client(server, second));
      await set(change);
      await expect.poll(async () => (await ask()).status).toBe(401);
    }
  });

  it("when its time is over, and loses what its role loses", async () => {
    const { ending, ask, role } = await openKey();
    const row = contentOf(await admin.send("GET Api/{type}/QueryById", { type: "role", id: role })) as AnyRow;
    const narrowed = { type: "role", id: role, version: row.version, grants: [whole("news", ["read"])] };
    expect((await admin.send("POST Api/{type}/QueryUpdate", narrowed)).status).toBe(200);
    expect((await ask()).status).toBe(403);
    const { id } = await keyRow(ending);
    await server.database.tenant(owner.tenantId, async (tx) => {
      await tx.rows(sql`update api_key set expires_at = now() - interval '1 second' where id = ${id}::uuid`);
      await tx.changed(`${owner.tenantId}:apiKey`);
    });
    await expect.poll(async () => (await ask()).status).toBe(401);
  });
});

describe("making a key", () => {
  it("gives it in this answer only: the list has its ending, and who made it until when", async () => {
    const key = await makeKey([await addRole([whole("news", ["read"])])]);
    expect(key).toMatch(/^mdk_[\w]{32}$/);
    const list = await listOf(admin, "apiKey");
    expect(list.text).not.toContain(key.slice(4));
    const row = await keyRow(key.slice(-4));
    expect(row).toMatchObject({ name: "ERP", lastUsedAt: null });
    const lifetime = Date.parse(String(row.expiresAt)) - Date.parse(row.createdAt);
    expect(Math.round(lifetime / (24 * 3600 * 1000))).toBe(30);
    const [stored] = await server.database.system((tx) =>
      tx.rows<{ text: string }>(sql`select row_to_json(k)::text as text from api_key k where id = ${row.id}::uuid`),
    );
    expect(stored!.text).not.toContain(key.slice(4));
  });

  it("notes when it was last used", async () => {
    const key = await makeKey([await addRole([whole("contactMessage", ["read"])])]);
    await listOf(client(server, { token: key }), "contactMessage");
    await expect.poll(async () => (await keyRow(key.slice(-4))).lastUsedAt).not.toBeNull();
  });

  it("that is asked for again gives the same key and makes no second one", async () => {
    const again = order([await addRole([whole("news", ["read"])])], { name: "twice" });
    const [first, second] = [
      await admin.send("POST paas/apiKey/make", again),
      await admin.send("POST paas/apiKey/make", again),
    ];
    expect(contentOf(first)).toEqual(contentOf(second));
    expect((await listOf(admin, "apiKey")).text.match(/"name":"twice"/g)).toHaveLength(1);
  });

  it("is refused beyond fifty, without a role, and for times that nobody offers", async () => {
    const crowded = await newSpace(server);
    const by = client(server, crowded);
    const role = await addRole([whole("news", ["read"])], by);
    await makeKey([role], by);
    await server.database.system((tx) =>
      tx.rows(sql`insert into api_key (id, tenant_id, name, roles, key_hash, expires_at)
        select gen_random_uuid(), ${crowded.tenantId}::uuid, 'filler', '[]', 'hash ' || n, now() + interval '1 day' from generate_series(1, 49) n`),
    );
    expect((await by.send("POST paas/apiKey/make", order([role]))).status).toBe(409);
    expect((await admin.send("POST paas/apiKey/make", order([]))).status).toBe(422);
    expect((await admin.send("POST paas/apiKey/make", order([role], { days: 3650 }))).status).toBe(422);
  });
});
