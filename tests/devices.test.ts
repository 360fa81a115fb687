/** Devices: notifications of new devices, the second step on a new device, and sign-in on a known device during an attack. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import memberEntity from "#entities/member.ts";
import { insertRow } from "#records/change/save.server.ts";
import { newId } from "#server/process/id.server.ts";
import { cookieNames } from "#server/http/request.server.ts";
import { shortenSources, purgeSecurityEvents } from "#server/identity/security-events.server.ts";
import { attemptsWithinPause, extendPause } from "./support/attempts.ts";
import { type Answer, client, contentOf } from "./support/client.ts";
import { callNames, expectedCalls, inputOf } from "./support/expectations.ts";
import { lastCode } from "./support/mailbox.ts";
import { givePassword, newMember, newSpaceOwner, nextMobile, type Person } from "./support/people.ts";
import { missingRows } from "./support/rows.ts";
import { secondStepChallengeOf } from "./support/second-step.ts";
import { programIn } from "./support/registries.ts";
import { startServer } from "./support/server.ts";
import { skipCodePause } from "./support/space-owner.ts";

const server = await startServer({ TRUST_PROXY: "127.0.0.1" });
const { send } = client(server);
const password = "Harbour7x";
const statusOf = ({ status }: Answer) => status;
const queryRows = <R = Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<R>(query));

let network = 0;
/** The header of a request from a new network. */
const newNetwork = (n = (network += 1)) => ({ "x-forwarded-for": `198.18.${n >> 8}.${n & 255}` });
const chrome = { "user-agent": "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36" };
const logIn = (username: string, headers: Record<string, string> = {}, secret = password) =>
  send("POST Api/Member/Login", { username, password: secret }, { ...newNetwork(), ...chrome, ...headers });
const cookieOf = (name: string, { headers }: Answer) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));
/** The device's cookie as a browser sends it back. */
function deviceOf(answer: Answer): { cookie: string } {
  expect(answer.status, answer.text).toBe(200);
  return { cookie: cookieOf("device", answer)!.split(";")[0]! };
}
async function createOwner(secret = password) {
  const mobile = nextMobile();
  const person = await newSpaceOwner(server, mobile);
  await givePassword(server, person, secret);
  return { mobile, person };
}
const noticesTo = async (mobile: string) =>
  (
    await queryRows<{ text: string }>(sql`select body ->> 'text' as text from outbox
    where recipient = ${mobile} and body ->> 'templateKey' = 'newDevice' order by created_at`)
  ).map(({ text }) => text);
async function codeFor(mobile: string, purpose = "signIn"): Promise<string> {
  await skipCodePause(server, mobile);
  expect(statusOf(await send("POST Api/Sms/SendVerifiyCode", { mobile, purpose }, newNetwork()))).toBe(200);
  return lastCode(server.url, mobile);
}
const eventsOf = (kind: string) =>
  queryRows<{ accountId: string | null; source: string | null }>(
    sql`select account_id as "accountId", source from security_event where kind = ${kind}`,
  );

