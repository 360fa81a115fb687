/** Sign-in over HTTP: responses, refusals and limits. */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { attemptsWithinPause, extendPause } from "./support/attempts.ts";
import { client, contentOf, type Answer } from "./support/client.ts";
import { lastCode } from "./support/mailbox.ts";
import { ticketOf } from "./support/second-step.ts";
import { newSpaceOwner, nextMobile } from "./support/people.ts";
import { sendWithProof } from "./support/proof.ts";
import { sentCode } from "./support/sent-code.ts";
import { startServer } from "./support/server.ts";

// Every test sends its own IP address in the header of the trusted proxy.
const server = await startServer({ TRUST_PROXY: "127.0.0.1" });
let network = 0;
let from: Record<string, string>;
beforeEach(() => {
  network += 1;
  from = { "x-forwarded-for": `203.0.113.${network}` };
});
const { send } = client(server);
const bearer = { "x-meridian-client": "bearer" };
const password = "Harbour7x";

const requestCode = (mobile: string, headers = from) =>
  sendWithProof(send, "POST Api/Sms/SendVerifiyCode", { mobile }, headers);
/** Skips the interval between two codes, which the database measures. */
const skipInterval = () =>
  server.database.system((tx) => tx.rows(sql`update sms_code set created_at = created_at - interval '61 seconds'`));
async function register(mobile: string, path = "Api/Member/Reg"): Promise<Answer> {
  expect((await requestCode(mobile)).status).toBe(200);
  const verifyCode = await lastCode(server.url, mobile);
  return send(`POST ${path}`, { mobile, verifyCode, password }, { ...from, ...bearer });
}
const logIn = (username: string, secret = password, headers = {}) =>
  send("POST Api/Member/Login", { username, password: secret }, { ...from, ...bearer, ...headers });
const viewProfile = (token: string) => client(server, { token }).send("GET api/user/View");

it("the one-time password of the first start works once with a code by SMS, also for two concurrent sign-ins", async () => {
  const { mobile, password: oneTimePassword } = inject("administrator");
  const tickets = [ticketOf(await logIn(mobile, oneTimePassword)), ticketOf(await logIn(mobile, oneTimePassword))];
  expect((await send("POST user/secondFactor/code", { ticket: tickets[0]! }, from)).status).toBe(200);
  const code = await lastCode(server.url, mobile);
  const answers = await Promise.all(
    tickets.map((ticket) => send("POST user/secondFactor", { ticket, method: "sms", code }, { ...from, ...bearer })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await logIn(mobile, oneTimePassword)).status).toBe(401);
});

