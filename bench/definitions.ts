/**
 * Entities defined by spaces: the memory of the program after people of 1,000 spaces have used each of their ten, and the time of a space's first
 * request, which reads its definitions. Linux only.
 */
import { sql } from "drizzle-orm";
import { setTimeout as wait } from "node:timers/promises";
import { entitiesTag } from "#server/postgres/tags.server.ts";
import { newId } from "#server/process/id.server.ts";
import { createSessions } from "#server/identity/sessions.server.ts";
import { noteSeen } from "#features/auth/session/note-seen.server.ts";
import { client } from "../tests/support/client.ts";
import { figure, median, percentile } from "./figure.ts";
import { collectable, neededBy } from "./garbage.ts";
import { memoryOf } from "./memory.ts";
import { addOwner, openSession } from "./people.ts";
import { databaseOf, postgresOf, startBenchApp } from "./running-app.ts";
import { sized } from "./size.ts";

const spaces = sized(1000, 4);
const types = sized(10, 2);
/** Until freed memory is returned. */
const settling = sized(5000, 10);

await using program = await startBenchApp({ TRUST_PROXY: "127.0.0.1", ...collectable });
await using postgres = await postgresOf(program.dataFolder);
await using database = await databaseOf(postgres, 4);
const sessions = createSessions({ database, noteSeen });

const both = (text: string) => ({ zh: text, en: text });
const fieldNames = Array.from({ length: 20 }, (_, n) => `field${n}`);
/** A typical definition: twenty fields, some of them searchable or with choices. */
const definitionOf = (type: string) => ({
  type,
  name: both(type),
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
            name: both(name),
            search: "eq",
            options: Array.from({ length: 5 }, (_, key) => ({ key: `key${key}`, name: both(`Choice ${key}`) })),
          }
        : { type: "textbox", name: both(name), search: "prefix", helpBlock: both("What is to be filled in here.") },
    ]),
  ),
  titleField: "field1",
  groups: [{ name: both("Everything"), fields: fieldNames }],
  list: { columns: fieldNames.slice(0, 6), sort: { field: "createdAt", direction: "desc" } },
});

const people: { tenantId: string; token: string; from: Record<string, string> }[] = [];
for (let n = 0; n < spaces; n += 1) {
  const owner = await addOwner(database, `136${String(n).padStart(8, "0")}`, `bench-${n}`);
  const token = await openSession(database, sessions, owner);
  people.push({ tenantId: owner.tenantId, token, from: { "x-forwarded-for": `10.0.${n >> 8}.${n & 255}` } });
}

/** ms within which the program has to know a definition that another process stored. */
const definitionTimeout = 10_000;

/** ms until a list of a type was loaded. */
async function ask({ token, from }: (typeof people)[number], type: string): Promise<number> {
  for (const deadline = performance.now() + definitionTimeout; ;) {
    const begin = performance.now();
    const { status, text } = await client(program, { token }).send("GET Api/{type}/QueryList", { type }, from);
    if (status === 200) return performance.now() - begin;
    if (status !== 404 || begin > deadline) throw new Error(`A list of ${type} was answered ${status} ${text}`);
  }
}
/** The program's memory in MB: as it is, and after garbage collection. */
async function memory(): Promise<{ held: number; needed: number }> {
  await wait(settling);
  const { total: held } = await memoryOf(program.process.pid!);
  return { held, needed: await neededBy(program) };
}

// As many questions about an entity of the code first: sessions, totals and statements are remembered as well.
for (let round = 0; round < types; round += 1) for (const person of people) await ask(person, "news");
const before = await memory();
for (const { tenantId } of people)
  await database.tenant(tenantId, async (tx) => {
    for (let type = 0; type < types; type += 1)
      await tx.rows(sql`insert into entity_definition (id, tenant_id, type, version, definition)
        values (${newId()}::uuid, ${tenantId}::uuid, ${`thing${type}`}, 1, ${JSON.stringify(definitionOf(`thing${type}`))}::json)`);
    await tx.changed(entitiesTag(tenantId));
  });
const firsts: number[] = [];
for (let type = 0; type < types; type += 1)
  for (const person of people) {
    const took = await ask(person, `thing${type}`);
    if (type === 0) firsts.push(took);
  }
const after = await memory();
const what = `for ${spaces} spaces with ${types} entities of their own each`;
figure(`memory needed ${what}`, after.needed - before.needed, "MB", { atMost: 50 });
figure(`memory held ${what}, garbage included`, after.held - before.held, "MB", {
  atMost: 50,
});
figure("first question of a space, median", median(firsts), "ms");
figure("first question of a space, 95 of 100 within", percentile(firsts, 0.95), "ms");
