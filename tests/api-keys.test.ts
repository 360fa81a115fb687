/** API keys: the rights that their roles give, the calls that no key may make, and how keys become invalid. */
import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Grant } from "#kit/access.ts";
import type { AnyRow } from "#kit/entity.ts";
import type { StreamDefinition } from "#kit/stream.ts";
import { type Answer, type Client, client, contentOf } from "./support/client.ts";
import { callDefinitions, callNames } from "./support/expectations.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const streamFiles = import.meta.glob<StreamDefinition>("../src/features/**/streams/*.server.ts", {
  eager: true,
  import: "default",
});

const server = await sharedServer();
let owner: Person;
let admin: Client;
beforeAll(async () => {
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
});

const sameText = (text: string) => ({ zh: text, en: text });
const fullGrant = (entity: string, verbs: Grant["verbs"]): Grant => ({ entity, verbs, read: null, write: null });

async function addRole(grants: Grant[], api = admin): Promise<string> {
  const answer = await api.send("POST Api/{type}/QueryAdd", { type: "role", name: sameText("role"), grants });
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as AnyRow).id;
}
type KeyRequest = { name: string; roles: string[]; days: number; requestId: string };
const keyRequest = (roles: string[], changes: Partial<KeyRequest> = {}): KeyRequest => ({
  name: "ERP",
  roles,
  days: 30,
  requestId: randomUUID(),
  ...changes,
});
async function makeKey(roles: string[], api = admin): Promise<string> {
  const answer = await api.send("POST paas/apiKey/make", keyRequest(roles));
  expect(answer.status, answer.text).toBe(200);
  return (contentOf(answer) as { key: string }).key;
}
/** Creates a role and its API key, and returns a client with the key. */
async function createProgram(grants: Grant[], api = admin): Promise<Client> {
  return client(server, { token: await makeKey([await addRole(grants, api)], api) });
}
async function keyRow(ending: string): Promise<AnyRow> {
  const rows = contentOf(await admin.send("GET Api/{type}/QueryList", { type: "apiKey" })) as AnyRow[];
  return rows.find((row) => row.ending === ending)!;
}
const newsItem = (text: string) => ({ type: "news", title: sameText(text), kind: "company", status: "draft" });
const listOf = (api: Client, type: string) => api.send("GET Api/{type}/QueryList", { type });