describe("a device", () => {
  it("T-24: is recognised by an HttpOnly cookie that outlives the session, of which only a hash is stored", async () => {
    const { mobile, person } = await createOwner();
    const first = await logIn(mobile);
    expect(cookieOf("device", first)).toMatch(/^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    const { cookie } = deviceOf(first);
    const [stored] = await queryRows(
      sql`select token_hash as hash, user_agent as "userAgent" from device where account_id = ${person.accountId}::uuid`,
    );
    expect(stored).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/), userAgent: chrome["user-agent"] });
    const sid = cookieOf("sid", first)!.split(";")[0]!;
    const signOut = await send("POST user/logout", {}, { cookie: `${sid}; ${cookie}` });
    expect([signOut.status, cookieOf("device", signOut)]).toEqual([200, undefined]);
    expect(cookieOf("sid", signOut)).toMatch(/Max-Age=0/);
    expect(deviceOf(await logIn(mobile, { cookie }))).toEqual({ cookie });
  });

  it("is reported to the account's owner by SMS when it is new, except for the device of the registration", async () => {
    const { mobile } = await createOwner();
    const device = deviceOf(await logIn(mobile));
    expect(await noticesTo(mobile)).toEqual([
      "Meridian: your account was used to sign in on a new device (Chrome on Windows). If this was not you, reset your password with an SMS code immediately.",
    ]);
    deviceOf(await logIn(mobile, device));
    expect(await noticesTo(mobile)).toHaveLength(1);
    deviceOf(await logIn(mobile, { "accept-language": "zh" }));
    expect((await noticesTo(mobile))[1]).toContain("Windows 上的 Chrome");
    const newMobile = nextMobile();
    const registered = await send(
      "POST Api/Member/Reg",
      { mobile: newMobile, verifyCode: await codeFor(newMobile), password },
      newNetwork(),
    );
    deviceOf(await logIn(newMobile, deviceOf(registered)));
    expect(await noticesTo(newMobile)).toEqual([]);
  });

  it("T-15: is reported at most three times an hour per account", async () => {
    const { mobile } = await createOwner();
    for (let n = 0; n < 6; n += 1) expect((await logIn(mobile)).status).toBe(200);
    expect(await noticesTo(mobile)).toHaveLength(3);
  });

  it("without cookies is reported once a day and program, and does not replace a browser", async () => {
    const { mobile, person } = await createOwner();
    const browser = deviceOf(await logIn(mobile));
    for (let n = 0; n < 3; n += 1)
      expect(cookieOf("device", await logIn(mobile, { "x-meridian-client": "bearer" }))).toBeUndefined();
    expect(await noticesTo(mobile)).toHaveLength(2);
    await logIn(mobile, { "x-meridian-client": "bearer", "user-agent": "curl/8" });
    expect(await noticesTo(mobile)).toHaveLength(3);
    const devices = await queryRows(sql`select id from device where account_id = ${person.accountId}::uuid`);
    expect(devices).toHaveLength(1);
    expect(deviceOf(await logIn(mobile, browser))).toEqual(browser);
  });

  it("T-21: gets a new cookie when a second account signs in on it, so that a planted cookie is useless", async () => {
    const [attacker, victim] = [await createOwner(), await createOwner()];
    const planted = deviceOf(await logIn(attacker.mobile));
    const after = deviceOf(await logIn(victim.mobile, planted));
    expect(after).not.toEqual(planted);
    expect(deviceOf(await logIn(victim.mobile, after))).toEqual(after);
    // Both accounts share a browser and still recognise it.
    expect(deviceOf(await logIn(attacker.mobile, after))).toEqual(after);
    const [{ known } = { known: 0 }] = await queryRows<{ known: number }>(
      sql`select count(*)::int as known from device where account_id = ${victim.person.accountId}::uuid`,
    );
    expect(deviceOf(await logIn(victim.mobile, planted))).not.toEqual(planted);
    expect(known).toBe(1);
  });

  it("T-24: has a cookie with the prefix __Host- over https", () => {
    expect(cookieNames("https://meridian.example")).toMatchObject({ device: "__Host-device", secure: true });
    expect(cookieNames("http://meridian.example")).toMatchObject({ device: "device", secure: false });
  });

  it("is forgotten when its owner ends its session; all other devices are forgotten when the password changes", async () => {
    const { mobile, person } = await createOwner();
    const [first, second] = [await logIn(mobile), await logIn(mobile)];
    const sid = cookieOf("sid", first)!.split(";")[0]!;
    const list = contentOf(await send("GET user/sessions", {}, { cookie: sid })) as {
      id: string;
      isCurrent: boolean;
    }[];
    const device = deviceOf(second);
    const { id } = list.find((session) => !session.isCurrent && session.id !== person.token)!;
    const noticeCount = (await noticesTo(mobile)).length;
    await client(server, person).call("POST user/sessions/end", { id });
    deviceOf(await logIn(mobile, device));
    expect((await noticesTo(mobile)).length).toBe(noticeCount + 1);
    const ownHeaders = { cookie: `${sid}; ${deviceOf(first).cookie}` };
    const changed = await send(
      "POST user/password",
      { oldPassword: password, password: "Lantern8z" },
      { ...ownHeaders, ...newNetwork() },
    );
    expect(changed.status, changed.text).toBe(200);
    const [{ known } = { known: 0 }] = await queryRows<{ known: number }>(
      sql`select count(*)::int as known from device where account_id = ${person.accountId}::uuid`,
    );
    expect(known).toBe(1);
    const verifyCode = await codeFor(mobile, "resetPassword");
    await send("POST user/findPassword", { mobile, verifyCode, password }, newNetwork());
    expect(deviceOf(await logIn(mobile, deviceOf(first)))).not.toEqual(deviceOf(first));
  });
});

