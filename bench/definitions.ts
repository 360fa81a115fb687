/**
 * Entities defined by spaces: the memory of the program after 1,000 spaces have each used ten entities of their own, and the time of a space's first
 * request, which reads its definitions; then how long the program takes to start again with all of them, and the first list of each space after that.
 * Linux only.
 */
import { setTimeout as wait } from "node:timers/promises";
import { createSessions } from "#server/identity/sessions.server.ts";
import { recordVisit } from "#features/auth/session/record-visit.server.ts";
import { client } from "../tests/support/client.ts";
import { launch } from "../tests/support/program.ts";
import { databaseOf } from "./bench-database.ts";
import { reportFigure, median, percentile } from "./figure.ts";
import { inspectorSettings, memoryNeededBy } from "./garbage.ts";
import { memoryOf } from "./memory.ts";
import { sameText, storeDefinitions } from "./own-entities.ts";
import { addOwner, openSession } from "./people.ts";
import { postgresOf, startBenchApp } from "./running-app.ts";
import { fullOrMiniature } from "./size.ts";

const spaceCount = fullOrMiniature(1000, 30);
const typeCount = fullOrMiniature(10, 2);
/** ms until the program has returned freed memory to the system. */
const settleTime = fullOrMiniature(5000, 10);

const settings = { TRUST_PROXY: "127.0.0.1", ...inspectorSettings };
await using program = await startBenchApp(settings);
await using postgres = await postgresOf(program.dataFolder);
await using database = await databaseOf(postgres, 4);
const sessions = createSessions({ database, recordVisit });

const fieldNames = Array.from({ length: 20 }, (_, n) => `field${n}`);
/** A typical definition with twenty searchable fields, a quarter of them with choices. */
const definitionOf = (type: string) => ({
  type,
  name: sameText(type),
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  fields: Object.fromEntries(
    fieldNames.map((name, n) => [
      name,
      n % 4 === 0
        ? {
            type: "dropdownlist",
            name: sameText(name),
            search: "eq",
            options: Array.from({ length: 5 }, (_, key) => ({ key: `key${key}`, name: sameText(`Choice ${key}`) })),
          }
        : {
            type: "textbox",
            name: sameText(name),
            search: "prefix",
            helpBlock: sameText("What is to be filled in here."),
          },
    ]),
  ),
  titleField: "field1",
  groups: [{ name: sameText("Everything"), fields: fieldNames }],
  list: { columns: fieldNames.slice(0, 6), sort: { field: "createdAt", direction: "desc" } },
});

const people: { tenantId: string; token: string; addressHeaders: Record<string, string> }[] = [];
for (let n = 0; n < spaceCount; n += 1) {
  const owner = await addOwner(database, `136${String(n).padStart(8, "0")}`, `bench-${n}`);
  const token = await openSession(database, sessions, owner);
  people.push({ tenantId: owner.tenantId, token, addressHeaders: { "x-forwarded-for": `10.0.${n >> 8}.${n & 255}` } });
}

/** ms within which the program must read a definition that another process stored. */
const definitionTimeout = 10_000;

/** Requests a list of a type; resolves to the ms until the response. Retries a 404, because the program may not have read the definition yet. */
async function listTime(
  { token, addressHeaders }: (typeof people)[number],
  type: string,
  address: { url: string } = program,
): Promise<number> {
  for (const deadline = performance.now() + definitionTimeout; ;) {
    const begin = performance.now();
    const { status, text } = await client(address, { token }).send(
      "GET Api/{type}/QueryList",
      { type },
      addressHeaders,
    );
    if (status === 200) return performance.now() - begin;
    if (status !== 404 || begin > deadline) throw new Error(`A list of ${type} got status ${status} ${text}`);
  }
}
/** MB: `held` is the whole memory of the program, `needed` is that of its objects after garbage collection. */
async function measureMemory(): Promise<{ held: number; needed: number }> {
  await wait(settleTime);
  const { total: held } = await memoryOf(program.process.pid!);
  return { held, needed: await memoryNeededBy(program) };
}

// The same number of requests for a built-in entity first, so that the cached sessions, totals and statements do not count.
for (let round = 0; round < typeCount; round += 1) for (const person of people) await listTime(person, "news");
const before = await measureMemory();
const definitions = Array.from({ length: typeCount }, (_, type) => definitionOf(`thing${type}`));
for (const { tenantId } of people) await storeDefinitions(database, tenantId, definitions);
const firstTimes: number[] = [];
for (let type = 0; type < typeCount; type += 1)
  for (const person of people) {
    const time = await listTime(person, `thing${type}`);
    if (type === 0) firstTimes.push(time);
  }
const after = await measureMemory();
const setup = `for ${spaceCount} spaces with ${typeCount} entities of their own each`;
reportFigure(`memory needed ${setup}`, after.needed - before.needed, "MB", { atMost: 50 });
// No limit: it depends on when the garbage is collected.
reportFigure(`memory held ${setup}, garbage included`, after.held - before.held, "MB");
reportFigure("first request of a space, median", median(firstTimes), "ms");
reportFigure("first request of a space, 95 of 100 within", percentile(firstTimes, 0.95), "ms");

// The bench holds the database, so that it keeps running while the program stops and starts.
await program.stop();
const startedAt = performance.now();
await using restarted = await launch({
  DATA_DIR: program.dataFolder,
  LOG_LEVEL: "error",
  DATABASE_POOL: "20",
  ...settings,
}).then((app) => ({ ...app, [Symbol.asyncDispose]: () => app.stop() }));
reportFigure(`start of the program ${setup}`, performance.now() - startedAt, "ms", { atMost: 3000 });
// A list that is not of the space's own: the first requests of a process compile code.
for (const person of people.slice(0, 20)) await listTime(person, "news", restarted);
const coldTimes: number[] = [];
for (const person of people.slice(20)) coldTimes.push(await listTime(person, "thing0", restarted));
reportFigure("first list of a space after the start, median", median(coldTimes), "ms");
reportFigure("first list of a space after the start, 95 of 100 within", percentile(coldTimes, 0.95), "ms", {
  atMost: 50,
});
