/**
 * J8, second part: a partner who is signed in on their own site tries everything against another space, from the page, with the browser's own
 * session. Every text of the other space carries a canary; no response may contain it.
 */
import sharp from "sharp";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { EntityType } from "#kit/entity.ts";
import type { Rows } from "#kit/expectation.ts";
import { addPage } from "#records/site/add-page.server.ts";
import pageEntity from "#entities/page.ts";
import { documentOf } from "#records/site/document.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import { openBrowser, type Visitor } from "../support/browser.ts";
import { sessionCookies } from "../support/enter.ts";
import { client } from "../support/client.ts";
import { newMember, newSpace, type Person } from "../support/people.ts";
import { callNames, expectedCalls, inputOf } from "../support/expectations.ts";
import { readPage } from "../support/read-page.ts";
import { makeRows, missingRows, stateOf } from "../support/rows.ts";
import { programIn, registries } from "../support/registries.ts";
import { startServer } from "../support/server.ts";

const canary = "canary-of-the-other";
const draftPath = "/canary-draft";
const server = await startServer();
const open = await openBrowser();
const { port } = new URL(server.url);
const types = registries.code.all.map(({ type }) => type as EntityType);

type Answer = { status: number; text: string };
type Asked = { method: string; url: string; body?: string };

let own: Person;
let other: Person;
let partner: Visitor;
let hosts: { own: string; other: string };
let theirs: Rows;
let mine: Rows;
let before: unknown;
let share: { token: string };
let fileUrl: string;

/** Several requests of the page itself, one after another: its session, its origin, its headers. */
const askAll = (requests: Asked[]): Promise<Answer[]> =>
  partner.page.evaluate(async (list) => {
    const answers: { status: number; text: string }[] = [];
    for (const { method, url, body } of list) {
      const headers: Record<string, string> = { "x-meridian": "1" };
      if (body !== undefined) headers["content-type"] = "application/json";
      const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
      answers.push({ status: answer.status, text: await answer.text() });
    }
    return answers;
  }, requests);

/** A call as the wire has it. */
function asked(name: string, input: object): Asked {
  const [method, wirePath] = name.split(" ") as [string, string];
  const rest: Record<string, unknown> = { ...input };
  const path = wirePath.replace(/^api\//i, "").replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = encodeURIComponent(String(rest[key]));
    delete rest[key];
    return value;
  });
  const isQuery = method === "GET" || method === "DELETE";
  const query = new URLSearchParams(rest as Record<string, string>).toString();
  if (isQuery) return { method, url: `/api/${path}${query === "" ? "" : `?${query}`}` };
  return { method, url: `/api/${path}`, body: JSON.stringify(rest) };
}
const ask = async (name: string, input: object) => (await askAll([asked(name, input)]))[0]!;
const inEnvelope = ({ text }: Answer): unknown => {
  const body = JSON.parse(text) as { result?: unknown; data?: unknown };
  return "result" in body ? body.result : body.data;
};
const hostOf = async (person: Person) => {
  const [tenant] = await server.database.system((tx) =>
    tx.rows<{ code: string }>(sql`select code from tenant where id = ${person.tenantId}::uuid`),
  );
  return `${tenant!.code}.localhost:${port}`;
};

