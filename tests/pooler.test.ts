/** The program behind a pooler in transaction mode, which forgets a session after every transaction. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { client, contentOf } from "./support/client.ts";
import { startForgetfulPooler } from "./support/forgetful-pooler.ts";
import { operate } from "./support/operation.ts";
import { newSpaceOwner } from "./support/people.ts";
import { launch } from "./support/program.ts";
import { readPage } from "./support/read-page.ts";
import { startServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await startServer();
const poolerUrl = await startForgetfulPooler(server.databaseUrl);

it("R-30: with DATABASE_DIRECT_URL, rows stay in their space, changes are heard, and jobs end", async () => {
  const settings = { DATABASE_URL: poolerUrl, DATABASE_DIRECT_URL: server.databaseUrl, DATA_DIR: server.dataFolder };
  const pooled = await launch(settings);
  try {
    const [owner, other] = [await newSpaceOwner(server), await newSpaceOwner(server)];
    const [first, second] = [client(pooled, owner), client(pooled, other)];
    const add = (send: typeof first.send, n: number) =>
      send("POST Api/{type}/QueryAdd", {
        type: "news",
        title: { zh: `池 ${n}`, en: `Pool ${n}` },
        kind: "company",
        status: "draft",
      });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => add(n % 3 === 0 ? second.send : first.send, n)),
    );
    expect(answers.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(answers.map(() => 200));
    const totals = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const page = (await (n % 2 === 0 ? first : second).call("GET Api/{type}/QueryPageList", { type: "news" })) as {
          total: number;
        };
        return page.total;
      }),
    );
    expect(totals).toEqual(totals.map((_, n) => (n % 2 === 0 ? 8 : 4)));
    const { id } = contentOf(answers[1]!) as AnyRow;
    expect((await second.send("GET Api/{type}/QueryById", { type: "news", id })).status).toBe(404);

    // A page that this process has cached, and another process changes.
    const host = await siteHost(server, owner);
    const titleOf = async (program: { url: string }) =>
      /<title>([^<]*)/.exec((await readPage(`${program.url}/?language=en`, { host })).text)?.[1];
    expect(await titleOf(pooled)).toBe(await titleOf(server));
    const [site] = (await first
      .call("GET Api/{type}/QueryPageList", { type: "site" })
      .then((page) => (page as { rows: AnyRow[] }).rows))!;
    const saved = await client(server, owner).send("POST Api/{type}/QueryUpdate", {
      type: "site",
      id: site!.id,
      version: site!.version,
      name: { zh: "改名", en: "Renamed" },
    });
    expect(saved.status, saved.text).toBe(200);
    await expect.poll(() => titleOf(pooled)).toContain("Renamed");

    const started = await first.send("POST Api/Job/Start", { name: "publishAll" });
    expect(started.status, started.text).toBe(200);
    await expect
      .poll(async () => {
        const [job] = await server.database.read<{ state: string }>(
          owner.tenantId,
          sql`select state from job where tenant_id = ${owner.tenantId}::uuid`,
        );
        return job?.state;
      })
      .toBe("done");
  } finally {
    await pooled.stop();
  }
});

it("doctor finds a pooler in transaction mode that the settings do not tell of", async () => {
  const ended = await operate(["doctor", "--json"], {
    DATABASE_URL: poolerUrl,
    DATA_DIR: server.dataFolder,
    PEPPER: "another key, which is long enough for one",
  });
  expect(ended.code, ended.report).toBe(1);
  expect(ended.output).toContain("Set DATABASE_DIRECT_URL to the address of PostgreSQL itself.");
});