describe("a key", () => {
  it("has exactly the rights of its roles, field by field", async () => {
    const reader = await createProgram([{ entity: "contactMessage", verbs: ["read"], read: ["name"], write: null }]);
    await server.database.system((tx) =>
      tx.rows(sql`insert into contact_message (id, tenant_id, name, contact, message, status)
        values (gen_random_uuid(), ${owner.tenantId}::uuid, 'Li', 'secret@example.org', 'Hello', 'new')`),
    );
    const read = await listOf(reader, "contactMessage");
    expect(read.status, read.text).toBe(200);
    expect(read.text).toContain("Li");
    expect(read.text).not.toContain("secret@example.org");
    expect((await reader.send("POST Api/{type}/QueryAdd", newsItem("no"))).status).toBe(403);
    // A key does not have the rights of every member, for example to its own rows.
    expect((await listOf(reader, "paasWork")).status).toBe(403);
    expect((await listOf(reader, "role")).status).toBe(403);
    expect((await listOf(reader, "apiKey")).status).toBe(403);
  });

  it("writes in the name of its creator, also published rows, and appears in the history as its creator", async () => {
    const editor = await createProgram([fullGrant("news", ["read", "add", "update", "delete"])]);
    const added = await editor.send("POST Api/{type}/QueryAdd", newsItem("by a program"));
    expect(added.status, added.text).toBe(200);
    const { id, version } = contentOf(added) as AnyRow;
    const published = await editor.send("POST Api/{type}/QueryUpdate", {
      type: "news",
      id,
      version,
      status: "published",
    });
    expect(published.status, published.text).toBe(200);
    const history = await admin.send("GET Api/{type}/QueryHistory", { type: "news", id });
    const { changes } = contentOf(history) as { changes: { actor: string; isSelf: boolean }[] };
    expect(changes.map(({ actor, isSelf }) => [actor, isSelf])).toEqual([
      ["member", true],
      ["member", true],
    ]);
    expect((await editor.send("DELETE Api/{type}/QueryDelete", { type: "news", id })).status).toBe(200);
  });

  it("is refused on every call that is not about rows, and on every stream", async () => {
    const key = await makeKey([await addRole([fullGrant("news", ["read", "add", "update", "delete", "export"])])]);
    const program = client(server, { token: key });
    const callsOfPeople = callNames.filter((name) => "level" in callDefinitions[name].access);
    expect(callsOfPeople.length).toBeGreaterThan(30);
    for (const name of callsOfPeople) {
      const answer = await program.send(name, { type: "news", id: randomUUID() });
      expect([name, answer.status]).toEqual([name, 403]);
    }
    const streams = Object.values(streamFiles);
    expect(streams.length).toBeGreaterThan(1);
    for (const { path, method } of streams) {
      const isPost = method === "POST";
      const { status, body } = await fetch(`${server.url}/api/${path.replace(/^api\//i, "")}`, {
        method: isPost ? "POST" : "GET",
        headers: { authorization: `Bearer ${key}`, ...(isPost && { "content-type": "application/json" }) },
        ...(isPost && { body: "{}" }),
      });
      await body?.cancel();
      expect([path, status]).toEqual([path, 403]);
    }
  });

  it("is accepted as a bearer token, never as a cookie", async () => {
    const key = await makeKey([await addRole([fullGrant("news", ["read"])])]);
    const listMessages = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/contactMessage/QueryList`, { headers });
    expect((await listMessages({ cookie: `sid=${key}`, "x-meridian": "1" })).status).toBe(401);
    expect((await listMessages({ authorization: `Bearer ${key}` })).status).toBe(403);
    expect((await listMessages({ authorization: `Bearer ${key}`, cookie: `sid=${key}` })).status).toBe(401);
  });

  it("is limited to its space", async () => {
    const otherOwner = await newSpaceOwner(server);
    const otherRow = await client(server, otherOwner).send("POST Api/{type}/QueryAdd", newsItem("of another space"));
    const program = await createProgram([fullGrant("news", ["read", "update"])]);
    const { id } = contentOf(otherRow) as AnyRow;
    expect((await program.send("GET Api/{type}/QueryById", { type: "news", id })).status).toBe(404);
    expect((await listOf(program, "news")).text).not.toContain("of another space");
    const roles = [await addRole([fullGrant("news", ["read"])], client(server, otherOwner))];
    expect((await admin.send("POST paas/apiKey/make", keyRequest(roles))).status).toBe(404);
  });
});

describe("a key becomes invalid", () => {
  /** Creates a valid key. `listMessages` reads a list with it. */
  async function createValidKey(
    api = admin,
  ): Promise<{ ending: string; listMessages: () => Promise<Answer>; role: string }> {
    const role = await addRole([fullGrant("contactMessage", ["read"])], api);
    const key = await makeKey([role], api);
    const listMessages = () => listOf(client(server, { token: key }), "contactMessage");
    expect((await listMessages()).status).toBe(200);
    return { ending: key.slice(-4), listMessages, role };
  }

  it("when it is deleted", async () => {
    const { ending, listMessages } = await createValidKey();
    const { id } = await keyRow(ending);
    const deletion = await admin.send("DELETE Api/{type}/QueryDelete", { type: "apiKey", id });
    expect(deletion.status, deletion.text).toBe(200);
    expect((await listMessages()).status).toBe(401);
  });

  it("when its creator is no longer an administrator or leaves the space", async () => {
    for (const change of [sql`is_administrator = false`, sql`status = 'disabled'`]) {
      const creator = await newMember(server, owner.tenantId);
      const updateMember = (values: SQL) =>
        server.database.tenant(owner.tenantId, async (tx) => {
          await tx.rows(sql`update member set ${values} where id = ${creator.memberId}::uuid`);
          await tx.notifyChanged(`${owner.tenantId}:member`);
        });
      await updateMember(sql`is_administrator = true`);
      await expect.poll(async () => (await listOf(client(server, creator), "role")).status).toBe(200);
      const { listMessages } = await createValidKey(client(server, creator));
      await updateMember(change);
      await expect.poll(async () => (await listMessages()).status).toBe(401);
    }
  });

  it("when it expires, and loses the rights that its role loses", async () => {
    const { ending, listMessages, role } = await createValidKey();
    const row = contentOf(await admin.send("GET Api/{type}/QueryById", { type: "role", id: role })) as AnyRow;
    const newRole = { type: "role", id: role, version: row.version, grants: [fullGrant("news", ["read"])] };
    expect((await admin.send("POST Api/{type}/QueryUpdate", newRole)).status).toBe(200);
    expect((await listMessages()).status).toBe(403);
    const { id } = await keyRow(ending);
    await server.database.tenant(owner.tenantId, async (tx) => {
      await tx.rows(sql`update api_key set expires_at = now() - interval '1 second' where id = ${id}::uuid`);
      await tx.notifyChanged(`${owner.tenantId}:apiKey`);
    });
    await expect.poll(async () => (await listMessages()).status).toBe(401);
  });
});

describe("the creation of a key", () => {
  it("returns the key only once; the list has its last characters, its creator and its expiry", async () => {
    const key = await makeKey([await addRole([fullGrant("news", ["read"])])]);
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

  it("is followed by a time of last use once the key is used", async () => {
    const key = await makeKey([await addRole([fullGrant("contactMessage", ["read"])])]);
    await listOf(client(server, { token: key }), "contactMessage");
    await expect.poll(async () => (await keyRow(key.slice(-4))).lastUsedAt).not.toBeNull();
  });

  it("returns the same key for a repeated request", async () => {
    const repeated = keyRequest([await addRole([fullGrant("news", ["read"])])], { name: "twice" });
    const [first, second] = [
      await admin.send("POST paas/apiKey/make", repeated),
      await admin.send("POST paas/apiKey/make", repeated),
    ];
    expect(contentOf(first)).toEqual(contentOf(second));
    expect((await listOf(admin, "apiKey")).text.match(/"name":"twice"/g)).toHaveLength(1);
  });

  it("is refused beyond fifty keys, without a role, and with a lifetime that is not offered", async () => {
    const fullSpace = await newSpaceOwner(server);
    const api = client(server, fullSpace);
    const role = await addRole([fullGrant("news", ["read"])], api);
    await makeKey([role], api);
    await server.database.system((tx) =>
      tx.rows(sql`insert into api_key (id, tenant_id, name, roles, key_hash, expires_at)
        select gen_random_uuid(), ${fullSpace.tenantId}::uuid, 'filler', '[]', 'hash ' || n, now() + interval '1 day' from generate_series(1, 49) n`),
    );
    expect((await api.send("POST paas/apiKey/make", keyRequest([role]))).status).toBe(409);
    expect((await admin.send("POST paas/apiKey/make", keyRequest([]))).status).toBe(422);
    expect((await admin.send("POST paas/apiKey/make", keyRequest([role], { days: 3650 }))).status).toBe(422);
  });
});
