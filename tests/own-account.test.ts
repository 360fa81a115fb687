/** Actions of people on their account: password, mobile number, devices, closing the account. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { attemptsWithinPause, extendPause } from "./support/attempts.ts";
import { type Answer, client, contentOf } from "./support/client.ts";
import { lastCode } from "./support/mailbox.ts";
import { newMember, nextMobile, type Person } from "./support/people.ts";
import { appCode, resetAppCodes, ticketOf } from "./support/second-step.ts";
import { sendWithProof } from "./support/proof.ts";
import { sharedServer } from "./support/server.ts";
import { skipCodePause, createSpaceOwner } from "./support/space-owner.ts";

const server = await sharedServer();
const system = (query: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<Record<string, unknown>>(query));
const statusOf = ({ status }: Answer) => status;
const bearer = { "x-meridian-client": "bearer" };
const logIn = (username: string, password: string) =>
  client(server).send("POST Api/Member/Login", { username, password }, bearer);
const isSignedIn = async ({ token }: Pick<Person, "token">) =>
  (await client(server, { token }).send("GET api/user/View")).status === 200;

describe("the password", () => {
  it("is changed with the old one or a code, and ends all other sessions", async () => {
    const { mobile, person, send, code } = await createSpaceOwner(server);
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

  it("cannot be guessed through its change", async () => {
    const { mobile, send, code } = await createSpaceOwner(server);
    await send("POST user/password", { verifyCode: await code("changePassword"), password: "Harbour7x" });
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send("POST user/password", { oldPassword: `Guess${n}xx`, password: "Harbour9x" }),
      ),
    );
    // Five guesses are checked; the others are refused during the pause that follows, except those after it.
    const countOf = (status: number) => guesses.filter((guess) => guess.status === status).length;
    expect(countOf(422) + countOf(429)).toBe(20);
    expect(countOf(422)).toBeGreaterThanOrEqual(5);
    expect(await attemptsWithinPause(server)).toEqual([]);
    await extendPause(server);
    expect(statusOf(await logIn(mobile, "Harbour7x"))).toBe(429);
  });

  it("T-14: a code is valid only for its purpose and its mobile number", async () => {
    const people = [await createSpaceOwner(server), await createSpaceOwner(server)];
    const purposes = ["signIn", "resetPassword", "changePassword", "payPassword"] as const;
    type Purpose = (typeof purposes)[number];
    const codes = new Map<string, string>();
    const key = (purpose: Purpose, at: number) => `${purpose} of ${at}`;
    for (const [at, { mobile, code, from }] of people.entries()) {
      for (const purpose of purposes) {
        await skipCodePause(server, mobile);
        const before = codes.get(key(purposes[purposes.indexOf(purpose) - 1] ?? "signIn", at));
        if (purpose === "changePassword" || purpose === "payPassword") codes.set(key(purpose, at), await code(purpose));
        else {
          await sendWithProof(client(server).send, "POST Api/Sms/SendVerifiyCode", { mobile, purpose }, from);
          codes.set(key(purpose, at), await lastCode(server.url, mobile, before));
        }
      }
    }
    expect(new Set(codes.values()).size).toBe(8);
    /** Uses a code for each purpose. `at` is the index of the person. */
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
    /** Uses a code after resetting the attempts. Wrong codes come first, because a valid one is consumed. */
    const useCode = async (purpose: Purpose, at: number, verifyCode: string) => {
      await system(sql`update sms_code set tries = 0`);
      return statusOf(await uses[purpose](at, verifyCode));
    };
    for (const purpose of purposes) {
      for (const at of people.keys()) {
        const others = [...codes].filter(([name]) => name !== key(purpose, at));
        for (const [name, verifyCode] of others)
          expect([name, await useCode(purpose, at, verifyCode)]).toEqual([name, 422]);
      }
    }
    // Resetting the password ends all sessions, so it comes last.
    for (const purpose of ["signIn", "payPassword", "changePassword", "resetPassword"] as const) {
      for (const at of people.keys())
        expect([purpose, await useCode(purpose, at, codes.get(key(purpose, at))!)]).toEqual([purpose, 200]);
    }
  });
});

