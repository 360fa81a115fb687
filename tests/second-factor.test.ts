/** The second step of signing in: who needs one, what passes it, and the validity of its ticket. */
import { sql } from "drizzle-orm";
import { describe, expect, inject, it } from "vitest";
import { type Answer, client, contentOf } from "./support/client.ts";
import { lastCode } from "./support/mailbox.ts";
import { givePassword, newSpace, nextMobile, type Person, superAdministrator } from "./support/people.ts";
import { appCode, codesLater, secondFactorOf, ticketOf } from "./support/second-step.ts";
import { startServer } from "./support/server.ts";
import { minuteLater } from "./support/somebody.ts";

const server = await startServer({ TRUST_PROXY: "127.0.0.1" });
const anybody = client(server);
const password = "Harbour7x";
const statusOf = ({ status }: Answer) => status;
const system = (query: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<Record<string, unknown>>(query));

let network = 0;
const elsewhere = () => {
  network += 1;
  return { "x-forwarded-for": `203.0.113.${network}`, "x-meridian-client": "bearer" };
};
const logIn = (username: string, headers = elsewhere(), secret = password) =>
  anybody.send("POST Api/Member/Login", { username, password: secret }, headers);
const second = (ticket: string, method: string, code: string, headers = elsewhere()) =>
  anybody.send("POST user/secondFactor", { ticket, method, code }, headers);
async function codeFor(mobile: string): Promise<string> {
  await minuteLater(server, mobile);
  const sent = await anybody.send("POST Api/Sms/SendVerifiyCode", { mobile }, elsewhere());
  expect(sent.status, sent.text).toBe(200);
  return lastCode(server.url, mobile);
}

/** Somebody with a password, and, once switched on, an app and its recovery codes. */
async function somebody() {
  const mobile = nextMobile();
  const person = await newSpace(server, mobile);
  await givePassword(server, person, password);
  return { mobile, person, ...client(server, person) };
}
async function withApp() {
  const one = await somebody();
  const begun = (await one.call("POST user/totp/begin", { oldPassword: password })) as {
    ticket: string;
    secret: string;
  };
  const { recoveryCodes } = (await one.call("POST user/totp/confirm", {
    ticket: begun.ticket,
    code: appCode(begun.secret),
  })) as { recoveryCodes: string[] };
  await codesLater(server, one.person);
  return { ...one, secret: begun.secret, recoveryCodes };
}
/** The gate's pauses are kept by the database's clock: here an hour has passed. */
const hourLater = (person: Person) =>
  system(sql`update attempt set created_at = created_at - interval '1 hour' where account = ${person.accountId}`);

