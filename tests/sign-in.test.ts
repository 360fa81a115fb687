/** Signing in over HTTP: its responses, refusals and limits. */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, inject, it, vi } from "vitest";
import { earlyTries, restartPause } from "./support/attempts.ts";
import { client, contentOf, type Answer } from "./support/client.ts";
import { lastCode } from "./support/mailbox.ts";
import { ticketOf } from "./support/second-step.ts";
import { newSpace, nextMobile } from "./support/people.ts";
import { sendProven } from "./support/proof.ts";
import { startServer } from "./support/server.ts";

// Visitors' addresses are what the proxy in front says: every test comes from its own network.
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

const askCode = (mobile: string, headers = from) =>
  sendProven(send, "POST Api/Sms/SendVerifiyCode", { mobile }, headers);
/** The pause between two codes is kept by the database's clock: here it has passed. */
const minuteLater = () =>
  server.database.system((tx) => tx.rows(sql`update sms_code set created_at = created_at - interval '61 seconds'`));
async function register(mobile: string): Promise<Answer> {
  expect((await askCode(mobile)).status).toBe(200);
  const verifyCode = await lastCode(server.url, mobile);
  return send("POST Api/Member/Reg", { mobile, verifyCode, password }, { ...from, ...bearer });
}
const logIn = (username: string, secret = password, headers = {}) =>
  send("POST Api/Member/Login", { username, password: secret }, { ...from, ...bearer, ...headers });
const whoAmI = (token: string) => client(server, { token }).send("GET api/user/View");

it("the one-time password of the first start works once, together with a code by SMS; of two at once, for one", async () => {
  const { mobile, password: oneTime } = inject("administrator");
  const tickets = [ticketOf(await logIn(mobile, oneTime)), ticketOf(await logIn(mobile, oneTime))];
  expect((await send("POST user/secondFactor/code", { ticket: tickets[0]! }, from)).status).toBe(200);
  const code = await lastCode(server.url, mobile);
  const answers = await Promise.all(
    tickets.map((ticket) => send("POST user/secondFactor", { ticket, method: "sms", code }, { ...from, ...bearer })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await logIn(mobile, oneTime)).status).toBe(401);
});

