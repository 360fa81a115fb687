/** Text messages with a failing provider, and their delivery status afterwards. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type Answer, client, contentOf } from "./support/client.ts";
import { codeIn, type Mode, startMockSms } from "./support/mock-sms.ts";
import { nextMobile, superAdministrator } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const password = "Harbour7x";
const bearer = { "x-meridian-client": "bearer" };

/** Starts a program with its own provider, because a program remembers the failures of its provider. */
async function startWithProvider() {
  const provider = await startMockSms();
  const server = await startServer({
    ...provider.settings("tencent"),
    TRUST_PROXY: "127.0.0.1",
    LOG_LEVEL: "trace",
    DATABASE_POOL: "2",
  });
  const { send } = client(server);
  const rows = <R>(query: ReturnType<typeof sql>) => server.database.system((tx) => tx.rows<R>(query));
  let network = 0;
  /** Requests a code from a new IP address. */
  function requestCode(mobile: string, headers: Record<string, string> = {}): Promise<Answer> {
    network += 1;
    const from = { "x-forwarded-for": `203.0.${Math.floor(network / 250)}.${network % 250}` };
    return send("POST Api/Sms/SendVerifiyCode", { mobile }, { ...from, ...headers });
  }
  async function register(): Promise<string> {
    const mobile = nextMobile();
    await requestCode(mobile);
    const input = { mobile, verifyCode: codeIn(provider.sends(mobile)[0]!), password };
    expect((await send("POST Api/Member/Reg", input, bearer)).status).toBe(200);
    return mobile;
  }
  const logIn = async (username: string) =>
    (await send("POST Api/Member/Login", { username, password }, bearer)).status;
  const countIds = (mobile: string) => new Set(provider.sends(mobile).map(({ id }) => id)).size;
  const countCodes = async (mobile: string) =>
    (await rows(sql`select 1 from sms_code where mobile = ${mobile}`)).length;
  const readMetric = async (name: string) => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const line = text.split("\n").find((candidate) => candidate.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.split(" ").at(-1));
  };
  return { provider, server, send, rows, requestCode, register, logIn, countIds, countCodes, readMetric };
}

const faults = ["500", "stall", "reset", "badJson", "drip"] as const satisfies Mode[];
/** Every test that waits for a retry has its own program, so that these tests run concurrently. */
const programs = await Promise.all(faults.map(async (mode) => ({ mode, program: await startWithProvider() })));
const breakerProgram = await startWithProvider();
const { program } = programs[0]!;

describe("while the provider fails", () => {
  it.concurrent.for(programs)(
    "R-19: responds before the attempt ends, allows sign-in by password, and retries the message under one id: $mode",
    async (
      { mode, program: { provider, rows, requestCode, register, logIn, countIds, countCodes } },
      { expect: testExpect },
    ) => {
      provider.mode = "ok";
      const member = await register();
      provider.mode = mode;
      const mobile = nextMobile();
      const answer = await requestCode(mobile);
      // The message may have been sent: the person waits for it, and it counts towards the limit.
      expect([answer.status, contentOf(answer)]).toEqual([200, { seconds: 60 }]);
      // If the provider does not respond, the attempt is given up after ten seconds and repeated five seconds later.
      expect(provider.sends(mobile)).toHaveLength(1);
      if (mode === "stall" || mode === "drip") expect(provider.openRequests()).toBe(1);
      expect(await countCodes(mobile)).toBe(1);
      expect(await logIn(member)).toBe(200);
      provider.mode = "ok";
      await testExpect.poll(() => provider.sends(mobile).length, { timeout: 60_000 }).toBe(2);
      await testExpect
        .poll(
          async () =>
            (await rows(sql`select 1 from outbox where recipient = ${mobile} and sent_at is not null`)).length,
        )
        .toBe(1);
      expect(countIds(mobile)).toBe(1);
    },
  );

  it.concurrent("R-19: stops sending after five failures, counts nothing, and tries again after half a minute", async ({
    expect: testExpect,
  }) => {
    const { provider, server, requestCode, register, logIn, countCodes, readMetric } = breakerProgram;
    provider.mode = "ok";
    const member = await register();
    provider.mode = "500";
    for (let n = 0; n < 5; n += 1) expect((await requestCode(nextMobile())).status).toBe(200);
    await testExpect.poll(() => readMetric("sms_breaker_open")).toBe(1);
    const requestCount = provider.requests.length;
    const mobile = nextMobile();
    const answer = await requestCode(mobile);
    expect([answer.status, answer.body.message]).toEqual([
      503,
      "Text messages are unavailable. Try again later or sign in with your password.",
    ]);
    expect((await requestCode(mobile, { "accept-language": "zh" })).body.message).toBe(
      "短信服务暂时不可用，请稍后重试，或使用密码登录",
    );
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(10);
    expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(30);
    expect([await countCodes(mobile), provider.requests.length]).toEqual([0, requestCount]);
    expect(await logIn(member)).toBe(200);
    expect(server.output()).toContain('"alarm":"smsProvider"');
    provider.mode = "ok";
    await testExpect.poll(async () => (await requestCode(mobile)).status, { timeout: 60_000, interval: 500 }).toBe(200);
    expect(provider.sends(mobile)).toHaveLength(1);
    expect(await readMetric("sms_breaker_open")).toBe(0);
  });

  it("R-19: reports a definite refusal, which does not count, so that a new request is possible at once", async () => {
    const { provider, rows, requestCode, countCodes } = program;
    provider.mode = "refuse";
    const mobile = nextMobile();
    const answer = await requestCode(mobile);
    expect([answer.status, answer.body.message]).toEqual([503, "The message could not be sent. Try again later."]);
    expect(answer.headers.get("retry-after")).toBeNull();
    expect(await countCodes(mobile)).toBe(0);
    provider.mode = "ok";
    expect((await requestCode(mobile)).status).toBe(200);
    const refused = await rows(
      sql`select reason, body from outbox where recipient = ${mobile} and failed_at is not null`,
    );
    expect(refused).toEqual([{ reason: "FailedOperation.PhoneNumberInBlacklist", body: {} }]);
  });
});

