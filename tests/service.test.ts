/** Packages and activation codes: what a site offers, who activates it, how often, and who sees the result. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { endOpenings } from "#features/service/open.server.ts";
import type { Offer } from "#features/service/packages.server.ts";
import type { Overview } from "#features/service/overview.server.ts";
import servicePackage from "#entities/servicePackage.ts";
import { insertRow } from "#records/change/save.server.ts";
import { earlyTries, restartPause } from "./support/attempts.ts";
import { type Answer, type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpace, type Person, superAdministrator } from "./support/people.ts";
import { programIn } from "./support/registries.ts";
import { startServer } from "./support/server.ts";

const server = await startServer({ LOG_LEVEL: "trace", TRUST_PROXY: "127.0.0.1" });
const platform = await superAdministrator(server);
const atPlatform = client(server, platform);
const system = (query: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<Record<string, unknown>>(query));

const both = (text: string) => ({ zh: text, en: text });
let made = 0;
type New = { tenantId?: string; activation?: "free" | "code"; status?: "draft" | "published"; days?: number };
/** A package of a space, of the platform's unless said. */
async function newPackage({ tenantId = platform.tenantId, ...values }: New = {}): Promise<string> {
  made += 1;
  const row = {
    slug: `test-${made}`,
    name: both(`Package ${made}`),
    price: both("1"),
    days: 30,
    devices: 5,
    responseHours: 12,
    status: "published",
    ...values,
  };
  const program = programIn(tenantId);
  const added = await server.database.tenant(tenantId, (tx) => insertRow(tx, program, servicePackage, { values: row }));
  return added.id;
}
const makeCodes = async (packageId: string, count: number, by: Client = atPlatform) =>
  ((await by.call("POST paas/service/codes", { packageId, count, requestId: randomUUID() })) as { codes: string[] })
    .codes;

type Customer = { person: Person; client: Client; from: Record<string, string> };
/** Somebody with a space of their own, who asks from a network of their own. */
async function customer(): Promise<Customer> {
  const person = await newSpace(server);
  made += 1;
  const from = { "x-forwarded-for": `198.51.${made >> 8}.${made & 255}` };
  return { person, client: client(server, person), from };
}
type Wanted = { packageId: string; code?: string; requestId?: string };
const open = ({ client: own, from }: Customer, { requestId = randomUUID(), ...wanted }: Wanted) =>
  own.send("POST service/open", { requestId, ...wanted }, from);
const rowsOf = async (by: Client, type: string) =>
  contentOf(await by.send("GET Api/{type}/QueryList", { type })) as Record<string, unknown>[];
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted();
const offers = async (by: Client) =>
  (contentOf(await by.send("GET service/packages")) as { packages: Offer[] }).packages;
const said = ({ body }: Answer) => ({ ...body, requestId: undefined });
const daysUntil = (iso: unknown) => Math.round((Date.parse(String(iso)) - Date.now()) / 86_400_000);

describe("what a site offers", () => {
  it("is what its owner has published, in the owner's order, and what one has of it", async () => {
    const [published, draft] = [await newPackage(), await newPackage({ status: "draft" })];
    const one = await customer();
    const before = await offers(one.client);
    const seeded = before.filter(({ key }) => ["trial", "operations", "assets"].includes(key)).map(({ key }) => key);
    expect(seeded).toEqual(["trial", "operations", "assets"]);
    expect(before.map(({ id }) => id)).not.toContain(draft);
    expect(before.find(({ id }) => id === published)).toMatchObject({ endsAt: null, isActive: false, canOpen: true });
    expect((await open(one, { packageId: published })).status).toBe(200);
    const offer = (await offers(one.client)).find(({ id }) => id === published)!;
    expect(offer).toMatchObject({ isActive: true, canOpen: false });
    expect(daysUntil(offer.endsAt)).toBe(30);
  });

  it("T-01: another space's package, a draft, a deleted and a missing one are all not there", async () => {
    const one = await customer();
    const other = await newSpace(server);
    const deleted = await newPackage();
    await system(sql`update service_package set deleted_at = now() where id = ${deleted}::uuid`);
    const hidden = [
      await newPackage({ tenantId: other.tenantId }),
      // Not even one's own: this is the platform's site.
      await newPackage({ tenantId: one.person.tenantId }),
      await newPackage({ status: "draft" }),
      deleted,
    ];
    const missing = await open(one, { packageId: randomUUID() });
    expect(missing.status).toBe(404);
    for (const packageId of hidden) expect(said(await open(one, { packageId }))).toEqual(said(missing));
    const offered = (await offers(one.client)).map(({ id }) => id);
    expect(offered.filter((id) => hidden.includes(id))).toEqual([]);
  });

  it("on a partner's site is the partner's", async () => {
    const partner = await newSpace(server);
    const [theirs, platforms] = [await newPackage({ tenantId: partner.tenantId }), await newPackage()];
    await server.database.system(async (tx) => {
      await tx.rows(sql`update tenant set host = 'localhost' where id = ${partner.tenantId}::uuid`);
      await tx.changed("tenants");
    });
    const one = await customer();
    const there = client({ url: server.url.replace("127.0.0.1", "localhost") }, one.person);
    await expect.poll(async () => (await offers(there)).map(({ id }) => id)).toEqual([theirs]);
    const requestId = randomUUID();
    expect((await there.send("POST service/open", { packageId: platforms, requestId })).status).toBe(404);
    expect((await there.send("POST service/open", { packageId: theirs, requestId })).status).toBe(200);
    expect(await rowsOf(client(server, partner), "serviceOrder")).toHaveLength(1);
    const [own] = await rowsOf(one.client, "serviceOpening");
    const [space] = await system(sql`select name from site where tenant_id = ${partner.tenantId}::uuid`);
    expect(own).toMatchObject({ provider: space!.name, devices: 5, responseHours: 12, status: "active" });
  });
});

