/** Two processes on one database share permissions, sessions, pages and files without a restart (T-18, T-21). */
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { documentOf } from "#records/site/document.server.ts";
import { extendPause } from "./support/attempts.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { draftDefinition, draftField, publishLightApp } from "./support/light-apps.ts";
import {
  givePassword,
  newMember,
  newSpaceOwner,
  nextMobile,
  type Person,
  superAdministrator,
} from "./support/people.ts";
import { launch, pepper, type Program } from "./support/program.ts";
import { readPage } from "./support/read-page.ts";
import { startServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await startServer();
let otherProcess: Program;
let owner: Person;
let admin: Client;
beforeAll(async () => {
  otherProcess = await launch({ DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl });
  owner = await newSpaceOwner(server);
  admin = client(server, owner);
});
afterAll(() => otherProcess.stop());

const listInput = { paraModel: { url: "/paas/contactMessage/list" } };

/** Waits until a request to the other process returns this status. */
async function expectStatus(status: number, request: () => Promise<{ status: number }>): Promise<void> {
  await expect.poll(async () => (await request()).status).toBe(status);
}

it("T-18: a removed role no longer applies in the other process", async () => {
  const person = await newMember(server, owner.tenantId);
  const grants = [{ entity: "contactMessage", verbs: ["read"], read: null, write: null }];
  const addedRole = await admin.send("POST Api/{type}/QueryAdd", {
    type: "role",
    name: { zh: "客服", en: "Desk" },
    grants,
  });
  const { id: role } = contentOf(addedRole) as AnyRow;
  const otherClient = client(otherProcess, person);
  const request = () => otherClient.send("POST paas/table/search", listInput);
  const setRoles = async (roles: string[]) => {
    const found = await admin.send("GET Api/{type}/QueryById", { type: "member", id: person.memberId });
    const { id, version } = contentOf(found) as AnyRow;
    const saved = await admin.send("POST Api/{type}/QueryUpdate", { type: "member", id, version, roles });
    expect(saved.status).toBe(200);
  };
  expect((await request()).status).toBe(403);
  await setRoles([role]);
  await expectStatus(200, request);
  await setRoles([]);
  await expectStatus(403, request);
});

it("a suspended space is shut in both processes: its site and its sessions, whichever of them had served it", async () => {
  const person = await newSpaceOwner(server);
  const host = await siteHost(server, person);
  await siteHost({ database: server.database, url: otherProcess.url }, person);
  const platform = client(server, await superAdministrator(server));
  const otherClient = client(otherProcess, person);
  const page = () => readPage(`${otherProcess.url}/index`, { host });
  expect((await otherClient.send("GET user/spaces")).status).toBe(200);
  expect((await page()).status).toBe(200);
  const { tenantId: id } = person;
  expect((await platform.send("POST paas/space/suspend", { id, reason: "test" })).status).toBe(200);
  expect((await readPage(`${server.url}/index`, { host })).status).toBe(503);
  await expectStatus(503, page);
  await expectStatus(401, () => otherClient.send("GET user/spaces"));
  expect((await platform.send("POST paas/space/resume", { id })).status).toBe(200);
  await expectStatus(200, page);
});

it("an entity that an administrator publishes in one process is there in the other, changes there, and goes", async () => {
  const other = client(otherProcess, owner);
  const list = (more: object = {}) =>
    other.send("POST paas/table/search", { paraModel: { url: "/paas/visit/list", ...more } });
  const [day, place] = [draftField("day"), draftField("place", "textbox", { search: "eq" })];
  const app = await publishLightApp(admin, "visit", draftDefinition([day]));
  await expectStatus(200, list);
  const added = await other.send("POST Api/{type}/QueryAdd", { type: "visit", day: "Monday" });
  expect(added.status, added.text).toBe(200);
  expect((await list({ fields: { place: "x" } })).status).toBe(400);
  await publishLightApp(admin, "visit", draftDefinition([day, place]), app);
  await expectStatus(200, () => list({ fields: { place: "x" } }));
  await admin.send("POST Api/{type}/Command", { type: "lightApp", command: "unpublish", ids: [app.id] });
  await expectStatus(404, list);
});

it("T-18: a disabled member is signed out in the other process", async () => {
  const person = await newMember(server, owner.tenantId);
  const request = () => client(otherProcess, person).send("GET api/user/View");
  expect((await request()).status).toBe(200);
  const found = await admin.send("GET Api/{type}/QueryById", { type: "member", id: person.memberId });
  const { id, version } = contentOf(found) as AnyRow;
  const disabled = { type: "member", id, version, status: "disabled" };
  expect((await admin.send("POST Api/{type}/QueryUpdate", disabled)).status).toBe(200);
  await expectStatus(401, request);
});

it("T-21: a session that ends in one process ends in the other", async () => {
  const person = await newSpaceOwner(server);
  const request = () => client(otherProcess, person).send("GET api/user/View");
  expect((await request()).status).toBe(200);
  expect((await client(server, person).send("POST user/logout")).status).toBe(200);
  await expectStatus(401, request);
});

it("T-21: a token replaced by a step-up is invalid in the other process, and the new one is valid", async () => {
  const person = await newSpaceOwner(server);
  await givePassword(server, person, "Harbour7x");
  const request = () => client(otherProcess, person).send("GET api/user/View");
  expect((await request()).status).toBe(200);
  const passed = await client(server, person).send("POST user/stepUp", { method: "password", code: "Harbour7x" });
  expect(passed.status, passed.text).toBe(200);
  await expectStatus(401, request);
  const renewed = client(otherProcess, contentOf(passed) as { token: string });
  expect((await renewed.send("GET api/user/View")).status).toBe(200);
});

it("R-30, T-19: sign-in attempts are counted across processes", async () => {
  const mobile = nextMobile();
  await givePassword(server, await newSpaceOwner(server, mobile), "Harbour7x");
  const guess = (target: { url: string }, password: string) =>
    client(target).send("POST Api/Member/Login", { username: mobile, password });
  const statuses = [];
  for (const target of [server, otherProcess, server, otherProcess, server])
    statuses.push((await guess(target, "Wrong7xx")).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
  await extendPause(server);
  expect((await guess(otherProcess, "Wrong7xx")).status).toBe(429);
  expect((await guess(server, "Harbour7x")).status).toBe(429);
});

/** Adds an empty page and returns it with the host of the space's site. */
async function addEmptyPage(person: Person): Promise<{ pageId: string; host: string }> {
  const title = { zh: "整页", en: "Whole" };
  const page = { type: "page", path: "/whole", title, description: title };
  const { id } = (await client(server, person).call("POST Api/{type}/QueryAdd", page as never)) as AnyRow;
  const hostName = await siteHost(server, person);
  return { pageId: id, host: hostName };
}

/** Publishes the page with a version number in two places. */
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

it("R-30, R-33: a page published in one process is served by both, and never partially", async () => {
  const { pageId, host } = await addEmptyPage(owner);
  const versionsOn = async (target: { url: string }) => {
    const { text } = await readPage(`${target.url}/whole?language=en`, { host });
    return new Set([...text.matchAll(/version (\d+) (?:above|below)/g)].map(([, number]) => Number(number)));
  };
  let isFinished = false;
  const observed: Set<number>[] = [];
  const reading = [server, otherProcess].map(async (target) => {
    while (!isFinished) observed.push(await versionsOn(target));
  });
  for (let number = 1; number <= 12; number += 1) {
    await publish(pageId, number);
    expect([...(await versionsOn(server))]).toEqual([number]);
    await expect.poll(() => versionsOn(otherProcess)).toEqual(new Set([number]));
  }
  // Both processes also serve a page that was rolled back.
  const snapshots = (await admin.call("GET Api/SitePage/Snapshots", { pageId })) as { id: string; number: number }[];
  const first = snapshots.find(({ number }) => number === 1)!;
  await admin.call("POST Api/SitePage/Rollback", { pageId, snapshotId: first.id });
  for (const target of [server, otherProcess]) await expect.poll(() => versionsOn(target)).toEqual(new Set([1]));
  isFinished = true;
  await Promise.all(reading);
  expect(observed.filter(({ size }) => size > 1)).toEqual([]);
});

it("an image uploaded to one process is served by the other from the shared data folder, as docs/operations.md requires", async () => {
  const person = await newSpaceOwner(server);
  const body = new FormData();
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#888" } })
    .png()
    .toBuffer();
  body.set("file", new Blob([new Uint8Array(picture)]), "picture.png");
  const headers = { authorization: `Bearer ${person.token}`, "x-meridian": "1" };
  const uploaded = await fetch(`${server.url}/api/File/Upload`, { method: "POST", headers, body });
  const { result } = (await uploaded.json()) as { result: { url: string } };
  expect((await fetch(otherProcess.url + result.url)).status).toBe(200);
  const lines = (await readFile("docs/operations.md", "utf8")).split("\n");
  const row = lines.find((line) => line.startsWith("| `DATABASE_URL`"));
  expect(row).toContain("if they share `DATA_DIR` too");
});

it("R-01: acknowledged rows survive a kill during writing, and no row is incomplete", async () => {
  const settings = { DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl };
  const killedProcess = await launch(settings);
  const person = await newSpaceOwner(server);
  const writer = client(killedProcess, person);
  const acknowledged: string[] = [];
  let isKilled = false;
  const writing = Array.from({ length: 8 }, async (_, index) => {
    for (let n = 0; !isKilled; n += 1) {
      const title = { zh: `写 ${index} ${n}`, en: `Write ${index} ${n}` };
      const row = { type: "news", title, kind: "company", status: "draft" };
      const answer = await writer.send("POST Api/{type}/QueryAdd", row).catch(() => undefined);
      if (answer?.status === 200) acknowledged.push((contentOf(answer) as AnyRow).id);
    }
  });
  await expect.poll(() => acknowledged.length).toBeGreaterThan(40);
  killedProcess.process.kill("SIGKILL");
  await once(killedProcess.process, "exit");
  isKilled = true;
  await Promise.all(writing);
  const rows = await server.database.read<{ id: string; title: { zh: string; en: string } }>(
    person.tenantId,
    sql`select id, title from news where tenant_id = ${person.tenantId}::uuid`,
  );
  const ids = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(rows.filter(({ title }) => title.zh.replace("写", "Write") !== title.en)).toEqual([]);
  // The remaining process counts all rows.
  const page = await client(server, person).call("GET Api/{type}/QueryPageList", { type: "news" });
  expect(page).toMatchObject({ total: rows.length });
});

it("T-73: a replaced pepper stays valid for what was made with it, and a sign-in replaces the hash of the password", async () => {
  const mobile = nextMobile();
  const person = await newSpaceOwner(server, mobile);
  const oldHash = await givePassword(server, person, "Harbour7x");
  const invited = await admin.send("POST paas/member/invite", { mobile });
  const { id: invitationId } = contentOf(invited) as { id: string };
  const replaced = await launch({
    DATA_DIR: server.dataFolder,
    DATABASE_URL: server.databaseUrl,
    PEPPER: "the key that replaced the one of all other programs",
    PEPPER_PREVIOUS: `a key that is older than both of them, ${pepper}`,
  });
  try {
    const hashOf = async () => {
      const [row] = await server.database.system((tx) =>
        tx.rows<{ hash: string }>(sql`select password_hash as hash from account where id = ${person.accountId}::uuid`),
      );
      return row!.hash;
    };
    const signIn = (password: string) => client(replaced).send("POST Api/Member/Login", { username: mobile, password });
    expect((await signIn("Wrong7xx")).status).toBe(401);
    expect(await hashOf()).toBe(oldHash);
    expect((await signIn("Harbour7x")).status).toBe(200);
    const newHash = await hashOf();
    // Hashes begin with the id of their key.
    expect(newHash.slice(0, 8)).not.toBe(oldHash.slice(0, 8));
    expect((await signIn("Harbour7x")).status).toBe(200);
    expect(await hashOf()).toBe(newHash);

    const spaces = contentOf(await client(replaced, person).send("GET user/spaces")) as { tenantId: string }[];
    expect(spaces.map(({ tenantId }) => tenantId)).toContain(owner.tenantId);
    const resent = await client(replaced, owner).send("POST Api/{type}/Command", {
      type: "member",
      command: "resendInvitation",
      ids: [invitationId],
    });
    expect(contentOf(resent)).toMatchObject({ kind: "success" });
  } finally {
    await replaced.stop();
  }
});