describe("basic data", () => {
  it("E-012: of a person are available to themselves and to administrators of their space, for any case of the parameter", async () => {
    const { person, send } = await createSpaceOwner(server);
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
    const stranger = await createSpaceOwner(server);
    expect(statusOf(await stranger.send("GET user", { Id: person.accountId }))).toBe(404);
  });

  it("E-021, N-003, B-233: of a merchant are found by the code of its subdomain", async () => {
    const { send } = await createSpaceOwner(server);
    const found = await send("GET merchant/merchants/simpleMerchants", { code: "Meridian" });
    expect(contentOf(found)).toMatchObject({ code: "meridian", name: "Meridian" });
    const wrong = await send("GET merchant/merchants/simpleMerchants", { code: "nobody" }, { "accept-language": "zh" });
    expect([wrong.status, wrong.body.msg]).toEqual([404, "编码不合法"]);
  });
});

describe("the mobile number", () => {
  it("E-011: is changed with codes for the old and the new one, and becomes the user name", async () => {
    const { mobile, person, send, code, call, from } = await createSpaceOwner(server);
    const newMobile = nextMobile();
    const oldCode = await code("oldMobile");
    await sendWithProof(send, "POST user/mobile/code", { mobile: newMobile }, from);
    const newCode = await lastCode(server.url, newMobile);
    // A code for one of the numbers is not valid for the other.
    for (const [field, codes] of Object.entries({
      oldCode: { oldCode: newCode, newCode },
      newCode: { oldCode, newCode: oldCode },
    })) {
      const refused = await send("POST user/mobile", { mobile: newMobile, ...codes });
      expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, [field]]);
    }
    expect(statusOf(await send("POST user/mobile", { mobile: newMobile, oldCode, newCode }))).toBe(200);
    const profile = (await call("GET api/user/View", {})) as { userName: string; mobile: string };
    expect([profile.userName, profile.mobile]).toEqual([
      newMobile,
      `${newMobile.slice(0, 3)}****${newMobile.slice(7)}`,
    ]);
    expect(await isSignedIn(person)).toBe(true);
    const [outboxCount] = await system(
      sql`select count(*)::int as count from outbox where recipient = ${mobile} and topic = 'mobileChanged'`,
    );
    expect(outboxCount!.count).toBe(1);
  });

  it("of another account is refused", async () => {
    const [account, otherAccount] = [await createSpaceOwner(server), await createSpaceOwner(server)];
    const oldCode = await account.code("oldMobile");
    await sendWithProof(account.send, "POST user/mobile/code", { mobile: otherAccount.mobile }, account.from);
    const newCode = await lastCode(server.url, otherAccount.mobile);
    const answer = await account.send("POST user/mobile", { mobile: otherAccount.mobile, oldCode, newCode });
    expect(answer.status).toBe(409);
  });
});

