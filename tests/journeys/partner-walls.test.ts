/**
 * Journey J8, second part: a partner, signed in on the site of their space, makes every call with ids of another space, from a page of the browser
 * with its session. Every text of the other space contains a canary, which no response may contain.
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
import { newMember, newSpaceOwner, type Person } from "../support/people.ts";
import { callNames, expectedCalls, inputOf } from "../support/expectations.ts";
import { readPage } from "../support/read-page.ts";
import { makeRows, missingRows, stateOf } from "../support/rows.ts";
import { programIn, registries } from "../support/registries.ts";
import { sharedServer } from "../support/server.ts";
import { siteHost } from "../support/site-host.ts";

const canary = "canary-of-the-other";
const draftPath = "/canary-draft";
const server = await sharedServer();
const open = await openBrowser();
const { port } = new URL(server.url);
const types = registries.code.all.map(({ type }) => type as EntityType);

type TextResponse = { status: number; text: string };
type WireRequest = { method: string; url: string; body?: string };

let partnerPerson: Person;
let otherPerson: Person;
let partner: Visitor;
let hosts: { partner: string; other: string };
let otherRows: Rows;
let partnerRows: Rows;
let stateBefore: unknown;
let share: { token: string };
let fileUrl: string;

/** Sends requests from the page one after another, with its session, origin and headers. */
const sendAll = (requests: WireRequest[]): Promise<TextResponse[]> =>
  partner.page.evaluate(async (list) => {
    const responses: { status: number; text: string }[] = [];
    for (const { method, url, body } of list) {
      const headers: Record<string, string> = { "x-meridian": "1" };
      if (body !== undefined) headers["content-type"] = "application/json";
      const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
      responses.push({ status: response.status, text: await response.text() });
    }
    return responses;
  }, requests);

/** The HTTP request of a call. */
function requestOf(name: string, input: object): WireRequest {
  const [method, wirePath] = name.split(" ") as [string, string];
  const parameters: Record<string, unknown> = { ...input };
  const path = wirePath.replace(/^api\//i, "").replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = encodeURIComponent(String(parameters[key]));
    delete parameters[key];
    return value;
  });
  const isQuery = method === "GET" || method === "DELETE";
  const query = new URLSearchParams(parameters as Record<string, string>).toString();
  if (isQuery) return { method, url: `/api/${path}${query === "" ? "" : `?${query}`}` };
  return { method, url: `/api/${path}`, body: JSON.stringify(parameters) };
}
const sendOne = async (name: string, input: object) => (await sendAll([requestOf(name, input)]))[0]!;
/** The value with which a rule such as `audience=roles` shows its field; a hidden field is not saved. */
const valuesOfRule = (rule: unknown): object =>
  typeof rule === "string" && /^\w+=\w+$/.test(rule) ? Object.fromEntries([rule.split("=")]) : {};
const contentOf = ({ text }: TextResponse): unknown => {
  const body = JSON.parse(text) as { result?: unknown; data?: unknown };
  return "result" in body ? body.result : body.data;
};
const hostOf = async (person: Person) => {
  const hostName = await siteHost(server, person);
  return `${hostName}:${port}`;
};