describe("registration", () => {
  it("E-005, B-249, B-307, Q-08: creates a space with its owner as administrator, a home page and a theme", async () => {
    const mobile = nextMobile();
    const registered = await register(mobile);
    expect(registered.status, registered.text).toBe(200);
    const { token, tenant } = contentOf(registered) as { token: string; tenant: { id: string; sign: string } };
    const profile = contentOf(await viewProfile(token)) as Record<string, unknown>;
    expect(profile).toMatchObject({
      isAdministrator: true,
      isSuperAdmin: false,
      tenant: { id: tenant.id },
      mobile: `${mobile.slice(0, 3)}****${mobile.slice(7)}`,
    });
    const rowsOf = async (type: string) =>
      contentOf(await client(server, { token }).send("GET Api/{type}/QueryList", { type })) as AnyRow[];
    expect(await rowsOf("page")).toMatchObject([{ path: "/index", status: "published" }]);
    const themes = await rowsOf("theme");
    expect(themes).toHaveLength(1);
    expect(await rowsOf("site")).toMatchObject([{ theme: themes[0]!.id }]);
  });

  it("B-329, T-16, T-17: accepts a mobile number once at both paths, each in its envelope, and reveals that only after a valid code", async () => {
    const [mobile, otherMobile] = [nextMobile(), nextMobile()];
    const registered = [await register(mobile), await register(otherMobile, "user/reg")];
    expect(registered.map(({ body }) => body)).toMatchObject([{ status: 1 }, { code: 200 }]);
    expect(Object.keys(contentOf(registered[0]!) as object)).toEqual(Object.keys(contentOf(registered[1]!) as object));
    await skipInterval();
    const taken = "This number is already registered. Sign in instead.";
    const again = [await register(otherMobile), await register(mobile, "user/reg")];
    expect(again.map(({ status }) => status)).toEqual([409, 409]);
    expect(again.map(({ body }) => body)).toMatchObject([{ message: taken }, { msg: taken }]);
    const withoutCode = await send("POST Api/Member/Reg", { mobile, verifyCode: "000000", password }, from);
    expect([withoutCode.status, withoutCode.body.message]).toEqual([422, "Incorrect or expired code"]);
  });

  it("E-006, N-009, B-066, B-245, B-306, Q-07, T-17: ignores a user name in the request: the mobile number is the user name, in a new space", async () => {
    // In plain, full-width and Cyrillic letters: the value is ignored in any spelling.
    for (const userName of ["admin", "planform", "ｐｌａｎｆｏｒｍ", "аdmin"]) {
      const mobile = nextMobile();
      await requestCode(mobile);
      const verifyCode = await lastCode(server.url, mobile);
      const registered = await send("POST user/reg", { mobile, verifyCode, password, userName, regAdmin: true }, from);
      expect(registered.status, registered.text).toBe(200);
      const [found] = await server.database.system((tx) =>
        tx.rows(sql`select a.user_name as name, a.is_super_admin as super, (select count(*)::int from member m where m.account_id = a.id) as spaces
        from account a where a.mobile = ${mobile}`),
      );
      expect(found).toEqual({ name: mobile, super: false, spaces: 1 });
    }
  });

  it("names the documents that have to be accepted", async () => {
    const mobile = nextMobile();
    for (const [language, text] of [
      ["zh", "请先阅读并同意《用户协议》和《隐私政策》"],
      ["en", "Accept the user agreement and the privacy policy to continue"],
    ] as const) {
      const body = { mobile, verifyCode: "000000", password, agreed: false };
      const refused = await send("POST user/reg", body, { ...from, "accept-language": language });
      expect([refused.status, refused.body.fields]).toEqual([422, { agreed: text }]);
    }
  });

  it.each([{ isSuperAdmin: true }, { tenantId: "meridian" }, { isAdministrator: true }])(
    "T-17: refuses unknown properties: %j",
    async (extraProperty) => {
      const mobile = nextMobile();
      await requestCode(mobile);
      const verifyCode = await lastCode(server.url, mobile);
      const answer = await send("POST user/reg", { mobile, verifyCode, password, ...extraProperty }, from);
      expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, Object.keys(extraProperty)]);
      const [{ count }] = (await server.database.system((tx) =>
        tx.rows(sql`select count(*)::int as count from account where mobile = ${mobile}`),
      )) as [{ count: number }];
      expect(count).toBe(0);
    },
  );

  it.each(["short", "1234567", "letters", "password1", "way-too-long-for-a-member-7"])(
    "B-227, B-228, B-301, B-302: refuses the password %s without consuming the code",
    async (weakPassword) => {
      const mobile = nextMobile();
      await requestCode(mobile);
      const verifyCode = await lastCode(server.url, mobile);
      const refused = await send("POST Api/Member/Reg", { mobile, verifyCode, password: weakPassword }, from);
      expect(refused.status).toBe(422);
      expect(refused.body.fields).toHaveProperty("password");
      expect((await send("POST Api/Member/Reg", { mobile, verifyCode, password }, from)).status).toBe(200);
    },
  );
});

