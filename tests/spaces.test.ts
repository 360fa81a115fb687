/** The spaces of the installation: their list, suspended spaces, closed ones and what is left of them. */
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import type { CallOutput } from "#kit/call.ts";
import { suspensionTexts } from "#kit/space.ts";
import { newId } from "#server/process/id.server.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import {
  givePassword,
  newMember,
  newSpaceOwner,
  nextMobile,
  type Person,
  superAdministrator,
} from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sameText } from "./support/roles.ts";
import { runAsSuperuser, sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";
import { queueJob, queueUpkeep, runUpkeep, upkeepState } from "./support/upkeep.ts";

const server = await sharedServer();
let platform: Client;
beforeAll(async () => {
  platform = client(server, await superAdministrator(server));
});

const password = "Harbour7x";
type Space = { owner: Person; admin: Client; mobile: string; code: string; host: string };

async function newSpace(): Promise<Space> {
  const mobile = nextMobile();
  const owner = await newSpaceOwner(server, mobile);
  await givePassword(server, owner, password);
  const host = await siteHost(server, owner);
  return { owner, admin: client(server, owner), mobile, code: host.split(".")[0]!, host };
}

const detailOf = async (id: string) =>
  (await platform.call("GET paas/space/detail", { id })) as CallOutput<"GET paas/space/detail">;
const listOf = async (input: {
  keyword?: string;
  before?: string;
  limit?: number;
  state?: "active" | "suspended" | "closed";
}) => (await platform.call("GET paas/space/list", input)) as CallOutput<"GET paas/space/list">;

async function makeKey(admin: Client): Promise<Client> {
  const grants = [{ entity: "news", verbs: ["read"], read: null, write: null }];
  const role = contentOf(
    await admin.send("POST Api/{type}/QueryAdd", { type: "role", name: sameText("r"), grants }),
  ) as AnyRow;
  const input = { name: "ERP", roles: [role.id], days: 30, requestId: randomUUID() };
  const made = await admin.send("POST paas/apiKey/make", input);
  expect(made.status, made.text).toBe(200);
  return client(server, { token: (contentOf(made) as { key: string }).key });
}

async function makeWebhook(admin: Client): Promise<string> {
  const grants = [{ entity: "news", verbs: ["read"], read: null, write: null }];
  const role = contentOf(
    await admin.send("POST Api/{type}/QueryAdd", { type: "role", name: sameText("w"), grants }),
  ) as AnyRow;
  const events = [{ entity: "news", events: ["created"] }];
  const input = {
    name: "hook",
    address: "https://receiver.invalid/",
    events,
    roles: [role.id],
    requestId: randomUUID(),
  };
  const made = await admin.send("POST paas/webhook/make", input);
  expect(made.status, made.text).toBe(200);
  return (contentOf(made) as { id: string }).id;
}

const newsItem = (text: string) => ({ type: "news", title: sameText(text), kind: "company", status: "draft" });
const readNews = (api: Client) => api.send("GET Api/{type}/QueryList", { type: "news" });
const signIn = (mobile: string) => client(server).send("POST Api/Member/Login", { username: mobile, password });

/** Adds a job of a person and its ticket, and returns its id. */
async function addJob({ tenantId, memberId }: Person): Promise<string> {
  const id = newId();
  await server.database.tenant(tenantId, (tx) =>
    tx.rows(sql`insert into job (id, tenant_id, member_id, name, key, input)
      values (${id}::uuid, ${tenantId}::uuid, ${memberId}::uuid, 'publishAll', ${id}, '{}')`),
  );
  await queueJob(server, id, tenantId);
  return id;
}
const jobState = async ({ tenantId }: Person, id: string) => {
  const [row] = await server.database.read<{ state: string; attempt: number }>(
    tenantId,
    sql`select state, attempt from job where id = ${id}::uuid`,
  );
  return row;
};

describe("the list of spaces", () => {
  it("is for administrators of the platform, pages by the last space, and shows what each uses once it is measured", async () => {
    const [first, second] = [await newSpace(), await newSpace()];
    await newMember(server, first.owner.tenantId);
    await first.admin.call("POST Api/{type}/QueryAdd", newsItem("one") as never);
    for (const refused of ["GET paas/space/list", "GET paas/space/detail"])
      expect((await first.admin.send(refused, { id: first.owner.tenantId })).status).toBe(403);
    const detail = await detailOf(first.owner.tenantId);
    expect(detail).toMatchObject({
      state: "active",
      members: 2,
      files: 0,
      bytes: 0,
      isPlatform: false,
      givenFiles: null,
    });
    expect(detail.rows).toBeGreaterThanOrEqual(5);
    expect(detail.administrators).toHaveLength(1);
    expect(detail.administrators[0]!.mobile).not.toBe(first.mobile);
    const [found] = (await listOf({ keyword: first.code })).list;
    expect(found).toMatchObject({ id: first.owner.tenantId, code: first.code, members: 2, rows: detail.rows });

    const newest = await listOf({ limit: 1 });
    expect(newest.list.map(({ id }) => id)).toEqual([second.owner.tenantId]);
    const older = await listOf({ limit: 1, before: newest.next! });
    expect(older.list.map(({ id }) => id)).toEqual([first.owner.tenantId]);
    expect((await listOf({ keyword: "%" })).list).toEqual([]);
  });

  it("changes quotas, which the next upload is held to, and remembers who did", async () => {
    const { owner } = await newSpace();
    await platform.call("POST paas/space/quotas", { id: owner.tenantId, megabytes: null, files: 1 });
    expect((await upload(owner)).status).toBe(200);
    const refused = await upload(owner);
    expect(refused.status).toBe(413);
    expect(await refused.text()).toContain("1 files");
    await platform.call("POST paas/space/quotas", { id: owner.tenantId, megabytes: 0, files: 0 });
    expect((await upload(owner)).status).toBe(200);
    const detail = await detailOf(owner.tenantId);
    expect(detail).toMatchObject({ files: 2, maxFiles: 0, maxBytes: 0, givenMegabytes: 0 });
    expect(detail.events.map(({ kind, quotas }) => [kind, quotas])).toEqual([
      ["quotas", { megabytes: 0, files: 0 }],
      ["quotas", { megabytes: null, files: 1 }],
    ]);
  });
});

const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: "#456" } })
  .png()
  .toBuffer();
