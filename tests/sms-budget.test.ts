/** Limits on text messages, whatever is requested, and the cost of requests (T-15). */
import type { Challenge } from "altcha-lib";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { solveChallenge } from "#client/solve-challenge.ts";
import { client, contentOf } from "./support/client.ts";
import { startMockSms } from "./support/mock-sms.ts";
import { newSpace, nextMobile } from "./support/people.ts";
import { challengeOf } from "./support/proof.ts";
import { startServer } from "./support/server.ts";
import { doUpkeep } from "./support/upkeep.ts";

const provider = await startMockSms();
const server = await startServer({ ...provider.settings("aliyun"), TRUST_PROXY: "127.0.0.1" });
const { send } = client(server);
const system = (query: ReturnType<typeof sql>) => server.database.system((tx) => tx.rows(query));
const startAnew = () => system(sql`delete from sms_code`);

const network = (n: number) => ({
  "x-forwarded-for": `198.${18 + Math.floor(n / 62500)}.${Math.floor(n / 250) % 250}.${1 + (n % 250)}`,
});
const calls = ["POST Api/Sms/SendVerifiyCode", "GET basic/sms/loginCode", "GET basic/sms/partners/code"];
const askCode = (mobile: string, from: Record<string, string>) => send(calls[0]!, { mobile }, from);

/** Many requests, so many at a time; gives how often each status was answered. It ends with its test, lest it spend the budget of the next one. */
async function storm(
  { requests, signal }: { requests: number; signal: AbortSignal },
  ask: (n: number) => Promise<{ status: number }>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  let next = 0;
  const worker = async () => {
    while (next < requests && !signal.aborted) {
      const { status } = await ask(next++);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
  return counts;
}
async function allSent(): Promise<void> {
  const unsent = async () => (await system(sql`select 1 from outbox where sent_at is null`)).length;
  await expect.poll(unsent).toBe(0);
}

describe("a storm", () => {
  const numbers = Array.from({ length: 1000 }, nextMobile);

  // Fifty times as many: bench/sms.ts.
  it("T-15: of 1,000 requests from 200 networks for 1,000 numbers sends exactly the 100 of the site's hour", async ({
    signal,
  }) => {
    const counts = await storm({ requests: 1000, signal }, (n) =>
      send(calls[n % 3]!, { mobile: numbers[(n * 7) % 1000]! }, network(n % 200)),
    );
    await allSent();
    expect(counts[200]).toBe(100);
    expect((counts[428] ?? 0) + (counts[429] ?? 0)).toBe(900);
    expect(provider.sends()).toHaveLength(100);
    expect(new Set(provider.sends().map(({ id }) => id)).size).toBe(100);
  });

  it("T-15: on many sites at once sends exactly the 500 of everybody's hour", async ({ signal }) => {
    await startAnew();
    await system(sql`insert into sms_code (id, mobile, purpose, code_hash, source, site_id, expires_at)
      select gen_random_uuid(), '139' || lpad(n::text, 8, '0'), 'signIn', '', 'elsewhere', gen_random_uuid(), now() from generate_series(1, 460) n`);
    const before = provider.sends().length;
    const counts = await storm({ requests: 500, signal }, (n) => askCode(nextMobile(), network(1500 + n)));
    await allSent();
    expect([counts[200], provider.sends().length - before]).toEqual([40, 40]);
  });

  it("T-15: from one network that works for each message reaches exactly ten numbers", async ({ signal }) => {
    await startAnew();
    const proofs: string[] = [];
    while (proofs.length < 12)
      proofs.push(await solveChallenge(contentOf(await send("GET basic/challenge")) as Challenge));
    const before = provider.sends().length;
    const counts = await storm({ requests: 12, signal }, (n) =>
      send(calls[n % 3]!, { mobile: nextMobile(), proof: proofs[n]! }, network(2000)),
    );
    await allSent();
    expect([counts, provider.sends().length - before]).toEqual([{ 200: 10, 429: 2 }, 10]);
  });
});

describe("the third message of a network within an hour", () => {
  it("T-15: needs a proof of work, whichever call asks, also for whoever is signed in", async () => {
    await startAnew();
    const from = network(3000);
    for (const mobile of [nextMobile(), nextMobile()]) expect((await askCode(mobile, from)).status).toBe(200);
    const person = client(server, await newSpace(server, nextMobile()));
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

  it("T-15: is not paid for twice with one proof, one after another or at once, nor with one made up", async () => {
    await startAnew();
    const from = network(3001);
    for (const mobile of [nextMobile(), nextMobile()]) await askCode(mobile, from);
    const challenge = contentOf(await send("GET basic/challenge")) as Challenge;
    const proof = await solveChallenge(challenge);
    const withProof = (sent: string) => send(calls[0]!, { mobile: nextMobile(), proof: sent }, from);
    const answers = await Promise.all(Array.from({ length: 10 }, () => withProof(proof)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await withProof(proof)).status).toBe(428);
    const { solution } = JSON.parse(atob(proof)) as { solution: object };
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: "00" } };
    const later = { ...challenge, parameters: { ...challenge.parameters, nonce: "00".repeat(16) } };
    const madeUp = [easier, later, {}].map((one) => btoa(JSON.stringify({ challenge: one, solution })));
    for (const sent of [...madeUp, "", "{}", "not base64 at all", btoa("[]")])
      expect((await withProof(sent)).status).toBe(428);
  });
});

describe("an alarm", () => {
  const share = async (name: string) => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]);
  };
  const codes = (used: number) =>
    system(sql`insert into sms_code (id, mobile, purpose, code_hash, source, site_id, expires_at, used_at)
    select gen_random_uuid(), '136' || lpad(n::text, 8, '0'), 'signIn', '', 'elsewhere', gen_random_uuid(), now(), case when n <= ${used} then now() end
    from generate_series(1, 50) n`);

  it("T-15: is raised while fewer than three in ten of the last fifty codes are entered", async () => {
    await startAnew();
    await codes(14);
    await doUpkeep(server, "watchConversion");
    expect(await share("sms_conversion_alarm")).toBe(1);
    expect(await share("sms_codes_entered_share")).toBe(0.28);
    expect(server.output()).toContain('"alarm":"smsConversion"');
    await startAnew();
    await codes(15);
    await doUpkeep(server, "watchConversion");
    expect(await share("sms_conversion_alarm")).toBe(0);
  });
});