describe("T-19: a new device", () => {
  it("O-1: needs a code by SMS if the password has fewer than 8 characters, unlike a known one", async () => {
    const { mobile } = await createOwner("Harb7x");
    const first = secondStepChallengeOf(await logIn(mobile, {}, "Harb7x"));
    expect(first.methods).toEqual(["sms"]);
    await send("POST user/secondFactor/code", { ticket: first.ticket }, newNetwork());
    const step = { ticket: first.ticket, method: "sms", code: await lastCode(server.url, mobile) };
    const device = deviceOf(await send("POST user/secondFactor", step, { ...newNetwork(), ...chrome }));
    expect(deviceOf(await logIn(mobile, device, "Harb7x"))).toEqual(device);
    // The same holds for a bearer token.
    secondStepChallengeOf(await logIn(mobile, { "x-meridian-client": "bearer" }, "Harb7x"));
    expect(
      statusOf(
        await send(
          "POST Api/Member/LoginByMobile",
          { username: mobile, verifyCode: await codeFor(mobile) },
          newNetwork(),
        ),
      ),
    ).toBe(200);
  });

  it("needs a code after five failed attempts within an hour, also after an abandoned second step", async () => {
    const { mobile, person } = await createOwner();
    const device = deviceOf(await logIn(mobile));
    for (let n = 0; n < 5; n += 1) expect(statusOf(await logIn(mobile, {}, "Wrong7xx"))).toBe(401);
    await queryRows(
      sql`update attempt set created_at = created_at - interval '2 seconds' where account = ${person.accountId}`,
    );
    for (let n = 0; n < 2; n += 1) expect(secondStepChallengeOf(await logIn(mobile)).methods).toEqual(["sms"]);
    expect(deviceOf(await logIn(mobile, device))).toEqual(device);
    await queryRows(
      sql`update attempt set created_at = created_at - interval '1 hour' where account = ${person.accountId}`,
    );
    expect(statusOf(await logIn(mobile))).toBe(200);
  });
});