function upload(person: Person) {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(picture)]), "picture.png");
  const headers = { authorization: `Bearer ${person.token}`, "x-meridian": "1", "accept-language": "en" };
  return fetch(`${server.url}/api/File/Upload`, { method: "POST", headers, body });
}

describe("a suspended space", () => {
  it("answers a message in both languages everywhere, and its sessions, keys, jobs and webhooks stop until it is resumed", async () => {
    const { owner, admin, mobile, host } = await newSpace();
    const key = await makeKey(admin);
    const hookId = await makeWebhook(admin);
    expect((await readNews(key)).status).toBe(200);
    const page = (language: string, url = "/index") =>
      readPage(`${server.url}${url}`, { host, "accept-language": language });
    expect((await page("en")).status).toBe(200);

    const { tenantId } = owner;
    await platform.call("POST paas/space/suspend", { id: tenantId, reason: "Unpaid" });
    expect((await platform.send("POST paas/space/suspend", { id: tenantId, reason: "Unpaid" })).status).toBe(409);
    expect((await readNews(admin)).status).toBe(401);
    const keyAnswer = await readNews(key);
    expect([keyAnswer.status, keyAnswer.text]).toEqual([403, expect.stringContaining(suspensionTexts.suspended.en)]);
    const signInAnswer = await signIn(mobile);
    expect([signInAnswer.status, signInAnswer.text]).toEqual([
      403,
      expect.stringContaining(suspensionTexts.suspended.en),
    ]);
    for (const language of ["zh", "en"] as const)
      for (const address of ["/index", "/paas/index", "/robots.txt", "/user/login", "/api/user/View"]) {
        const answer = await page(language, address);
        expect([address, answer.status]).toEqual([address, address.startsWith("/api/") ? 403 : 503]);
        expect(answer.text).toContain(suspensionTexts.suspended[language]);
      }
    expect((await page("en", "/health/live")).status).toBe(200);

    const other = await newSpace();
    const jobId = await addJob(owner);
    await server.database.tenant(tenantId, (tx) =>
      tx.rows(sql`insert into webhook_delivery (id, tenant_id, webhook_id, event, is_manual)
        values (${newId()}::uuid, ${tenantId}::uuid, ${hookId}::uuid, 'test', true)`),
    );
    await runUpkeep(server, "retryDeliveries");
    const otherJob = await addJob(other.owner);
    await expect.poll(async () => (await jobState(other.owner, otherJob))?.state, { timeout: 60_000 }).toBe("done");
    expect(await jobState(owner, jobId)).toEqual({ state: "queued", attempt: 0 });
    const triesOf = async () =>
      (await server.database.read<{ tries: number }>(tenantId, sql`select tries from webhook_delivery`))[0]!.tries;
    expect(await triesOf()).toBe(0);
    expect((await listOf({ state: "suspended" })).list.map(({ id }) => id)).toContain(tenantId);

    await platform.call("POST paas/space/resume", { id: tenantId });
    expect((await platform.send("POST paas/space/resume", { id: tenantId })).status).toBe(409);
    await expect.poll(async () => (await jobState(owner, jobId))?.state, { timeout: 60_000 }).toBe("done");
    await runUpkeep(server, "retryDeliveries");
    await expect.poll(triesOf, { timeout: 60_000 }).toBe(1);
    expect((await readNews(key)).status).toBe(200);
    // The sessions of before stay ended.
    expect((await readNews(admin)).status).toBe(401);
    expect((await signIn(mobile)).status).toBe(200);
    expect((await page("en")).status).toBe(200);
    expect((await detailOf(tenantId)).events.map(({ kind, note }) => [kind, note])).toEqual([
      ["resumed", ""],
      ["suspended", "Unpaid"],
    ]);
  });

  it("is not the platform's own, and people who are in another space get there instead", async () => {
    const { owner, mobile } = await newSpace();
    const second = await newSpace();
    const [own] = await server.database.read<{ id: string }>("*", sql`select id from tenant where code = 'meridian'`);
    expect((await platform.send("POST paas/space/suspend", { id: own!.id, reason: "no" })).status).toBe(409);
    await server.database.tenant(second.owner.tenantId, (tx) =>
      tx.rows(
        sql`update member set account_id = ${owner.accountId}::uuid where tenant_id = ${second.owner.tenantId}::uuid`,
      ),
    );
    await platform.call("POST paas/space/suspend", { id: owner.tenantId, reason: "test" });
    const signedIn = await signIn(mobile);
    expect(signedIn.status, signedIn.text).toBe(200);
    const { tenant, token } = contentOf(signedIn) as { tenant: { id: string }; token: string | null };
    expect(tenant.id).toBe(second.owner.tenantId);
    expect(token).toBeNull();
  });
});

