import { createServer } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import cookies from "@fastify/cookie";
import { sql } from "drizzle-orm";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Services } from "#kit/call.ts";
import type { PageDocument } from "#kit/page.ts";
import { platformCode } from "#kit/space.ts";
import { registerDocuments } from "#features/site/documents.server.ts";
import { createDocuments } from "#features/site/serve-documents.server.ts";
import newsItem from "#entities/news.ts";
import page from "#entities/page.ts";
import siteEntity from "#entities/site.ts";
import themeEntity from "#entities/theme.ts";
import { listSnapshots, publishPage, rollbackPage } from "#records/site/publish.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { codeEntities } from "#records/registry/code-entities.server.ts";
import { createPublishedPages } from "#records/site/published-pages.server.ts";
import { createRegistries } from "#records/registry/registries.server.ts";
import { type Database, openDatabase } from "#server/postgres/database.server.ts";
import { startEmbeddedPostgres } from "#server/embedded/postgres.server.ts";
import { readEnv } from "#server/env.server.ts";
import { newId } from "#server/process/id.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { createMetrics } from "#server/process/metrics.server.ts";
import { limitRequests } from "#server/http/rate-limit.server.ts";
import { migrate } from "#server/postgres/migrate.server.ts";
import { createTenants } from "#server/identity/tenants.server.ts";
import { company } from "../seed/company.ts";
import { documentOf } from "#records/site/document.server.ts";
import { home } from "../seed/home.ts";
import { news } from "../seed/news.ts";
import { programIn } from "./support/registries.ts";

const tenantId = newId();
const program = programIn(tenantId);
const log = createLog("silent");
const assets = { islands: "/assets/islands.js", fonts: { sans: "/assets/sans.woff2", mono: "/assets/mono.woff2" } };

let dataFolder: string;
let stopPostgres: () => Promise<unknown>;
let database: Database;
let http: FastifyInstance;
let url: string;
let homeId: string;

const notice = (words: string): PageDocument =>
  documentOf({ title: { zh: words, en: words }, description: { zh: words, en: words } }, [
    { name: "notice", value: { code: null, heading: { zh: words, en: words }, lead: null, button: null, url: null } },
  ]);

async function addPage(address: string, document: PageDocument): Promise<string> {
  return database.tenant(tenantId, async (tx) => {
    const title = { zh: address, en: address };
    await insertRow(tx, program, page, {
      values: { path: address, title, description: title, status: "draft" },
      internal: { document, rev: 1 },
    });
    const [row] = await tx.rows<{ id: string }>(sql`select id from page where path = ${address}`);
    return row!.id;
  });
}

const publish = (pageId: string) =>
  database.tenant(tenantId, (tx) => publishPage(tx, programIn(tenantId), { tenantId, pageId, memberId: null }));
const saveDraft = (pageId: string, document: PageDocument) =>
  database.tenant(tenantId, (tx) =>
    tx.rows(
      sql`update page set document = ${JSON.stringify(document)}::jsonb, rev = rev + 1 where id = ${pageId}::uuid`,
    ),
  );

async function read(address: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url + address, { headers: { cookie: "locale_value=en", ...headers }, redirect: "manual" });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Repeats a check until it succeeds, because changes are announced through the database. */
const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 20 });

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(tmpdir(), "meridian-documents-"));
  const postgres = await startEmbeddedPostgres({ dataFolder, log });
  stopPostgres = () => postgres.stop();
  await migrate({ connection: postgres.connection, log });
  database = await openDatabase({ connection: { ...postgres.connection, max: 5 }, log });
  await database.system((tx) =>
    tx.rows(
      sql`insert into tenant (id, code, name) values (${tenantId}::uuid, ${platformCode}, ${JSON.stringify(company.name)}::jsonb)`,
    ),
  );
  await database.tenant(tenantId, async (tx) => {
    const { id: theme } = await insertRow(tx, program, themeEntity, { values: { name: company.name } });
    await insertRow(tx, program, siteEntity, { values: { ...company, theme } });
    for (const values of news) await insertRow(tx, program, newsItem, { values });
  });
  homeId = await addPage("/index", home.document);
  await publish(homeId);

  const country = { of: (ip: string) => (ip === "1.2.3.4" ? "CN" : undefined) };
  const env = readEnv({ TRUST_PROXY: "127.0.0.1", DATA_DIR: dataFolder });
  const tenants = createTenants(database, undefined);
  const registries = createRegistries(database, codeEntities);
  const publishedPages = createPublishedPages();
  const parts = { env, log, database, country, registries, tenants, publishedPages, metrics: createMetrics() };
  const documents = createDocuments(parts as unknown as Services, assets);
  http = fastify({
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    serverFactory: (handle) =>
      createServer((request, response) => documents.serveCached(request, response) || handle(request, response)),
  });
  await http.register(cookies);
  await limitRequests(http, 0);
  registerDocuments(http, { ...parts, documents } as unknown as Services);
  await http.listen({ port: 0, host: "127.0.0.1" });
  url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await http?.close();
  await database?.close();
  await stopPostgres?.();
  await rm(dataFolder, { recursive: true, force: true });
});

