/** Sensitive calls require a recent proof of identity: which calls, which proof, and its effect. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Verb } from "#kit/access.ts";
import { newId } from "#server/process/id.server.ts";
import { restartPause } from "./support/attempts.ts";
import { type Answer, client, contentOf } from "./support/client.ts";
import { callNames, entityTypes, expectedCalls, expectedEntities, inputOf, leastOf } from "./support/expectations.ts";
import { lastCode } from "./support/mailbox.ts";
import {
  givePassword,
  newMember,
  newSpace,
  nextMobile,
  type Person,
  signInAgain,
  superAdministrator,
} from "./support/people.ts";
import { sendProven } from "./support/proof.ts";
import { missingRows } from "./support/rows.ts";
import { appCode, codesLater } from "./support/second-step.ts";
import { startServer } from "./support/server.ts";
import { minuteLater } from "./support/somebody.ts";

const server = await startServer({ TRUST_PROXY: "127.0.0.1" });
const password = "Harbour7x";
const system = (query: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<Record<string, unknown>>(query));

/** Everybody's proof was given so long ago; said before a session is used for the first time, because the program remembers it for seconds. */
const proved = ({ accountId }: Pick<Person, "accountId">, ago: string) =>
  system(sql`update session set proved_at = now() - ${ago}::interval where account_id = ${accountId}::uuid`);
const ways = ({ body }: Answer) =>
  (body.details as { stepUp?: { methods: string[]; mobile: string } } | undefined)?.stepUp;
/** Whether an answer asks for a proof, by its status and its words. */
function asksForProof(answer: Answer): boolean {
  if (ways(answer) === undefined) return false;
  expect(answer.status).toBe(403);
  return true;
}

let network = 0;
/** Somebody who administers a space, with a proof of long ago. */
async function somebody({ ago = "13 hours", hasPassword = true } = {}) {
  const mobile = nextMobile();
  const person = await newSpace(server, mobile);
  if (hasPassword) await givePassword(server, person, password);
  await proved(person, ago);
  network += 1;
  const from = { "x-forwarded-for": `203.0.113.${network}` };
  const { send: sendAny } = client(server, person);
  const send = (name: string, input: object = {}) => sendAny(name, input, from);
  const stepUp = (method: string, code: string) => send("POST user/stepUp", { method, code });
  return { mobile, person, from, send, stepUp };
}
const invite = { mobile: "13599999999" };
const tokenIn = (answer: Answer) => (contentOf(answer) as { token: string }).token;
const statusOf = async (answer: Promise<Answer>) => (await answer).status;

/** Another session of somebody, with a proof of long ago. */
async function laterSession(person: Person) {
  const again = await signInAgain(server, person);
  await proved(person, "13 hours");
  return client(server, again);
}

