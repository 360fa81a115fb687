/** Custom domains: the names that can be added, and that one leads to a site only with a proof, for one space, as long as the proof stands. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { normalizeSiteHost, siteHostProblem } from "#kit/site-host.ts";
import { client, contentOf } from "./support/client.ts";
import { startNameServer } from "./support/name-server.ts";
import { newSpace, type Person } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { startServer } from "./support/server.ts";
import { doUpkeep } from "./support/upkeep.ts";

type SiteHost = CallOutput<"GET paas/site/hosts">[number];

const names = await startNameServer();
const server = await startServer({ DNS_SERVERS: names.address });
const add = (person: Person, host: string) => client(server, person).send("POST paas/site/hosts/add", { host });
const added = async (person: Person, host: string) => contentOf(await add(person, host)) as SiteHost;
const check = async (person: Person, { id }: SiteHost) =>
  contentOf(await client(server, person).send("POST paas/site/hosts/check", { id })) as SiteHost;
const list = async (person: Person) =>
  contentOf(await client(server, person).send("GET paas/site/hosts")) as SiteHost[];
/** Publishes the records that prove a name for all of these at once; none with `undefined`. */
const publish = ({ record }: SiteHost, ...proofs: SiteHost[]) =>
  names.set(record.name, proofs.length === 0 ? undefined : ["v=spf1 -all", ...proofs.map((one) => one.record.value)]);

/** The space whose site a host name shows to somebody. */
async function spaceAt(host: string, { token }: Person): Promise<string> {
  const headers = { host, authorization: `Bearer ${token}`, "x-meridian": "1" };
  const { status, text } = await readPage(`${server.url}/api/user/View`, headers);
  expect(status, text).toBe(200);
  return (JSON.parse(text) as { result: { merchant: { id: string } } }).result.merchant.id;
}

/** So many days pass for the checks of names; then the program does its daily review. */
async function reviewAfter(days: number): Promise<void> {
  await server.database.system((tx) =>
    tx.rows(sql`update site_host set created_at = created_at - make_interval(days => ${days}),
      checked_at = checked_at - make_interval(days => ${days})`),
  );
  await doUpkeep(server, "reviewSiteHosts");
}

describe("a name", () => {
  it.each([
    ["https://WWW.Kunde-Eins.de/", "www.kunde-eins.de"],
    ["  shop.kunde.de. ", "shop.kunde.de"],
    ["Bücher.kunde.de", "xn--bcher-kva.kunde.de"],
  ])("%j is read as %s", (typed, host) => {
    expect([normalizeSiteHost(typed), siteHostProblem(host)]).toEqual([host, undefined]);
  });

  it.each([
    ["", 422],
    ["kunde", 422],
    ["192.0.2.7", 422],
    ["[::1]", 422],
    ["shop.kunde.de:8080", 422],
    ["me@kunde.de", 422],
    ["-a.kunde.de", 422],
    ["a_b.kunde.de", 422],
    [`${"x".repeat(64)}.de`, 422],
    ["localhost", 409],
    ["shop.localhost", 409],
    ["erp.internal", 409],
    ["printer.local", 409],
  ])("%j is refused", async (host, status) => {
    expect((await add(await newSpace(server), host)).status).toBe(status);
  });

  it("is refused when the operator gave it to a space, when the space has it already, and beyond ten", async () => {
    const [owner, other] = [await newSpace(server), await newSpace(server)];
    await server.database.system((tx) =>
      tx.rows(sql`update tenant set host = 'www.given.de' where id = ${other.tenantId}::uuid`),
    );
    expect((await add(owner, "www.given.de")).status).toBe(409);
    for (let n = 0; n < 10; n += 1) expect((await add(owner, `n${n}.kunde.de`)).status).toBe(200);
    expect((await add(owner, "n0.kunde.de")).status).toBe(409);
    expect((await add(owner, "n10.kunde.de")).status).toBe(409);
    expect(await list(other)).toEqual([]);
  });
});

