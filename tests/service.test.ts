/** Plans and activation codes: what a site offers, who activates it, how often, and who sees the result. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { expireOpenings } from "#features/service/open.server.ts";
import type { Offer } from "#features/service/packages.server.ts";
import type { Overview } from "#features/service/overview.server.ts";
import servicePackage from "#entities/servicePackage.ts";
import { insertRow } from "#records/change/save.server.ts";
import { attemptsWithinPause, extendPause } from "./support/attempts.ts";
import { type Answer, type Client, client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person, superAdministrator } from "./support/people.ts";
import { programIn } from "./support/registries.ts";
import { sameText } from "./support/roles.ts";
import { startServer } from "./support/server.ts";

const server = await startServer({ LOG_LEVEL: "trace", TRUST_PROXY: "127.0.0.1" });
const platform = await superAdministrator(server);
const platformClient = client(server, platform);
const system = (query: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<Record<string, unknown>>(query));

let sequenceNumber = 0;
type PlanValues = { tenantId?: string; activation?: "free" | "code"; status?: "draft" | "published"; days?: number };
/** Adds a plan to a space, by default to the platform's. */
async function newPackage({ tenantId = platform.tenantId, ...values }: PlanValues = {}): Promise<string> {
  sequenceNumber += 1;
  const row = {
    slug: `test-${sequenceNumber}`,
    name: sameText(`Package ${sequenceNumber}`),
    price: sameText("1"),
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
const makeCodes = async (packageId: string, count: number, api: Client = platformClient) =>
  ((await api.call("POST paas/service/codes", { packageId, count, requestId: randomUUID() })) as { codes: string[] })
    .codes;

type Customer = { person: Person; client: Client; from: Record<string, string> };
/** The owner of a new space, with an IP address of their own. */
async function createCustomer(): Promise<Customer> {
  const person = await newSpaceOwner(server);
  sequenceNumber += 1;
  const from = { "x-forwarded-for": `198.51.${sequenceNumber >> 8}.${sequenceNumber & 255}` };
  return { person, client: client(server, person), from };
}
type ActivationInput = { packageId: string; code?: string; requestId?: string };
const activate = ({ client: api, from }: Customer, { requestId = randomUUID(), ...input }: ActivationInput) =>
  api.send("POST service/open", { requestId, ...input }, from);
const rowsOf = async (api: Client, type: string) =>
  contentOf(await api.send("GET Api/{type}/QueryList", { type })) as Record<string, unknown>[];
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted();
const offersFor = async (api: Client) =>
  (contentOf(await api.send("GET service/packages")) as { packages: Offer[] }).packages;
const withoutRequestId = ({ body }: Answer) => ({ ...body, requestId: undefined });
const daysUntil = (iso: unknown) => Math.round((Date.parse(String(iso)) - Date.now()) / 86_400_000);

describe("the plans of a site", () => {
  it("are published ones in the owner's order, with the customer's activation", async () => {
    const [published, draft] = [await newPackage(), await newPackage({ status: "draft" })];
    const buyer = await createCustomer();
    const before = await offersFor(buyer.client);
    const seededKeys = before
      .filter(({ key }) => ["trial", "operations", "assets"].includes(key))
      .map(({ key }) => key);
    expect(seededKeys).toEqual(["trial", "operations", "assets"]);
    expect(before.map(({ id }) => id)).not.toContain(draft);
    expect(before.find(({ id }) => id === published)).toMatchObject({ endsAt: null, isActive: false, canOpen: true });
    expect((await activate(buyer, { packageId: published })).status).toBe(200);
    const offer = (await offersFor(buyer.client)).find(({ id }) => id === published)!;
    expect(offer).toMatchObject({ isActive: true, canOpen: false });
    expect(daysUntil(offer.endsAt)).toBe(30);
  });

  it("T-01: exclude those of other spaces, drafts, deleted and missing ones, which are not found", async () => {
    const buyer = await createCustomer();
    const otherOwner = await newSpaceOwner(server);
    const deleted = await newPackage();
    await system(sql`update service_package set deleted_at = now() where id = ${deleted}::uuid`);
    const hidden = [
      await newPackage({ tenantId: otherOwner.tenantId }),
      // The platform's site also hides plans of the customer's own space.
      await newPackage({ tenantId: buyer.person.tenantId }),
      await newPackage({ status: "draft" }),
      deleted,
    ];
    const missing = await activate(buyer, { packageId: randomUUID() });
    expect(missing.status).toBe(404);
    for (const packageId of hidden)
      expect(withoutRequestId(await activate(buyer, { packageId }))).toEqual(withoutRequestId(missing));
    const offered = (await offersFor(buyer.client)).map(({ id }) => id);
    expect(offered.filter((id) => hidden.includes(id))).toEqual([]);
  });

  it("are the partner's on a partner's site", async () => {
    const partner = await newSpaceOwner(server);
    const [partnerPlan, platformPlan] = [await newPackage({ tenantId: partner.tenantId }), await newPackage()];
    await server.database.system(async (tx) => {
      await tx.rows(sql`update tenant set host = 'localhost' where id = ${partner.tenantId}::uuid`);
      await tx.notifyChanged("tenants");
    });
    const buyer = await createCustomer();
    const partnerClient = client({ url: server.url.replace("127.0.0.1", "localhost") }, buyer.person);
    await expect.poll(async () => (await offersFor(partnerClient)).map(({ id }) => id)).toEqual([partnerPlan]);
    const requestId = randomUUID();
    expect((await partnerClient.send("POST service/open", { packageId: platformPlan, requestId })).status).toBe(404);
    expect((await partnerClient.send("POST service/open", { packageId: partnerPlan, requestId })).status).toBe(200);
    expect(await rowsOf(client(server, partner), "serviceOrder")).toHaveLength(1);
    const [opening] = await rowsOf(buyer.client, "serviceOpening");
    const [space] = await system(sql`select name from site where tenant_id = ${partner.tenantId}::uuid`);
    expect(opening).toMatchObject({ provider: space!.name, devices: 5, responseHours: 12, status: "active" });
  });
});

describe("activating a free plan", () => {
  it("is possible once for a space, by any member, for concurrent requests", async () => {
    const [packageId, buyer] = [await newPackage(), await createCustomer()];
    const colleague = { ...buyer, client: client(server, await newMember(server, buyer.person.tenantId)) };
    const requests = Array.from({ length: 20 }, (_, at) => activate(at % 2 === 0 ? buyer : colleague, { packageId }));
    expect(statuses(await Promise.all(requests))).toEqual([200, ...Array<number>(19).fill(409)]);
    await system(
      sql`update service_opening set ends_at = now() - interval '1 day' where tenant_id = ${buyer.person.tenantId}::uuid`,
    );
    expect((await activate(buyer, { packageId })).status).toBe(409);
    expect(await rowsOf(buyer.client, "serviceOpening")).toHaveLength(1);
    // Other spaces can still activate it.
    expect((await activate(await createCustomer(), { packageId })).status).toBe(200);
  });

  it("is possible once for a plan that was activated with a code before it became free", async () => {
    const [packageId, buyer] = [await newPackage({ activation: "code" }), await createCustomer()];
    const [code] = await makeCodes(packageId, 1);
    expect((await activate(buyer, { packageId, code: code! })).status).toBe(200);
    await system(sql`update service_package set activation = 'free' where id = ${packageId}::uuid`);
    expect((await activate(buyer, { packageId })).status).toBe(200);
    const [opening] = await rowsOf(buyer.client, "serviceOpening");
    expect(daysUntil(opening!.endsAt)).toBe(60);
    expect((await activate(buyer, { packageId })).status).toBe(409);
    expect((await offersFor(buyer.client)).find(({ id }) => id === packageId)).toMatchObject({ canOpen: false });
  });

  it("R-16: with the same request id happens once and returns the same response", async () => {
    const [packageId, buyer] = [await newPackage(), await createCustomer()];
    const request = { packageId, requestId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => activate(buyer, request)));
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => JSON.stringify(contentOf(answer)))).size).toBe(1);
    expect((await activate(buyer, request)).status).toBe(200);
    expect(await rowsOf(buyer.client, "serviceOpening")).toHaveLength(1);
    // A request id is valid for one space and one plan.
    expect((await activate(await createCustomer(), request)).status).toBe(200);
    expect((await activate(buyer, { ...request, packageId: await newPackage() })).status).toBe(409);
  });
});

