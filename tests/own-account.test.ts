/** Actions of people on their own account: password, number, devices, closing it. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { earlyTries, restartPause } from "./support/attempts.ts";
import { type Answer, client, contentOf } from "./support/client.ts";
import { lastCode } from "./support/mailbox.ts";
import { newMember, nextMobile, type Person } from "./support/people.ts";
import { appCode, codesLater, ticketOf } from "./support/second-step.ts";
import { sendProven } from "./support/proof.ts";
import { startServer } from "./support/server.ts";
import { minuteLater, somebody } from "./support/somebody.ts";

const server = await startServer({ TRUST_PROXY: "127.0.0.1" });
const system = (query: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<Record<string, unknown>>(query));
const statusOf = ({ status }: Answer) => status;
const bearer = { "x-meridian-client": "bearer" };
const logIn = (username: string, password: string) =>
  client(server).send("POST Api/Member/Login", { username, password }, bearer);
const isSignedIn = async ({ token }: Pick<Person, "token">) =>
  (await client(server, { token }).send("GET api/user/View")).status === 200;

describe("the password", () => {
  it("changes for whoever knows the old one or has the phone; other devices are signed out, this one is not", async () => {
    const { mobile, person, send, code } = await somebody(server);
    const withCode = { verifyCode: await code("changePassword"), password: "Harbour7x" };
    expect(statusOf(await send("POST user/password", withCode))).toBe(200);
    const { token } = contentOf(await logIn(mobile, "Harbour7x")) as { token: string };
    const wrong = await send("POST user/password", { oldPassword: "Harbour8x", password: "Harbour9x" });
    expect([wrong.status, Object.keys(wrong.body.fields as object)]).toEqual([422, ["oldPassword"]]);
    expect(statusOf(await send("POST user/password", { oldPassword: "Harbour7x", password: "Harbour9x" }))).toBe(200);
    expect([await isSignedIn(person), await isSignedIn({ token })]).toEqual([true, false]);
    expect(statusOf(await logIn(mobile, "Harbour7x"))).toBe(401);
    expect(statusOf(await logIn(mobile, "Harbour9x"))).toBe(200);
    expect(statusOf(await send("POST user/password", { oldPassword: "Harbour9x", password: "short" }))).toBe(422);
  });

  it("cannot be guessed through here either", async () => {
    const { mobile, send, code } = await somebody(server);
    await send("POST user/password", { verifyCode: await code("changePassword"), password: "Harbour7x" });
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send("POST user/password", { oldPassword: `Guess${n}xx`, password: "Harbour9x" }),
      ),
    );
    // Five are looked at and told that they are wrong; the others come within the pause that follows, but for those that came after it.
    const counted = (status: number) => guesses.filter((guess) => guess.status === status).length;
    expect(counted(422) + counted(429)).toBe(20);
    expect(counted(422)).toBeGreaterThanOrEqual(5);
    expect(await earlyTries(server)).toEqual([]);
    await restartPause(server);
    expect(statusOf(await logIn(mobile, "Harbour7x"))).toBe(429);
  });

  it("T-14: of four things that a code is for and two numbers, a code is good for its own thing and number only", async () => {
    const people = [await somebody(server), await somebody(server)];
    const purposes = ["signIn", "resetPassword", "changePassword", "payPassword"] as const;
    type Purpose = (typeof purposes)[number];
    const codes = new Map<string, string>();
    const key = (purpose: Purpose, at: number) => `${purpose} of ${at}`;
    for (const [at, { mobile, code, from }] of people.entries()) {
      for (const purpose of purposes) {
        await minuteLater(server, mobile);
        const before = codes.get(key(purposes[purposes.indexOf(purpose) - 1] ?? "signIn", at));
        if (purpose === "changePassword" || purpose === "payPassword") codes.set(key(purpose, at), await code(purpose));
        else {
          await sendProven(client(server).send, "POST Api/Sms/SendVerifiyCode", { mobile, purpose }, from);
          codes.set(key(purpose, at), await lastCode(server.url, mobile, before));
        }
      }
    }
    expect(new Set(codes.values()).size).toBe(8);
    /** What each purpose is used for; the person is who they are, only the code is another's. */
    const uses: Record<Purpose, (at: number, verifyCode: string) => Promise<Answer>> = {
      signIn: (at, verifyCode) =>
        client(server).send("POST Api/Member/LoginByMobile", { username: people[at]!.mobile, verifyCode }, bearer),
      resetPassword: (at, verifyCode) =>
        client(server).send("POST user/findPassword", {
          mobile: people[at]!.mobile,
          verifyCode,
          password: "Harbour7x",
        }),
      changePassword: (at, verifyCode) => people[at]!.send("POST user/password", { verifyCode, password: "Harbour8x" }),
      payPassword: (at, verifyCode) =>
        people[at]!.send("POST api/UserDetail/SetPayPassword", { payPassword: "482913", verifyCode }),
    };
    /** Every use tried with every code: wrong ones first, because a right one is used up. Tries are forgiven in between. */
    const tryOut = async (purpose: Purpose, at: number, verifyCode: string) => {
      await system(sql`update sms_code set tries = 0`);
      return statusOf(await uses[purpose](at, verifyCode));
    };
    for (const purpose of purposes) {
      for (const at of people.keys()) {
        const others = [...codes].filter(([name]) => name !== key(purpose, at));
        for (const [name, verifyCode] of others)
          expect([name, await tryOut(purpose, at, verifyCode)]).toEqual([name, 422]);
      }
    }
    // Setting a new password signs everybody out: last.
    for (const purpose of ["signIn", "payPassword", "changePassword", "resetPassword"] as const) {
      for (const at of people.keys())
        expect([purpose, await tryOut(purpose, at, codes.get(key(purpose, at))!)]).toEqual([purpose, 200]);
    }
  });
});