/** A text that stands in what is written in the closed space, and nowhere else. */
const canary = "Kanarienvogel7531";

/** The number of rows of each table of the program in which a text stands, in any column. */
async function tablesWith(text: string): Promise<Record<string, number>> {
  const tables = await server.database.read<{ name: string }>(
    "*",
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migration' order by tablename`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await server.database.read<{ count: number }>(
      "*",
      sql`select count(*)::int as count from ${sql.identifier(name)} r where r::text like ${`%${text}%`}`,
    );
    if (row!.count > 0) counts[name] = row!.count;
  }
  return counts;
}

describe("a closed space", () => {
  it("T-75: is shut at once, can be reopened, and after its time no table, file or host name has anything of it; a run that is killed goes on", async () => {
    const { owner, admin, mobile, host } = await newSpace();
    const { tenantId } = owner;
    await makeKey(admin);
    await makeWebhook(admin);
    await newMember(server, tenantId);
    const added: AnyRow[] = [];
    for (let n = 0; n < 3; n += 1)
      added.push(contentOf(await admin.send("POST Api/{type}/QueryAdd", newsItem(`${canary} ${n}`))) as AnyRow);
    const change = { type: "news", id: added[0]!.id, version: 1, title: sameText(`${canary} changed`) };
    expect((await admin.send("POST Api/{type}/QueryUpdate", change)).status).toBe(200);
    let parent: string | undefined;
    for (const name of ["top", "middle", "leaf"]) {
      const relation = { type: "relationTree", name: sameText(`${canary} ${name}`), ...(parent && { parent }) };
      const answer = await admin.send("POST Api/{type}/QueryAdd", relation);
      expect(answer.status, answer.text).toBe(200);
      parent = (contentOf(answer) as AnyRow).id;
    }
    expect((await upload(owner)).status).toBe(200);
    const [file] = await server.database.read<{ key: string }>(
      tenantId,
      sql`select split_part(path, '/', 3) as key from storage_file`,
    );
    const filePath = path.join(server.dataFolder, "files", file!.key);
    expect(Object.keys(await tablesWith(canary))).toEqual(
      expect.arrayContaining(["news", "relation_tree", "row_change"]),
    );

    expect((await admin.send("POST user/spaces/close", { name: "Another name" })).status).toBe(422);
    const closed = await admin.send("POST user/spaces/close", { name: "新空间" });
    expect(closed.status, closed.text).toBe(200);
    expect(closed.headers.get("set-cookie")).toContain("signed_in=;");
    expect((await readNews(admin)).status).toBe(401);
    const answer = await signIn(mobile);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(suspensionTexts.closed.en)]);
    expect((await readPage(`${server.url}/index`, { host })).status).toBe(410);

    await platform.call("POST paas/space/resume", { id: tenantId });
    const again = await signIn(mobile);
    expect(again.status).toBe(200);
    expect(await tablesWith(canary)).toMatchObject({ news: 3 });
    await server.database.system((tx) =>
      tx.rows(
        sql`update tenant set suspended_at = now(), closed_at = now(), erase_at = now() + interval '30 days' where id = ${tenantId}::uuid`,
      ),
    );
    await runUpkeep(server, "eraseSpaces");
    expect(await tablesWith(canary)).toMatchObject({ news: 3 });
    await server.database.system((tx) => tx.rows(sql`update tenant set erase_at = now() where id = ${tenantId}::uuid`));

    // A row is locked, so that the erasure waits in the middle; then the session of the database in which it waits is killed.
    const blocker = new pg.Client({ connectionString: server.databaseUrl });
    await blocker.connect();
    await blocker.query(`begin; set local meridian.tenant = '*'`);
    const { rows: locked } = await blocker.query(
      `select pg_backend_pid() as pid from site where tenant_id = $1 for update`,
      [tenantId],
    );
    const countWaiting = async () => {
      const waiting = await blocker.query(
        `select count(*)::int as count from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`,
        [locked[0].pid],
      );
      return waiting.rows[0].count as number;
    };
    const { failures } = await upkeepState(server, "eraseSpaces");
    await queueUpkeep(server, "eraseSpaces");
    await expect.poll(countWaiting, { timeout: 60_000 }).toBeGreaterThan(0);
    await runAsSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity where ${Number(locked[0].pid)} = any(pg_blocking_pids(pid))`,
      server.databaseUrl,
    );
    await expect
      .poll(async () => (await upkeepState(server, "eraseSpaces")).failures, { timeout: 60_000 })
      .toBeGreaterThan(failures);
    expect((await tablesWith(tenantId)).site).toBe(1);
    await blocker.query("rollback");
    await blocker.end();

    await runUpkeep(server, "eraseSpaces");
    const tables = await server.database.read<{ name: string }>(
      "*",
      sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'`,
    );
    expect(tables.length).toBeGreaterThan(40);
    for (const { name } of tables) {
      const [row] = await server.database.read<{ count: number }>(
        "*",
        sql`select count(*)::int as count from ${sql.identifier(name)} where tenant_id = ${tenantId}::uuid`,
      );
      expect([name, row!.count]).toEqual([name, 0]);
    }
    expect(await tablesWith(canary)).toEqual({});
    expect(await tablesWith(mobile)).toEqual({});
    // What is left: the row that keeps the id and the code from being given out again, and what the platform remembers.
    expect(await tablesWith(tenantId)).toEqual({ space_event: 3, tenant: 1 });
    await runUpkeep(server, "removeBytes");
    expect(existsSync(filePath)).toBe(false);
    expect((await readPage(`${server.url}/index`, { host })).status).toBe(404);
    expect((await signIn(mobile)).status).toBe(401);
    expect((await platform.send("POST paas/space/resume", { id: tenantId })).status).toBe(404);
    const other = await newSpace();
    expect((await other.admin.send("POST paas/site/code", { code: host.split(".")[0]! })).status).toBe(409);
    // A run more finds nothing to do.
    await runUpkeep(server, "eraseSpaces");
    expect(await tablesWith(tenantId)).toEqual({ space_event: 3, tenant: 1 });
  });

  it("is not the platform's own", async () => {
    const [own] = await server.database.read<{ name: { zh: string } }>(
      "*",
      sql`select s.name from site s join tenant t on t.id = s.tenant_id where t.code = 'meridian' and s.deleted_at is null order by s.created_at limit 1`,
    );
    expect((await platform.send("POST user/spaces/close", { name: own!.name.zh })).status).toBe(409);
  });
});

it("T-75: foreign keys across spaces are those that an erasure ends first", async () => {
  const keys = await server.database.read<{ key: string }>(
    "*",
    sql`select conname as key from pg_constraint k where contype = 'f' and connamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = k.confrelid and a.attname = 'tenant_id'
        and a.attnum = any(k.confkey))
      and not exists (select from unnest(k.conkey, k.confkey) as part(source, target)
        join pg_attribute s on s.attrelid = k.conrelid and s.attnum = source and s.attname = 'tenant_id'
        join pg_attribute t on t.attrelid = k.confrelid and t.attnum = target and t.attname = 'tenant_id') order by 1`,
  );
  expect(keys.map(({ key }) => key)).toHaveLength(2);
  expect(keys.map(({ key }) => key.replace(/_fk$/, ""))).toEqual([
    expect.stringContaining("paas_work"),
    expect.stringContaining("service_opening"),
  ]);
});