describe("a custom domain", () => {
  it("leads to the site of its space from its proof until its removal", async () => {
    const owner = await newSpace(server);
    const platform = await spaceAt("www.proved.de", owner);
    const item = await added(owner, "www.proved.de");
    expect(item).toMatchObject({ host: "www.proved.de", state: "pending", problem: null, checkedAt: null });
    expect(item.record).toEqual({
      name: "_meridian.www.proved.de",
      value: expect.stringMatching(/^meridian-site=\w{32}$/),
    });
    expect(await check(owner, item)).toMatchObject({ state: "pending", problem: "missing" });
    names.set(item.record.name, ["meridian-site=somebody-elses", "x".repeat(300)]);
    expect(await check(owner, item)).toMatchObject({ state: "pending", problem: "different" });
    names.answers(false);
    expect(await check(owner, item)).toMatchObject({ state: "pending", problem: "unreachable" });
    names.answers(true);
    expect(await spaceAt("www.proved.de", owner)).toBe(platform);
    publish(item, item);
    expect(await check(owner, item)).toMatchObject({ state: "active", problem: null });
    expect(await spaceAt("WWW.proved.de:80", owner)).toBe(owner.tenantId);
    expect(await spaceAt("proved.de", owner)).toBe(platform);
    const of = { id: item.id };
    expect((await client(server, await newSpace(server)).send("POST paas/site/hosts/delete", of)).status).toBe(404);
    expect((await client(server, owner).send("POST paas/site/hosts/delete", of)).status).toBe(200);
    expect(await spaceAt("www.proved.de", owner)).toBe(platform);
    // Added again, it has the same proof.
    expect((await added(owner, "www.proved.de")).record).toEqual(item.record);
  });

  it("belongs to one space: a claim changes nothing, and a proof takes it from a space without one", async () => {
    const [owner, rival] = [await newSpace(server), await newSpace(server)];
    const [item, claim] = [await added(owner, "wanted.de"), await added(rival, "wanted.de")];
    expect(claim.record.value).not.toBe(item.record.value);
    publish(item, item);
    await check(owner, item);
    expect(await check(rival, claim)).toMatchObject({ state: "pending", problem: "different" });
    publish(item, item, claim);
    expect(await check(rival, claim)).toMatchObject({ state: "pending", problem: "taken" });
    expect(await spaceAt("wanted.de", rival)).toBe(owner.tenantId);
    publish(item, claim);
    expect(await check(rival, claim)).toMatchObject({ state: "active", problem: null });
    expect(await list(owner)).toMatchObject([{ state: "failed", problem: "different" }]);
    expect(await spaceAt("wanted.de", owner)).toBe(rival.tenantId);
  });

  it("is checked daily: it becomes active by itself, fails after three days without its proof, and survives name servers that do not answer", async () => {
    const owner = await newSpace(server);
    const [item, forgotten] = [await added(owner, "daily.de"), await added(owner, "forgotten.de")];
    publish(item, item);
    await reviewAfter(1);
    expect(await list(owner)).toMatchObject([{ state: "active" }, { state: "pending", problem: "missing" }]);
    names.answers(false);
    for (let day = 0; day < 4; day += 1) await reviewAfter(1);
    expect((await list(owner))[0]).toMatchObject({ state: "active", problem: "unreachable" });
    names.answers(true);
    publish(item);
    for (let day = 0; day < 2; day += 1) await reviewAfter(1);
    expect((await list(owner))[0]).toMatchObject({ state: "active", problem: "missing" });
    expect(await spaceAt("daily.de", owner)).toBe(owner.tenantId);
    await reviewAfter(1);
    expect(await list(owner)).toMatchObject([{ state: "failed" }, { state: "failed" }]);
    expect(await spaceAt("daily.de", owner)).not.toBe(owner.tenantId);
    expect(await check(owner, forgotten)).toMatchObject({ state: "failed", problem: "missing" });
    publish(item, item);
    expect(await check(owner, item)).toMatchObject({ state: "active", problem: null });
  });
});
