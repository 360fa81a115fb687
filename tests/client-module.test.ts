/** The typed client that the program generates for an API key. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Grant } from "#kit/access.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Client, client, contentOf } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

type Row = AnyRow & { title: { zh: string; en: string } };
type Collection = {
  list: (query?: object) => Promise<{ total: number; rows: Row[] }>;
  all: (query?: object) => AsyncGenerator<Row>;
  get: (id: string) => Promise<Row>;
  create: (values: object) => Promise<Row>;
  update: (row: AnyRow, changes: object) => Promise<Row>;
  delete: (id: string) => Promise<void>;
  restore: (...ids: string[]) => Promise<void>;
};
type Module = {
  createClient: (options: { url: string; key: string }) => { news: Collection; contactMessage: Collection };
  MeridianError: new (...parts: never[]) => Error & { code: string; status: number };
};

const server = await sharedServer();
let admin: Client;
let folder: string;
beforeAll(async () => {
  admin = client(server, await newSpaceOwner(server));
  folder = await mkdtemp(path.join(tmpdir(), "meridian-client-"));
});
afterAll(() => rm(folder, { recursive: true }));

const sameText = (text: string) => ({ zh: text, en: text });
const draft = (text: string) => ({ title: sameText(text), kind: "company", status: "draft" });
const editorGrants: Grant[] = [
  { entity: "news", verbs: ["read", "add", "update", "delete"], read: null, write: null },
  { entity: "contactMessage", verbs: ["read"], read: ["name"], write: null },
];

async function createKey(grants: Grant[], name = "role"): Promise<string> {
  const role = await admin.send("POST Api/{type}/QueryAdd", { type: "role", name: sameText(name), grants });
  const { id } = contentOf(role) as AnyRow;
  const keyRequest = { name: "program", roles: [id], days: 7, requestId: randomUUID() };
  return (contentOf(await admin.send("POST paas/apiKey/make", keyRequest)) as { key: string }).key;
}
async function downloadModule(key: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/client.ts`, {
    headers: { authorization: `Bearer ${key}`, "accept-language": "en" },
  });
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
  return answer.text();
}
/** Imports the generated module for a key, as an external program does. */
async function loadModule(key: string) {
  const file = path.join(folder, `${randomUUID()}.ts`);
  await writeFile(file, await downloadModule(key));
  const { createClient, MeridianError } = (await import(/* @vite-ignore */ file)) as Module;
  return {
    ...createClient({ url: server.url, key }),
    MeridianError,
    createClient,
    meridian: createClient({ url: server.url, key }),
  };
}