beforeAll(async () => {
  [own, other] = [await newSpace(server), await newSpace(server)];
  hosts = { own: await hostOf(own), other: await hostOf(other) };
  await newMember(server, other.tenantId);
  theirs = await makeRows(server, other.tenantId, canary, other.memberId);
  mine = await makeRows(server, own.tenantId, "own", own.memberId);
  const them = client(server, other);
  await them.call("POST paas/workorder/message", { id: theirs.paasWork, messageId: crypto.randomUUID(), text: canary });
  await them.call("POST paas/member/invite", { mobile: "13600000001", name: canary, roles: [] });
  share = (await them.call("POST Api/SitePage/Share", { pageId: theirs.page, days: 7 })) as { token: string };
  const text = { zh: canary, en: canary };
  const setting = { title: text, description: text };
  const program = programIn(other.tenantId);
  await server.database.tenant(other.tenantId, async (tx) => {
    const value = { code: null, heading: text, lead: null, button: null, url: null };
    await addPage(tx, program, {
      path: "/canary-page",
      ...setting,
      document: documentOf(setting, [{ name: "notice", value }]),
    });
    const document = documentOf(setting, [{ name: "notice", value }]);
    await insertRow(tx, program, pageEntity, {
      values: { path: draftPath, ...setting, status: "draft" },
      internal: { document, rev: 1 },
    });
  });
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#446" } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append("file", new File([new Uint8Array(picture)], `${canary}.png`, { type: "image/png" }));
  const headers = { authorization: `Bearer ${other.token}`, "x-meridian": "1" };
  const uploaded = await fetch(`${server.url}/api/File/Upload`, { method: "POST", headers, body: form });
  fileUrl = ((await uploaded.json()) as { result: { url: string } }).result.url;

  const url = `http://${hosts.own}`;
  partner = await open({ url, locale: "en" });
  await partner.context.addCookies(sessionCookies(own, url));
  await partner.page.goto("/paas/index");
  await partner.page.locator("h1").waitFor();
  before = await stateOf(server, other.tenantId);
});

/** What would end the session or the account that asks. */
const leaving = /user\/logout|UserDetail\/Cancel/;