describe("T-20: during an attack on an account", () => {
  // bench/guesses.ts does the same with 2,000 guesses.
  it("with 300 guesses from 30 networks, only the owner signs in, on the known device and by SMS code", async () => {
    const { mobile, person } = await createOwner();
    const device = deviceOf(await logIn(mobile));
    const networks = Array.from({ length: 30 }, () => newNetwork());
    let hasOwnerSignedIn = false;
    const guess = async (headers: Record<string, string>) => {
      const answers: number[] = [];
      for (let n = 0; n < 10 || !hasOwnerSignedIn; n += 1)
        answers.push(statusOf(await logIn(mobile, headers, `Guess${n}xx`)));
      return answers;
    };
    // The owner signs in during the attack, from one of the attackers' networks.
    const attack = Promise.all(networks.map(guess));
    const duringAttack = await logIn(mobile, { ...device, ...networks[0] });
    hasOwnerSignedIn = true;
    expect(deviceOf(duringAttack)).toEqual(device);
    const answers = (await attack).flat();
    expect(answers.filter((status) => ![401, 429].includes(status))).toEqual([]);
    expect(await attemptsWithinPause(server)).toEqual([]);
    await extendPause(server);
    expect(statusOf(await logIn(mobile))).toBe(429);
    expect(deviceOf(await logIn(mobile, device))).toEqual(device);
    const verifyCode = await codeFor(mobile);
    expect(statusOf(await send("POST Api/Member/LoginByMobile", { username: mobile, verifyCode }, newNetwork()))).toBe(
      200,
    );
    expect(
      (await eventsOf("accountUnderAttack")).filter(({ accountId }) => accountId === person.accountId),
    ).toHaveLength(1);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(
      /security_events_total\{kind="accountUnderAttack"\} [1-9]/,
    );
    expect(server.output()).toMatch(/"kind":"accountUnderAttack".*"security alarm"/);
  });

  it("a known device has five attempts of its own, and a device of another account has none", async () => {
    const [{ mobile }, otherOwner] = [await createOwner(), await createOwner()];
    const [device, otherDevice] = [deviceOf(await logIn(mobile)), deviceOf(await logIn(otherOwner.mobile))];
    for (let n = 0; n < 5; n += 1) expect(statusOf(await logIn(mobile, {}, "Wrong7xx"))).toBe(401);
    await extendPause(server);
    expect(statusOf(await logIn(mobile, otherDevice, "Wrong7xx"))).toBe(429);
    for (let n = 0; n < 5; n += 1) expect(statusOf(await logIn(mobile, device, "Wrong7xx"))).toBe(401);
    await extendPause(server);
    expect(statusOf(await logIn(mobile, device))).toBe(429);
  });

  it("an account has at most a hundred attempts an hour", async () => {
    const { mobile, person } = await createOwner();
    const device = deviceOf(await logIn(mobile));
    await queryRows(sql`insert into attempt (id, subject, account, source, state, created_at)
      select gen_random_uuid(), 'others ' || n, ${person.accountId}, 'network ' || n, 'failed', now() - interval '50 minutes' from generate_series(1, 99) n`);
    expect(statusOf(await logIn(mobile, device, "Wrong7xx"))).toBe(401);
    const refused = await logIn(mobile, device);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "900"]);
  });
});

it("security events are kept for 180 days, and their exact network for 30", async () => {
  const sources = { old: "203.0.113.77", older: "2001:db8:1:2::/64", fresh: "203.0.113.78", gone: "203.0.113.79" };
  const days = { old: 31, older: 179, fresh: 29, gone: 181 };
  for (const name of ["old", "older", "fresh", "gone"] as const)
    await queryRows(sql`insert into security_event (id, kind, source, once, created_at)
      values (${newId()}::uuid, 'kept', ${sources[name]}, ${name}, now() - make_interval(days => ${days[name]}))`);
  // The program runs these jobs every ten minutes.
  for (let round = 0; round < 2; round += 1)
    for (const purge of [purgeSecurityEvents, shortenSources]) await server.database.system((tx) => purge(tx, 100));
  const remainingSources = (await eventsOf("kept")).map(({ source }) => source);
  expect(remainingSources.toSorted()).toEqual(["2001:db8:1::/48", "203.0.113.0/24", "203.0.113.78"]);
});

// bench/guesses.ts does the same with ten times as many guesses.
it("T-19: 300 guesses at 100 accounts from 10 networks fail at the limit of each network and raise an alarm", async () => {
  const owner = await newSpaceOwner(server);
  const mobiles = Array.from({ length: 100 }, (_, n) => `150${String(n).padStart(8, "0")}`);
  const hash = await givePassword(server, owner, password);
  await server.database.system(async (tx) => {
    await tx.rows(sql`insert into account (id, mobile, user_name, password_hash) select gen_random_uuid(), m, m, ${hash}
      from jsonb_array_elements_text(${JSON.stringify(mobiles)}::jsonb) m`);
    const accounts = await tx.rows<{ id: string; mobile: string }>(
      sql`select id, mobile from account where mobile like '150%'`,
    );
    for (const { id, mobile } of accounts)
      await insertRow(tx, programIn(owner.tenantId), memberEntity, {
        values: { userName: mobile, mobile, name: mobile, isAdministrator: false, status: "active" },
        internal: { accountId: id },
      });
  });
  const guesses = mobiles.flatMap((mobile) =>
    ["Summer2026", "Company123", "Welcome99a"].map((secret) => ({ mobile, secret })),
  );
  const before = (await eventsOf("networkBlocked")).length;
  const attack = Array.from({ length: 10 }, (_, n) => guesses.filter((_guess, at) => at % 10 === n));
  const results = await Promise.all(
    attack.map(async (networkGuesses, n) => {
      const answers: number[] = [];
      for (const { mobile, secret } of networkGuesses)
        answers.push(statusOf(await logIn(mobile, { "x-forwarded-for": `192.0.2.${n}` }, secret)));
      return answers;
    }),
  );
  for (const answers of results) {
    expect(answers.filter((status) => status === 401)).toHaveLength(20);
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
  }
  const [{ most } = { most: 0 }] = await queryRows<{ most: number }>(sql`select max(count)::int as most from
    (select count(*) from attempt where state = 'failed' group by account) per_account`);
  expect(most).toBeLessThanOrEqual(100);
  expect(await eventsOf("networkBlocked")).toHaveLength(before + 10);
});