describe("a code", () => {
  it.each(["12800138000", "1380013800", "138001380001", "23800138000", "1380013800a"])(
    "B-213, B-217: is not sent to %s, which is not a mobile number",
    async (mobile) => {
      const refused = await requestCode(mobile, { ...from, "accept-language": "zh" });
      expect([refused.status, refused.body.fields]).toEqual([422, { mobile: "手机号不正确" }]);
      expect(await sentCode(server.url, mobile)).toBeUndefined();
    },
  );

  it("E-009, T-15: is sent once a minute, with the time to wait", async () => {
    const mobile = nextMobile();
    expect(contentOf(await requestCode(mobile))).toEqual({ seconds: 60 });
    const second = await requestCode(mobile);
    expect(second.status).toBe(429);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(50);
  });

  it("B-364, T-15: is sent to at most ten numbers an hour from one network, across all calls", async () => {
    for (let n = 0; n < 10; n += 1) expect((await requestCode(nextMobile())).status).toBe(200);
    for (const call of ["POST Api/Sms/SendVerifiyCode", "GET basic/sms/loginCode", "GET basic/sms/partners/code"])
      expect((await send(call, { mobile: nextMobile() }, from)).status).toBe(429);
    expect((await requestCode(nextMobile(), { "x-forwarded-for": "198.51.100.1" })).status).toBe(200);
  });

  it("E-010, B-323, T-12: is checked at most five times, then even the right one is refused", async () => {
    const mobile = nextMobile();
    await requestCode(mobile);
    const validCode = await lastCode(server.url, mobile);
    const wrongCode = validCode === "000000" ? "000001" : "000000";
    const requests = [
      () => send("POST Api/Member/Reg", { mobile, verifyCode: wrongCode, password }, from),
      () => send("POST Api/Member/LoginByMobile", { username: mobile, verifyCode: wrongCode }, from),
      () => send("GET api/UserReg/CheckVerifiyCode", { mobile, code: wrongCode }, from),
    ];
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => requests[n % requests.length]!()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    const [code] = await server.database.system((tx) =>
      tx.rows<{ tries: number }>(sql`select tries from sms_code where mobile = ${mobile}`),
    );
    expect(code!.tries).toBe(5);
    expect((await send("POST Api/Member/Reg", { mobile, verifyCode: validCode, password }, from)).status).toBe(422);
  });

  it("E-003, N-008, T-13: is used once by fifty concurrent requests", async () => {
    const mobile = nextMobile();
    await register(mobile);
    await skipInterval();
    await requestCode(mobile);
    const verifyCode = await lastCode(server.url, mobile);
    const countSessions = async () => {
      const [{ count } = { count: 0 }] = await server.database.system((tx) =>
        tx.rows<{ count: number }>(sql`select count(*)::int as count from session s
          join account a on a.id = s.account_id where a.mobile = ${mobile}`),
      );
      return count;
    };
    const before = await countSessions();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        send("POST Api/Member/LoginByMobile", { username: mobile, verifyCode }, { ...from, ...bearer }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await countSessions()).toBe(before + 1);
  });

  it("T-14: is invalid after the next one is sent", async () => {
    const mobile = nextMobile();
    await requestCode(mobile);
    const firstCode = await lastCode(server.url, mobile);
    await skipInterval();
    await requestCode(mobile);
    const secondCode = await lastCode(server.url, mobile, firstCode);
    expect((await send("POST Api/Member/Reg", { mobile, verifyCode: firstCode, password }, from)).status).toBe(422);
    expect((await send("POST Api/Member/Reg", { mobile, verifyCode: secondCode, password }, from)).status).toBe(200);
  });

  it("B-311, T-22: is not sent by a link on another site", async () => {
    const link = `${server.url}/api/basic/sms/loginCode?mobile=${nextMobile()}`;
    expect((await fetch(link)).status).toBe(403);
    expect((await fetch(link, { headers: { "x-meridian": "1", "sec-fetch-site": "cross-site" } })).status).toBe(403);
  });
});

