/** Limits on text messages, and the proof of work for requests (T-15). */
import type { Challenge } from "altcha-lib";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { solveChallenge } from "#client/solve-challenge.ts";
import { client, contentOf } from "./support/client.ts";
import { startMockSms } from "./support/mock-sms.ts";
import { newSpaceOwner, nextMobile } from "./support/people.ts";
import { challengeOf } from "./support/proof.ts";
import { startServer } from "./support/server.ts";
import { runUpkeep } from "./support/upkeep.ts";

const provider = await startMockSms();
const server = await startServer({ ...provider.settings("aliyun"), TRUST_PROXY: "127.0.0.1", PROOF_COST: "3" });
const { send } = client(server);
const system = (query: ReturnType<typeof sql>) => server.database.system((tx) => tx.rows(query));
const resetCodes = () => system(sql`delete from sms_code`);

const network = (n: number) => ({
  "x-forwarded-for": `198.${18 + Math.floor(n / 62500)}.${Math.floor(n / 250) % 250}.${1 + (n % 250)}`,
});
const calls = ["POST Api/Sms/SendVerifiyCode", "GET basic/sms/loginCode", "GET basic/sms/partners/code"];
const requestCode = (mobile: string, from: Record<string, string>) => send(calls[0]!, { mobile }, from);