describe("two-step sign-in of a member", () => {
  it("is switched on by whoever knows the password and shows a code of the app", async () => {
    const { send, call, mobile } = await somebody();
    const wrong = await send("POST user/totp/begin", { oldPassword: "Harbour8x" });
    expect([wrong.status, Object.keys(wrong.body.fields as object)]).toEqual([422, ["oldPassword"]]);
    const begun = (await call("POST user/totp/begin", { oldPassword: password })) as Record<
      "ticket" | "secret" | "uri",
      string
    >;
    expect(begun.uri).toBe(
      `otpauth://totp/Meridian:${mobile}?issuer=Meridian&secret=${begun.secret}&algorithm=SHA1&digits=6&period=30`,
    );
    const confirm = (code: string, ticket = begun.ticket) => send("POST user/totp/confirm", { ticket, code });
    expect(statusOf(await confirm(appCode(begun.secret, 5)))).toBe(422);
    expect(statusOf(await confirm(appCode(begun.secret), `${begun.ticket.slice(1)}x`))).toBe(409);
    const confirmed = await confirm(appCode(begun.secret));
    expect(confirmed.status, confirmed.text).toBe(200);
    const { recoveryCodes } = contentOf(confirmed) as { recoveryCodes: string[] };
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    expect(await call("GET user/totp", {})).toEqual({ isOn: true, recoveryLeft: 10 });
    expect(statusOf(await send("POST user/totp/begin", { oldPassword: password }))).toBe(409);
    const [stored] =
      await system(sql`select t.secret, string_agg(r.code_hash, ' ') as hashes from totp t join recovery_code r
      on r.account_id = t.account_id where t.account_id = (select id from account where mobile = ${mobile}) group by 1`);
    expect(JSON.stringify(stored)).not.toContain(begun.secret);
    expect(JSON.stringify(stored)).not.toContain(recoveryCodes[0]);
  });

  it("gives no session after the password, nor after a code by SMS, but a ticket for the second step", async () => {
    const { mobile, secret } = await withApp();
    const browser = { "x-forwarded-for": "198.51.100.7" };
    const first = await logIn(mobile, browser as never);
    expect(secondFactorOf(first)).toEqual({
      ticket: expect.stringMatching(/^[\w-]{43}$/),
      methods: ["totp", "recovery"],
      mobile: `${mobile.slice(0, 3)}****${mobile.slice(7)}`,
    });
    expect([first.body.message, first.body.result, first.headers.getSetCookie()]).toEqual([
      "Two-step verification is required",
      null,
      [],
    ]);
    const bySms = await anybody.send("POST Api/Member/LoginByMobile", {
      username: mobile,
      verifyCode: await codeFor(mobile),
    });
    expect(secondFactorOf(bySms).methods).toEqual(["totp", "recovery"]);
    // Whoever has an app is asked for it: the phone alone is no way around.
    expect(statusOf(await second(ticketOf(bySms), "sms", "000000"))).toBe(422);
    expect(statusOf(await anybody.send("POST user/secondFactor/code", { ticket: ticketOf(bySms) }))).toBe(422);
    const done = await second(ticketOf(bySms), "totp", appCode(secret));
    expect(done.status, done.text).toBe(200);
    const { token } = contentOf(done) as { token: string };
    expect(statusOf(await client(server, { token }).send("GET api/user/View"))).toBe(200);
  });

  it("is the same through every call that signs in, each in its envelope", async () => {
    const { mobile } = await withApp();
    const other = await anybody.send("POST user/login", { username: mobile, password }, elsewhere());
    expect(secondFactorOf(other).methods).toEqual(["totp", "recovery"]);
    expect([other.body.code, other.body.msg, other.body.data]).toEqual([
      401,
      "Two-step verification is required",
      null,
    ]);
    const zh = await logIn(mobile, { ...elsewhere(), "accept-language": "zh" } as never);
    expect(zh.body.message).toBe("需要两步验证");
  });

  it("takes a code of the app once, and none that is older than the last", async () => {
    const { mobile, secret } = await withApp();
    const now = appCode(secret);
    expect(statusOf(await second(ticketOf(await logIn(mobile)), "totp", now))).toBe(200);
    expect(statusOf(await second(ticketOf(await logIn(mobile)), "totp", now))).toBe(422);
    expect(statusOf(await second(ticketOf(await logIn(mobile)), "totp", appCode(secret, -1)))).toBe(422);
    const next = appCode(secret, 1);
    const tickets = await Promise.all([1, 2, 3].map(async () => ticketOf(await logIn(mobile))));
    const answers = await Promise.all(tickets.map((ticket) => second(ticket, "totp", next)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("takes a recovery code once, however it is typed", async () => {
    const { mobile, recoveryCodes, call } = await withApp();
    const [code] = recoveryCodes as [string];
    const typed = code.replace("-", " ").toUpperCase();
    const tickets = await Promise.all([1, 2, 3].map(async () => ticketOf(await logIn(mobile))));
    const answers = await Promise.all(tickets.map((ticket) => second(ticket, "recovery", typed)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(statusOf(await second(ticketOf(await logIn(mobile)), "recovery", code))).toBe(422);
    expect(await call("GET user/totp", {})).toEqual({ isOn: true, recoveryLeft: 9 });
  });

  it("makes new recovery codes, and is switched off, with a code", async () => {
    const { mobile, send, call, secret, recoveryCodes } = await withApp();
    expect(statusOf(await send("POST user/totp/off", { code: "000000" }))).toBe(422);
    const renewed = (await call("POST user/totp/recovery", { code: appCode(secret) })) as { recoveryCodes: string[] };
    expect(statusOf(await send("POST user/totp/off", { code: recoveryCodes[0]! }))).toBe(422);
    await call("POST user/totp/off", { code: renewed.recoveryCodes[0]! });
    expect(await call("GET user/totp", {})).toEqual({ isOn: false, recoveryLeft: 0 });
    expect(statusOf(await logIn(mobile))).toBe(200);
    const told = await system(sql`select body ->> 'templateKey' as key from outbox where recipient = ${mobile}`);
    expect(told.map(({ key }) => key)).toEqual(expect.arrayContaining(["twoStepOn", "twoStepOff"]));
  });
});

describe("the ticket of a second step", () => {
  it("is no good for another account, another thing, or somebody who made it up", async () => {
    const [one, other] = [await withApp(), await withApp()];
    expect(statusOf(await second(ticketOf(await logIn(one.mobile)), "totp", appCode(other.secret)))).toBe(422);
    expect(statusOf(await second(ticketOf(await logIn(one.mobile)), "recovery", other.recoveryCodes[0]!))).toBe(422);
    const third = await somebody();
    const { ticket, secret } = (await third.call("POST user/totp/begin", { oldPassword: password })) as {
      ticket: string;
      secret: string;
    };
    expect(statusOf(await second(ticket, "enrol", appCode(secret)))).toBe(401);
    expect(statusOf(await one.send("POST user/totp/confirm", { ticket, code: appCode(secret) }))).toBe(409);
    expect(statusOf(await second("x".repeat(43), "totp", appCode(one.secret)))).toBe(401);
  });

  it("is used once", async () => {
    const { mobile, secret } = await withApp();
    const ticket = ticketOf(await logIn(mobile));
    expect(statusOf(await second(ticket, "totp", appCode(secret)))).toBe(200);
    expect(statusOf(await second(ticket, "totp", appCode(secret, 1)))).toBe(401);
  });

  it("ends when two-step sign-in is switched on: a code by SMS is not enough any more", async () => {
    const { mobile, person, call } = await somebody();
    await givePassword(server, person, "Harb7x");
    const first = secondFactorOf(await logIn(mobile, elsewhere(), "Harb7x"));
    expect(first.methods).toEqual(["sms"]);
    const begun = (await call("POST user/totp/begin", { oldPassword: "Harb7x" })) as { ticket: string; secret: string };
    await call("POST user/totp/confirm", { ticket: begun.ticket, code: appCode(begun.secret) });
    expect(statusOf(await anybody.send("POST user/secondFactor/code", { ticket: first.ticket }, elsewhere()))).toBe(
      401,
    );
  });

  it("ends after five minutes, and when the password changes", async () => {
    const { mobile, secret, person, call } = await withApp();
    const old = ticketOf(await logIn(mobile));
    await system(
      sql`update step_ticket set expires_at = expires_at - interval '5 minutes' where account_id = ${person.accountId}::uuid`,
    );
    expect(statusOf(await second(old, "totp", appCode(secret)))).toBe(401);
    const ticket = ticketOf(await logIn(mobile));
    await call("POST user/password", { oldPassword: password, password: "Lantern8z" });
    expect(statusOf(await second(ticket, "totp", appCode(secret)))).toBe(401);
  });

  it("is tried five times, all at once or one after another: no sixth try, even with the right code", async () => {
    const { mobile, secret, person } = await withApp();
    const ticket = ticketOf(await logIn(mobile));
    const wrong = appCode(secret, 9);
    const answers = await Promise.all(Array.from({ length: 20 }, () => second(ticket, "totp", wrong)));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4);
    expect(new Set(answers.map(statusOf))).toEqual(new Set([422, 401]));
    await hourLater(person);
    expect(statusOf(await second(ticket, "totp", appCode(secret)))).toBe(401);
    expect(statusOf(await second(ticketOf(await logIn(mobile)), "totp", appCode(secret)))).toBe(200);
  });

  it("gives no more tries by asking for more of them: five, then pauses; a right password forgives none", async () => {
    const { mobile, secret, person } = await withApp();
    const tickets: string[] = [];
    for (let n = 0; n < 6; n += 1) tickets.push(ticketOf(await logIn(mobile)));
    const wrong = appCode(secret, 9);
    const answers = await Promise.all(tickets.flatMap((ticket) => [1, 2, 3].map(() => second(ticket, "totp", wrong))));
    expect(answers.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(6);
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    expect(statusOf(await logIn(mobile))).toBe(401);
    const [left] = await system(
      sql`select count(*)::int as count from attempt where account = ${person.accountId} and state = 'failed'`,
    );
    expect(left!.count).toBeGreaterThanOrEqual(5);
  });
});

describe("an administrator of the platform", () => {
  it("T-25, O-3: needs the phone after the password, and the password after the phone", async () => {
    const { mobile } = inject("administrator");
    const person = await superAdministrator(server);
    await givePassword(server, person, "Harbour-Master-7x");
    const byPassword = secondFactorOf(await logIn(mobile, elsewhere(), "Harbour-Master-7x"));
    expect(byPassword.methods).toEqual(["sms"]);
    expect(statusOf(await anybody.send("POST user/secondFactor/enrol", { ticket: byPassword.ticket }))).toBe(422);
    const sent = await anybody.send("POST user/secondFactor/code", { ticket: byPassword.ticket });
    expect(contentOf(sent)).toEqual({ seconds: 60 });
    const code = await lastCode(server.url, mobile);
    // A code for the second step is none for the first.
    expect(statusOf(await anybody.send("POST Api/Member/LoginByMobile", { username: mobile, verifyCode: code }))).toBe(
      422,
    );
    expect(statusOf(await second(byPassword.ticket, "sms", code === "000000" ? "000001" : "000000"))).toBe(422);
    expect(statusOf(await second(byPassword.ticket, "sms", code))).toBe(200);
    const bySms = secondFactorOf(
      await anybody.send("POST Api/Member/LoginByMobile", { username: mobile, verifyCode: await codeFor(mobile) }),
    );
    expect(bySms.methods).toEqual(["password"]);
    expect(statusOf(await second(bySms.ticket, "password", "Harbour-Master-8x"))).toBe(422);
    expect(statusOf(await second(bySms.ticket, "password", "Harbour-Master-7x"))).toBe(200);
  });

  it("is asked for the app alone once there is one, and must keep it where SMS is switched off", async () => {
    const { mobile } = inject("administrator");
    const person = await superAdministrator(server);
    await givePassword(server, person, "Harbour-Master-7x");
    const { call } = client(server, person);
    const { ticket, secret } = (await call("POST user/totp/begin", { oldPassword: "Harbour-Master-7x" })) as {
      ticket: string;
      secret: string;
    };
    await call("POST user/totp/confirm", { ticket, code: appCode(secret) });
    await codesLater(server, person);
    const first = secondFactorOf(await logIn(mobile, elsewhere(), "Harbour-Master-7x"));
    expect(first.methods).toEqual(["totp", "recovery"]);
    expect(statusOf(await second(first.ticket, "totp", appCode(secret)))).toBe(200);
    await call("POST user/totp/off", { code: appCode(secret, 1) });
  });
});

describe("where SMS is switched off", async () => {
  const silent = await startServer({ SMS_PROVIDER: "off", TRUST_PROXY: "127.0.0.1" });
  const { send } = client(silent);
  const { mobile, password: printed } = inject("administrator");
  const enter = (secret: string) => send("POST Api/Member/Login", { username: mobile, password: secret }, elsewhere());

  it("the first administrator sets up an app with the printed password, and signs in with both until they have set their own", async () => {
    const first = secondFactorOf(await enter(printed));
    expect(first.methods).toEqual(["enrol"]);
    const offered = contentOf(await send("POST user/secondFactor/enrol", { ticket: first.ticket })) as {
      secret: string;
      uri: string;
    };
    expect(offered.uri).toContain(`secret=${offered.secret}`);
    // Asked again, by a page that was drawn twice, it is the same.
    expect(contentOf(await send("POST user/secondFactor/enrol", { ticket: first.ticket }))).toEqual(offered);
    const enrol = (code: string) =>
      send("POST user/secondFactor", { ticket: first.ticket, method: "enrol", code }, elsewhere());
    expect(statusOf(await enrol(appCode(offered.secret, 9)))).toBe(422);
    const done = await enrol(appCode(offered.secret));
    expect(done.status, done.text).toBe(200);
    const { id, token } = contentOf(done) as { id: string; token: string };
    await codesLater(silent, { accountId: id });
    const again = secondFactorOf(await enter(printed));
    expect(again.methods).toEqual(["totp"]);
    expect(statusOf(await send("POST user/secondFactor/enrol", { ticket: again.ticket }))).toBe(422);
    const second2 = { ticket: again.ticket, method: "totp", code: appCode(offered.secret) };
    expect(statusOf(await send("POST user/secondFactor", second2, elsewhere()))).toBe(200);
    const self = client(silent, { token });
    await self.call("POST user/password", { oldPassword: printed, password: "Harbour-Master-7x" });
    expect((await enter(printed)).body.details).toBeUndefined();
    expect(secondFactorOf(await enter("Harbour-Master-7x")).methods).toEqual(["totp"]);
    expect(statusOf(await self.send("POST user/totp/off", { code: appCode(offered.secret, 1) }))).toBe(409);
  });

  it("a short password on a new device is enough for a member: there is nothing else", async () => {
    const number = nextMobile();
    const person = await newSpace(silent, number);
    await givePassword(silent, person, "Harb7x");
    const answer = await send("POST Api/Member/Login", { username: number, password: "Harb7x" }, elsewhere());
    expect(answer.status, answer.text).toBe(200);
  });
});

describe("T-26: a forgotten password", () => {
  it("is not set by the last step alone, with another's code, or with values of other kinds; the hash stays", async () => {
    const { mobile, person } = await somebody();
    const other = nextMobile();
    const hash = async () =>
      (await system(sql`select password_hash as hash from account where id = ${person.accountId}::uuid`))[0]!.hash;
    const before = await hash();
    const reset = (input: object) => anybody.send("POST user/findPassword", input, elsewhere());
    expect(statusOf(await reset({ mobile, verifyCode: "000000", password: "Lantern8z" }))).toBe(422);
    await anybody.send("POST Api/Sms/SendVerifiyCode", { mobile: other, purpose: "resetPassword" }, elsewhere());
    const foreign = await lastCode(server.url, other);
    const forSigningIn = await codeFor(mobile);
    for (const verifyCode of [foreign, forSigningIn])
      expect(statusOf(await reset({ mobile, verifyCode, password: "Lantern8z" }))).toBe(422);
    for (const strange of [[forSigningIn], { $ne: null }, null, true, 0, [[]], { length: 6 }]) {
      const inputs = [
        { mobile, verifyCode: strange, password: "Lantern8z" },
        { mobile: strange, verifyCode: foreign, password: "Lantern8z" },
        { mobile, verifyCode: foreign, password: strange },
        { mobile, verifyCode: foreign, password: "Lantern8z", accountId: strange },
      ];
      for (const input of inputs)
        expect([JSON.stringify(input), statusOf(await reset(input))]).toEqual([JSON.stringify(input), 422]);
      const steps = [
        { ticket: strange, method: "sms", code: foreign },
        { ticket: "x".repeat(43), method: strange, code: foreign },
        { ticket: "x".repeat(43), method: "sms", code: strange },
      ];
      for (const input of steps)
        expect(statusOf(await anybody.send("POST user/secondFactor", input, elsewhere()))).toBe(422);
    }
    expect(await hash()).toBe(before);
    expect(statusOf(await logIn(mobile))).toBe(200);
  });

  it("is told to its owner", async () => {
    const { mobile } = await somebody();
    await anybody.send("POST Api/Sms/SendVerifiyCode", { mobile, purpose: "resetPassword" }, elsewhere());
    const verifyCode = await lastCode(server.url, mobile);
    const done = await anybody.send(
      "POST user/findPassword",
      { mobile, verifyCode, password: "Lantern8z" },
      elsewhere(),
    );
    expect(done.status, done.text).toBe(200);
    const [told] = await system(
      sql`select count(*)::int as count from outbox where recipient = ${mobile} and body ->> 'templateKey' = 'passwordChanged'`,
    );
    expect(told!.count).toBe(1);
  });
});
