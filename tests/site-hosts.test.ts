/** Custom domains: valid names, and their DNS verification, which assigns a name to the site of one space. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AuditPage } from "#kit/audit.ts";
import type { CallOutput } from "#kit/call.ts";
import { normalizeSiteHost, siteHostProblem } from "#kit/site-host.ts";
import { client, contentOf } from "./support/client.ts";
import { startNameServer } from "./support/name-server.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { startServer } from "./support/server.ts";
import { runUpkeep } from "./support/upkeep.ts";

type SiteHost = CallOutput<"GET paas/site/hosts">[number];

const nameServer = await startNameServer();
const server = await startServer({ DNS_SERVERS: nameServer.address });
const submitHost = (person: Person, host: string) => client(server, person).send("POST paas/site/hosts/add", { host });
const addHost = async (person: Person, host: string) => contentOf(await submitHost(person, host)) as SiteHost;
const check = async (person: Person, { id }: SiteHost) =>
  contentOf(await client(server, person).send("POST paas/site/hosts/check", { id })) as SiteHost;
const list = async (person: Person) =>
  contentOf(await client(server, person).send("GET paas/site/hosts")) as SiteHost[];
/** Publishes the TXT records that verify the name for each of `proofs`; without any, removes the records. */
const publish = ({ record }: SiteHost, ...proofs: SiteHost[]) =>
  nameServer.set(
    record.name,
    proofs.length === 0 ? undefined : ["v=spf1 -all", ...proofs.map((proof) => proof.record.value)],
  );

/** The space whose site a host name shows to a person. */
async function spaceAt(host: string, { token }: Person): Promise<string> {
  const headers = { host, authorization: `Bearer ${token}`, "x-meridian": "1" };
  const { status, text } = await readPage(`${server.url}/api/user/View`, headers);
  expect(status, text).toBe(200);
  return (JSON.parse(text) as { result: { merchant: { id: string } } }).result.merchant.id;
}

/** The events of custom domains in the audit log of a space, latest first. */
async function eventsOf(person: Person, query: object = {}): Promise<string[]> {
  const { entries } = contentOf(
    await client(server, person).send("GET Api/Audit/List", { type: "site", ...query }),
  ) as AuditPage;
  return entries.flatMap(({ verb, actor, subject }) => (subject === null ? [] : [`${actor} ${verb} ${subject}`]));
}

type Notices = CallOutput<"GET Api/Notice/Mine">;
const noticesOf = async (person: Person, language = "en") =>
  (contentOf(await client(server, person).send("GET Api/Notice/Mine", {}, { "accept-language": language })) as Notices)
    .notices;

/** Backdates the checks of names by `days` and runs the daily review. */
async function reviewAfter(days: number): Promise<void> {
  await server.database.system((tx) =>
    tx.rows(sql`update site_host set created_at = created_at - make_interval(days => ${days}),
      checked_at = checked_at - make_interval(days => ${days})`),
  );
  await runUpkeep(server, "reviewSiteHosts");
}

describe("a name", () => {
  it.each([
    ["https://WWW.Kunde-Eins.de/", "www.kunde-eins.de"],
    ["  shop.kunde.de. ", "shop.kunde.de"],
    ["Bücher.kunde.de", "xn--bcher-kva.kunde.de"],
  ])("%j is read as %s", (input, host) => {
    expect([normalizeSiteHost(input), siteHostProblem(host)]).toEqual([host, undefined]);
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
    expect((await submitHost(await newSpaceOwner(server), host)).status).toBe(status);
  });

  it("is refused when it is assigned to another space by the operator, added twice, or the eleventh", async () => {
    const [owner, otherOwner] = [await newSpaceOwner(server), await newSpaceOwner(server)];
    await server.database.system((tx) =>
      tx.rows(sql`update tenant set host = 'www.given.de' where id = ${otherOwner.tenantId}::uuid`),
    );
    expect((await submitHost(owner, "www.given.de")).status).toBe(409);
    for (let n = 0; n < 10; n += 1) expect((await submitHost(owner, `n${n}.kunde.de`)).status).toBe(200);
    expect((await submitHost(owner, "n0.kunde.de")).status).toBe(409);
    expect((await submitHost(owner, "n10.kunde.de")).status).toBe(409);
    expect(await list(otherOwner)).toEqual([]);
  });
});

