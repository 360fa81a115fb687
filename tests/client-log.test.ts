/** Reports of clients: anybody may send them, administrators read them, and neither their number nor their length is theirs to choose. */
import { request } from "node:http";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { TableResult } from "#kit/auto.ts";
import { client, contentOf } from "./support/client.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { startServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";
import { runUpkeep } from "./support/upkeep.ts";

const server = await startServer({ TRUST_PROXY: "127.0.0.1", RATE_LIMIT_PER_MINUTE: "600" });
let addressCount = 0;

type Space = {
  owner: Person;
  report: (message: unknown, ip?: string) => Promise<number>;
  reports: () => Promise<string[]>;
};

/** A new space, what visitors of its site report, and the reports that its owner reads. */
async function newSpace(): Promise<Space> {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const host = await siteHost(server, owner);
  return {
    owner,
    // `fetch` allows no host header.
    report: (message, ip = `203.0.113.${(addressCount += 1)}`) =>
      new Promise((resolve, reject) => {
        const headers = {
          host,
          "content-type": "application/json",
          "x-forwarded-for": ip,
          "user-agent": "Test\tBrowser",
        };
        request(`${server.url}/api/logs/add`, { method: "POST", headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        })
          .on("error", reject)
          .end(JSON.stringify({ message }));
      }),
    async reports() {
      const answer = await api.send("POST paas/table/search", { paraModel: { url: "/paas/clientLog/list" } });
      return (contentOf(answer) as { result: TableResult }).result.rows.map(({ message }) => String(message));
    },
  };
}

describe("api/logs/add", () => {
  it("E-085, T-65: keeps what visitors report as one line of up to 4,000 characters, for administrators of the site's space", async () => {
    const space = await newSpace();
    const other = await newSpace();
    expect(await space.report("first\r\n2026-11-24 forged \u001b[31mline")).toBe(200);
    expect(await space.report("é".repeat(5000))).toBe(200);
    expect(await space.report(" \n ")).toBe(200);
    expect(await space.reports()).toEqual(["é".repeat(4000), "first 2026-11-24 forged [31mline"]);
    expect(await other.reports()).toEqual([]);
    for (const message of [undefined, 7, { text: "x" }]) expect(await space.report(message)).toBe(422);
    const colleague = client(server, await newMember(server, space.owner.tenantId));
    const answer = await colleague.send("POST paas/table/search", { paraModel: { url: "/paas/clientLog/list" } });
    expect(answer.status).toBe(403);
  });

  it("B-326: accepts 30 a minute from an address, and keeps 1,000 of a space", async () => {
    const space = await newSpace();
    const statuses = await Promise.all(Array.from({ length: 31 }, () => space.report("again", "198.51.100.7")));
    expect([statuses.filter((status) => status === 200).length, statuses.includes(429)]).toEqual([30, true]);
    const { tenantId } = space.owner;
    await server.database.tenant(tenantId, (tx) =>
      tx.rows(sql`insert into client_log (id, tenant_id, message)
        select gen_random_uuid(), ${tenantId}::uuid, 'old' from generate_series(1, 969)`),
    );
    expect([await space.report("the last one"), await space.report("one too many")]).toEqual([200, 200]);
    const [kept] = await server.database.read<{ count: number; surplus: number }>(
      tenantId,
      sql`select count(*)::int as count, count(*) filter (where message = 'one too many')::int as surplus
        from client_log where tenant_id = ${tenantId}::uuid`,
    );
    expect(kept).toEqual({ count: 1000, surplus: 0 });
  });

  it("moves reports to the trash after 30 days", async () => {
    const space = await newSpace();
    await space.report("new");
    const { tenantId } = space.owner;
    await server.database.tenant(tenantId, (tx) =>
      tx.rows(sql`insert into client_log (id, tenant_id, message, created_at)
        values (gen_random_uuid(), ${tenantId}::uuid, 'old', now() - interval '31 days')`),
    );
    expect(await space.reports()).toEqual(["new", "old"]);
    await runUpkeep(server, "expireReports");
    expect(await space.reports()).toEqual(["new"]);
  });
});