describe("opening a free package", () => {
  it("is possible once for a space, whoever of it asks and however many at once", async () => {
    const [packageId, one] = [await newPackage(), await customer()];
    const colleague = { ...one, client: client(server, await newMember(server, one.person.tenantId)) };
    const tries = Array.from({ length: 20 }, (_, at) => open(at % 2 === 0 ? one : colleague, { packageId }));
    expect(statuses(await Promise.all(tries))).toEqual([200, ...Array<number>(19).fill(409)]);
    await system(
      sql`update service_opening set ends_at = now() - interval '1 day' where tenant_id = ${one.person.tenantId}::uuid`,
    );
    expect((await open(one, { packageId })).status).toBe(409);
    expect(await rowsOf(one.client, "serviceOpening")).toHaveLength(1);
    // It is free for everybody else.
    expect((await open(await customer(), { packageId })).status).toBe(200);
  });

  it("is possible once also for one that was opened with a code before it became free", async () => {
    const [packageId, one] = [await newPackage({ activation: "code" }), await customer()];
    const [code] = await makeCodes(packageId, 1);
    expect((await open(one, { packageId, code: code! })).status).toBe(200);
    await system(sql`update service_package set activation = 'free' where id = ${packageId}::uuid`);
    expect((await open(one, { packageId })).status).toBe(200);
    const [own] = await rowsOf(one.client, "serviceOpening");
    expect(daysUntil(own!.endsAt)).toBe(60);
    expect((await open(one, { packageId })).status).toBe(409);
    expect((await offers(one.client)).find(({ id }) => id === packageId)).toMatchObject({ canOpen: false });
  });

  it("R-16: sent again under the same id it is one opening with one answer", async () => {
    const [packageId, one] = [await newPackage(), await customer()];
    const request = { packageId, requestId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(one, request)));
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => JSON.stringify(contentOf(answer)))).size).toBe(1);
    expect((await open(one, request)).status).toBe(200);
    expect(await rowsOf(one.client, "serviceOpening")).toHaveLength(1);
    // The id of one space's request means nothing in another's, and nothing for another package.
    expect((await open(await customer(), request)).status).toBe(200);
    expect((await open(one, { ...request, packageId: await newPackage() })).status).toBe(409);
  });
});