describe("the client for a key", () => {
  it("lists with filters, reads, adds, changes, deletes and restores rows", async () => {
    const { meridian } = await loadModule(await createKey(editorGrants));
    const row = await meridian.news.create(draft("by a typed client"));
    await meridian.news.create(draft("another"));
    const found = await meridian.news.list({ title: "typed client", pageSize: 10 });
    expect(found).toMatchObject({ total: 1, rows: [{ id: row.id, title: sameText("by a typed client") }] });
    const changed = await meridian.news.update(row, { title: sameText("changed") });
    expect(changed).toMatchObject({ id: row.id, version: 2, title: sameText("changed") });
    await meridian.news.delete(row.id);
    await expect(meridian.news.get(row.id)).rejects.toMatchObject({ code: "notFound", status: 404 });
    await meridian.news.restore(row.id);
    expect(await meridian.news.get(row.id)).toMatchObject({ title: sameText("changed") });
  });

  it("reads all rows page by page, each once", async () => {
    const { meridian } = await loadModule(await createKey(editorGrants));
    const marker = randomUUID().slice(0, 8);
    const rows = await Promise.all(Array.from({ length: 7 }, (_, n) => meridian.news.create(draft(`${marker} ${n}`))));
    const found: string[] = [];
    for await (const { id } of meridian.news.all({ title: marker, pageSize: 10 })) found.push(id);
    expect(found.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  });

  it("throws errors with a code, the invalid fields and the values of a conflict", async () => {
    const { meridian, MeridianError } = await loadModule(await createKey(editorGrants));
    const row = await meridian.news.create(draft("clash"));
    await meridian.news.update(row, { title: sameText("first") });
    const conflict = meridian.news.update(row, { title: sameText("second") });
    await expect(conflict).rejects.toBeInstanceOf(MeridianError);
    await expect(conflict).rejects.toMatchObject({
      code: "conflict",
      status: 409,
      details: { version: 2, fields: { title: { theirs: sameText("first") } } },
      fields: { title: expect.any(String) },
    });
    const invalidRow = meridian.news.create({ ...draft("x"), kind: "no such kind" });
    await expect(invalidRow).rejects.toMatchObject({ code: "invalid", fields: { kind: expect.any(String) } });
    await expect(meridian.contactMessage.create({})).rejects.toMatchObject({ code: "forbidden" });
    const { createClient } = await loadModule(await createKey(editorGrants));
    const invalidClient = createClient({ url: server.url, key: `mdk_${"0".repeat(32)}` });
    await expect(invalidClient.news.list()).rejects.toMatchObject({ code: "unauthenticated", status: 401 });
    const unreachable = createClient({ url: "http://127.0.0.1:1", key: "mdk_" });
    await expect(unreachable.news.list()).rejects.toMatchObject({ code: "unreachable", status: 0 });
  });

  it("N-057: has types for the entities and fields that the key may use, and for no others", async () => {
    await writeFile(path.join(folder, "meridian.ts"), await downloadModule(await createKey(editorGrants)));
    await writeFile(
      path.join(folder, "use.ts"),
      `import { createClient, MeridianError } from "./meridian.ts";
const meridian = createClient({ url: "https://example.org", key: "mdk_" });
const { rows } = await meridian.news.list({ kind: "company", pageSize: 10 });
const version: number = rows[0]!.version;
const title: string | undefined = rows[0]!.title?.en;
await meridian.news.create({ title: { zh: "a", en: "a" }, kind: "company", status: "draft" });
await meridian.news.update(rows[0]!, { status: "published" });
const names: (string | null | undefined)[] = (await meridian.contactMessage.list()).rows.map(({ name }) => name);
try { await meridian.news.delete("x"); } catch (error) { if (error instanceof MeridianError && error.code === "notFound") console.log(title, version, names); }
// @ts-expect-error: a text is no number
await meridian.news.create({ title: { zh: "a", en: "a" }, kind: 5, status: "draft" });
// @ts-expect-error: not among the choices
await meridian.news.create({ title: { zh: "a", en: "a" }, kind: "gossip", status: "draft" });
const kind: "company" | "product" | "media" | null | undefined = rows[0]!.kind;
console.log(kind);
// @ts-expect-error: no such field
await meridian.news.update(rows[0]!, { nonsense: 1 });
// @ts-expect-error: the key may not add enquiries
await meridian.contactMessage.create({});
// @ts-expect-error: a field that the key may not read
(await meridian.contactMessage.list()).rows[0]!.contact;
// @ts-expect-error: an entity that the key does not reach
await meridian.member.list();
// @ts-expect-error: no such code
if (new MeridianError(404, {}).code === "nonsense") console.log();
`,
    );
    const options = [
      "--noEmit",
      "--strict",
      "--exactOptionalPropertyTypes",
      "--erasableSyntaxOnly",
      "--allowImportingTsExtensions",
    ];
    const target = [
      "--target",
      "esnext",
      "--module",
      "esnext",
      "--moduleResolution",
      "bundler",
      "--lib",
      "esnext,dom",
      "--types",
      "",
    ];
    const compiler = path.resolve("node_modules/.bin/tsc");
    const files = ["use.ts", "meridian.ts"].map((name) => path.join(folder, name));
    const run = promisify(execFile)(compiler, [...options, ...target, ...files], { cwd: folder });
    const output = await run.then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
    expect(output).toBe("");
  });

  it("keeps field titles inside comments", async () => {
    const { clientModule } = await import("#features/platform/client-module.server.ts");
    const { viewOf } = await import("#records/registry/view.server.ts");
    const { default: wiki } = await import("#entities/wiki.ts");
    const hostileTitle = "*/ process.exit(1) /*\n process.exit(2) //";
    const fields = { ...wiki.fields, title: { ...wiki.fields.title, name: sameText(hostileTitle) } };
    const principal = { kind: "system", tenantId: randomUUID() } as const;
    const text = clientModule([viewOf(principal, { ...wiki, name: sameText(hostileTitle), fields })], "en");
    for (const line of text.split("\n").filter((codeLine) => codeLine.includes("process.exit")))
      expect(line).toMatch(/\/\*\* \* \/ process\.exit\(1\) \/\* process\.exit\(2\) \/\/ \*\/ \w+\??: /);
  });
});

it("is not available to visitors", async () => {
  const answer = await fetch(`${server.url}/api/client.ts`);
  expect(answer.status).toBe(401);
});
