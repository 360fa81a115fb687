/** Sensitive calls require a recent verification of identity: which calls, which methods, and the effect. */
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Verb } from "#kit/access.ts";
import { defineEntity } from "#kit/entity.ts";
import { newId } from "#server/process/id.server.ts";
import { extendPause } from "./support/attempts.ts";
import { type Answer, client, contentOf } from "./support/client.ts";
import {
  callNames,
  entityTypes,
  expectedCalls,
  expectedEntities,
  inputOf,
  requiredLevelOf,
} from "./support/expectations.ts";
import { lastCode } from "./support/mailbox.ts";
import {
  givePassword,
  newMember,
  newSpaceOwner,
  nextMobile,
  type Person,
  signInAgain,
  superAdministrator,
} from "./support/people.ts";
import { sendWithProof } from "./support/proof.ts";
import { missingRows } from "./support/rows.ts";
import { appCode, resetAppCodes } from "./support/second-step.ts";
import { startServer } from "./support/server.ts";
import { skipCodePause } from "./support/space-owner.ts";

const server = await startServer({ TRUST_PROXY: "127.0.0.1" });
const password = "Harbour7x";
const system = (query: ReturnType<typeof sql>) =>
  server.database.system((tx) => tx.rows<Record<string, unknown>>(query));

/** Backdates the verification of a person's sessions. Call it before a session is used, because the program caches sessions for seconds. */
const backdateVerification = ({ accountId }: Pick<Person, "accountId">, ago: string) =>
  system(sql`update session set proved_at = now() - ${ago}::interval where account_id = ${accountId}::uuid`);
const stepUpOf = ({ body }: Answer) =>
  (body.details as { stepUp?: { methods: string[]; mobile: string } } | undefined)?.stepUp;
/** Whether a response requires a verification. */
function requiresVerification(answer: Answer): boolean {
  if (stepUpOf(answer) === undefined) return false;
  expect(answer.status).toBe(403);
  return true;
}

