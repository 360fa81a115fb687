/** Concurrent changes of the same rows: no update is lost. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDatabase, type Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { createLog } from "#server/process/log.server.ts";
import { copyDatabase } from "./support/server.ts";

const connectionString = await copyDatabase();
const database = await openDatabase({ connection: { connectionString, max: 4 }, log: createLog("silent") });
afterAll(() => database.close());
const [firstId, secondId] = [newId(), newId()];
const appendName = (tx: Tx, id: string, name: string) =>
  tx.rows(sql`update account set user_name = user_name || ${name} where id = ${id}::uuid`);
const namesOf = async () =>
  (
    await database.system((tx) =>
      tx.rows<{ name: string }>(
        sql`select user_name as name from account where id in (${firstId}::uuid, ${secondId}::uuid)`,
      ),
    )
  )
    .map(({ name }) => [...name].toSorted().join(""))
    .toSorted();

beforeAll(() =>
  database.system((tx) =>
    tx.rows(
      sql`insert into account (id, mobile, user_name) values (${firstId}::uuid, '13700000001', '1'), (${secondId}::uuid, '13700000002', '2')`,
    ),
  ),
);

it("R-31: retries a deadlock until both transactions have committed once", async () => {
  const locks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  let attempts = 0;
  /** Changes two rows in order, and waits before the second until the other transaction has locked it. */
  const changeInOrder = (index: 0 | 1, [first, second]: [string, string], name: string) =>
    database.system(async (tx) => {
      attempts += 1;
      await appendName(tx, first, name);
      locks[index].resolve();
      await locks[index === 0 ? 1 : 0].promise;
      await appendName(tx, second, name);
    });
  await Promise.all([changeInOrder(0, [firstId, secondId], "a"), changeInOrder(1, [secondId, firstId], "b")]);
  // Two attempts and at least one retry.
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect(await namesOf()).toEqual(["1ab", "2ab"]);
});
