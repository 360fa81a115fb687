/** Messages are sent for committed transactions only, however the program ends. */
import { once } from "node:events";
import { sql } from "drizzle-orm";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { type Answer, client } from "./support/client.ts";
import { codeIn, startMockSms } from "./support/mock-sms.ts";
import { nextMobile } from "./support/people.ts";
import { launch } from "./support/program.ts";
import { type Server, startServer } from "./support/server.ts";

const provider = await startMockSms();
const settings = { ...provider.settings("aliyun"), TRUST_PROXY: "127.0.0.1" };
const server = await startServer(settings);
const rows = <R>(query: ReturnType<typeof sql>) => server.database.system((tx) => tx.rows<R>(query));

let network = 0;
/** Requests a code from a new IP address. */
function requestCode(mobile: string, target: Pick<Server, "url"> = server): Promise<Answer> {
  network += 1;
  const from = { "x-forwarded-for": `203.0.113.${network}` };
  return client(target).send("POST Api/Sms/SendVerifiyCode", { mobile }, from);
}
const runStatement = async (statement: string): Promise<void> => {
  const connection = new pg.Client({ connectionString: server.databaseUrl });
  await connection.connect();
  await connection.query(statement);
  await connection.end();
};

describe("a message", () => {
  it("R-18: of a transaction that fails at its commit is not sent", async () => {
    await runStatement(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create constraint trigger refuse after insert on outbox deferrable initially deferred for each row execute function refuse()`);
    const mobile = nextMobile();
    const answers = [await requestCode(mobile), await requestCode(mobile)];
    await runStatement("drop trigger refuse on outbox");
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    // Only the next message is sent.
    expect((await requestCode(mobile)).status).toBe(200);
    expect(provider.sends(mobile)).toHaveLength(1);
    expect(await rows(sql`select 1 from outbox where recipient = ${mobile}`)).toHaveLength(1);
  });

  it("R-18: that was committed is sent once when the program is killed before sending it", async () => {
    const program = await launch({ ...settings, DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl });
    await server.stop();
    // A worker that claims a message waits for this lock, after the commit of the transaction that added the message.
    const lockClient = new pg.Client({ connectionString: server.databaseUrl });
    await lockClient.connect();
    await lockClient.query("select pg_advisory_lock(18)");
    await runStatement(`create function wait() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock_shared(18); return new; end $$;
      create trigger wait before update on outbox for each row execute function wait()`);
    const mobiles = [nextMobile(), nextMobile(), nextMobile()];
    const pending = mobiles.map((mobile) => requestCode(mobile, program).catch(() => undefined));
    await expect.poll(async () => (await rows(sql`select 1 from outbox where sent_at is null`)).length).toBe(3);
    program.process.kill("SIGKILL");
    await Promise.all([once(program.process, "exit"), ...pending]);
    expect(mobiles.flatMap((mobile) => provider.sends(mobile))).toEqual([]);
    await lockClient.end();
    await runStatement("drop trigger wait on outbox");
    const nextProgram = await launch({ ...settings, DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl });
    await expect.poll(() => mobiles.map((mobile) => provider.sends(mobile).length)).toEqual([1, 1, 1]);
    await nextProgram.stop();
    expect(mobiles.map((mobile) => provider.sends(mobile).length)).toEqual([1, 1, 1]);
  });

  it("R-18: that the provider received while the program was killed is sent again under the same id", async () => {
    const program = await launch({ ...settings, DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl });
    const mobile = nextMobile();
    provider.mode = "stall";
    provider.onSend = () => void program.process.kill("SIGKILL");
    const pending = requestCode(mobile, program).catch(() => undefined);
    await Promise.all([once(program.process, "exit"), pending]);
    provider.mode = "ok";
    provider.onSend = () => {};
    expect(provider.sends(mobile)).toHaveLength(1);
    // The lease of the message has expired.
    await rows(sql`update outbox set due_at = now() where sent_at is null`);
    const nextProgram = await launch({ ...settings, DATA_DIR: server.dataFolder, DATABASE_URL: server.databaseUrl });
    await expect.poll(() => provider.sends(mobile).length).toBe(2);
    await nextProgram.stop();
    expect(new Set(provider.sends(mobile).map(({ id }) => id)).size).toBe(1);
    expect(new Set(provider.sends(mobile).map(codeIn)).size).toBe(1);
  });
});