describe("devices", () => {
  it("are listed, and signed out one by one or all but the current one", async () => {
    const { mobile, person, send, code, call } = await createSpaceOwner(server);
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

  it("of others cannot be signed out", async () => {
    const [account, otherAccount] = [await createSpaceOwner(server), await createSpaceOwner(server)];
    const [otherSession] = (await otherAccount.call("GET user/sessions", {})) as { id: string }[];
    await account.call("POST user/sessions/end", { id: otherSession!.id });
    expect(await isSignedIn(otherAccount.person)).toBe(true);
  });
});

describe("other ways into an account", () => {
  /** The number of known devices and open second steps of an account. */
  const countDevicesAndTickets = async ({ accountId }: Person) => {
    const [found] = await system(sql`select
      (select count(*)::int from device where account_id = ${accountId}::uuid) as devices,
      (select count(*)::int from step_ticket where account_id = ${accountId}::uuid and used_at is null) as tickets`);
    return found;
  };
  /** A person with another known device, and with an open second step of a sign-in by password. */
  async function createWithOpenStep() {
    const account = await createSpaceOwner(server);
    const { mobile, person, send, code, call } = account;
    await send("POST user/password", { verifyCode: await code("changePassword"), password: "Harbour7x" });
    const browser = await client(server).send("POST Api/Member/Login", { username: mobile, password: "Harbour7x" });
    expect(browser.status, browser.text).toBe(200);
    const totp = (await call("POST user/totp/begin", { oldPassword: "Harbour7x" })) as Record<
      "ticket" | "secret",
      string
    >;
    await call("POST user/totp/confirm", { ticket: totp.ticket, code: appCode(totp.secret) });
    await resetAppCodes(server, person);
    const ticket = ticketOf(await logIn(mobile, "Harbour7x"));
    expect(await countDevicesAndTickets(person)).toEqual({ devices: 1, tickets: 1 });
    const completeSecondStep = () =>
      client(server).send("POST user/secondFactor", { ticket, method: "totp", code: appCode(totp.secret) }, bearer);
    return { ...account, completeSecondStep };
  }

  it("end when all other devices are signed out: known devices and open second steps", async () => {
    const { person, call, completeSecondStep } = await createWithOpenStep();
    await call("POST user/sessions/end", {});
    expect(await countDevicesAndTickets(person)).toEqual({ devices: 0, tickets: 0 });
    expect(statusOf(await completeSecondStep())).toBe(401);
    expect(await isSignedIn(person)).toBe(true);
  });

  it("end when the account is closed: known devices and open second steps", async () => {
    const { person, call, code, completeSecondStep } = await createWithOpenStep();
    await call("DELETE Api/UserDetail/Cancel", { verifyCode: await code("cancel") });
    expect(await countDevicesAndTickets(person)).toEqual({ devices: 0, tickets: 0 });
    expect(statusOf(await completeSecondStep())).toBe(401);
    expect(await isSignedIn(person)).toBe(false);
  });
});

describe("E-013, B-325, T-31: closing an account", () => {
  it("ends all sessions at once and deletes the account after seven days, unless its owner signs in and cancels it", async () => {
    const { mobile, person, call, send, code } = await createSpaceOwner(server);
    await send("POST user/password", { verifyCode: await code("changePassword"), password: "Harbour7x" });
    expect(statusOf(await send("DELETE Api/UserDetail/Cancel", { verifyCode: "000000" }))).toBe(422);
    expect(await call("DELETE Api/UserDetail/Cancel", { verifyCode: await code("cancel") })).toBe(true);
    expect(await isSignedIn(person)).toBe(false);
    const { token } = contentOf(await logIn(mobile, "Harbour7x")) as { token: string };
    const newSession = client(server, { token });
    const { cancelAt } = (await newSession.call("GET api/user/View", {})) as { cancelAt: string };
    expect(Math.round((Date.parse(cancelAt) - Date.now()) / 86_400_000)).toBe(7);
    await newSession.call("POST Api/UserDetail/CancelUndo", {});
    expect(await newSession.call("GET api/user/View", {})).toMatchObject({ cancelAt: null });
  });

  it("makes sign-in impossible and releases the mobile number", async () => {
    const { mobile, send, code, call, from } = await createSpaceOwner(server);
    await send("POST user/password", { verifyCode: await code("changePassword"), password: "Harbour7x" });
    await call("DELETE Api/UserDetail/Cancel", { verifyCode: await code("cancel") });
    await system(sql`update account set cancel_at = now() - interval '1 second' where mobile = ${mobile}`);
    expect(statusOf(await logIn(mobile, "Harbour7x"))).toBe(401);
    await skipCodePause(server, mobile);
    await sendWithProof(client(server).send, "POST Api/Sms/SendVerifiyCode", { mobile }, from);
    const verifyCode = await lastCode(server.url, mobile);
    const registered = await client(server).send(
      "POST Api/Member/Reg",
      { mobile, verifyCode, password: "Harbour7x" },
      bearer,
    );
    expect(registered.status, registered.text).toBe(200);
  });
});