describe("the alternative paths of the contract", () => {
  it.each([
    ["E-007, B-364", "GET basic/sms/loginCode"],
    ["E-008, B-364", "GET basic/sms/partners/code"],
    ["E-007, B-311", "POST basic/sms/loginCode"],
    ["E-009, B-364", "POST Api/Sms/SendVerifiyCode"],
  ] as const)("%s: %s sends a code and does not return it", async (_id, call) => {
    const mobile = nextMobile();
    const sent = await send(call, { mobile }, from);
    expect(sent.status, sent.text).toBe(200);
    expect(sent.headers.get("cache-control")).toBe("no-store");
    expect(sent.text).not.toContain(await lastCode(server.url, mobile));
  });

  it("E-004, N-001, N-006, B-328, Q-16: user/login accepts username or key, with a password or a code, in the data envelope", async () => {
    const mobile = nextMobile();
    await register(mobile);
    await skipInterval();
    await requestCode(mobile);
    const verifyCode = await lastCode(server.url, mobile);
    const byCode = await send("POST user/login", { key: mobile, verifyCode }, { ...from, ...bearer });
    expect(byCode.body).toMatchObject({ code: 200 });
    expect(byCode.body.data).toEqual({
      id: expect.any(String),
      token: expect.stringMatching(/^[\w-]{43}$/),
      parentId: null,
      openId: null,
      userName: mobile,
      user: { userName: mobile },
      tenant: { id: expect.any(String), sign: expect.any(String) },
    });
    for (const name of [{ username: mobile }, { key: mobile }]) {
      const answer = await send("POST user/login", { ...name, password, openId: "x" }, { ...from, ...bearer });
      expect([answer.status, answer.body.code, answer.body.data]).toMatchObject([200, 200, { userName: mobile }]);
    }
    const wrong = await send("POST user/login", { key: mobile, password: "wrong-one-1" }, from);
    expect(wrong.body.msg).toBe("Incorrect account or password");
  });

  it.each(["mobile", "verifyCode", "password"])(
    "B-226: a registration without %s is refused at that field",
    async (name) => {
      const values: Record<string, string> = { mobile: nextMobile(), verifyCode: "123456", password };
      delete values[name];
      const answer = await send("POST user/reg", values, from);
      expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, [name]]);
    },
  );
});

