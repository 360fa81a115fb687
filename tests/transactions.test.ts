/** Concurrent changes of the same rows: neither is noticed by the other, and nothing is lost. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase, type Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { freshDatabase } from "./support/server.ts";

const connectionString = await freshDatabase();
const database = await openDatabase({ connection: { connectionString, max: 4 }, log: createLog("silent") });
afterAll(() => database.close());
const [one, other] = [newId(), newId()];
const add = (tx: Tx, id: string, name: string) =>
  tx.rows(sql`update account set user_name = user_name || ${name} where id = ${id}::uuid`);
const namesOf = async () =>
  (
    await database.system((tx) =>
      tx.rows<{ name: string }>(sql`select user_name as name from account where id in (${one}::uuid, ${other}::uuid)`),
    )
  )
    .map(({ name }) => [...name].toSorted().join(""))
    .toSorted();

beforeAll(() =>
  database.system((tx) =>
    tx.rows(
      sql`insert into account (id, mobile, user_name) values (${one}::uuid, '13700000001', '1'), (${other}::uuid, '13700000002', '2')`,
    ),
  ),
);

it("R-31: a deadlock is tried again until both have done all of their work, each once", async () => {
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let attempts = 0;
  /** Changes the two rows in an order; on the first try it waits until the other has the row that comes next. */
  const work = (at: 0 | 1, [first, second]: [string, string], name: string) =>
    database.system(async (tx) => {
      attempts += 1;
      await add(tx, first, name);
      both[at].resolve();
      await both[at === 0 ? 1 : 0].promise;
      await add(tx, second, name);
    });
  await Promise.all([work(0, [one, other], "a"), work(1, [other, one], "b")]);
  // Two and the loser's; one more each time that they meet again.
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect(await namesOf()).toEqual(["1ab", "2ab"]);
});