describe("an activation code", () => {
  it("is made by administrators for their own packages, and shown once", async () => {
    const packageId = await newPackage({ activation: "code" });
    const codes = await makeCodes(packageId, 3);
    expect(new Set(codes).size).toBe(3);
    for (const code of codes) expect(code).toMatch(/^([A-HJKMNP-Z2-9]{4}-){3}[A-HJKMNP-Z2-9]{4}$/);
    const listed = (await rowsOf(atPlatform, "serviceCode")).filter(({ packageId: of }) => of === packageId);
    expect(listed.map(({ ending }) => ending).toSorted()).toEqual(codes.map((code) => code.slice(-4)).toSorted());
    const kept = JSON.stringify([listed, await system(sql`select row_to_json(c)::text as text from service_code c`)]);
    for (const code of codes) {
      expect(kept).not.toContain(code);
      expect(kept.toLowerCase()).not.toContain(code.replaceAll("-", "").toLowerCase());
      expect(server.output()).not.toContain(code);
    }
    for (const count of [0, 101, 1.5])
      expect(
        (await atPlatform.send("POST paas/service/codes", { packageId, count, requestId: randomUUID() })).status,
      ).toBe(422);
    const other = client(server, await newSpace(server));
    expect((await other.send("POST paas/service/codes", { packageId, count: 1, requestId: randomUUID() })).status).toBe(
      404,
    );
  });

  it("R-16: are made once for one request, however often and at once it is sent", async () => {
    const packageId = await newPackage({ activation: "code" });
    const input = { packageId, count: 3, requestId: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => atPlatform.send("POST paas/service/codes", input)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => JSON.stringify(contentOf(answer)))).size).toBe(1);
    const listed = (await rowsOf(atPlatform, "serviceCode")).filter(({ packageId: of }) => of === packageId);
    expect(listed).toHaveLength(3);
    expect(await makeCodes(packageId, 3)).not.toEqual((contentOf(answers[0]!) as { codes: string[] }).codes);
  });

  it("T-13: opens one package for one space: of twenty who try at once, one gets it", async () => {
    const packageId = await newPackage({ activation: "code" });
    const [code] = await makeCodes(packageId, 1);
    const people = await Promise.all(Array.from({ length: 20 }, customer));
    const answers = await Promise.all(people.map((person) => open(person, { packageId, code: code! })));
    expect(statuses(answers)).toEqual([200, ...Array<number>(19).fill(422)]);
    const winner = people[answers.findIndex(({ status }) => status === 200)]!;
    const opened = await Promise.all(people.map(({ client: own }) => rowsOf(own, "serviceOpening")));
    expect(opened.flat()).toHaveLength(1);
    const row = (await rowsOf(atPlatform, "serviceCode")).find(({ packageId: of }) => of === packageId);
    const [space] = await system(sql`select name from site where tenant_id = ${winner.person.tenantId}::uuid`);
    expect(row).toMatchObject({ status: "used", usedBy: space!.name, ending: code!.slice(-4) });
    expect(row!.usedAt).not.toBeNull();
  });

  it("R-16: is used up once by a request that is sent twenty times", async () => {
    const [packageId, one] = [await newPackage({ activation: "code" }), await customer()];
    const [code] = await makeCodes(packageId, 1);
    const request = { packageId, code: code!, requestId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => open(one, request)));
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    expect(await rowsOf(one.client, "serviceOpening")).toHaveLength(1);
  });

  it("is read however it is typed, and lengthens what is still in force", async () => {
    const [packageId, one] = [await newPackage({ activation: "code" }), await customer()];
    const [first, second, third] = (await makeCodes(packageId, 3)) as [string, string, string];
    expect((await open(one, { packageId })).status).toBe(422);
    expect((await open(one, { packageId, code: first.toLowerCase().replaceAll("-", " ") })).status).toBe(200);
    expect((await open(one, { packageId, code: second.replaceAll("-", "") })).status).toBe(200);
    const [own, ...others] = await rowsOf(one.client, "serviceOpening");
    expect([daysUntil(own!.endsAt), others.length, own!.source]).toEqual([60, 0, "code"]);
    // What has ended stays as it was, and a new period begins.
    await system(
      sql`update service_opening set ends_at = now() - interval '2 days' where tenant_id = ${one.person.tenantId}::uuid`,
    );
    expect((await open(one, { packageId, code: third })).status).toBe(200);
    expect((await rowsOf(one.client, "serviceOpening")).map(({ endsAt }) => daysUntil(endsAt))).toEqual([30, -2]);
  });

  it("of another package or space, used or void, is answered like one that never was", async () => {
    const partner = await newSpace(server);
    const [packageId, other] = [await newPackage({ activation: "code" }), await newPackage({ activation: "code" })];
    const theirs = await newPackage({ activation: "code", tenantId: partner.tenantId });
    const [used, taken] = (await makeCodes(packageId, 2)) as [string, string];
    expect((await open(await customer(), { packageId, code: used })).status).toBe(200);
    const rows = await rowsOf(atPlatform, "serviceCode");
    const { id, version } = rows.find((row) => row.packageId === packageId && row.status === "unused")!;
    const save = (values: object, at = version) =>
      atPlatform.send("POST Api/{type}/QuerySave", { type: "serviceCode", id, version: at, ...values });
    // Nobody makes a code used, or belong to another package, by hand.
    for (const wrong of [{ status: "used" }, { ending: "AAAA" }, { packageId: other }, { codeHash: "x" }])
      expect([wrong, (await save(wrong)).status]).toEqual([wrong, 422]);
    expect((await save({ status: "void" })).status).toBe(200);
    const missing = said(await open(await customer(), { packageId, code: "AAAA-BBBB-CCCC-DDDD" }));
    expect(missing).toMatchObject({ code: 422, fields: { code: expect.any(String) } });
    const [ofOther] = await makeCodes(other, 1);
    const [ofPartner] = await makeCodes(theirs, 1, client(server, partner));
    for (const code of [used, taken, ofOther!, ofPartner!])
      expect(said(await open(await customer(), { packageId, code }))).toEqual(missing);
    const usedRow = rows.find((row) => row.packageId === packageId && row.status === "used")!;
    const again = { type: "serviceCode", id: usedRow.id, version: usedRow.version, status: "unused" };
    expect((await atPlatform.send("POST Api/{type}/QuerySave", again)).status).toBe(422);
  });

  it("T-19: may be wrong five times; of a hundred guesses at once, five are looked at, and the right one waits", async () => {
    const [packageId, one] = [await newPackage({ activation: "code" }), await customer()];
    const [code] = await makeCodes(packageId, 1);
    // What failed in the tests before comes from this network too, which may fail twenty times.
    await system(sql`delete from attempt`);
    const guesses = Array.from({ length: 100 }, (_, at) => open(one, { packageId, code: `AAAA-BBBB-CCCC-D${at}` }));
    const answers = await Promise.all(guesses);
    const looked = answers.filter(({ status }) => status === 422).length;
    expect(looked).toBeGreaterThanOrEqual(5);
    // Where a hundred requests take longer than the first pause, a sixth is in time: it was counted a second after the fifth.
    expect(await earlyTries(server)).toEqual([]);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100 - looked);
    await restartPause(server);
    const refused = await open(one, { packageId, code: code! });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await system(sql`update attempt set source = 'another network'`);
    // A guess that changes the code under the same id is another guess.
    const elsewhere = await customer();
    const requestId = randomUUID();
    const again = [];
    for (let at = 0; at < 6; at += 1) {
      if (at === 5) await restartPause(server);
      again.push((await open(elsewhere, { packageId, requestId, code: `AAAA-BBBB-CCCC-E${at}` })).status);
    }
    expect(again).toEqual([422, 422, 422, 422, 422, 429]);
    // The pause over, the right one opens, and forgives what was wrong before it.
    await system(sql`update attempt set created_at = created_at - interval '2 hours'`);
    expect((await open(one, { packageId, code: code! })).status).toBe(200);
  });
});