/** Sends requests, 32 at a time, and counts the statuses. Stops with its test: later requests would count towards the limits of the next test. */
async function flood(
  { requests, signal }: { requests: number; signal: AbortSignal },
  sendRequest: (n: number) => Promise<{ status: number }>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  let next = 0;
  const worker = async () => {
    while (next < requests && !signal.aborted) {
      const { status } = await sendRequest(next++);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  return counts;
}
async function waitUntilSent(): Promise<void> {
  const unsent = async () => (await system(sql`select 1 from outbox where sent_at is null`)).length;
  await expect.poll(unsent).toBe(0);
}

describe("a flood of requests", () => {
  const numbers = Array.from({ length: 1000 }, nextMobile);

  // bench/sms.ts sends fifty times as many requests.
  it("T-15: from 200 networks for 1,000 numbers sends exactly the hourly limit of 100 of the site", async ({
    signal,
  }) => {
    const counts = await flood({ requests: 1000, signal }, (n) =>
      send(calls[n % 3]!, { mobile: numbers[(n * 7) % 1000]! }, network(n % 200)),
    );
    await waitUntilSent();
    expect(counts[200]).toBe(100);
    expect((counts[428] ?? 0) + (counts[429] ?? 0)).toBe(900);
    expect(provider.sends()).toHaveLength(100);
    expect(new Set(provider.sends().map(({ id }) => id)).size).toBe(100);
  });

  it("T-15: on many sites sends exactly the hourly limit of 500 of the platform", async ({ signal }) => {
    await resetCodes();
    await system(sql`insert into sms_code (id, mobile, purpose, code_hash, source, site_id, expires_at)
      select gen_random_uuid(), '139' || lpad(n::text, 8, '0'), 'signIn', '', 'elsewhere', gen_random_uuid(), now() from generate_series(1, 460) n`);
    const before = provider.sends().length;
    const counts = await flood({ requests: 500, signal }, (n) => requestCode(nextMobile(), network(1500 + n)));
    await waitUntilSent();
    expect([counts[200], provider.sends().length - before]).toEqual([40, 40]);
  });

  it("T-15: says whether a number can get another code in an hour or tomorrow", async () => {
    const mobile = nextMobile();
    const addCodes = (count: number, hours: number) =>
      system(sql`insert into sms_code (id, mobile, purpose, code_hash, source, site_id, expires_at, ended_at, created_at)
        select gen_random_uuid(), ${mobile}, 'signIn', '', 'elsewhere', gen_random_uuid(), now(), now(), now() - ${`${hours} hours`}::interval from generate_series(1, ${count}::int)`);
    const refusal = async () => {
      const { status, headers, body } = await requestCode(mobile, network(2100));
      return [status, headers.get("retry-after"), (body as { message: string }).message];
    };
    await addCodes(5, 0.5);
    expect(await refusal()).toEqual([429, "3600", "Too many codes requested. Try again in an hour."]);
    await addCodes(5, 20);
    expect(await refusal()).toEqual([429, "86400", "Too many codes requested today. Try again tomorrow."]);
  });

  it("T-15: from one network with proofs of work reaches exactly ten numbers", async ({ signal }) => {
    await resetCodes();
    const proofs: string[] = [];
    while (proofs.length < 12)
      proofs.push(await solveChallenge(contentOf(await send("GET basic/challenge")) as Challenge));
    const before = provider.sends().length;
    const counts = await flood({ requests: 12, signal }, (n) =>
      send(calls[n % 3]!, { mobile: nextMobile(), proof: proofs[n]! }, network(2000)),
    );
    await waitUntilSent();
    expect([counts, provider.sends().length - before]).toEqual([{ 200: 10, 429: 2 }, 10]);
  });
});

describe("the third message of a network within an hour", () => {
  it("T-15: requires a proof of work on every call, also for a signed-in person", async () => {
    await resetCodes();
    const from = network(3000);
    for (const mobile of [nextMobile(), nextMobile()]) expect((await requestCode(mobile, from)).status).toBe(200);
    const person = client(server, await newSpaceOwner(server, nextMobile()));
    const answers = [
      ...(await Promise.all(calls.map((call) => send(call, { mobile: nextMobile() }, from)))),
      await person.send("POST user/code", { purpose: "payPassword" }, from),
      await person.send("POST user/mobile/code", { mobile: nextMobile() }, from),
    ];
    expect(answers.map(({ status }) => status)).toEqual([428, 428, 428, 428, 428]);
    expect(answers[0]!.body.message).toBe("A security check is required. Try again.");
    for (const answer of answers.slice(0, 3)) {
      const input = { mobile: nextMobile(), proof: await solveChallenge(challengeOf(answer)) };
      expect((await send("GET basic/sms/loginCode", input, from)).status).toBe(200);
    }
  });

  it("T-15: accepts a proof of work once, and no invented one", async () => {
    await resetCodes();
    const from = network(3001);
    for (const mobile of [nextMobile(), nextMobile()]) await requestCode(mobile, from);
    const challenge = contentOf(await send("GET basic/challenge")) as Challenge;
    expect(challenge.parameters.cost).toBe(3);
    const proof = await solveChallenge(challenge);
    const withProof = (proofText: string) => send(calls[0]!, { mobile: nextMobile(), proof: proofText }, from);
    const answers = await Promise.all(Array.from({ length: 10 }, () => withProof(proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await withProof(proof)).status).toBe(428);
    const { solution } = JSON.parse(atob(proof)) as { solution: object };
    const easierChallenge = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: "00" } };
    const cheaperChallenge = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } };
    const otherChallenge = { ...challenge, parameters: { ...challenge.parameters, nonce: "00".repeat(16) } };
    const inventedProofs = [easierChallenge, cheaperChallenge, otherChallenge, {}].map((invalidChallenge) =>
      btoa(JSON.stringify({ challenge: invalidChallenge, solution })),
    );
    for (const proofText of [...inventedProofs, "", "{}", "not base64 at all", btoa("[]")])
      expect((await withProof(proofText)).status).toBe(428);
  });
});

describe("an alarm", () => {
  const readMetric = async (name: string) => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]);
  };
  const insertCodes = (used: number) =>
    system(sql`insert into sms_code (id, mobile, purpose, code_hash, source, site_id, expires_at, used_at)
    select gen_random_uuid(), '136' || lpad(n::text, 8, '0'), 'signIn', '', 'elsewhere', gen_random_uuid(), now(), case when n <= ${used} then now() end
    from generate_series(1, 50) n`);

  it("T-15: is raised while fewer than three in ten of the last fifty codes are entered", async () => {
    await resetCodes();
    await insertCodes(14);
    await runUpkeep(server, "watchConversion");
    expect(await readMetric("sms_conversion_alarm")).toBe(1);
    expect(await readMetric("sms_codes_entered_share")).toBe(0.28);
    expect(server.output()).toContain('"alarm":"smsConversion"');
    await resetCodes();
    await insertCodes(15);
    await runUpkeep(server, "watchConversion");
    expect(await readMetric("sms_conversion_alarm")).toBe(0);
  });
});
