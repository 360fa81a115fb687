/** Two processes on one database: what one of them decides about a person, the other knows without a restart (T-18, T-21); files are common to both. */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { documentOf } from "#records/site/document.server.ts";
import { restartPause } from "./support/attempts.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { givePassword, newMember, newSpace, nextMobile, type Person } from "./support/people.ts";
import { launch, type Program } from "./support/program.ts";
import { readPage } from "./support/read-page.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
let other: Program;
let owner: Person;
let admin: Client;
beforeAll(async () => {
  other = await launch({ DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl });
  owner = await newSpace(server);
  admin = client(server, owner);
});
afterAll(() => other.stop());

const list = { paraModel: { url: "/paas/contactMessage/list" } };

/** The other process, which has known the person until now, comes to answer with this status. */
async function expectStatus(status: number, ask: () => Promise<{ status: number }>): Promise<void> {
  await expect.poll(async () => (await ask()).status).toBe(status);
}

it("T-18: a role that is taken away is gone in the other process", async () => {
  const person = await newMember(server, owner.tenantId);
  const grants = [{ entity: "contactMessage", verbs: ["read"], read: null, write: null }];
  const made = await admin.send("POST Api/{type}/QueryAdd", { type: "role", name: { zh: "客服", en: "Desk" }, grants });
  const { id: role } = contentOf(made) as AnyRow;
  const there = client(other, person);
  const ask = () => there.send("POST paas/table/search", list);
  const give = async (roles: string[]) => {
    const found = await admin.send("GET Api/{type}/QueryById", { type: "member", id: person.memberId });
    const { id, version } = contentOf(found) as AnyRow;
    const saved = await admin.send("POST Api/{type}/QueryUpdate", { type: "member", id, version, roles });
    expect(saved.status).toBe(200);
  };
  expect((await ask()).status).toBe(403);
  await give([role]);
  await expectStatus(200, ask);
  await give([]);
  await expectStatus(403, ask);
});

it("T-18: a member who is stopped is out of the other process", async () => {
  const person = await newMember(server, owner.tenantId);
  const ask = () => client(other, person).send("GET api/user/View");
  expect((await ask()).status).toBe(200);
  const found = await admin.send("GET Api/{type}/QueryById", { type: "member", id: person.memberId });
  const { id, version } = contentOf(found) as AnyRow;
  const stopped = { type: "member", id, version, status: "disabled" };
  expect((await admin.send("POST Api/{type}/QueryUpdate", stopped)).status).toBe(200);
  await expectStatus(401, ask);
});

it("T-21: a session that ends in one process has ended in the other", async () => {
  const person = await newSpace(server);
  const ask = () => client(other, person).send("GET api/user/View");
  expect((await ask()).status).toBe(200);
  expect((await client(server, person).send("POST user/logout")).status).toBe(200);
  await expectStatus(401, ask);
});

it("T-21: a token that a step up replaced is worth nothing in the other process, and the new one is good there", async () => {
  const person = await newSpace(server);
  await givePassword(server, person, "Harbour7x");
  const ask = () => client(other, person).send("GET api/user/View");
  expect((await ask()).status).toBe(200);
  const passed = await client(server, person).send("POST user/stepUp", { method: "password", code: "Harbour7x" });
  expect(passed.status, passed.text).toBe(200);
  await expectStatus(401, ask);
  const renewed = client(other, contentOf(passed) as { token: string });
  expect((await renewed.send("GET api/user/View")).status).toBe(200);
});