describe("what came of it", () => {
  it("T-01: stands in the customer's space and in the provider's, and nowhere else", async () => {
    const [packageId, one, stranger] = [await newPackage(), await customer(), await customer()];
    expect((await open(one, { packageId })).status).toBe(200);
    const [own] = await rowsOf(one.client, "serviceOpening");
    const inSpace = client(server, await newMember(server, one.person.tenantId));
    expect(await rowsOf(inSpace, "serviceOpening")).toHaveLength(1);
    expect(await rowsOf(stranger.client, "serviceOpening")).toEqual([]);
    expect(await rowsOf(stranger.client, "serviceOrder")).toEqual([]);
    expect(await rowsOf(one.client, "serviceOrder")).toEqual([]);
    const orders = (await rowsOf(atPlatform, "serviceOrder")).filter((row) => row.packageId === packageId);
    expect(orders).toEqual([expect.objectContaining({ packageName: own!.name, endsAt: own!.endsAt, source: "free" })]);
    // Nobody changes the record, not even the space's own administrator or the platform's.
    for (const [by, type, row] of [
      [one.client, "serviceOpening", own!],
      [atPlatform, "serviceOrder", orders[0]!],
    ] as const) {
      const { id, version } = row;
      const change = { type, id, version, endsAt: "2099-01-01T00:00:00.000Z" };
      expect((await by.send("POST Api/{type}/QuerySave", change)).status).toBe(403);
      expect((await by.send("DELETE Api/{type}/QueryDelete", { type, id })).status).toBe(403);
      expect((await by.send("POST Api/{type}/QueryAdd", { type, endsAt: "2099-01-01T00:00:00.000Z" })).status).toBe(
        403,
      );
    }
  });

  it("is on the service home while it is in force, beside the space's work orders", async () => {
    const [packageId, one] = [await newPackage({ days: 10 }), await customer()];
    const look = async () => contentOf(await one.client.send("GET service/overview")) as Overview;
    expect(await look()).toEqual({ packages: [], hasOpened: false, work: { open: 0, latest: [] } });
    await open(one, { packageId });
    const order = { type: "paasWork", title: "柜门打不开", kind: "fault", priority: "normal", description: "没有反应" };
    expect((await one.client.send("POST Api/{type}/QueryAdd", order)).status).toBe(200);
    const now = await look();
    expect(now.packages).toEqual([expect.objectContaining({ daysLeft: 10, daysInAll: 10, devices: 5 })]);
    expect(now.work).toMatchObject({ open: 1, latest: [{ title: "柜门打不开", status: "new" }] });
    await system(sql`update service_opening set ends_at = now() where tenant_id = ${one.person.tenantId}::uuid`);
    expect(await look()).toMatchObject({ packages: [], hasOpened: true });
    await server.database.system((tx) => endOpenings(tx, 100));
    expect((await rowsOf(one.client, "serviceOpening"))[0]).toMatchObject({ status: "expired" });
  });
});
