/** The pay password, and the payout accounts that it protects. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import member from "#entities/member.ts";
import { insertRow } from "#records/change/save.server.ts";
import { type Answer, client } from "./support/client.ts";
import { newSpace, signInAgain } from "./support/people.ts";
import { programIn } from "./support/registries.ts";
import { startServer } from "./support/server.ts";
import { somebody } from "./support/somebody.ts";

const server = await startServer({ LOG_LEVEL: "trace", TRUST_PROXY: "127.0.0.1" });
const system = (query: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<Record<string, unknown>>(query));
const statusOf = ({ status }: Answer) => status;

describe("the pay password", () => {
  it("E-014: is six digits that nobody guesses", async () => {
    const { mobile, send, code, call } = await somebody(server);
    expect(await call("GET api/UserDetail/NeedSetPayPassword", {})).toBe(true);
    const verifyCode = await code("payPassword");
    const easy = [
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
    for (const payPassword of [...easy, mobile.slice(5)]) {
      const answer = await send("POST api/UserDetail/SetPayPassword", { payPassword, verifyCode });
      expect([payPassword, answer.status]).toEqual([payPassword, 422]);
    }
    expect((await send("POST api/UserDetail/SetPayPassword", { payPassword: "482913", verifyCode })).status).toBe(200);
    expect(await call("GET api/UserDetail/NeedSetPayPassword", {})).toBe(false);
  });

  it("E-016, E-017, T-27: is tried five times, by whichever call and however many at once, and then locked until it is set anew", async () => {
    const { person, send, setPayPassword } = await somebody(server);
    await setPayPassword("482913");
    const wrong = (n: number) =>
      n % 2 === 0
        ? send("POST api/UserDetail/CheckPayPassword", { payPassword: "000000" })
        : send("POST Api/User/ConfirmPayPassword", { payPassWord: "000000", userId: person.accountId });
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => wrong(n)));
    // Four are told how many tries are left; the fifth locks, and nothing after it is looked at.
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(46);
    expect((await send("POST api/UserDetail/CheckPayPassword", { payPassword: "482913" })).status).toBe(403);
    await setPayPassword("739164");
    expect((await send("POST api/UserDetail/CheckPayPassword", { payPassword: "739164" })).status).toBe(200);
  });

  it("E-017, T-27: a right one forgives the wrong ones before it, and nobody's else is touched", async () => {
    const [one, other] = [await somebody(server), await somebody(server)];
    await one.setPayPassword("482913");
    await other.setPayPassword("482913");
    const check = (payPassword: string) => one.send("POST api/UserDetail/CheckPayPassword", { payPassword });
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) expect((await check("000000")).status).toBe(422);
      expect((await check("482913")).status).toBe(200);
    }
    const foreign = { payPassWord: "000000", userId: other.person.accountId };
    for (let n = 0; n < 6; n += 1)
      expect((await one.send("POST Api/User/ConfirmPayPassword", foreign)).status).toBe(403);
    expect((await other.send("POST api/UserDetail/CheckPayPassword", { payPassword: "482913" })).status).toBe(200);
  });

  it("E-015, B-309, Q-04, T-29: stands in no log and no table, even when it came in an address", async () => {
    const { send, setPayPassword } = await somebody(server);
    await setPayPassword("482917");
    const asked = await send("GET api/UserDetail/CheckPayPassword", { payPassword: "482917" });
    expect([asked.status, asked.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(server.output()).not.toContain("482917");
    const rows = await system(sql`select row_to_json(p)::text as text from pay_password p
      union all select row_to_json(t)::text from pay_ticket t`);
    expect(JSON.stringify(rows)).not.toContain("482917");
  });

  it("E-015, B-311, Q-04, T-22: is asked from our own pages only", async () => {
    const { person } = await somebody(server);
    const url = `${server.url}/api/UserDetail/CheckPayPassword?payPassword=482913`;
    const authorization = `Bearer ${person.token}`;
    expect((await fetch(url, { headers: { authorization } })).status).toBe(403);
    const elsewhere = { authorization, "x-meridian": "1", "sec-fetch-site": "cross-site" };
    expect((await fetch(url, { headers: elsewhere })).status).toBe(403);
  });
});

describe("a payee", async () => {
  const { person, call, send, setPayPassword } = await somebody(server);
  await setPayPassword("482913");
  const payee = { kind: "bank", holder: "王小明", bank: "招商银行", number: "6225880212345678" };
  const confirm = async (body: object, form = "payee", who = { call, person }) => {
    const input = { payPassWord: "482913", userId: who.person.accountId, form, body: body as Record<string, unknown> };
    return ((await who.call("POST Api/User/ConfirmPayPassword", input)) as { confirmToken: string }).confirmToken;
  };
  const save = (body: object) => send("POST paas/user/payee/save", body);

  it("E-017, B-310, Q-11, T-28: is saved with a confirmation of exactly this, once, by this person in this session, within five minutes", async () => {
    expect(statusOf(await save(payee))).toBe(403);
    expect(statusOf(await save({ ...payee, confirmToken: "x".repeat(43) }))).toBe(403);
    const forOther = await confirm({ ...payee, number: "6225880212345670" });
    expect(statusOf(await save({ ...payee, confirmToken: forOther }))).toBe(403);
    const otherForm = await confirm(payee, "something else");
    expect(statusOf(await save({ ...payee, confirmToken: otherForm }))).toBe(403);
    const other = await somebody(server);
    await other.setPayPassword("482913");
    const theirs = await confirm(payee, "payee", other);
    expect(statusOf(await save({ ...payee, confirmToken: theirs }))).toBe(403);
    const old = await confirm(payee);
    await system(sql`update pay_ticket set expires_at = now() - interval '1 second'`);
    expect(statusOf(await save({ ...payee, confirmToken: old }))).toBe(403);

    const right = await confirm(payee);
    expect(statusOf(await save({ ...payee, confirmToken: right }))).toBe(200);
    expect(statusOf(await save({ ...payee, confirmToken: right }))).toBe(403);
  });

  it("T-28: is not saved in another space with a confirmation that was given in one's own", async () => {
    const host = await newSpace(server);
    const name = person.accountId;
    await server.database.tenant(host.tenantId, (tx) =>
      insertRow(tx, programIn(host.tenantId), member, {
        values: { userName: "guest", mobile: "13600000000", name: "guest", isAdministrator: false, status: "active" },
        internal: { accountId: name },
      }),
    );
    const guest = await signInAgain(server, person);
    const here = client(server, guest);
    const { confirmToken } = (await here.call("POST Api/User/ConfirmPayPassword", {
      payPassWord: "482913",
      userId: name,
      form: "payee",
      body: payee,
    })) as { confirmToken: string };
    const entered = (await here.call("POST user/spaces/enter", { tenantId: host.tenantId })) as { token: string };
    const there = client(server, entered);
    expect(statusOf(await there.send("POST paas/user/payee/save", { ...payee, confirmToken }))).toBe(403);
    expect(await there.call("GET paas/user/payees", {})).toEqual([]);
  });

  it("R-14: of many saves at once with one confirmation, one is made", async () => {
    const alipay = { kind: "alipay", holder: "王小明", bank: "", number: "wang@example.org" };
    const confirmToken = await confirm(alipay);
    const answers = await Promise.all(Array.from({ length: 20 }, () => save({ ...alipay, confirmToken })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const kept = (await call("GET paas/user/payees", {})) as { kind: string }[];
    expect(kept.filter(({ kind }) => kind === "alipay")).toHaveLength(1);
  });

  it("T-30: is shown masked, kept encrypted, and held for a day; its owner is told", async () => {
    const text = JSON.stringify(await call("GET paas/user/payees", {}));
    expect(text).toContain("**** 5678");
    expect(text).not.toContain("6225880212345678");
    expect(text).not.toContain("小明");
    const rows = await system(
      sql`select secret, shown::text, extract(epoch from held_until - now()) / 3600 as hours from payee where kind = 'bank'`,
    );
    expect(JSON.stringify(rows)).not.toContain("6225880212345678");
    expect(Math.round(Number(rows[0]!.hours))).toBe(24);
    const [notice] = await system(sql`select count(*)::int as count from outbox where topic = 'payeeChanged'`);
    expect(Number(notice!.count)).toBeGreaterThan(0);
  });

  it("T-30: is held again when the pay password or the number changes", async () => {
    const hours = async () => {
      const [row] = await system(
        sql`select min(extract(epoch from held_until - now()) / 3600) as hours from payee where member_id = ${person.memberId}::uuid`,
      );
      return Math.round(Number(row!.hours));
    };
    await system(sql`update payee set held_until = now() - interval '1 hour'`);
    await setPayPassword("739164");
    expect(await hours()).toBe(24);
  });
});