it("R-30, T-19: tries at an account are counted together, whichever process they go to", async () => {
  const mobile = nextMobile();
  await givePassword(server, await newSpace(server, mobile), "Harbour7x");
  const guess = (where: { url: string }, password: string) =>
    client(where).send("POST Api/Member/Login", { username: mobile, password });
  const statuses = [];
  for (const where of [server, other, server, other, server]) statuses.push((await guess(where, "Wrong7xx")).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
  await restartPause(server);
  expect((await guess(other, "Wrong7xx")).status).toBe(429);
  expect((await guess(server, "Harbour7x")).status).toBe(429);
});

/** A page of a space without anything on it, and the host name of the space's site. */
async function emptyPage(person: Person): Promise<{ pageId: string; host: string }> {
  const title = { zh: "整页", en: "Whole" };
  const page = { type: "page", path: "/whole", title, description: title };
  const { id } = (await client(server, person).call("POST Api/{type}/QueryAdd", page as never)) as AnyRow;
  const [space] = await server.database.system((tx) =>
    tx.rows<{ code: string }>(sql`select code from tenant where id = ${person.tenantId}::uuid`),
  );
  return { pageId: id, host: `${space!.code}.localhost` };
}

/** Publishes the page with the number standing on it twice. */
async function publish(pageId: string, number: number): Promise<void> {
  const part = (place: string) => ({
    name: "notice" as const,
    value: {
      code: null,
      heading: { zh: "版本", en: `version ${number} ${place}` },
      lead: null,
      button: null,
      url: null,
    },
  });
  const title = { zh: "整页", en: "Whole" };
  const document = documentOf({ title, description: title }, [part("above"), part("below")]);
  const [{ rev } = { rev: 0 }] = await server.database.system((tx) =>
    tx.rows<{ rev: number }>(
      sql`update page set document = ${JSON.stringify(document)}::jsonb, rev = rev + 1 where id = ${pageId}::uuid returning rev`,
    ),
  );
  const published = await admin.send("POST Api/Java/PublishPage", { pageId, rev });
  expect(published.status, published.text).toBe(200);
}

it("R-30, R-33: a page that is published in one process is the new one in both, and never half of either", async () => {
  const { pageId, host } = await emptyPage(owner);
  const shown = async (where: { url: string }) => {
    const { text } = await readPage(`${where.url}/whole?language=en`, { host });
    return new Set([...text.matchAll(/version (\d+) (?:above|below)/g)].map(([, number]) => Number(number)));
  };
  let isOver = false;
  const seen: Set<number>[] = [];
  const reading = [server, other].map(async (where) => {
    while (!isOver) seen.push(await shown(where));
  });
  for (let number = 1; number <= 12; number += 1) {
    await publish(pageId, number);
    expect([...(await shown(server))]).toEqual([number]);
    await expect.poll(() => shown(other)).toEqual(new Set([number]));
  }
  // Back to an earlier one, which is as whole.
  const snapshots = (await admin.call("GET Api/SitePage/Snapshots", { pageId })) as { id: string; number: number }[];
  const first = snapshots.find(({ number }) => number === 1)!;
  await admin.call("POST Api/SitePage/Rollback", { pageId, snapshotId: first.id });
  for (const where of [server, other]) await expect.poll(() => shown(where)).toEqual(new Set([1]));
  isOver = true;
  await Promise.all(reading);
  expect(seen.filter(({ size }) => size > 1)).toEqual([]);
});

it("a picture that one process takes is shown by the other, because both share the data folder, as docs/operations.md asks", async () => {
  const person = await newSpace(server);
  const body = new FormData();
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#888" } })
    .png()
    .toBuffer();
  body.set("file", new Blob([new Uint8Array(picture)]), "picture.png");
  const headers = { authorization: `Bearer ${person.token}`, "x-meridian": "1" };
  const taken = await fetch(`${server.url}/api/File/Upload`, { method: "POST", headers, body });
  const { result } = (await taken.json()) as { result: { url: string } };
  expect((await fetch(other.url + result.url)).status).toBe(200);
  const lines = (await readFile("docs/operations.md", "utf8")).split("\n");
  const row = lines.find((line) => line.startsWith("| `DATABASE_URL`"));
  expect(row).toContain("if they share `DATA_DIR` too");
});

it("R-01: what was acknowledged before the program was killed in the midst of writing is there, and nothing is there by halves", async () => {
  const settings = { DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl };
  const third = await launch(settings);
  const person = await newSpace(server);
  const there = client(third, person);
  const acknowledged: string[] = [];
  let isKilled = false;
  const writing = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; !isKilled; n += 1) {
      const title = { zh: `写 ${writer} ${n}`, en: `Write ${writer} ${n}` };
      const row = { type: "news", title, kind: "company", status: "draft" };
      const answer = await there.send("POST Api/{type}/QueryAdd", row).catch(() => undefined);
      if (answer?.status === 200) acknowledged.push((contentOf(answer) as AnyRow).id);
    }
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(40);
  third.process.kill("SIGKILL");
  await once(third.process, "exit");
  isKilled = true;
  await Promise.all(writing);
  const rows = await server.database.read<{ id: string; title: { zh: string; en: string } }>(
    person.tenantId,
    sql`select id, title from news where tenant_id = ${person.tenantId}::uuid`,
  );
  const ids = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(rows.filter(({ title }) => title.zh.replace("写", "Write") !== title.en)).toEqual([]);
  // Whoever serves on finds them all, as lists count them.
  const page = await client(server, person).call("GET Api/{type}/QueryPageList", { type: "news" });
  expect(page).toMatchObject({ total: rows.length });
});
