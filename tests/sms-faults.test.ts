/** Text messages while the provider fails, and what is learned of them afterwards. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type Answer, client, contentOf } from "./support/client.ts";
import { codeIn, type Mode, startMockSms } from "./support/mock-sms.ts";
import { nextMobile, superAdministrator } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const provider = await startMockSms();
const server = await startServer({ ...provider.settings("tencent"), TRUST_PROXY: "127.0.0.1", LOG_LEVEL: "trace" });
const { send } = client(server);
const rows = <R>(query: ReturnType<typeof sql>) => server.database.system((tx) => tx.rows<R>(query));

const password = "Harbour7x";
const bearer = { "x-meridian-client": "bearer" };
let network = 0;
/** Asks from a network of its own. */
function askCode(mobile: string, headers: Record<string, string> = {}): Promise<Answer> {
  network += 1;
  const from = { "x-forwarded-for": `203.0.${Math.floor(network / 250)}.${network % 250}` };
  return send("POST Api/Sms/SendVerifiyCode", { mobile }, { ...from, ...headers });
}
async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> {
  const start = performance.now();
  const answer = await work();
  return { answer, ms: performance.now() - start };
}
async function register(): Promise<string> {
  const mobile = nextMobile();
  await askCode(mobile);
  const input = { mobile, verifyCode: codeIn(provider.sends(mobile)[0]!), password };
  expect((await send("POST Api/Member/Reg", input, bearer)).status).toBe(200);
  return mobile;
}
const logIn = async (username: string) => (await send("POST Api/Member/Login", { username, password }, bearer)).status;
const distinctIds = (mobile: string) => new Set(provider.sends(mobile).map(({ id }) => id)).size;
const quotaOf = async (mobile: string) => (await rows(sql`select 1 from sms_code where mobile = ${mobile}`)).length;
const metric = async (name: string) => {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const line = text.split("\n").find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
};

describe("while the provider fails", () => {
  it.each<Mode>(["500", "stall", "reset", "badJson", "drip"])(
    "R-19: the answer comes within three seconds, the password still works, and the message is tried again under one id: %s",
    { timeout: 60_000 },
    async (mode) => {
      provider.mode = "ok";
      const member = await register();
      provider.mode = mode;
      const mobile = nextMobile();
      const { answer, ms } = await timed(() => askCode(mobile));
      // Nobody knows whether it was sent: the person may wait for it, and it counts.
      expect([answer.status, contentOf(answer)]).toEqual([200, { seconds: 60 }]);
      expect(ms).toBeLessThan(3000);
      expect(await quotaOf(mobile)).toBe(1);
      expect(await logIn(member)).toBe(200);
      provider.mode = "ok";
      // A stalled try is given up after ten seconds; until then others leave the message alone.
      await expect.poll(() => provider.sends(mobile).length, { timeout: 30_000 }).toBe(2);
      await expect
        .poll(
          async () =>
            (await rows(sql`select 1 from outbox where recipient = ${mobile} and sent_at is not null`)).length,
        )
        .toBe(1);
      expect(distinctIds(mobile)).toBe(1);
    },
  );

  it("R-19: a definite refusal says so, costs nothing, and one may ask again at once", async () => {
    provider.mode = "refuse";
    const mobile = nextMobile();
    const { answer, ms } = await timed(() => askCode(mobile));
    expect([answer.status, answer.body.message]).toEqual([503, "The message could not be sent. Try again later."]);
    expect(answer.headers.get("retry-after")).toBeNull();
    expect(ms).toBeLessThan(3000);
    expect(await quotaOf(mobile)).toBe(0);
    provider.mode = "ok";
    expect((await askCode(mobile)).status).toBe(200);
    const refused = await rows(
      sql`select reason, body from outbox where recipient = ${mobile} and failed_at is not null`,
    );
    expect(refused).toEqual([{ reason: "FailedOperation.PhoneNumberInBlacklist", body: {} }]);
  });

  it(
    "R-19: after five failures nobody waits, nothing is spent, and half a minute later it is tried again",
    { timeout: 90_000 },
    async () => {
      provider.mode = "ok";
      const member = await register();
      provider.mode = "500";
      for (let n = 0; n < 5; n += 1) expect((await askCode(nextMobile())).status).toBe(200);
      await expect.poll(() => metric("sms_breaker_open")).toBe(1);
      const asked = provider.asked.length;
      const mobile = nextMobile();
      const { answer, ms } = await timed(() => askCode(mobile));
      expect([answer.status, answer.body.message]).toEqual([
        503,
        "Text messages are unavailable. Try again later or sign in with your password.",
      ]);
      expect((await askCode(mobile, { "accept-language": "zh" })).body.message).toBe(
        "短信服务暂时不可用，请稍后重试，或使用密码登录",
      );
      expect(ms).toBeLessThan(500);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(20);
      expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(30);
      expect([await quotaOf(mobile), provider.asked.length]).toEqual([0, asked]);
      expect(await logIn(member)).toBe(200);
      expect(server.output()).toContain('"alarm":"smsProvider"');
      provider.mode = "ok";
      await expect.poll(async () => (await askCode(mobile)).status, { timeout: 40_000, interval: 500 }).toBe(200);
      expect(provider.sends(mobile)).toHaveLength(1);
      expect(await metric("sms_breaker_open")).toBe(0);
    },
  );
});

describe("what became of a message", () => {
  const later = (mobile: string) => rows(sql`update outbox set ask_at = now() where recipient = ${mobile}`);
  type Row = { state: string; mobile: string; template: string; tries: number; reason: string; providerId: string };
  const list = async (input = {}) => {
    const admin = client(server, await superAdministrator(server));
    return ((await admin.call("GET paas/sms/messages", input)) as { list: Row[] }).list;
  };
  const find = async (mobile: string) => {
    const masked = `${mobile.slice(0, 3)}****${mobile.slice(7)}`;
    return (await list()).find((one) => one.mobile === masked);
  };

  it.each([
    ["delivered", ""],
    ["undelivered", "UNDELIV"],
  ] as const)("is asked for and shown: %s", async (state, reason) => {
    provider.mode = "ok";
    const mobile = nextMobile();
    await askCode(mobile);
    expect(await find(mobile)).toMatchObject({ state: "sent", template: "code", tries: 1, reason: "" });
    // The operator has not said anything yet: it is asked again.
    await later(mobile);
    await expect
      .poll(async () => (await rows(sql`select 1 from outbox where recipient = ${mobile} and asked = 1`)).length, {
        timeout: 15_000,
      })
      .toBe(1);
    provider.mode = state;
    await later(mobile);
    await expect.poll(async () => (await find(mobile))?.state, { timeout: 15_000 }).toBe(state);
    expect(await find(mobile)).toMatchObject({ reason, providerId: expect.stringMatching(/^2640:\d+$/) });
    expect(await metric(`messages_total{kind="sms",event="${state}"}`)).toBeGreaterThan(0);
    provider.mode = "ok";
  });

  it("is listed by state and page by page, newest first, without wording or whole numbers", async () => {
    provider.mode = "ok";
    const mobiles = [nextMobile(), nextMobile(), nextMobile()];
    for (const mobile of mobiles) await askCode(mobile);
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

it("T-29: neither codes nor keys stand in the log, whatever failed", () => {
  const codes = provider.sends().map(codeIn);
  expect(codes.length).toBeGreaterThan(15);
  const output = server.output();
  expect(codes.filter((code) => new RegExp(`(?<!\\d)${code}(?!\\d)`).test(output))).toEqual([]);
  expect(output).not.toContain("key-secret-of-tests");
});