describe("an old proof", () => {
  let administrator: ReturnType<typeof client>;
  beforeAll(async () => {
    const person = await superAdministrator(server);
    await proved(person, "3 hours");
    administrator = client(server, person);
  });

  it("T-25, T-55, O-4: is refused by every sensitive call, and by no other", async () => {
    const others = callNames.filter((name) => !expectedCalls[name].perEntity && name !== "POST user/logout");
    for (const name of others) {
      const answer = await administrator.send(name, inputOf(name, missingRows(), "news"));
      expect([name, asksForProof(answer)]).toEqual([name, expectedCalls[name].stepUp === true]);
    }
    // It is the same session all the while.
    expect((await administrator.send("GET api/user/View")).status).toBe(200);
  });

  it.each(callNames.filter((name) => expectedCalls[name].perEntity))(
    "is refused by %s for what an entity calls sensitive, and for nothing else (T-25, T-55)",
    async (name) => {
      const { entity: verb } = expectedCalls[name].least as { entity: Verb | "import" };
      // A file adds and changes rows, where it may do that at all.
      const verbsOf: Verb[] = verb === "import" ? ["add", "update"] : [verb];
      for (const type of entityTypes) {
        const answer = await administrator.send(name, inputOf(name, missingRows(), type));
        const { stepUp } = expectedEntities[type];
        const isOpen = leastOf(name, type) !== "nobody";
        // A call that is sensitive by itself is so for every entity that it is open for.
        const isSensitive = expectedCalls[name].stepUp === true || verbsOf.some((one) => stepUp?.includes(one));
        expect([type, asksForProof(answer)]).toEqual([type, isSensitive && isOpen]);
      }
    },
  );

  it("is asked for when QuerySave adds as when it changes", async () => {
    const role = { type: "role", name: { zh: "编辑", en: "Editor" }, grants: [] };
    expect(asksForProof(await administrator.send("POST Api/{type}/QuerySave", role))).toBe(true);
    // Nobody adds members there: that is said, and no proof would change it.
    const added = await administrator.send("POST Api/{type}/QuerySave", { type: "member", name: "Ada" });
    expect([added.status, ways(added)]).toEqual([403, undefined]);
  });

  it.each([
    ["news", { title: { en: "Notice" }, kind: "company" }, { title: { en: "Rewritten" } }],
    ["contract", { number: 77, title: { en: "Terms" }, text: { en: "Terms" } }, { text: { en: "Rewritten" } }],
    ["wiki", { slug: "page-77", title: { en: "Help" }, text: { en: "Help" } }, { text: { en: "Rewritten" } }],
  ] as const)(
    "is refused where %s becomes public, is public or ceases to be; drafts are free",
    async (type, row, change) => {
      const { person, send } = await somebody({ ago: "0 hours" });
      const added = async (status: string) => {
        const answer = await send("POST Api/{type}/QueryAdd", { type, status, ...row });
        expect(answer.status, answer.text).toBe(200);
        return contentOf(answer) as { id: string; version: number };
      };
      const live = await added("published");
      const late = await laterSession(person);
      const save = (input: object) => late.send("POST Api/{type}/QuerySave", { type, ...input });
      const [slug, number] = ["page-78", 78];
      const own = type === "wiki" ? { slug } : type === "contract" ? { number } : {};
      expect(asksForProof(await save({ ...row, ...own, status: "published" }))).toBe(true);
      expect(asksForProof(await save({ id: live.id, version: live.version, ...change }))).toBe(true);
      expect(asksForProof(await save({ id: live.id, version: live.version, status: "draft" }))).toBe(true);
      expect(asksForProof(await late.send("DELETE Api/{type}/QueryDelete", { type, id: live.id }))).toBe(true);
      const draft = await save({ ...row, ...own, status: "draft" });
      expect(draft.status, draft.text).toBe(200);
      const { id, version } = contentOf(draft) as { id: string; version: number };
      const edited = await save({ id, version, ...change });
      expect(edited.status, edited.text).toBe(200);
      expect(asksForProof(await save({ id, version: version + 1, status: "published" }))).toBe(true);
      const deleted = await late.send("DELETE Api/{type}/QueryDelete", { type, id });
      expect(deleted.status, deleted.text).toBe(200);
    },
  );

  it("T-25, O-4: is twelve hours old for members and two for the platform's administrators", async () => {
    const early = await somebody({ ago: "11 hours 59 minutes" });
    expect((await early.send("POST paas/member/invite", invite)).status).toBe(200);
    const late = await somebody({ ago: "12 hours 1 minute" });
    const refused = await late.send("POST paas/member/invite", invite);
    expect([refused.status, refused.body.msg]).toEqual([403, "Verify your identity"]);
    for (const [ago, status] of [
      ["119 minutes", 200],
      ["121 minutes", 403],
    ] as const) {
      const person = await superAdministrator(server);
      await proved(person, ago);
      expect((await client(server, person).send("GET paas/sms/messages")).status).toBe(status);
    }
  });

  it("does not tell those who may not do it anyway, nor anybody who is not signed in", async () => {
    const { person } = await somebody();
    const member = await newMember(server, person.tenantId);
    await proved(member, "13 hours");
    const refused = await client(server, member).send("POST paas/member/invite", invite);
    expect([refused.status, ways(refused)]).toEqual([403, undefined]);
    const stranger = await client(server).send("POST paas/member/invite", invite);
    expect([stranger.status, ways(stranger)]).toEqual([401, undefined]);
  });

  it("is no younger in another space, nor does the session live longer there (T-21)", async () => {
    const { person, send } = await somebody();
    const [before] = await system(sql`select expires_at from session where account_id = ${person.accountId}::uuid`);
    const entered = await send("POST user/spaces/enter", { tenantId: person.tenantId });
    expect(entered.status, entered.text).toBe(200);
    const there = client(server, { token: tokenIn(entered) });
    expect(asksForProof(await there.send("POST paas/member/invite", invite))).toBe(true);
    const [after] = await system(
      sql`select expires_at from session where account_id = ${person.accountId}::uuid and revoked_at is null`,
    );
    expect(after).toEqual(before);
  });

  it("is said in the reader's language", async () => {
    const { person } = await somebody();
    const refused = await client(server, person).send(
      "POST Api/Java/PublishPage",
      { pageId: newId() },
      { "accept-language": "zh" },
    );
    expect(refused.body.message).toBe("请再次验证身份");
  });
});