describe("a partner on the own site (T-01)", () => {
  it.each(callNames.filter((name) => !leaving.test(name)))("learns and changes nothing by %s", async (name) => {
    const { perEntity, namesRow } = expectedCalls[name];
    const about = perEntity === true ? types : (["page"] as EntityType[]);
    const answers = await askAll(about.map((type) => asked(name, inputOf(name, theirs, type))));
    const missing = await askAll(about.map((type) => asked(name, inputOf(name, missingRows(), type))));
    answers.forEach((answer, index) => {
      expect([about[index], answer.text]).not.toEqual([about[index], expect.stringContaining(canary)]);
      if (namesRow !== true) return;
      expect([about[index], answer.status]).toEqual([about[index], missing[index]!.status]);
      expect([403, 404]).toContain(answer.status);
    });
    expect(await stateOf(server, other.tenantId)).toEqual(before);
  });

  it.each(types)("finds, counts, sorts and pages through own rows of %s only", async (type) => {
    const { access, list, titleField } = registries.code.find(type);
    const search = (paraModel: object) =>
      ask("POST paas/table/search", { paraModel: { url: `/paas/${type}/list`, ...paraModel } });
    const [counted] = await server.database.system((tx) =>
      tx.rows<{
        n: number;
      }>(sql`select count(*)::int as n from ${sql.identifier(type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))}
        where tenant_id = ${own.tenantId}::uuid and deleted_at is null`),
    );
    const field = (list.columns as string[]).includes(titleField) ? titleField : list.columns[0]!;
    const questions = [
      {},
      { pageSize: 120, sort: { field: "createdAt", direction: "desc" } },
      { filter: { field: "id", op: "eq", value: theirs[type] } },
      { filter: { field: "id", op: "in", value: [theirs[type], theirs.page] } },
      {
        filter: {
          or: [
            { field: "id", op: "ne", value: theirs[type] },
            { field: "id", op: "eq", value: theirs[type] },
          ],
        },
      },
      { filter: { field, op: "contains", value: "canary" } },
      { filter: { field: "tenantId", op: "eq", value: other.tenantId } },
      { after: theirs[type], sort: { field: "createdAt", direction: "asc" } },
      { before: theirs[type] },
    ];
    const answers = [];
    for (const question of questions) answers.push(await search(question));
    for (const answer of answers) expect(answer.text).not.toContain(canary);
    const totals = answers.map((answer) =>
      answer.status === 200 ? (inEnvelope(answer) as { result: { total: number } }).result.total : answer.status,
    );
    expect(access.read).not.toBe("nobody");
    expect([totals[0], totals[1], totals[2], totals[3], totals[4]]).toEqual([counted!.n, counted!.n, 0, 0, counted!.n]);
    // A field that cannot be searched for text is refused; one that can finds nothing.
    expect([0, 400]).toContain(totals[5]);
    expect(totals[6]).toBe(400);
    const options = await ask("GET Api/Relation/GetKeyValues", { type, id: theirs[type] });
    expect([options.status, options.text.includes(theirs[type])]).toEqual([200, false]);
  });

  it.each(types)(
    "T-05: cannot hang an own row of %s on theirs, nor move it there, nor delete theirs among own ones",
    async (type) => {
      const { access, fields } = registries.code.find(type);
      const read = inEnvelope(await ask("GET Api/{type}/QueryById", { type, id: mine[type] })) as { version: number };
      const relations = Object.entries(fields)
        .filter(([, field]) => field.type.startsWith("relation"))
        .map(([name, field]) => [name, field.type === "relation" ? theirs.servicePackage : [theirs.role]]);
      const target = { type, id: mine[type], version: read.version };
      const pushes = [
        { ...target, tenantId: other.tenantId },
        { ...target, tenant_id: other.tenantId },
        ...relations.map(([name, value]) => ({ ...target, [name as string]: value })),
      ];
      for (const push of pushes) {
        const { status, text } = await ask("POST Api/{type}/QueryUpdate", push);
        expect([400, 403, 404, 409, 422], text).toContain(status);
      }
      const gone = await ask("DELETE Api/{type}/QueryDelete", { type, ids: `${mine[type]},${theirs[type]}` });
      expect(gone.status).toBe(access.delete === "nobody" ? 403 : 404);
      const still = await ask("GET Api/{type}/QueryById", { type, id: mine[type] });
      expect(still.status).toBe(200);
      expect(await stateOf(server, other.tenantId)).toEqual(before);
    },
  );

  it("does not get into the other space, by invitation, header or address", async () => {
    expect((await ask("POST user/spaces/enter", { tenantId: other.tenantId })).status).toBe(404);
    expect((await ask("GET user/spaces", {})).text).not.toContain(other.tenantId);
    const asTheirs = await partner.page.evaluate(async (tenant) => {
      const answer = await fetch("/api/news/QueryList", { headers: { "x-meridian": "1", tenant } });
      return { status: answer.status, text: await answer.text() };
    }, other.tenantId);
    expect([asTheirs.status, asTheirs.text.includes(canary)]).toEqual([403, false]);
    const offered = await ask("POST service/open", {
      packageId: theirs.servicePackage,
      requestId: crypto.randomUUID(),
    });
    expect(offered.status).toBe(404);
  });

  it("T-53: reads none of their pages, drafts and shared drafts under the own address; their drafts are on neither", async () => {
    const read = (host: string, path: string) => readPage(server.url + path, { host, cookie: `sid=${own.token}` });
    expect((await read(hosts.other, "/canary-page")).text).toContain(canary);
    const shared = `/outer/api?token=${encodeURIComponent(share.token)}`;
    expect((await read(hosts.other, shared)).text).toContain(canary);
    const hidden = [
      ...["/canary-page", theirs.path, draftPath, shared, `/news/edit?id=${theirs.news}`].map((path) => [
        hosts.own,
        path,
      ]),
      ...[draftPath, `/paas/page/edit?id=${theirs.page}`].map((path) => [hosts.other, path]),
    ] as [string, string][];
    for (const [host, path] of hidden) {
      const page = await read(host, path);
      expect([host, path, page.text.includes(canary)]).toEqual([host, path, false]);
      expect([path, page.status]).toEqual([path, path.startsWith("/paas/") ? 200 : 404]);
    }
  });

  it("T-37: cannot guess the name of a file: it is random, and says nothing of whose it is", () => {
    // A point in time, 74 random bits, and how the picture looks from far away.
    expect(fileUrl).toMatch(
      /^\/files\/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}_64x64_[0-9a-f]+\.webp$/,
    );
  });
});