describe("a password", () => {
  it("B-271, T-21: that changes during a sign-in no longer signs in: 用户登录失败", async () => {
    const mobile = nextMobile();
    await register(mobile);
    let signingIn: Promise<Answer> | undefined;
    await server.database.system(async (tx) => {
      // The row is locked with the new password; the sign-in has read the old one and waits for the lock.
      await tx.rows(sql`update account set password_hash = 'another' where mobile = ${mobile}`);
      signingIn = logIn(mobile, password, { "accept-language": "zh-CN" });
      await vi.waitFor(async () => {
        const waiting = await server.database.system((otherTx) =>
          otherTx.rows(sql`select 1 from pg_locks where not granted`),
        );
        expect(waiting.length).toBeGreaterThan(0);
      }, 20_000);
    });
    const failed = await signingIn!;
    expect([failed.status, failed.body.message]).toEqual([401, "用户登录失败，请重试"]);
  });

  it("Q-14, T-16: is refused with the same response for known and unknown accounts", async () => {
    const mobile = nextMobile();
    await register(mobile);
    const [knownAnswer, unknownAnswer] = [await logIn(mobile, "wrong-one-1"), await logIn(nextMobile(), "wrong-one-1")];
    expect([knownAnswer.status, knownAnswer.body.message]).toEqual([401, "Incorrect account or password"]);
    expect({ ...unknownAnswer.body, requestId: "" }).toEqual({ ...knownAnswer.body, requestId: "" });
  });

  it("T-19: may be wrong five times before a pause, even for the right one", async () => {
    const mobile = nextMobile();
    await register(mobile);
    for (let n = 0; n < 5; n += 1) expect((await logIn(mobile, "wrong-one-1")).status).toBe(401);
    await extendPause(server);
    const sixthAttempt = await logIn(mobile);
    expect(sixthAttempt.status).toBe(429);
    expect(Number(sixthAttempt.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("T-19: is checked five times for thirty concurrent guesses, and not again during the pause", async () => {
    const mobile = nextMobile();
    await register(mobile);
    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn(mobile, "wrong-one-1")));
    const checkedGuesses = answers.filter(({ status }) => status === 401).length;
    expect(checkedGuesses).toBeGreaterThanOrEqual(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - checkedGuesses);
    expect(await attemptsWithinPause(server)).toEqual([]);
  });

  it("E-019, T-21, T-26: is reset with a code, which ends all sessions", async () => {
    const mobile = nextMobile();
    const { token } = contentOf(await register(mobile)) as { token: string };
    await skipInterval();
    await sendWithProof(send, "POST Api/Sms/SendVerifiyCode", { mobile, purpose: "resetPassword" }, from);
    const verifyCode = await lastCode(server.url, mobile);
    // A code for a reset is not valid for sign-in.
    expect((await send("POST Api/Member/LoginByMobile", { username: mobile, verifyCode }, from)).status).toBe(422);
    expect((await send("POST user/findPassword", { mobile, verifyCode, password: "Lantern8z" }, from)).status).toBe(
      200,
    );
    expect((await viewProfile(token)).status).toBe(401);
    expect((await logIn(mobile)).status).toBe(401);
    expect((await logIn(mobile, "Lantern8z")).status).toBe(200);
  });
});

describe("a session", () => {
  it("E-018, B-170, T-21: ends in all processes when its owner signs out", async () => {
    const person = await newSpaceOwner(server);
    expect((await viewProfile(person.token)).status).toBe(200);
    expect((await client(server, person).send("POST user/logout")).status).toBe(200);
    expect((await viewProfile(person.token)).status).toBe(401);
  });

  it("E-002, N-007, T-11, T-24: uses either an HttpOnly cookie or a bearer token", async () => {
    const mobile = nextMobile();
    await register(mobile);
    const answer = await send("POST Api/Member/Login", { username: mobile, password }, from);
    const cookie = answer.headers.getSetCookie().find((header) => header.startsWith("sid="))!;
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(answer.text).not.toContain(cookie.slice(4, 20));
    const sidCookie = cookie.split(";")[0]!;
    expect((await send("GET api/user/View", {}, { cookie: sidCookie })).status).toBe(200);
    const { token } = contentOf(await logIn(mobile)) as { token: string };
    expect((await send("GET api/user/View", {}, { cookie: sidCookie, authorization: `Bearer ${token}` })).status).toBe(
      401,
    );
  });

  it("B-312, T-22: of a browser refuses changes from another site", async () => {
    const person = await newSpaceOwner(server);
    const cookie = `sid=${person.token}`;
    const add = (headers: Record<string, string>) =>
      fetch(`${server.url}/api/news/QueryAdd`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie, ...headers },
        body: JSON.stringify({ title: { zh: "题", en: "Title" } }),
      });
    expect((await add({})).status).toBe(403);
    expect((await add({ "x-meridian": "1", "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await add({ "x-meridian": "1", "sec-fetch-site": "same-origin" })).status).toBe(200);
  });

  it("ends the least recently used one when an account has more than ten", async () => {
    const mobile = nextMobile();
    const { token: first } = contentOf(await register(mobile)) as { token: string };
    let last = first;
    for (let n = 0; n < 10; n += 1) last = (contentOf(await logIn(mobile)) as { token: string }).token;
    expect((await viewProfile(first)).status).toBe(401);
    expect((await viewProfile(last)).status).toBe(200);
  });

  it("T-18, T-21: ends when the account is disabled", async () => {
    const person = await newSpaceOwner(server);
    expect((await viewProfile(person.token)).status).toBe(200);
    await server.database.system(async (tx) => {
      await tx.rows(sql`update account set is_disabled = true where id = ${person.accountId}::uuid`);
      await tx.notifyChanged(`account:${person.accountId}`);
    });
    await expect.poll(async () => (await viewProfile(person.token)).status).toBe(401);
  });
});