describe("an activation code", () => {
  it("is created by administrators for plans of their space, and shown once", async () => {
    const packageId = await newPackage({ activation: "code" });
    const codes = await makeCodes(packageId, 3);
    expect(new Set(codes).size).toBe(3);
    for (const code of codes) expect(code).toMatch(/^([A-HJKMNP-Z2-9]{4}-){3}[A-HJKMNP-Z2-9]{4}$/);
    const listed = (await rowsOf(platformClient, "serviceCode")).filter(
      ({ packageId: planId }) => planId === packageId,
    );
    expect(listed.map(({ ending }) => ending).toSorted()).toEqual(codes.map((code) => code.slice(-4)).toSorted());
    const storedText = JSON.stringify([
      listed,
      await system(sql`select row_to_json(c)::text as text from service_code c`),
    ]);
    for (const code of codes) {
      expect(storedText).not.toContain(code);
      expect(storedText.toLowerCase()).not.toContain(code.replaceAll("-", "").toLowerCase());
      expect(server.output()).not.toContain(code);
    }
    for (const count of [0, 101, 1.5])
      expect(
        (await platformClient.send("POST paas/service/codes", { packageId, count, requestId: randomUUID() })).status,
      ).toBe(422);
    const otherAdmin = client(server, await newSpaceOwner(server));
    expect(
      (await otherAdmin.send("POST paas/service/codes", { packageId, count: 1, requestId: randomUUID() })).status,
    ).toBe(404);
  });

  it("R-16: is created once for repeated concurrent requests", async () => {
    const packageId = await newPackage({ activation: "code" });
    const input = { packageId, count: 3, requestId: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => platformClient.send("POST paas/service/codes", input)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => JSON.stringify(contentOf(answer)))).size).toBe(1);
    const listed = (await rowsOf(platformClient, "serviceCode")).filter(
      ({ packageId: planId }) => planId === packageId,
    );
    expect(listed).toHaveLength(3);
    expect(await makeCodes(packageId, 3)).not.toEqual((contentOf(answers[0]!) as { codes: string[] }).codes);
  });

  it("T-13: activates a plan for one of twenty concurrent spaces", async () => {
    const packageId = await newPackage({ activation: "code" });
    const [code] = await makeCodes(packageId, 1);
    const people = await Promise.all(Array.from({ length: 20 }, createCustomer));
    const answers = await Promise.all(people.map((person) => activate(person, { packageId, code: code! })));
    expect(statuses(answers)).toEqual([200, ...Array<number>(19).fill(422)]);
    const activatingCustomer = people[answers.findIndex(({ status }) => status === 200)]!;
    const opened = await Promise.all(people.map(({ client: api }) => rowsOf(api, "serviceOpening")));
    expect(opened.flat()).toHaveLength(1);
    const row = (await rowsOf(platformClient, "serviceCode")).find(({ packageId: planId }) => planId === packageId);
    const [space] = await system(
      sql`select name from site where tenant_id = ${activatingCustomer.person.tenantId}::uuid`,
    );
    expect(row).toMatchObject({ status: "used", usedBy: space!.name, ending: code!.slice(-4) });
    expect(row!.usedAt).not.toBeNull();
  });

  it("R-16: is used once by a request that is sent twenty times", async () => {
    const [packageId, buyer] = [await newPackage({ activation: "code" }), await createCustomer()];
    const [code] = await makeCodes(packageId, 1);
    const request = { packageId, code: code!, requestId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => activate(buyer, request)));
    expect(new Set(statuses(answers))).toEqual(new Set([200]));
    expect(await rowsOf(buyer.client, "serviceOpening")).toHaveLength(1);
  });

  it("is accepted in any spelling, and extends an active plan", async () => {
    const [packageId, buyer] = [await newPackage({ activation: "code" }), await createCustomer()];
    const [first, second, third] = (await makeCodes(packageId, 3)) as [string, string, string];
    expect((await activate(buyer, { packageId })).status).toBe(422);
    expect((await activate(buyer, { packageId, code: first.toLowerCase().replaceAll("-", " ") })).status).toBe(200);
    expect((await activate(buyer, { packageId, code: second.replaceAll("-", "") })).status).toBe(200);
    const [opening, ...others] = await rowsOf(buyer.client, "serviceOpening");
    expect([daysUntil(opening!.endsAt), others.length, opening!.source]).toEqual([60, 0, "code"]);
    // An expired activation is kept, and a new one begins.
    await system(
      sql`update service_opening set ends_at = now() - interval '2 days' where tenant_id = ${buyer.person.tenantId}::uuid`,
    );
    expect((await activate(buyer, { packageId, code: third })).status).toBe(200);
    expect((await rowsOf(buyer.client, "serviceOpening")).map(({ endsAt }) => daysUntil(endsAt))).toEqual([30, -2]);
  });

  it("for another plan or space, used or revoked, is refused like an invalid one", async () => {
    const partner = await newSpaceOwner(server);
    const [packageId, otherPackageId] = [
      await newPackage({ activation: "code" }),
      await newPackage({ activation: "code" }),
    ];
    const partnerPlan = await newPackage({ activation: "code", tenantId: partner.tenantId });
    const [used, unusedCode] = (await makeCodes(packageId, 2)) as [string, string];
    expect((await activate(await createCustomer(), { packageId, code: used })).status).toBe(200);
    const rows = await rowsOf(platformClient, "serviceCode");
    const { id, version } = rows.find((row) => row.packageId === packageId && row.status === "unused")!;
    const save = (values: object, at = version) =>
      platformClient.send("POST Api/{type}/QuerySave", { type: "serviceCode", id, version: at, ...values });
    // Status "used", plan and code cannot be changed by hand.
    for (const wrong of [{ status: "used" }, { ending: "AAAA" }, { packageId: otherPackageId }, { codeHash: "x" }])
      expect([wrong, (await save(wrong)).status]).toEqual([wrong, 422]);
    expect((await save({ status: "void" })).status).toBe(200);
    const missing = withoutRequestId(
      await activate(await createCustomer(), { packageId, code: "AAAA-BBBB-CCCC-DDDD" }),
    );
    expect(missing).toMatchObject({ code: 422, fields: { code: expect.any(String) } });
    const [otherPlanCode] = await makeCodes(otherPackageId, 1);
    const [partnerCode] = await makeCodes(partnerPlan, 1, client(server, partner));
    for (const code of [used, unusedCode, otherPlanCode!, partnerCode!])
      expect(withoutRequestId(await activate(await createCustomer(), { packageId, code }))).toEqual(missing);
    const usedRow = rows.find((row) => row.packageId === packageId && row.status === "used")!;
    const reset = { type: "serviceCode", id: usedRow.id, version: usedRow.version, status: "unused" };
    expect((await platformClient.send("POST Api/{type}/QuerySave", reset)).status).toBe(422);
  });

  it("T-19: may be wrong five times before a pause, also for concurrent guesses", async () => {
    const [packageId, buyer] = [await newPackage({ activation: "code" }), await createCustomer()];
    const [code] = await makeCodes(packageId, 1);
    // Attempts of earlier tests count towards the limit of this network.
    await system(sql`delete from attempt`);
    const guesses = Array.from({ length: 100 }, (_, at) =>
      activate(buyer, { packageId, code: `AAAA-BBBB-CCCC-D${at}` }),
    );
    const answers = await Promise.all(guesses);
    const checkedGuesses = answers.filter(({ status }) => status === 422).length;
    expect(checkedGuesses).toBeGreaterThanOrEqual(5);
    // If the requests take longer than the first pause, a sixth attempt is checked after it.
    expect(await attemptsWithinPause(server)).toEqual([]);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(100 - checkedGuesses);
    await extendPause(server);
    const refused = await activate(buyer, { packageId, code: code! });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await system(sql`update attempt set source = 'another network'`);
    // Another code under the same request id counts as another guess.
    const otherCustomer = await createCustomer();
    const requestId = randomUUID();
    const statusesOfGuesses = [];
    for (let at = 0; at < 6; at += 1) {
      if (at === 5) await extendPause(server);
      statusesOfGuesses.push(
        (await activate(otherCustomer, { packageId, requestId, code: `AAAA-BBBB-CCCC-E${at}` })).status,
      );
    }
    expect(statusesOfGuesses).toEqual([422, 422, 422, 422, 422, 429]);
    // After the pause the right code is accepted and resets the attempts.
    await system(sql`update attempt set created_at = created_at - interval '2 hours'`);
    expect((await activate(buyer, { packageId, code: code! })).status).toBe(200);
  });
});