describe("registering", () => {
  it("E-005, B-249, B-307, Q-08: makes an own space with its owner as administrator, a home page and a theme", async () => {
    const mobile = nextMobile();
    const registered = await register(mobile);
    expect(registered.status, registered.text).toBe(200);
    const { token, tenant } = contentOf(registered) as { token: string; tenant: { id: string; sign: string } };
    const me = contentOf(await whoAmI(token)) as Record<string, unknown>;
    expect(me).toMatchObject({
      isAdministrator: true,
      isSuperAdmin: false,
      tenant: { id: tenant.id },
      mobile: `${mobile.slice(0, 3)}****${mobile.slice(7)}`,
    });
    const pages = contentOf(await client(server, { token }).send("GET Api/{type}/QueryList", { type: "page" })) as {
      path: string;
      status: string;
    }[];
    expect(pages).toMatchObject([{ path: "/index", status: "published" }]);
  });

  it("T-16, T-17: takes a number once, and says so only to whoever proved it", async () => {
    const mobile = nextMobile();
    await register(mobile);
    await minuteLater();
    const again = await register(mobile);
    expect([again.status, again.body.message]).toEqual([409, "This number is already registered. Sign in instead."]);
    const unproven = await send("POST Api/Member/Reg", { mobile, verifyCode: "000000", password }, from);
    expect([unproven.status, unproven.body.message]).toEqual([422, "Incorrect or expired code"]);
  });

  it("E-006, N-009, B-066, B-245, Q-07, T-17: takes the user name that somebody asks for and ignores it: the number is the name, in a space of their own", async () => {
    // As it is, in full-width letters, and with a Cyrillic letter: nobody reads it, so nothing depends on its spelling.
    for (const userName of ["admin", "ｐｌａｔｆｏｒｍ", "аdmin"]) {
      const mobile = nextMobile();
      await askCode(mobile);
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

  it("says in words which documents have to be accepted", async () => {
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
    "T-17: refuses what the wire does not name: %j",
    async (wish) => {
      const mobile = nextMobile();
      await askCode(mobile);
      const verifyCode = await lastCode(server.url, mobile);
      const answer = await send("POST user/reg", { mobile, verifyCode, password, ...wish }, from);
      expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, Object.keys(wish)]);
      const [{ count }] = (await server.database.system((tx) =>
        tx.rows(sql`select count(*)::int as count from account where mobile = ${mobile}`),
      )) as [{ count: number }];
      expect(count).toBe(0);
    },
  );

  it.each(["short", "1234567", "letters", "password1", "way-too-long-for-a-member-7"])(
    "B-227, B-228, B-301, B-302: refuses the password %s, and the code stays good",
    async (weak) => {
      const mobile = nextMobile();
      await askCode(mobile);
      const verifyCode = await lastCode(server.url, mobile);
      const refused = await send("POST Api/Member/Reg", { mobile, verifyCode, password: weak }, from);
      expect(refused.status).toBe(422);
      expect(refused.body.fields).toHaveProperty("password");
      expect((await send("POST Api/Member/Reg", { mobile, verifyCode, password }, from)).status).toBe(200);
    },
  );
});

describe("a code", () => {
  it("E-009, T-15: is asked for once a minute, and says how long to wait", async () => {
    const mobile = nextMobile();
    expect(contentOf(await askCode(mobile))).toEqual({ seconds: 60 });
    const again = await askCode(mobile);
    expect(again.status).toBe(429);
    expect(Number(again.headers.get("retry-after"))).toBeGreaterThan(50);
  });

  it("B-364, T-15: goes to ten numbers an hour from one network, by whichever call", async () => {
    for (let n = 0; n < 10; n += 1) expect((await askCode(nextMobile())).status).toBe(200);
    for (const call of ["POST Api/Sms/SendVerifiyCode", "GET basic/sms/loginCode", "GET basic/sms/partners/code"])
      expect((await send(call, { mobile: nextMobile() }, from)).status).toBe(429);
    expect((await askCode(nextMobile(), { "x-forwarded-for": "198.51.100.1" })).status).toBe(200);
  });

  it("E-010, B-323, T-12: of a hundred wrong ones at once, five are looked at, and the right one after that is refused", async () => {
    const mobile = nextMobile();
    await askCode(mobile);
    const right = await lastCode(server.url, mobile);
    const wrong = right === "000000" ? "000001" : "000000";
    const ways = [
      () => send("POST Api/Member/Reg", { mobile, verifyCode: wrong, password }, from),
      () => send("POST Api/Member/LoginByMobile", { username: mobile, verifyCode: wrong }, from),
      () => send("GET api/UserReg/CheckVerifiyCode", { mobile, code: wrong }, from),
    ];
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => ways[n % ways.length]!()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
    const [code] = await server.database.system((tx) =>
      tx.rows<{ tries: number }>(sql`select tries from sms_code where mobile = ${mobile}`),
    );
    expect(code!.tries).toBe(5);
    expect((await send("POST Api/Member/Reg", { mobile, verifyCode: right, password }, from)).status).toBe(422);
  });

  it("E-003, N-008, T-13: is used once: of fifty people with the same one, one gets in", async () => {
    const mobile = nextMobile();
    await register(mobile);
    await minuteLater();
    await askCode(mobile);
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

  it("T-14: dies when the next one is sent", async () => {
    const mobile = nextMobile();
    await askCode(mobile);
    const first = await lastCode(server.url, mobile);
    await minuteLater();
    await askCode(mobile);
    const second = await lastCode(server.url, mobile, first);
    expect((await send("POST Api/Member/Reg", { mobile, verifyCode: first, password }, from)).status).toBe(422);
    expect((await send("POST Api/Member/Reg", { mobile, verifyCode: second, password }, from)).status).toBe(200);
  });

  it("B-311, T-22: is not sent by a link of another site", async () => {
    const link = `${server.url}/api/basic/sms/loginCode?mobile=${nextMobile()}`;
    expect((await fetch(link)).status).toBe(403);
    expect((await fetch(link, { headers: { "x-meridian": "1", "sec-fetch-site": "cross-site" } })).status).toBe(403);
  });
});

describe("the other addresses of the wire", () => {
  it.each([
    ["E-007, B-364", "GET basic/sms/loginCode"],
    ["E-008, B-364", "GET basic/sms/partners/code"],
    ["E-007, B-311", "POST basic/sms/loginCode"],
    ["E-009, B-364", "POST Api/Sms/SendVerifiyCode"],
  ] as const)("%s: %s sends a code, and does not say it", async (_id, call) => {
    const mobile = nextMobile();
    const sent = await send(call, { mobile }, from);
    expect(sent.status, sent.text).toBe(200);
    expect(sent.headers.get("cache-control")).toBe("no-store");
    expect(sent.text).not.toContain(await lastCode(server.url, mobile));
  });

  it("E-004, N-001, N-006, B-328, Q-16: user/login takes username or key, with a password or a code, in the data envelope", async () => {
    const mobile = nextMobile();
    await register(mobile);
    await minuteLater();
    await askCode(mobile);
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
    "B-226: a registration without %s is refused by its name",
    async (name) => {
      const values: Record<string, string> = { mobile: nextMobile(), verifyCode: "123456", password };
      delete values[name];
      const answer = await send("POST user/reg", values, from);
      expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, [name]]);
    },
  );
});

describe("a password", () => {
  it("T-21: that is changed while somebody signs in with it lets them in no more", async () => {
    const mobile = nextMobile();
    await register(mobile);
    let signingIn: Promise<Answer> | undefined;
    await server.database.system(async (tx) => {
      // The row is locked with the new password in it; whoever signs in still reads the old one, and waits at the end.
      await tx.rows(sql`update account set password_hash = 'another' where mobile = ${mobile}`);
      signingIn = logIn(mobile);
      await vi.waitFor(async () => {
        const waiting = await server.database.system((other) =>
          other.rows(sql`select 1 from pg_locks where not granted`),
        );
        expect(waiting.length).toBeGreaterThan(0);
      }, 20_000);
    });
    expect((await signingIn!).status).toBe(401);
  });

  it("Q-14, T-16: is answered alike for known and unknown accounts", async () => {
    const mobile = nextMobile();
    await register(mobile);
    const [known, unknown] = [await logIn(mobile, "wrong-one-1"), await logIn(nextMobile(), "wrong-one-1")];
    expect([known.status, known.body.message]).toEqual([401, "Incorrect account or password"]);
    expect({ ...unknown.body, requestId: "" }).toEqual({ ...known.body, requestId: "" });
  });

  it("T-19: may be wrong five times; then one waits, even with the right one", async () => {
    const mobile = nextMobile();
    await register(mobile);
    for (let n = 0; n < 5; n += 1) expect((await logIn(mobile, "wrong-one-1")).status).toBe(401);
    await restartPause(server);
    const sixth = await logIn(mobile);
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("T-19: of thirty guesses at once, five are looked at, and no other before its pause is over", async () => {
    const mobile = nextMobile();
    await register(mobile);
    const answers = await Promise.all(Array.from({ length: 30 }, () => logIn(mobile, "wrong-one-1")));
    const looked = answers.filter(({ status }) => status === 401).length;
    expect(looked).toBeGreaterThanOrEqual(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - looked);
    expect(await earlyTries(server)).toEqual([]);
  });

  it("E-019, T-21, T-26: that was forgotten is set by code, and everybody is signed out", async () => {
    const mobile = nextMobile();
    const { token } = contentOf(await register(mobile)) as { token: string };
    await minuteLater();
    await sendProven(send, "POST Api/Sms/SendVerifiyCode", { mobile, purpose: "resetPassword" }, from);
    const verifyCode = await lastCode(server.url, mobile);
    // A code for signing in would not do, nor this one for signing in.
    expect((await send("POST Api/Member/LoginByMobile", { username: mobile, verifyCode }, from)).status).toBe(422);
    expect((await send("POST user/findPassword", { mobile, verifyCode, password: "Lantern8z" }, from)).status).toBe(
      200,
    );
    expect((await whoAmI(token)).status).toBe(401);
    expect((await logIn(mobile)).status).toBe(401);
    expect((await logIn(mobile, "Lantern8z")).status).toBe(200);
  });
});

describe("a session", () => {
  it("E-018, B-170, T-21: ends when its owner signs out, everywhere at once", async () => {
    const person = await newSpace(server);
    expect((await whoAmI(person.token)).status).toBe(200);
    expect((await client(server, person).send("POST user/logout")).status).toBe(200);
    expect((await whoAmI(person.token)).status).toBe(401);
  });

  it("E-002, N-007, T-11, T-24: is a cookie that scripts cannot read, or a bearer token, never both at once", async () => {
    const mobile = nextMobile();
    await register(mobile);
    const answer = await send("POST Api/Member/Login", { username: mobile, password }, from);
    const cookie = answer.headers.getSetCookie().find((one) => one.startsWith("sid="))!;
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(answer.text).not.toContain(cookie.slice(4, 20));
    const own = cookie.split(";")[0]!;
    expect((await send("GET api/user/View", {}, { cookie: own })).status).toBe(200);
    const { token } = contentOf(await logIn(mobile)) as { token: string };
    expect((await send("GET api/user/View", {}, { cookie: own, authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it("B-312, T-22: of a browser changes nothing when another site asks", async () => {
    const person = await newSpace(server);
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

  it("the eleventh ends the one that was unused longest", async () => {
    const mobile = nextMobile();
    const { token: first } = contentOf(await register(mobile)) as { token: string };
    let last = first;
    for (let n = 0; n < 10; n += 1) last = (contentOf(await logIn(mobile)) as { token: string }).token;
    expect((await whoAmI(first)).status).toBe(401);
    expect((await whoAmI(last)).status).toBe(200);
  });

  it("T-18, T-21: of a person who was disabled ends", async () => {
    const person = await newSpace(server);
    expect((await whoAmI(person.token)).status).toBe(200);
    await server.database.system(async (tx) => {
      await tx.rows(sql`update account set is_disabled = true where id = ${person.accountId}::uuid`);
      await tx.changed(`account:${person.accountId}`);
    });
    await expect.poll(async () => (await whoAmI(person.token)).status).toBe(401);
  });
});