beforeAll(async () => {
  [partnerPerson, otherPerson] = [await newSpaceOwner(server), await newSpaceOwner(server)];
  hosts = { partner: await hostOf(partnerPerson), other: await hostOf(otherPerson) };
  await newMember(server, otherPerson.tenantId);
  otherRows = await makeRows(server, otherPerson.tenantId, canary, { memberId: otherPerson.memberId });
  partnerRows = await makeRows(server, partnerPerson.tenantId, "own", { memberId: partnerPerson.memberId });
  const otherClient = client(server, otherPerson);
  await otherClient.call("POST paas/workorder/message", {
    id: otherRows.paasWork,
    messageId: crypto.randomUUID(),
    text: canary,
  });
  await otherClient.call("POST paas/member/invite", { mobile: "13600000001", name: canary, roles: [] });
  share = (await otherClient.call("POST Api/SitePage/Share", { pageId: otherRows.page, days: 7 })) as { token: string };
  const text = { zh: canary, en: canary };
  const setting = { title: text, description: text };
  const program = programIn(otherPerson.tenantId);
  await server.database.tenant(otherPerson.tenantId, async (tx) => {
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
  const headers = { authorization: `Bearer ${otherPerson.token}`, "x-meridian": "1" };
  const uploaded = await fetch(`${server.url}/api/File/Upload`, { method: "POST", headers, body: form });
  fileUrl = ((await uploaded.json()) as { result: { url: string } }).result.url;

  const url = `http://${hosts.partner}`;
  partner = await open({ url, locale: "en" });
  await partner.context.addCookies(sessionCookies(partnerPerson, url));
  await partner.page.goto("/paas/index");
  await partner.page.locator("h1").waitFor();
  stateBefore = await stateOf(server, otherPerson.tenantId);
});

/** Calls that would end the partner's session or close their account. */
const sessionEndingCalls = /user\/logout|UserDetail\/Cancel/;

describe("a partner on the site of their space (T-01)", () => {
  it.each(callNames.filter((name) => !sessionEndingCalls.test(name)))(
    "reads and changes nothing of another space by %s",
    async (name) => {
      const { perEntity, namesRow } = expectedCalls[name];
      const entityTypes = perEntity === true ? types : (["page"] as EntityType[]);
      const responses = await sendAll(entityTypes.map((type) => requestOf(name, inputOf(name, otherRows, type))));
      const missing = await sendAll(entityTypes.map((type) => requestOf(name, inputOf(name, missingRows(), type))));
      responses.forEach((response, index) => {
        expect([entityTypes[index], response.text]).not.toEqual([entityTypes[index], expect.stringContaining(canary)]);
        if (namesRow !== true) return;
        expect([entityTypes[index], response.status]).toEqual([entityTypes[index], missing[index]!.status]);
        expect([403, 404]).toContain(response.status);
      });
      expect(await stateOf(server, otherPerson.tenantId)).toEqual(stateBefore);
    },
  );

  it.each(types)("finds, counts, sorts and pages only rows of %s of their space", async (type) => {
    const { access, list, titleField } = registries.code.find(type);
    /** Searches until the rows are counted: a page does not wait for its total. */
    async function search(paraModel: object) {
      for (;;) {
        const response = await sendOne("POST paas/table/search", {
          paraModel: { url: `/paas/${type}/list`, ...paraModel },
        });
        const { result } = (contentOf(response) ?? {}) as { result?: { isCapped: boolean } };
        if (result?.isCapped !== true) return response;
      }
    }
    const [expectedCount] = await server.database.system((tx) =>
      tx.rows<{
        n: number;
      }>(sql`select count(*)::int as n from ${sql.identifier(type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))}
        where tenant_id = ${partnerPerson.tenantId}::uuid and deleted_at is null`),
    );
    const field = (list.columns as string[]).includes(titleField) ? titleField : list.columns[0]!;
    const queries = [
      {},
      { pageSize: 120, sort: { field: "createdAt", direction: "desc" } },
      { filter: { field: "id", op: "eq", value: otherRows[type] } },
      { filter: { field: "id", op: "in", value: [otherRows[type], otherRows.page] } },
      {
        filter: {
          or: [
            { field: "id", op: "ne", value: otherRows[type] },
            { field: "id", op: "eq", value: otherRows[type] },
          ],
        },
      },
      { filter: { field, op: "contains", value: "canary" } },
      { filter: { field: "tenantId", op: "eq", value: otherPerson.tenantId } },
      { after: otherRows[type], sort: { field: "createdAt", direction: "asc" } },
      { before: otherRows[type] },
    ];
    const responses = [];
    for (const query of queries) responses.push(await search(query));
    for (const response of responses) expect(response.text).not.toContain(canary);
    const totals = responses.map((response) =>
      response.status === 200 ? (contentOf(response) as { result: { total: number } }).result.total : response.status,
    );
    expect(access.read).not.toBe("nobody");
    expect([totals[0], totals[1], totals[2], totals[3], totals[4]]).toEqual([
      expectedCount!.n,
      expectedCount!.n,
      0,
      0,
      expectedCount!.n,
    ]);
    // A field without text search is refused; one with text search finds nothing.
    expect([0, 400]).toContain(totals[5]);
    expect(totals[6]).toBe(400);
    const options = await sendOne("GET Api/Relation/GetKeyValues", { type, id: otherRows[type] });
    expect([options.status, options.text.includes(otherRows[type])]).toEqual([200, false]);
  });

  it.each(types)(
    "T-05: refuses to move or relate a row of %s to the other space, or to delete a row of it among others",
    async (type) => {
      const { access, fields } = registries.code.find(type);
      const read = contentOf(await sendOne("GET Api/{type}/QueryById", { type, id: partnerRows[type] })) as {
        version: number;
      };
      const relations = Object.entries(fields)
        .filter(([, field]) => field.type.startsWith("relation"))
        .map(([name, field]) => ({
          ...valuesOfRule(field.if),
          [name]: field.type === "relation" ? otherRows.servicePackage : [otherRows.role],
        }));
      const target = { type, id: partnerRows[type], version: read.version };
      const updates = [
        { ...target, tenantId: otherPerson.tenantId },
        { ...target, tenant_id: otherPerson.tenantId },
        ...relations.map((values) => ({ ...target, ...values })),
      ];
      for (const update of updates) {
        const { status, text } = await sendOne("POST Api/{type}/QueryUpdate", update);
        expect([400, 403, 404, 409, 422], text).toContain(status);
      }
      const deletion = await sendOne("DELETE Api/{type}/QueryDelete", {
        type,
        ids: `${partnerRows[type]},${otherRows[type]}`,
      });
      expect(deletion.status).toBe(access.delete === "nobody" ? 403 : 404);
      const afterwards = await sendOne("GET Api/{type}/QueryById", { type, id: partnerRows[type] });
      expect(afterwards.status).toBe(200);
      expect(await stateOf(server, otherPerson.tenantId)).toEqual(stateBefore);
    },
  );

  it("refuses access to the other space by invitation, header or URL", async () => {
    expect((await sendOne("POST user/spaces/enter", { tenantId: otherPerson.tenantId })).status).toBe(404);
    expect((await sendOne("GET user/spaces", {})).text).not.toContain(otherPerson.tenantId);
    const withTenantHeader = await partner.page.evaluate(async (tenant) => {
      const response = await fetch("/api/news/QueryList", { headers: { "x-meridian": "1", tenant } });
      return { status: response.status, text: await response.text() };
    }, otherPerson.tenantId);
    expect([withTenantHeader.status, withTenantHeader.text.includes(canary)]).toEqual([403, false]);
    const offered = await sendOne("POST service/open", {
      packageId: otherRows.servicePackage,
      requestId: crypto.randomUUID(),
    });
    expect(offered.status).toBe(404);
  });

  it("T-53: serves pages and shared drafts of the other space only under its address, and other drafts nowhere", async () => {
    const read = (host: string, path: string) =>
      readPage(server.url + path, { host, cookie: `sid=${partnerPerson.token}` });
    expect((await read(hosts.other, "/canary-page")).text).toContain(canary);
    const sharedPath = `/outer/api?token=${encodeURIComponent(share.token)}`;
    expect((await read(hosts.other, sharedPath)).text).toContain(canary);
    const hiddenPaths = [
      ...["/canary-page", otherRows.path, draftPath, sharedPath, `/news/edit?id=${otherRows.news}`].map((path) => [
        hosts.partner,
        path,
      ]),
      ...[draftPath, `/paas/page/edit?id=${otherRows.page}`].map((path) => [hosts.other, path]),
    ] as [string, string][];
    for (const [host, path] of hiddenPaths) {
      const page = await read(host, path);
      expect([host, path, page.text.includes(canary)]).toEqual([host, path, false]);
      expect([path, page.status]).toEqual([path, path.startsWith("/paas/") ? 200 : 404]);
    }
  });

  it("T-37: gives files random names that do not reveal their space", () => {
    // The name consists of a timestamp, 74 random bits, the size, and the preview of the picture.
    expect(fileUrl).toMatch(
      /^\/files\/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}_64x64_[0-9a-f]+\.webp$/,
    );
  });
});