describe("who somebody is", () => {
  it("E-012: is told to themselves and to administrators of their space, whatever case the parameter has", async () => {
    const { person, send } = await somebody(server);
    const colleague = await newMember(server, person.tenantId);
    for (const name of ["Id", "id", "ID"]) {
      const answer = await send("GET user", { [name]: colleague.accountId });
      expect([name, answer.status]).toEqual([name, 200]);
      expect(Object.keys(contentOf(answer) as object).toSorted()).toEqual(["avatar", "id", "userName"]);
      expect(answer.text).not.toMatch(/1\d{10}/);
    }
    const asColleague = client(server, colleague);
    expect(statusOf(await asColleague.send("GET user", { Id: colleague.accountId }))).toBe(200);
    expect(statusOf(await asColleague.send("GET user", { Id: person.accountId }))).toBe(404);
    const stranger = await somebody(server);
    expect(statusOf(await stranger.send("GET user", { Id: person.accountId }))).toBe(404);
  });

  it("E-021, N-003, B-233: of a merchant is found by the code of a sub-domain", async () => {
    const { send } = await somebody(server);
    const found = await send("GET merchant/merchants/simpleMerchants", { code: "Meridian" });
    expect(contentOf(found)).toMatchObject({ code: "meridian", name: "Meridian" });
    const wrong = await send("GET merchant/merchants/simpleMerchants", { code: "nobody" }, { "accept-language": "zh" });
    expect([wrong.status, wrong.body.msg]).toEqual([404, "编码不合法"]);
  });
});

describe("the number", () => {
  it("E-011: changes with codes on both, and is the new name", async () => {
    const { mobile, person, send, code, call, from } = await somebody(server);
    const next = nextMobile();
    const oldCode = await code("oldMobile");
    await sendProven(send, "POST user/mobile/code", { mobile: next }, from);
    const newCode = await lastCode(server.url, next);
    const swapped = await send("POST user/mobile", { mobile: next, oldCode: newCode, newCode: oldCode });
    expect(swapped.status === 422 || newCode === oldCode).toBe(true);
    expect(statusOf(await send("POST user/mobile", { mobile: next, oldCode, newCode }))).toBe(200);
    const me = (await call("GET api/user/View", {})) as { userName: string; mobile: string };
    expect([me.userName, me.mobile]).toEqual([next, `${next.slice(0, 3)}****${next.slice(7)}`]);
    expect(await isSignedIn(person)).toBe(true);
    const [told] = await system(
      sql`select count(*)::int as count from outbox where recipient = ${mobile} and topic = 'mobileChanged'`,
    );
    expect(told!.count).toBe(1);
  });

  it("of somebody else is not taken", async () => {
    const [one, other] = [await somebody(server), await somebody(server)];
    const oldCode = await one.code("oldMobile");
    await sendProven(one.send, "POST user/mobile/code", { mobile: other.mobile }, one.from);
    const newCode = await lastCode(server.url, other.mobile);
    const answer = await one.send("POST user/mobile", { mobile: other.mobile, oldCode, newCode });
    expect(answer.status).toBe(409);
  });
});

describe("devices", () => {
  it("are listed, and end one by one or all but this", async () => {
    const { mobile, person, send, code, call } = await somebody(server);
    await send("POST user/password", { verifyCode: await code("changePassword"), password: "Harbour7x" });
    const tokens: string[] = [];
    for (let n = 0; n < 3; n += 1)
      tokens.push((contentOf(await logIn(mobile, "Harbour7x")) as { token: string }).token);
    const list = () => call("GET user/sessions", {}) as Promise<{ id: string; isCurrent: boolean }[]>;
    const all = await list();
    expect([all.length, all.filter(({ isCurrent }) => isCurrent).length]).toEqual([4, 1]);
    await call("POST user/sessions/end", { id: all.find(({ isCurrent }) => !isCurrent)!.id });
    expect(await list()).toHaveLength(3);
    await call("POST user/sessions/end", {});
    expect(await list()).toHaveLength(1);
    for (const token of tokens) expect(await isSignedIn({ token })).toBe(false);
    expect(await isSignedIn(person)).toBe(true);
  });

  it("of others cannot be ended", async () => {
    const [one, other] = [await somebody(server), await somebody(server)];
    const [theirs] = (await other.call("GET user/sessions", {})) as { id: string }[];
    await one.call("POST user/sessions/end", { id: theirs!.id });
    expect(await isSignedIn(other.person)).toBe(true);
  });
});