describe("the delivery status of a message", () => {
  const { provider, server, rows, requestCode, readMetric } = program;
  const makeDue = (mobile: string) => rows(sql`update outbox set ask_at = now() where recipient = ${mobile}`);
  type Row = { state: string; mobile: string; template: string; tries: number; reason: string; providerId: string };
  const list = async (input = {}) => {
    const admin = client(server, await superAdministrator(server));
    return ((await admin.call("GET paas/sms/messages", input)) as { list: Row[] }).list;
  };
  const findMessage = async (mobile: string) => {
    const masked = `${mobile.slice(0, 3)}****${mobile.slice(7)}`;
    return (await list()).find((row) => row.mobile === masked);
  };

  it.each([
    ["delivered", ""],
    ["undelivered", "UNDELIV"],
  ] as const)("is requested and shown: %s", async (state, reason) => {
    provider.mode = "ok";
    const mobile = nextMobile();
    await requestCode(mobile);
    expect(await findMessage(mobile)).toMatchObject({ state: "sent", template: "code", tries: 1, reason: "" });
    // The status is still pending: it is requested again.
    await makeDue(mobile);
    await expect
      .poll(async () => (await rows(sql`select 1 from outbox where recipient = ${mobile} and asked = 1`)).length)
      .toBe(1);
    provider.mode = state;
    await makeDue(mobile);
    await expect.poll(async () => (await findMessage(mobile))?.state).toBe(state);
    expect(await findMessage(mobile)).toMatchObject({ reason, providerId: expect.stringMatching(/^2640:\d+$/) });
    expect(await readMetric(`messages_total{kind="sms",event="${state}"}`)).toBeGreaterThan(0);
    provider.mode = "ok";
  });

  it("is listed by state and page, newest first, without texts and full numbers", async () => {
    provider.mode = "ok";
    const mobiles = [nextMobile(), nextMobile(), nextMobile()];
    for (const mobile of mobiles) await requestCode(mobile);
    const admin = client(server, await superAdministrator(server));
    const first = await admin.send("GET paas/sms/messages", { limit: 2 });
    const { list: page, next } = contentOf(first) as { list: Row[]; next: string };
    const second = (await admin.call("GET paas/sms/messages", { limit: 2, before: next })) as { list: Row[] };
    expect([...page, ...second.list].slice(0, 3).map(({ mobile }) => mobile.slice(7))).toEqual(
      mobiles.toReversed().map((mobile) => mobile.slice(7)),
    );
    for (const mobile of mobiles) {
      expect(first.text).not.toContain(mobile);
      expect(first.text).not.toContain(codeIn(provider.sends(mobile)[0]!));
    }
    const delivered = await list({ state: "delivered" });
    expect(new Set(delivered.map(({ state }) => state))).toEqual(new Set(["delivered"]));
    expect((await list({ state: "failed" })).every(({ reason }) => reason !== "")).toBe(true);
  });
});

it("T-29: neither codes nor keys are logged after any failure", () => {
  for (const { provider, server } of [breakerProgram, ...programs.map(({ program: started }) => started)]) {
    const codes = provider.sends().map(codeIn);
    expect(codes.length).toBeGreaterThan(2);
    const output = server.output();
    expect(codes.filter((code) => new RegExp(`(?<!\\d)${code}(?!\\d)`).test(output))).toEqual([]);
    expect(output).not.toContain("key-secret-of-tests");
  }
});
