/** Rows that go into a table as a stream, in the way a restore writes them. */
import { once } from "node:events";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { expect, it } from "vitest";
import { writeRows } from "#features/operation/backup/copy-stream.server.ts";
import { addCleanUp } from "./support/clean-up.ts";
import { sharedServer } from "./support/server.ts";

const { databaseUrl } = await sharedServer();
const connection = new pg.Client({ connectionString: databaseUrl });
await connection.connect();
addCleanUp(() => connection.end());

it("rows that are not written to their end leave the connection usable, also before the server waits for them", async () => {
  await connection.query("create temporary table line (text text)");
  const outcome = (stream: Writable) => once(stream, "error").then(([error]) => (error as Error).message);
  const early = writeRows(connection, "copy line from stdin");
  const failure = outcome(early);
  early.destroy(new Error("No more."));
  expect(await failure).toBe("No more.");
  expect((await connection.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  const quiet = writeRows(connection, "copy line from stdin");
  quiet.write("a row\n");
  quiet.destroy();
  expect((await connection.query("select count(*)::int as count from line")).rows).toEqual([{ count: 0 }]);
  const wrong = writeRows(connection, "copy nowhere from stdin");
  expect(await outcome(wrong)).toContain("does not exist");
  await pipeline(Readable.from(["a row\n"]), writeRows(connection, "copy line from stdin"));
  expect((await connection.query("select count(*)::int as count from line")).rows).toEqual([{ count: 1 }]);
});