describe("what somebody could still get in with", () => {
  /** Devices that an account knows, and second steps under way that lead on. */
  const left = async ({ accountId }: Person) => {
    const [found] = await system(sql`select
      (select count(*)::int from device where account_id = ${accountId}::uuid) as devices,
      (select count(*)::int from step_ticket where account_id = ${accountId}::uuid and used_at is null) as tickets`);
    return found;
  };
  /** Somebody who signed in with a browser elsewhere, and whose password somebody typed who has not shown a code of the app yet. */
  async function withStepUnderWay() {
    const one = await somebody(server);
    const { mobile, person, send, code, call } = one;
    await send("POST user/password", { verifyCode: await code("changePassword"), password: "Harbour7x" });
    const browser = await client(server).send("POST Api/Member/Login", { username: mobile, password: "Harbour7x" });
    expect(browser.status, browser.text).toBe(200);
    const begun = (await call("POST user/totp/begin", { oldPassword: "Harbour7x" })) as Record<
      "ticket" | "secret",
      string
    >;
    await call("POST user/totp/confirm", { ticket: begun.ticket, code: appCode(begun.secret) });
    await codesLater(server, person);
    const ticket = ticketOf(await logIn(mobile, "Harbour7x"));
    expect(await left(person)).toEqual({ devices: 1, tickets: 1 });
    const pass = () =>
      client(server).send("POST user/secondFactor", { ticket, method: "totp", code: appCode(begun.secret) }, bearer);
    return { ...one, pass };
  }

  it("ends with signing all others out: devices are strangers again, second steps under way lead nowhere", async () => {
    const { person, call, pass } = await withStepUnderWay();
    await call("POST user/sessions/end", {});
    expect(await left(person)).toEqual({ devices: 0, tickets: 0 });
    expect(statusOf(await pass())).toBe(401);
    expect(await isSignedIn(person)).toBe(true);
  });

  it("ends with cancelling the account: devices are strangers again, second steps under way lead nowhere", async () => {
    const { person, call, code, pass } = await withStepUnderWay();
    await call("DELETE Api/UserDetail/Cancel", { verifyCode: await code("cancel") });
    expect(await left(person)).toEqual({ devices: 0, tickets: 0 });
    expect(statusOf(await pass())).toBe(401);
    expect(await isSignedIn(person)).toBe(false);
  });
});

describe("E-013, B-325, T-31: the end of an account", () => {
  it("signs out at once and comes after seven days, unless its owner signs in and keeps it", async () => {
    const { mobile, person, call, send, code } = await somebody(server);
    await send("POST user/password", { verifyCode: await code("changePassword"), password: "Harbour7x" });
    expect(statusOf(await send("DELETE Api/UserDetail/Cancel", { verifyCode: "000000" }))).toBe(422);
    expect(await call("DELETE Api/UserDetail/Cancel", { verifyCode: await code("cancel") })).toBe(true);
    expect(await isSignedIn(person)).toBe(false);
    const { token } = contentOf(await logIn(mobile, "Harbour7x")) as { token: string };
    const again = client(server, { token });
    const { cancelAt } = (await again.call("GET api/user/View", {})) as { cancelAt: string };
    expect(Math.round((Date.parse(cancelAt) - Date.now()) / 86_400_000)).toBe(7);
    await again.call("POST Api/UserDetail/CancelUndo", {});
    expect(await again.call("GET api/user/View", {})).toMatchObject({ cancelAt: null });
  });

  it("leaves nothing to sign in with, and the number free", async () => {
    const { mobile, send, code, call, from } = await somebody(server);
    await send("POST user/password", { verifyCode: await code("changePassword"), password: "Harbour7x" });
    await call("DELETE Api/UserDetail/Cancel", { verifyCode: await code("cancel") });
    await system(sql`update account set cancel_at = now() - interval '1 second' where mobile = ${mobile}`);
    expect(statusOf(await logIn(mobile, "Harbour7x"))).toBe(401);
    await minuteLater(server, mobile);
    await sendProven(client(server).send, "POST Api/Sms/SendVerifiyCode", { mobile }, from);
    const verifyCode = await lastCode(server.url, mobile);
    const registered = await client(server).send(
      "POST Api/Member/Reg",
      { mobile, verifyCode, password: "Harbour7x" },
      bearer,
    );
    expect(registered.status, registered.text).toBe(200);
  });
});