describe("a custom domain", () => {
  it("leads to the site of its space from its verification until its removal", async () => {
    const owner = await newSpaceOwner(server);
    const platformId = await spaceAt("www.proved.de", owner);
    const item = await addHost(owner, "www.proved.de");
    expect(item).toMatchObject({ host: "www.proved.de", state: "pending", problem: null, checkedAt: null });
    expect(item.record).toEqual({
      name: "_meridian.www.proved.de",
      value: expect.stringMatching(/^meridian-site=\w{32}$/),
    });
    expect(await check(owner, item)).toMatchObject({ state: "pending", problem: "missing" });
    nameServer.set(item.record.name, ["meridian-site=somebody-elses", "x".repeat(300)]);
    expect(await check(owner, item)).toMatchObject({ state: "pending", problem: "different" });
    nameServer.setAnswering(false);
    expect(await check(owner, item)).toMatchObject({ state: "pending", problem: "unreachable" });
    nameServer.setAnswering(true);
    expect(await spaceAt("www.proved.de", owner)).toBe(platformId);
    publish(item, item);
    expect(await check(owner, item)).toMatchObject({ state: "active", problem: null });
    expect(await spaceAt("WWW.proved.de:80", owner)).toBe(owner.tenantId);
    expect(await spaceAt("proved.de", owner)).toBe(platformId);
    const target = { id: item.id };
    expect((await client(server, await newSpaceOwner(server)).send("POST paas/site/hosts/delete", target)).status).toBe(
      404,
    );
    expect((await client(server, owner).send("POST paas/site/hosts/delete", target)).status).toBe(200);
    expect(await spaceAt("www.proved.de", owner)).toBe(platformId);
    // The record is the same when the name is added again.
    expect((await addHost(owner, "www.proved.de")).record).toEqual(item.record);
  });

  it("belongs to one space, and moves to another one only with its record and without the former one", async () => {
    const [owner, rival] = [await newSpaceOwner(server), await newSpaceOwner(server)];
    const [item, claim] = [await addHost(owner, "wanted.de"), await addHost(rival, "wanted.de")];
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

  it("is checked daily: becomes active with its record, fails after three days without it, and stays active while name servers do not respond", async () => {
    const owner = await newSpaceOwner(server);
    const [item, forgotten] = [await addHost(owner, "daily.de"), await addHost(owner, "forgotten.de")];
    publish(item, item);
    await reviewAfter(1);
    expect(await list(owner)).toMatchObject([{ state: "active" }, { state: "pending", problem: "missing" }]);
    nameServer.setAnswering(false);
    for (let day = 0; day < 4; day += 1) await reviewAfter(1);
    expect((await list(owner))[0]).toMatchObject({ state: "active", problem: "unreachable" });
    nameServer.setAnswering(true);
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

describe("the space of a custom domain", () => {
  it("has the addition, proof, failure and removal of the domain in its audit log, and in the exported file", async () => {
    const [owner, rival] = [await newSpaceOwner(server), await newSpaceOwner(server)];
    const [item, claim] = [await addHost(owner, "logged.de"), await addHost(rival, "logged.de")];
    // A check that changes nothing adds no event.
    await check(owner, item);
    publish(item, item);
    await check(owner, item);
    expect(await eventsOf(owner)).toEqual(["member hostProve logged.de", "member hostAdd logged.de"]);
    publish(item, claim);
    await check(rival, claim);
    expect((await eventsOf(owner))[0]).toBe("program hostFail logged.de");
    await client(server, owner).call("POST paas/site/hosts/delete", { id: item.id });
    expect((await eventsOf(owner))[0]).toBe("member hostRemove logged.de");
    expect(await eventsOf(owner, { verb: "hostFail" })).toEqual(["program hostFail logged.de"]);
    expect(await eventsOf(rival)).toEqual(["member hostProve logged.de", "member hostAdd logged.de"]);
    const file = (await client(server, owner).call("POST Api/Audit/Export", {
      verb: "hostRemove",
      format: "csv",
      timeZone: "UTC",
    })) as { value: string };
    const answer = await fetch(server.url + file.value, { headers: { authorization: `Bearer ${owner.token}` } });
    expect(await answer.text()).toContain(",Removed custom domain,Website details,logged.de,");
  });

  it("notifies its administrators of a lost proof on the first day without it and when the domain stops working", async () => {
    const owner = await newSpaceOwner(server);
    const member = await newMember(server, owner.tenantId);
    const item = await addHost(owner, "lost.de");
    publish(item, item);
    await check(owner, item);
    publish(item);
    // No notice is created for a check that an administrator requests, because the response contains the result.
    await check(owner, item);
    expect(await noticesOf(owner)).toEqual([]);
    await reviewAfter(1);
    const warning =
      "The custom domain lost.de failed its daily check and stops working in 2 days unless you restore its TXT record";
    expect(await noticesOf(owner)).toMatchObject([
      { kind: "domain", text: warning, detail: "No TXT record was found.", url: "/paas/user/setting" },
    ]);
    expect(await noticesOf(owner, "zh")).toMatchObject([
      { text: "自定义域名“lost.de”未通过每日检查，2 天内不恢复 TXT 记录将停用", detail: "未找到 TXT 记录。" },
    ]);
    nameServer.set(item.record.name, ["meridian-site=somebody-elses"]);
    for (let day = 0; day < 2; day += 1) await reviewAfter(1);
    expect((await noticesOf(owner)).map(({ text, detail }) => [text, detail])).toEqual([
      [
        "The custom domain lost.de is no longer verified and has stopped working",
        "The TXT record has a different value.",
      ],
      [warning, "No TXT record was found."],
    ]);
    expect(await eventsOf(owner, { verb: "hostFail" })).toEqual(["program hostFail lost.de"]);
    await reviewAfter(1);
    expect(await noticesOf(owner)).toHaveLength(2);
    expect(await noticesOf(member)).toEqual([]);
  });
});
