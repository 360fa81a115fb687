/** Two processes on one database: what one of them decides about a person, the other knows without a restart (T-18, T-21); files are common to both. */
import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { givePassword, newMember, newSpace, type Person } from "./support/people.ts";
import { launch, type Program } from "./support/program.ts";
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