describe("the step up", () => {
  it("takes the password, and gives a new token: the old one is worth nothing (T-21)", async () => {
    const { person, mobile, send, stepUp, from } = await somebody();
    const refused = await send("POST paas/member/invite", invite);
    expect(ways(refused)).toEqual({
      methods: ["password", "sms"],
      mobile: `${mobile.slice(0, 3)}****${mobile.slice(7)}`,
    });
    const wrong = await stepUp("password", "Harbour8x");
    expect([wrong.status, wrong.body.fields]).toEqual([422, { code: "Incorrect password" }]);
    expect(asksForProof(await send("POST paas/member/invite", invite))).toBe(true);
    const passed = await stepUp("password", password);
    expect([passed.status, passed.headers.getSetCookie()]).toEqual([200, []]);
    const renewed = client(server, { token: tokenIn(passed) });
    expect((await renewed.send("POST paas/member/invite", invite, from)).status).toBe(200);
    // On every call but those that are open to everybody.
    for (const name of callNames.filter(
      (one) => expectedCalls[one].least !== "anyone" && !expectedCalls[one].perEntity,
    ))
      expect([name, await statusOf(send(name, inputOf(name, missingRows(), "news")))]).toEqual([name, 401]);
    const sessions = await system(
      sql`select count(*)::int as count from session where account_id = ${person.accountId}::uuid and revoked_at is null`,
    );
    expect(sessions).toEqual([{ count: 1 }]);
  });

  it("gives browsers a cookie and no token", async () => {
    const { person, from } = await somebody();
    const anybody = client(server);
    const browser = (token: string) => ({ ...from, cookie: `sid=${token}` });
    expect(asksForProof(await anybody.send("POST paas/member/invite", invite, browser(person.token)))).toBe(true);
    const passed = await anybody.send(
      "POST user/stepUp",
      { method: "password", code: password },
      browser(person.token),
    );
    expect([passed.status, contentOf(passed)]).toEqual([200, { token: null }]);
    const [, token] = /^sid=([\w-]{43});.*HttpOnly/i.exec(
      passed.headers.getSetCookie().find((one) => one.startsWith("sid="))!,
    )!;
    expect(await statusOf(anybody.send("GET api/user/View", {}, browser(person.token)))).toBe(401);
    expect(await statusOf(anybody.send("POST paas/member/invite", invite, browser(token!)))).toBe(200);
  });

  it("is not made by a page of another site (T-22)", async () => {
    const { person } = await somebody();
    const forged = await client(server).send(
      "POST user/stepUp",
      { method: "password", code: password },
      { cookie: `sid=${person.token}`, "sec-fetch-site": "cross-site" },
    );
    expect(forged.status).toBe(403);
  });

  it("counts wrong passwords together with those of signing in (T-19)", async () => {
    const { person, mobile, stepUp, from } = await somebody();
    for (let n = 0; n < 5; n += 1) expect(await statusOf(stepUp("password", `Harbour${n}x`))).toBe(422);
    await restartPause(server);
    const refused = await stepUp("password", password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const signIn = await client(server).send("POST Api/Member/Login", { username: mobile, password }, from);
    expect(signIn.status).toBe(429);
    // Another minute: the right one passes, and what failed is forgiven.
    await system(sql`update attempt set created_at = now() - interval '1 minute' where account = ${person.accountId}`);
    expect(await statusOf(stepUp("password", password))).toBe(200);
    expect(await system(sql`select 1 from attempt where account = ${person.accountId} and state <> 'refused'`)).toEqual(
      [],
    );
  });

  it("of four at once with the right password renews once, and the old token is worth nothing (T-21)", async () => {
    const { send, stepUp } = await somebody();
    const answers = await Promise.all(Array.from({ length: 4 }, () => stepUp("password", password)));
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 401, 429].includes(status))).toBe(true);
    expect(await statusOf(send("GET api/user/View"))).toBe(401);
    expect(await statusOf(client(server, { token: tokenIn(passed[0]!) }).send("GET api/user/View"))).toBe(200);
  });

  it("takes a code by SMS that was sent for it and for nothing else (T-14)", async () => {
    const { mobile, send, stepUp } = await somebody({ hasPassword: false });
    expect(ways(await send("POST paas/member/invite", invite))?.methods).toEqual(["sms"]);
    expect(await statusOf(stepUp("password", password))).toBe(422);
    const askFor = async (name: string, input: object) => {
      await minuteLater(server, mobile);
      const sent = await sendProven(send, name, input);
      expect(sent.status, sent.text).toBe(200);
      return lastCode(server.url, mobile);
    };
    const other = await askFor("POST user/code", { purpose: "twoStep" });
    expect(await statusOf(stepUp("sms", other))).toBe(422);
    const code = await askFor("POST user/stepUp/code", {});
    const elsewhere = await send("POST user/totp/begin", { verifyCode: code });
    expect(elsewhere.status).toBe(422);
    const passed = await stepUp("sms", code);
    expect(passed.status, passed.text).toBe(200);
    const renewed = client(server, { token: tokenIn(passed) });
    expect(await statusOf(renewed.send("POST user/stepUp", { method: "sms", code }))).toBe(422);
  });

  it("asks whoever has an app for it, and takes nothing weaker; a code or recovery code once", async () => {
    const { person, send, stepUp } = await somebody();
    const begun = contentOf(await send("POST user/totp/begin", { oldPassword: password })) as {
      ticket: string;
      secret: string;
    };
    const confirmed = await send("POST user/totp/confirm", { ticket: begun.ticket, code: appCode(begun.secret) });
    const { recoveryCodes } = contentOf(confirmed) as { recoveryCodes: string[] };
    await codesLater(server, person);
    expect(ways(await send("POST paas/member/invite", invite))?.methods).toEqual(["totp", "recovery"]);
    expect(await statusOf(stepUp("password", password))).toBe(422);
    expect(await statusOf(send("POST user/stepUp/code"))).toBe(422);
    const code = appCode(begun.secret);
    const passed = await stepUp("totp", code);
    expect(passed.status, passed.text).toBe(200);
    const again = client(server, { token: tokenIn(passed) });
    const prove = (method: string, secret: string) => again.send("POST user/stepUp", { method, code: secret });
    expect(await statusOf(prove("totp", code))).toBe(422);
    const recovered = await prove("recovery", recoveryCodes[0]!);
    expect(recovered.status).toBe(200);
    const last = client(server, { token: tokenIn(recovered) });
    expect(await statusOf(last.send("POST user/stepUp", { method: "recovery", code: recoveryCodes[0]! }))).toBe(422);
  });

  it("is one session's: the person's others live on and are asked themselves", async () => {
    const { person, mobile, stepUp, from } = await somebody();
    const headers = { ...from, "x-meridian-client": "bearer" };
    const other = await client(server).send("POST Api/Member/Login", { username: mobile, password }, headers);
    await proved(person, "13 hours");
    expect(await statusOf(stepUp("password", password))).toBe(200);
    const refused = await client(server, { token: tokenIn(other) }).send("POST paas/member/invite", invite);
    expect(asksForProof(refused)).toBe(true);
  });
});