describe("a visitor", () => {
  it("S-002, S-009: reads the home page under all its names in the stored language", async () => {
    for (const address of ["/", "/index", "/Index/", "/web/home"]) {
      const { status, text } = await read(address);
      expect([address, status]).toEqual([address, 200]);
      expect(text).toContain("can verify");
    }
    expect((await read("/", { cookie: "locale_value=zh" })).text).toContain("成为可核验的资产");
  });

  it("B-190, B-191, B-192, B-333, Q-24: gets the language of the country unless the URL chooses one, which is then stored", async () => {
    const china = { cookie: "", "x-forwarded-for": "1.2.3.4" };
    expect((await read("/", china)).headers.get("content-language")).toBe("zh-CN");
    expect((await read("/", { cookie: "" })).headers.get("content-language")).toBe("en");
    const chosen = await read("/?language=en", china);
    expect(chosen.headers.get("content-language")).toBe("en");
    expect(chosen.headers.get("set-cookie")).toMatch(/^locale_value=en; Path=\/; Max-Age=31536000; SameSite=Lax$/);
    const prefetched = await read("/?language=zh", { "sec-purpose": "prefetch" });
    expect(prefetched.headers.get("set-cookie")).toBeNull();
  });

  it("sees the newest published news and no drafts", async () => {
    expect((await read("/")).text).toContain("how a distribution traces back to a device");
    await database.tenant(tenantId, (tx) =>
      insertRow(tx, program, newsItem, {
        values: {
          ...news[0]!,
          title: { zh: "未发布", en: "Not yet published" },
          status: "draft",
          publishedAt: "2027-01-01T00:00:00.000Z",
        },
      }),
    );
    await database.tenant(tenantId, (tx) =>
      insertRow(tx, program, newsItem, {
        values: {
          ...news[0]!,
          title: { zh: "最新", en: "The newest of all" },
          publishedAt: "2027-01-02T00:00:00.000Z",
        },
      }),
    );
    await waitFor(async () => expect((await read("/")).text).toContain("The newest of all"));
    expect((await read("/")).text).not.toContain("Not yet published");
  });

  it("E-121, S-023, S-024, S-080, B-262, B-274, Q-21: gets 404, 403 and errors of calls with their status", async () => {
    const missing = await read("/web/nothing");
    expect(missing.status).toBe(404);
    expect(missing.text).toMatch(/Page not found.*Edge gateway/s);
    expect((await read("/404")).status).toBe(404);
    expect((await read("/505", { cookie: "locale_value=zh" })).text).toMatch(/非法访问.*请从站点模板中心进入/s);
    expect((await read("/505")).text).toContain("Please enter from the site template centre");
    expect((await read("/505")).status).toBe(403);
    const call = await read("/api/no/such");
    expect([call.status, JSON.parse(call.text).msg]).toEqual([404, "Call not found: /api/no/such"]);
    expect((await fetch(`${url}/index`, { method: "POST" })).status).toBe(404);
  });

  it("gets 304 for an unchanged page", async () => {
    const etag = (await read("/")).headers.get("etag")!;
    expect((await read("/", { "if-none-match": etag })).status).toBe(304);
  });
});

describe("publishing", () => {
  it("T-53: shows a draft once it is published, and an earlier snapshot after a rollback", async () => {
    const pageId = await addPage("/about", notice("First words"));
    expect((await read("/about")).status).toBe(404);
    const first = await publish(pageId);
    await waitFor(async () => expect((await read("/about")).text).toContain("First words"));
    await saveDraft(pageId, notice("Second words"));
    expect((await read("/about")).text).toContain("First words");
    const second = await publish(pageId);
    await waitFor(async () => expect((await read("/about")).text).toContain("Second words"));
    expect([first.number, second.number]).toEqual([1, 2]);
    await database.tenant(tenantId, (tx) =>
      rollbackPage(tx, programIn(tenantId), { tenantId, pageId, snapshotId: first.id }),
    );
    await waitFor(async () => expect((await read("/about")).text).toContain("First words"));
    const list = await database.tenant(tenantId, (tx) => listSnapshots(tx, { tenantId, pageId }));
    expect(list.map(({ number, isPublished }) => [number, isPublished])).toEqual([
      [2, false],
      [1, true],
    ]);
  });

  it("keeps the last twenty snapshots", async () => {
    const pageId = await addPage("/many", notice("Many"));
    for (let n = 0; n < 23; n += 1) await publish(pageId);
    const list = await database.tenant(tenantId, (tx) => listSnapshots(tx, { tenantId, pageId }));
    expect(list).toHaveLength(20);
    expect(list[0]!.number).toBe(23);
  });

  it("T-51: refuses pages and snapshots of others as not found", async () => {
    const [otherSnapshot] = await database.tenant(tenantId, (tx) => listSnapshots(tx, { tenantId, pageId: homeId }));
    const pageId = await addPage("/mine", notice("Mine"));
    await expect(
      database.tenant(tenantId, (tx) =>
        rollbackPage(tx, programIn(tenantId), { tenantId, pageId, snapshotId: otherSnapshot!.id }),
      ),
    ).rejects.toMatchObject({ code: "notFound" });
    const stranger = newId();
    await expect(
      database.tenant(stranger, (tx) =>
        publishPage(tx, programIn(tenantId), { tenantId: stranger, pageId, memberId: null }),
      ),
    ).rejects.toMatchObject({ code: "notFound" });
  });

  it("R-36: shows the rest of a page with one corrupt widget", async () => {
    const document = structuredClone(home.document);
    for (const record of Object.values(document.records))
      if (record.kind === "widget" && record.name === "ledger") record.value = { rows: 5 } as never;
    await publish(await addPage("/corrupt", document));
    await waitFor(async () => {
      const { status, text } = await read("/corrupt");
      expect(status).toBe(200);
      expect(text).toMatch(/can verify.*temporarily unavailable.*Start with one device/s);
    });
  });
});
