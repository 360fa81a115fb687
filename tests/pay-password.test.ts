/** The payment password, and the payout accounts that it protects. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import member from "#entities/member.ts";
import { insertRow } from "#records/change/save.server.ts";
import { type Answer, client } from "./support/client.ts";
import { lastCode } from "./support/mailbox.ts";
import { newSpaceOwner, nextMobile, signInAgain } from "./support/people.ts";
import { sendWithProof } from "./support/proof.ts";
import { programIn } from "./support/registries.ts";
import { startServer } from "./support/server.ts";
import { createSpaceOwner } from "./support/space-owner.ts";

const server = await startServer({ LOG_LEVEL: "trace", TRUST_PROXY: "127.0.0.1" });
const system = (query: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<Record<string, unknown>>(query));
const statusOf = ({ status }: Answer) => status;

describe("the payment password", () => {
  it("E-014: has six digits that are not easy to guess", async () => {
    const { mobile, send, code, call } = await createSpaceOwner(server);
    expect(await call("GET api/UserDetail/NeedSetPayPassword", {})).toBe(true);
    const verifyCode = await code("payPassword");
    const weakPasswords = [
      "",
      "12345",
      "1234567",
      "abcdef",
      "111111",
      "123456",
      "654321",
      "890123",
      "121212",
      "123123",
      "900131",
      "311290",
    ];
    for (const payPassword of [...weakPasswords, mobile.slice(5)]) {
      const answer = await send("POST api/UserDetail/SetPayPassword", { payPassword, verifyCode });
      expect([payPassword, answer.status]).toEqual([payPassword, 422]);
    }
    expect((await send("POST api/UserDetail/SetPayPassword", { payPassword: "482913", verifyCode })).status).toBe(200);
    expect(await call("GET api/UserDetail/NeedSetPayPassword", {})).toBe(false);
  });

  it("E-016, E-017, T-27: is locked after five wrong attempts on any call until it is reset", async () => {
    const { person, send, setPayPassword } = await createSpaceOwner(server);
    await setPayPassword("482913");
    const sendWrongPassword = (n: number) =>
      n % 2 === 0
        ? send("POST api/UserDetail/CheckPayPassword", { payPassword: "000000" })
        : send("POST Api/User/ConfirmPayPassword", { payPassWord: "000000", userId: person.accountId });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => sendWrongPassword(n)));
    // Four responses contain the number of remaining attempts; the fifth attempt locks the password, and later ones are not checked.
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(46);
    expect((await send("POST api/UserDetail/CheckPayPassword", { payPassword: "482913" })).status).toBe(403);
    await setPayPassword("739164");
    expect((await send("POST api/UserDetail/CheckPayPassword", { payPassword: "739164" })).status).toBe(200);
  });

  it("E-017, B-381, T-27: resets the attempts when it is entered correctly, in any case of the parameter, and those of other people are independent", async () => {
    const [payer, otherPayer] = [await createSpaceOwner(server), await createSpaceOwner(server)];
    await payer.setPayPassword("482913");
    await otherPayer.setPayPassword("482913");
    const check = (payPassword: string) => payer.send("POST api/UserDetail/CheckPayPassword", { payPassword });
    expect((await payer.send("POST api/UserDetail/CheckPayPassword", { payPassWord: "482913" })).status).toBe(200);
    const confirmation = { paypassword: "482913", userId: payer.person.accountId, form: "payee", body: {} };
    expect((await payer.send("POST Api/User/ConfirmPayPassword", confirmation)).status).toBe(200);
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) expect((await check("000000")).status).toBe(422);
      expect((await check("482913")).status).toBe(200);
    }
    const otherAccount = { payPassWord: "000000", userId: otherPayer.person.accountId };
    for (let n = 0; n < 6; n += 1)
      expect((await payer.send("POST Api/User/ConfirmPayPassword", otherAccount)).status).toBe(403);
    expect((await otherPayer.send("POST api/UserDetail/CheckPayPassword", { payPassword: "482913" })).status).toBe(200);
  });

  it("E-015, B-309, Q-04, T-29: is never logged or stored, even when it is in the URL", async () => {
    const { send, setPayPassword } = await createSpaceOwner(server);
    await setPayPassword("482917");
    const checked = await send("GET api/UserDetail/CheckPayPassword", { payPassword: "482917" });
    expect([checked.status, checked.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(server.output()).not.toContain("482917");
    const rows = await system(sql`select row_to_json(p)::text as text from pay_password p
      union all select row_to_json(t)::text from pay_ticket t`);
    expect(JSON.stringify(rows)).not.toContain("482917");
  });

  it("E-015, B-311, Q-04, T-22: is accepted only from our own pages", async () => {
    const { person } = await createSpaceOwner(server);
    const url = `${server.url}/api/UserDetail/CheckPayPassword?payPassword=482913`;
    const authorization = `Bearer ${person.token}`;
    expect((await fetch(url, { headers: { authorization } })).status).toBe(403);
    const crossSiteHeaders = { authorization, "x-meridian": "1", "sec-fetch-site": "cross-site" };
    expect((await fetch(url, { headers: crossSiteHeaders })).status).toBe(403);
  });
});

describe("a payout account", async () => {
  const { mobile, person, call, send, setPayPassword } = await createSpaceOwner(server);
  await setPayPassword("482913");
  const payee = { kind: "bank", holder: "王小明", bank: "招商银行", number: "6225880212345678" };
  const confirm = async (body: object, form = "payee", payer = { call, person }) => {
    const input = {
      payPassWord: "482913",
      userId: payer.person.accountId,
      form,
      body: body as Record<string, unknown>,
    };
    return ((await payer.call("POST Api/User/ConfirmPayPassword", input)) as { confirmToken: string }).confirmToken;
  };
  const save = (body: object) => send("POST paas/user/payee/save", body);

  it("E-017, B-310, Q-11, T-28: is saved with a confirmation for exactly these values, once, in this session, within five minutes", async () => {
    expect(statusOf(await save(payee))).toBe(403);
    expect(statusOf(await save({ ...payee, confirmToken: "x".repeat(43) }))).toBe(403);
    const otherNumberToken = await confirm({ ...payee, number: "6225880212345670" });
    expect(statusOf(await save({ ...payee, confirmToken: otherNumberToken }))).toBe(403);
    const otherFormToken = await confirm(payee, "something else");
    expect(statusOf(await save({ ...payee, confirmToken: otherFormToken }))).toBe(403);
    const otherPayer = await createSpaceOwner(server);
    await otherPayer.setPayPassword("482913");
    const otherToken = await confirm(payee, "payee", otherPayer);
    expect(statusOf(await save({ ...payee, confirmToken: otherToken }))).toBe(403);
    const expiredToken = await confirm(payee);
    await system(sql`update pay_ticket set expires_at = now() - interval '1 second'`);
    expect(statusOf(await save({ ...payee, confirmToken: expiredToken }))).toBe(403);

    const validToken = await confirm(payee);
    expect(statusOf(await save({ ...payee, confirmToken: validToken }))).toBe(200);
    expect(statusOf(await save({ ...payee, confirmToken: validToken }))).toBe(403);
  });

  it("T-28: is not saved in another space with a confirmation of this one", async () => {
    const otherOwner = await newSpaceOwner(server);
    const { accountId } = person;
    await server.database.tenant(otherOwner.tenantId, (tx) =>
      insertRow(tx, programIn(otherOwner.tenantId), member, {
        values: { userName: "guest", mobile: "13600000000", name: "guest", isAdministrator: false, status: "active" },
        internal: { accountId },
      }),
    );
    const session = await signInAgain(server, person);
    const memberClient = client(server, session);
    const { confirmToken } = (await memberClient.call("POST Api/User/ConfirmPayPassword", {
      payPassWord: "482913",
      userId: accountId,
      form: "payee",
      body: payee,
    })) as { confirmToken: string };
    const otherSpaceSession = (await memberClient.call("POST user/spaces/enter", {
      tenantId: otherOwner.tenantId,
    })) as {
      token: string;
    };
    const otherSpaceClient = client(server, otherSpaceSession);
    expect(statusOf(await otherSpaceClient.send("POST paas/user/payee/save", { ...payee, confirmToken }))).toBe(403);
    expect(await otherSpaceClient.call("GET paas/user/payees", {})).toEqual([]);
  });

  it("R-14: is saved once for concurrent saves with one confirmation", async () => {
    const alipay = { kind: "alipay", holder: "王小明", bank: "", number: "wang@example.org" };
    const confirmToken = await confirm(alipay);
    const answers = await Promise.all(Array.from({ length: 20 }, () => save({ ...alipay, confirmToken })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const payees = (await call("GET paas/user/payees", {})) as { kind: string }[];
    expect(payees.filter(({ kind }) => kind === "alipay")).toHaveLength(1);
  });

  it("T-30: is shown masked, stored encrypted, and held for a day, with a notice to its owner", async () => {
    expect(statusOf(await save({ ...payee, confirmToken: await confirm(payee) }))).toBe(200);
    const text = JSON.stringify(await call("GET paas/user/payees", {}));
    expect(text).toContain("**** 5678");
    expect(text).not.toContain("6225880212345678");
    expect(text).not.toContain("小明");
    const rows = await system(
      sql`select secret, shown::text, extract(epoch from held_until - now()) / 3600 as hours from payee where member_id = ${person.memberId}::uuid and kind = 'bank'`,
    );
    expect(JSON.stringify(rows)).not.toContain("6225880212345678");
    expect(Math.round(Number(rows[0]!.hours))).toBe(24);
    const notices = await system(sql`select 1 from outbox where recipient = ${mobile} and topic = 'payeeChanged'`);
    expect(notices.length).toBeGreaterThan(0);
  });

  it("T-30: is held again when the payment password or the mobile number changes", async () => {
    const payer = await createSpaceOwner(server);
    await payer.setPayPassword("482913");
    const confirmToken = await confirm(payee, "payee", payer);
    expect(statusOf(await payer.send("POST paas/user/payee/save", { ...payee, confirmToken }))).toBe(200);
    const { memberId } = payer.person;
    /** Ends the hold, and returns the hours until its end after `change`. */
    const hoursAfter = async (change: () => Promise<unknown>) => {
      await system(sql`update payee set held_until = now() - interval '1 hour' where member_id = ${memberId}::uuid`);
      await change();
      const [row] = await system(
        sql`select extract(epoch from held_until - now()) / 3600 as hours from payee where member_id = ${memberId}::uuid`,
      );
      return Math.round(Number(row!.hours));
    };
    expect(await hoursAfter(() => payer.call("GET paas/user/payees", {}))).toBe(-1);
    expect(await hoursAfter(() => payer.setPayPassword("739164"))).toBe(24);
    const newMobile = nextMobile();
    const changeMobile = async () => {
      const oldCode = await payer.code("oldMobile");
      await sendWithProof(payer.send, "POST user/mobile/code", { mobile: newMobile }, payer.from);
      const newCode = await lastCode(server.url, newMobile);
      await payer.call("POST user/mobile", { mobile: newMobile, oldCode, newCode });
    };
    expect(await hoursAfter(changeMobile)).toBe(24);
  });
});