describe("an activation", () => {
  it("T-01: is visible in the customer's space and in the provider's only", async () => {
    const [packageId, buyer, stranger] = [await newPackage(), await createCustomer(), await createCustomer()];
    expect((await activate(buyer, { packageId })).status).toBe(200);
    const [opening] = await rowsOf(buyer.client, "serviceOpening");
    const colleague = client(server, await newMember(server, buyer.person.tenantId));
    expect(await rowsOf(colleague, "serviceOpening")).toHaveLength(1);
    expect(await rowsOf(stranger.client, "serviceOpening")).toEqual([]);
    expect(await rowsOf(stranger.client, "serviceOrder")).toEqual([]);
    expect(await rowsOf(buyer.client, "serviceOrder")).toEqual([]);
    const orders = (await rowsOf(platformClient, "serviceOrder")).filter((row) => row.packageId === packageId);
    expect(orders).toEqual([
      expect.objectContaining({ packageName: opening!.name, endsAt: opening!.endsAt, source: "free" }),
    ]);
    // The rows are read-only, also for administrators of the space and the platform.
    for (const [api, type, row] of [
      [buyer.client, "serviceOpening", opening!],
      [platformClient, "serviceOrder", orders[0]!],
    ] as const) {
      const { id, version } = row;
      const change = { type, id, version, endsAt: "2099-01-01T00:00:00.000Z" };
      expect((await api.send("POST Api/{type}/QuerySave", change)).status).toBe(403);
      expect((await api.send("DELETE Api/{type}/QueryDelete", { type, id })).status).toBe(403);
      expect((await api.send("POST Api/{type}/QueryAdd", { type, endsAt: "2099-01-01T00:00:00.000Z" })).status).toBe(
        403,
      );
    }
  });

  it("is listed on the services home while it is active, with the space's work orders", async () => {
    const [packageId, buyer] = [await newPackage({ days: 10 }), await createCustomer()];
    const readOverview = async () => contentOf(await buyer.client.send("GET service/overview")) as Overview;
    expect(await readOverview()).toEqual({ packages: [], hasOpened: false, work: { open: 0, latest: [] } });
    await activate(buyer, { packageId });
    const order = { type: "paasWork", title: "柜门打不开", kind: "fault", priority: "normal", description: "没有反应" };
    expect((await buyer.client.send("POST Api/{type}/QueryAdd", order)).status).toBe(200);
    const overview = await readOverview();
    expect(overview.packages).toEqual([expect.objectContaining({ daysLeft: 10, daysInAll: 10, devices: 5 })]);
    expect(overview.work).toMatchObject({ open: 1, latest: [{ title: "柜门打不开", status: "new" }] });
    await system(sql`update service_opening set ends_at = now() where tenant_id = ${buyer.person.tenantId}::uuid`);
    expect(await readOverview()).toMatchObject({ packages: [], hasOpened: true });
    await server.database.system((tx) => expireOpenings(tx, 100));
    expect((await rowsOf(buyer.client, "serviceOpening"))[0]).toMatchObject({ status: "expired" });
  });
});