describe("T-21: a token is refused on every call that needs a session", () => {
  const callsWithSession = callNames.filter((name) => expectedCalls[name].requiredAccess !== "anyone");
  const rows = missingRows();

  /** The calls that accepted the token, with their statuses. */
  async function callsAccepting(token: string) {
    expect(callsWithSession.length).toBeGreaterThan(50);
    const answers = new Map<string, number[]>();
    for (const name of callsWithSession) {
      const input = inputOf(name, rows, "news");
      const asBearer = await send(name, input, { authorization: `Bearer ${token}` });
      const asCookie = await send(name, input, { cookie: `sid=${token}` });
      answers.set(name, [asBearer.status, asCookie.status]);
    }
    return [...answers].filter(([, statuses]) => statuses.some((status) => status !== 401));
  }
  const hasSession = async ({ token }: Pick<Person, "token">) =>
    (await client(server, { token }).send("GET api/user/View")).status === 200;
  async function createMember() {
    const mobile = nextMobile();
    const person = await newMember(server, (await newSpaceOwner(server)).tenantId, mobile);
    await givePassword(server, person, password);
    expect(await hasSession(person)).toBe(true);
    return { ...person, mobile };
  }

  it("after sign-out", async () => {
    const person = await createMember();
    await client(server, person).call("POST user/logout", {});
    expect(await callsAccepting(person.token)).toEqual([]);
  });

  it("after a change of the password in another session", async () => {
    const person = await createMember();
    const { token } = contentOf(await logIn(person.mobile, { "x-meridian-client": "bearer" })) as { token: string };
    await client(server, { token }).call("POST user/password", { oldPassword: password, password: "Lantern8z" });
    expect(await hasSession({ token })).toBe(true);
    expect(await callsAccepting(person.token)).toEqual([]);
  });

  it("after a reset of the password", async () => {
    const person = await createMember();
    const verifyCode = await codeFor(person.mobile, "resetPassword");
    const reset = { mobile: person.mobile, verifyCode, password: "Lantern8z" };
    expect(statusOf(await send("POST user/findPassword", reset, newNetwork()))).toBe(200);
    expect(await callsAccepting(person.token)).toEqual([]);
  });

  it("after the account was disabled", async () => {
    const person = await createMember();
    await server.database.system(async (tx) => {
      await tx.rows(sql`update account set is_disabled = true where id = ${person.accountId}::uuid`);
      await tx.notifyChanged(`account:${person.accountId}`);
    });
    await expect.poll(() => hasSession(person)).toBe(false);
    expect(await callsAccepting(person.token)).toEqual([]);
  });

  it("after a new sign-in of the same client, which replaces its session", async () => {
    const person = await createMember();
    const answer = await logIn(person.mobile, { cookie: `sid=${person.token}` });
    const sid = cookieOf("sid", answer)!.split(";")[0]!;
    expect(sid).not.toContain(person.token);
    expect(statusOf(await send("GET api/user/View", {}, { cookie: sid }))).toBe(200);
    expect(await callsAccepting(person.token)).toEqual([]);
  });
});