let network = 0;
/** The owner of a space whose verification is too old. */
async function createOwner({ ago = "13 hours", hasPassword = true } = {}) {
  const mobile = nextMobile();
  const person = await newSpaceOwner(server, mobile);
  if (hasPassword) await givePassword(server, person, password);
  await backdateVerification(person, ago);
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

/** Signs a person in again with a verification that is too old. */
async function signInWithOldVerification(person: Person) {
  const session = await signInAgain(server, person);
  await backdateVerification(person, "13 hours");
  return client(server, session);
}

describe("an old verification", () => {
  let administrator: ReturnType<typeof client>;
  beforeAll(async () => {
    const person = await superAdministrator(server);
    await backdateVerification(person, "3 hours");
    administrator = client(server, person);
  });

  it("T-25, T-55, O-4: is refused by every sensitive call, and by no other", async () => {
    const otherCalls = callNames.filter((name) => !expectedCalls[name].perEntity && name !== "POST user/logout");
    for (const name of otherCalls) {
      const answer = await administrator.send(name, inputOf(name, missingRows(), "news"));
      expect([name, requiresVerification(answer)]).toEqual([name, expectedCalls[name].stepUp === true]);
    }
    // The session is still valid.
    expect((await administrator.send("GET api/user/View")).status).toBe(200);
  });

  it.each(callNames.filter((name) => expectedCalls[name].perEntity))(
    "is refused by %s for the sensitive verbs of an entity only (T-25, T-55)",
    async (name) => {
      const { verb } = expectedCalls[name].requiredAccess as { verb: Verb | "import" };
      // An import adds and changes rows.
      const checkedVerbs: Verb[] = verb === "import" ? ["add", "update"] : [verb];
      for (const type of entityTypes) {
        const answer = await administrator.send(name, inputOf(name, missingRows(), type));
        const { stepUp } = expectedEntities[type];
        const isOpen = requiredLevelOf(name, type) !== "nobody";
        // A sensitive call is sensitive for every entity that it accepts.
        const isSensitive =
          expectedCalls[name].stepUp === true || checkedVerbs.some((sensitiveVerb) => stepUp?.includes(sensitiveVerb));
        expect([type, requiresVerification(answer)]).toEqual([type, isSensitive && isOpen]);
      }
    },
  );

  it("is refused by QuerySave for adding and for changing", async () => {
    const role = { type: "role", name: { zh: "编辑", en: "Editor" }, grants: [] };
    expect(requiresVerification(await administrator.send("POST Api/{type}/QuerySave", role))).toBe(true);
    // QuerySave cannot add members, with or without a verification.
    const added = await administrator.send("POST Api/{type}/QuerySave", { type: "member", name: "Ada" });
    expect([added.status, stepUpOf(added)]).toEqual([403, undefined]);
  });

  it.each([
    ["news", { title: { en: "Notice" }, kind: "company" }, { title: { en: "Rewritten" } }],
    ["contract", { number: 77, title: { en: "Terms" }, text: { en: "Terms" } }, { text: { en: "Rewritten" } }],
    ["wiki", { slug: "page-77", title: { en: "Help" }, text: { en: "Help" } }, { text: { en: "Rewritten" } }],
  ] as const)(
    "is refused where %s becomes, is or ceases to be public, but not for drafts",
    async (type, row, change) => {
      const { person, send } = await createOwner({ ago: "0 hours" });
      const added = async (status: string) => {
        const answer = await send("POST Api/{type}/QueryAdd", { type, status, ...row });
        expect(answer.status, answer.text).toBe(200);
        return contentOf(answer) as { id: string; version: number };
      };
      const published = await added("published");
      const lateOwner = await signInWithOldVerification(person);
      const save = (input: object) => lateOwner.send("POST Api/{type}/QuerySave", { type, ...input });
      const [slug, number] = ["page-78", 78];
      const uniqueValues = type === "wiki" ? { slug } : type === "contract" ? { number } : {};
      expect(requiresVerification(await save({ ...row, ...uniqueValues, status: "published" }))).toBe(true);
      expect(requiresVerification(await save({ id: published.id, version: published.version, ...change }))).toBe(true);
      expect(requiresVerification(await save({ id: published.id, version: published.version, status: "draft" }))).toBe(
        true,
      );
      expect(
        requiresVerification(await lateOwner.send("DELETE Api/{type}/QueryDelete", { type, id: published.id })),
      ).toBe(true);
      const draft = await save({ ...row, ...uniqueValues, status: "draft" });
      expect(draft.status, draft.text).toBe(200);
      const { id, version } = contentOf(draft) as { id: string; version: number };
      const edited = await save({ id, version, ...change });
      expect(edited.status, edited.text).toBe(200);
      expect(requiresVerification(await save({ id, version: version + 1, status: "published" }))).toBe(true);
      const deleted = await lateOwner.send("DELETE Api/{type}/QueryDelete", { type, id });
      expect(deleted.status, deleted.text).toBe(200);
    },
  );

  it("T-25, O-4: is one older than twelve hours for members, and two for platform administrators", async () => {
    const recentOwner = await createOwner({ ago: "11 hours 59 minutes" });
    expect((await recentOwner.send("POST paas/member/invite", invite)).status).toBe(200);
    const lateOwner = await createOwner({ ago: "12 hours 1 minute" });
    const refused = await lateOwner.send("POST paas/member/invite", invite);
    expect([refused.status, refused.body.msg]).toEqual([403, "Verify your identity"]);
    for (const [ago, status] of [
      ["119 minutes", 200],
      ["121 minutes", 403],
    ] as const) {
      const person = await superAdministrator(server);
      await backdateVerification(person, ago);
      expect((await client(server, person).send("GET paas/sms/messages")).status).toBe(status);
    }
  });

  it("is not reported to those without the right or without a session", async () => {
    const { person } = await createOwner();
    const member = await newMember(server, person.tenantId);
    await backdateVerification(member, "13 hours");
    const refused = await client(server, member).send("POST paas/member/invite", invite);
    expect([refused.status, stepUpOf(refused)]).toEqual([403, undefined]);
    const stranger = await client(server).send("POST paas/member/invite", invite);
    expect([stranger.status, stepUpOf(stranger)]).toEqual([401, undefined]);
  });

  it("stays old in another space, and the session does not last longer there (T-21)", async () => {
    const { person, send } = await createOwner();
    const [before] = await system(sql`select expires_at from session where account_id = ${person.accountId}::uuid`);
    const entered = await send("POST user/spaces/enter", { tenantId: person.tenantId });
    expect(entered.status, entered.text).toBe(200);
    const otherClient = client(server, { token: tokenIn(entered) });
    expect(requiresVerification(await otherClient.send("POST paas/member/invite", invite))).toBe(true);
    const [after] = await system(
      sql`select expires_at from session where account_id = ${person.accountId}::uuid and revoked_at is null`,
    );
    expect(after).toEqual(before);
  });

  it("is reported in the reader's language", async () => {
    const { person } = await createOwner();
    const refused = await client(server, person).send(
      "POST Api/Java/PublishPage",
      { pageId: newId() },
      { "accept-language": "zh" },
    );
    expect(refused.body.message).toBe("请再次验证身份");
  });
});

describe("a step-up", () => {
  it("accepts the password and renews the token, so that the old one is invalid (T-21)", async () => {
    const { person, mobile, send, stepUp, from } = await createOwner();
    const refused = await send("POST paas/member/invite", invite);
    expect(stepUpOf(refused)).toEqual({
      methods: ["password", "sms"],
      mobile: `${mobile.slice(0, 3)}****${mobile.slice(7)}`,
    });
    const wrong = await stepUp("password", "Harbour8x");
    expect([wrong.status, wrong.body.fields]).toEqual([422, { code: "Incorrect password" }]);
    expect(requiresVerification(await send("POST paas/member/invite", invite))).toBe(true);
    const passed = await stepUp("password", password);
    expect([passed.status, passed.headers.getSetCookie()]).toEqual([200, []]);
    const renewed = client(server, { token: tokenIn(passed) });
    expect((await renewed.send("POST paas/member/invite", invite, from)).status).toBe(200);
    // Every call that requires a session refuses the old token.
    for (const name of callNames.filter(
      (call) => expectedCalls[call].requiredAccess !== "anyone" && !expectedCalls[call].perEntity,
    ))
      expect([name, await statusOf(send(name, inputOf(name, missingRows(), "news")))]).toEqual([name, 401]);
    const sessions = await system(
      sql`select count(*)::int as count from session where account_id = ${person.accountId}::uuid and revoked_at is null`,
    );
    expect(sessions).toEqual([{ count: 1 }]);
  });

  it("sets a cookie for browsers and returns no token", async () => {
    const { person, from } = await createOwner();
    const anonymous = client(server);
    const browser = (token: string) => ({ ...from, cookie: `sid=${token}` });
    expect(requiresVerification(await anonymous.send("POST paas/member/invite", invite, browser(person.token)))).toBe(
      true,
    );
    const passed = await anonymous.send(
      "POST user/stepUp",
      { method: "password", code: password },
      browser(person.token),
    );
    expect([passed.status, contentOf(passed)]).toEqual([200, { token: null }]);
    const [, token] = /^sid=([\w-]{43});.*HttpOnly/i.exec(
      passed.headers.getSetCookie().find((header) => header.startsWith("sid="))!,
    )!;
    expect(await statusOf(anonymous.send("GET api/user/View", {}, browser(person.token)))).toBe(401);
    expect(await statusOf(anonymous.send("POST paas/member/invite", invite, browser(token!)))).toBe(200);
  });

  it("is refused from a page of another site (T-22)", async () => {
    const { person } = await createOwner();
    const forged = await client(server).send(
      "POST user/stepUp",
      { method: "password", code: password },
      { cookie: `sid=${person.token}`, "sec-fetch-site": "cross-site" },
    );
    expect(forged.status).toBe(403);
  });

  it("counts wrong passwords together with those of sign-in (T-19)", async () => {
    const { person, mobile, stepUp, from } = await createOwner();
    for (let n = 0; n < 5; n += 1) expect(await statusOf(stepUp("password", `Harbour${n}x`))).toBe(422);
    await extendPause(server);
    const refused = await stepUp("password", password);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const signIn = await client(server).send("POST Api/Member/Login", { username: mobile, password }, from);
    expect(signIn.status).toBe(429);
    // After the pause the right password passes and resets the attempts.
    await system(sql`update attempt set created_at = now() - interval '1 minute' where account = ${person.accountId}`);
    expect(await statusOf(stepUp("password", password))).toBe(200);
    expect(await system(sql`select 1 from attempt where account = ${person.accountId} and state <> 'refused'`)).toEqual(
      [],
    );
  });

  it("renews the session once for four concurrent requests (T-21)", async () => {
    const { send, stepUp } = await createOwner();
    const answers = await Promise.all(Array.from({ length: 4 }, () => stepUp("password", password)));
    const passed = answers.filter(({ status }) => status === 200);
    expect(passed).toHaveLength(1);
    expect(answers.every(({ status }) => [200, 401, 429].includes(status))).toBe(true);
    expect(await statusOf(send("GET api/user/View"))).toBe(401);
    expect(await statusOf(client(server, { token: tokenIn(passed[0]!) }).send("GET api/user/View"))).toBe(200);
  });

  it("accepts a code by SMS that was sent for this purpose only (T-14)", async () => {
    const { mobile, send, stepUp } = await createOwner({ hasPassword: false });
    expect(stepUpOf(await send("POST paas/member/invite", invite))?.methods).toEqual(["sms"]);
    expect(await statusOf(stepUp("password", password))).toBe(422);
    const requestCode = async (name: string, input: object) => {
      await skipCodePause(server, mobile);
      const sent = await sendWithProof(send, name, input);
      expect(sent.status, sent.text).toBe(200);
      return lastCode(server.url, mobile);
    };
    const otherCode = await requestCode("POST user/code", { purpose: "twoStep" });
    expect(await statusOf(stepUp("sms", otherCode))).toBe(422);
    const code = await requestCode("POST user/stepUp/code", {});
    const otherCall = await send("POST user/totp/begin", { verifyCode: code });
    expect(otherCall.status).toBe(422);
    const passed = await stepUp("sms", code);
    expect(passed.status, passed.text).toBe(200);
    const renewed = client(server, { token: tokenIn(passed) });
    expect(await statusOf(renewed.send("POST user/stepUp", { method: "sms", code }))).toBe(422);
  });

  it("requires the app where one is set up, and accepts each code once", async () => {
    const { person, send, stepUp } = await createOwner();
    const totp = contentOf(await send("POST user/totp/begin", { oldPassword: password })) as {
      ticket: string;
      secret: string;
    };
    const confirmed = await send("POST user/totp/confirm", { ticket: totp.ticket, code: appCode(totp.secret) });
    const { recoveryCodes } = contentOf(confirmed) as { recoveryCodes: string[] };
    await resetAppCodes(server, person);
    expect(stepUpOf(await send("POST paas/member/invite", invite))?.methods).toEqual(["totp", "recovery"]);
    expect(await statusOf(stepUp("password", password))).toBe(422);
    expect(await statusOf(send("POST user/stepUp/code"))).toBe(422);
    const code = appCode(totp.secret);
    const passed = await stepUp("totp", code);
    expect(passed.status, passed.text).toBe(200);
    const renewedClient = client(server, { token: tokenIn(passed) });
    const prove = (method: string, secret: string) => renewedClient.send("POST user/stepUp", { method, code: secret });
    expect(await statusOf(prove("totp", code))).toBe(422);
    const recovered = await prove("recovery", recoveryCodes[0]!);
    expect(recovered.status).toBe(200);
    const lastClient = client(server, { token: tokenIn(recovered) });
    expect(await statusOf(lastClient.send("POST user/stepUp", { method: "recovery", code: recoveryCodes[0]! }))).toBe(
      422,
    );
  });

  it("applies to one session only", async () => {
    const { person, mobile, stepUp, from } = await createOwner();
    const headers = { ...from, "x-meridian-client": "bearer" };
    const secondLogin = await client(server).send("POST Api/Member/Login", { username: mobile, password }, headers);
    await backdateVerification(person, "13 hours");
    expect(await statusOf(stepUp("password", password))).toBe(200);
    const refused = await client(server, { token: tokenIn(secondLogin) }).send("POST paas/member/invite", invite);
    expect(requiresVerification(refused)).toBe(true);
  });
});

it("an entity cannot require a verification for a verb that nobody may use", () => {
  const defineWith = (verb: Verb) =>
    defineEntity({
      type: "thing",
      name: { zh: "物", en: "Thing" },
      access: { read: "member", add: "nobody", update: "member", delete: "superAdmin", export: "member" },
      stepUp: ["update", verb],
      titleField: "title",
      fields: { title: { type: "textbox", name: { zh: "标题", en: "Title" } } },
      groups: [],
      list: { columns: ["title"], sort: { field: "title", direction: "asc" } },
    });
  expect(() => defineWith("add")).toThrow('thing.stepUp: nobody may use "add"');
  expect(() => defineWith("delete")).not.toThrow();
});
