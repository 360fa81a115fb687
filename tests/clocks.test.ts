/** Processes whose clocks are 40 days ahead or behind share a database: its time decides what has expired. */
import { tmpdir } from "node:os";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { addCleanUp } from "./support/clean-up.ts";
import { client } from "./support/client.ts";
import { lastCode } from "./support/mailbox.ts";
import { newSpaceOwner, nextMobile } from "./support/people.ts";
import { launch, type Program } from "./support/program.ts";
import { startServer } from "./support/server.ts";

const server = await startServer({ TRUST_PROXY: "127.0.0.1" });
const day = 24 * 60 * 60 * 1000;

/** Starts a process on the same database, whose clock differs by `ms`. */
async function launchAt(ms: number): Promise<Program> {
  const source = `const Real = Date;
    globalThis.Date = class Date extends Real {
      constructor(...values) { values.length === 0 ? super(Real.now() + ${ms}) : super(...values); }
      static now() { return Real.now() + ${ms}; }
    };`;
  const dataFolder = await mkdtemp(path.join(tmpdir(), "meridian-clock-"));
  const clock = `--import=data:text/javascript,${encodeURIComponent(source)}`;
  const program = await launch({ DATA_DIR: dataFolder, DATABASE_URL: server.databaseUrl, NODE_OPTIONS: clock });
  addCleanUp(async () => {
    await program.stop();
    await rm(dataFolder, { recursive: true, force: true });
  });
  return program;
}

describe.each([
  ["ahead", 40 * day],
  ["behind", -40 * day],
])("R-20: in a process whose clock is 40 days %s", async (_name, ms) => {
  const program = await launchAt(ms);

  it("a session stays valid until the database says that it has expired", async () => {
    const owner = await newSpaceOwner(server);
    const { send } = client(program, owner);
    expect((await send("GET api/user/View")).status).toBe(200);
    const expired = await newSpaceOwner(server);
    await server.database.system((tx) =>
      tx.rows(
        sql`update session set expires_at = now() - interval '1 second' where account_id = ${expired.accountId}::uuid`,
      ),
    );
    expect((await client(program, expired).send("GET api/user/View")).status).toBe(401);
  });

  it("a code of another process is accepted until the database says that it has expired", async () => {
    const register = async (age: string) => {
      const mobile = nextMobile();
      const from = { "x-forwarded-for": `203.0.113.${Number(mobile) % 200}` };
      expect((await client(server).send("POST Api/Sms/SendVerifiyCode", { mobile }, from)).status).toBe(200);
      const verifyCode = await lastCode(server.url, mobile);
      await server.database.system((tx) =>
        tx.rows(
          sql`update sms_code set created_at = created_at - ${age}::interval, expires_at = expires_at - ${age}::interval where mobile = ${mobile}`,
        ),
      );
      return (await client(program).send("POST Api/Member/Reg", { mobile, verifyCode, password: "Harbour7x" })).status;
    };
    expect([await register("0 seconds"), await register("301 seconds")]).toEqual([200, 422]);
  });
});
