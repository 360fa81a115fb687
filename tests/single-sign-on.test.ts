/** Single sign-on: staff of a space sign in with its identity provider, and get into that space only. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import member from "#entities/member.ts";
import { insertRow } from "#records/change/save.server.ts";
import { newId } from "#server/process/id.server.ts";
import { client, contentOf } from "./support/client.ts";
import { givePassword, newAccount, newMember, newSpaceOwner, superAdministrator } from "./support/people.ts";
import { programIn } from "./support/registries.ts";
import { appCode, resetAppCodes, ticketOf } from "./support/second-step.ts";
import { startServer } from "./support/server.ts";
import { createSignOn, type CookieBrowser, type Returned } from "./support/single-sign-on.ts";

const server = await startServer({ WEBHOOK_HOSTS: "127.0.0.1" });
const { save, newSpace, openSpace, cookieBrowser, visit, begin, signIn, link, profileOf, isSignedIn, auditOf } =
  createSignOn(server);

describe("new staff", () => {
  it("become members with the given role, by a verified address of a listed domain", async () => {
    const space = await openSpace();
    const { browser, answer } = await signIn(space);
    expect(answer.status, answer.text).toBe(200);
    expect(await profileOf(browser)).toMatchObject({
      userName: expect.any(String),
      name: "Li Ping",
      mobile: "",
      tenant: { id: space.owner.tenantId },
      isLimitedToSpace: true,
    });
    const [row] = await server.database.system((tx) =>
      tx.rows(sql`select m.user_name as "userName", r.name ->> 'en' as role from member m join role r on m.roles ? r.id::text
        where m.tenant_id = ${space.owner.tenantId}::uuid`),
    );
    expect(row).toEqual({ userName: "li@example.com", role: "staff" });
    // The same person again is the same member.
    const { id } = await profileOf(browser);
    expect((await profileOf((await signIn(space)).browser)).id).toBe(id);
    expect(await auditOf(space.owner)).toEqual(
      expect.arrayContaining([`providerSave ${space.provider.origin}`, `signIn ${space.provider.origin}`]),
    );
  });

  it("may have their address in the user info only", async () => {
    const space = await openSpace();
    space.provider.state.person = { sub: "person-2" };
    space.provider.state.more = { email: "wang@example.com", email_verified: true };
    expect((await signIn(space)).answer.status).toBe(200);
  });

  it.each([
    ["an address of another domain", { email: "li@example.com.evil.org", email_verified: true }],
    ["an address that ends like a listed domain", { email: "li@notexample.com", email_verified: true }],
    ["an unverified address", { email: "li@example.com", email_verified: false }],
    ["an address of which the provider does not say whether it is verified", { email: "li@example.com" }],
    ["a text instead of true", { email: "li@example.com", email_verified: "true" }],
    ["no address", {}],
  ])("are refused with %s", async (_, claims) => {
    const space = await openSpace();
    space.provider.state.person = { sub: "stranger", ...claims };
    const { answer, browser } = await signIn(space);
    expect([answer.status, answer.body.msg]).toEqual([
      403,
      "Your e-mail domain is not allowed, or your address is not verified",
    ]);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await auditOf(space.owner)).some((entry) => entry.startsWith("providerRefuse"))).toBe(true);
  });

  it("are not added by default, and cannot become administrators", async () => {
    const closed = await newSpace();
    closed.provider.state.person = { sub: "person-1", email: "li@example.com", email_verified: true };
    const { answer } = await signIn(closed);
    expect([answer.status, answer.body.msg]).toEqual([
      403,
      "You are not a member of this space. Contact your administrator.",
    ]);
    const accountId = await newAccount(server);
    const administrator = { userName: "li", name: "li", roles: [], isAdministrator: true, status: "active" };
    const added = server.database.tenant(closed.owner.tenantId, (tx) =>
      insertRow(tx, programIn(closed.owner.tenantId), member, { values: administrator, internal: { accountId } }),
    );
    await expect(added).rejects.toMatchObject({ details: { fields: { isAdministrator: expect.anything() } } });
  });
});

describe("members", () => {
  it("link themselves while signed in, and unlink; sessions of the link end with it", async () => {
    const space = await newSpace();
    const employee = await newMember(server, space.owner.tenantId);
    expect((await link(employee)).status).toBe(200);
    const { browser, answer } = await signIn(space);
    expect(answer.status, answer.text).toBe(200);
    expect(await profileOf(browser)).toMatchObject({ id: employee.accountId, isLimitedToSpace: true });
    // Neither the same identity for another member, nor another identity for the same one.
    expect((await link(await newMember(server, space.owner.tenantId))).status).toBe(409);
    space.provider.state.person = { sub: "person-2" };
    expect((await link(employee)).status).toBe(409);
    expect((await client(server, employee).send("POST user/sso/unlink")).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await isSignedIn(cookieBrowser(employee))).toBe(true);
    expect(await auditOf(space.owner)).toEqual(
      expect.arrayContaining([`identityLink ${space.provider.origin}`, `identityUnlink ${space.provider.origin}`]),
    );
  });

  it("are linked only by the session that began", async () => {
    const space = await newSpace();
    const [employee, other] = [
      await newMember(server, space.owner.tenantId),
      await newMember(server, space.owner.tenantId),
    ];
    const browser = cookieBrowser(employee);
    const returned = await visit((contentOf(await browser.send("POST user/sso/link")) as { url: string }).url);
    browser.cookies.set("sid", other.token);
    expect((await browser.send("POST user/sso/finish", returned)).status).toBe(403);
    const links = await server.database.system((tx) =>
      tx.rows(sql`select 1 from member_identity where tenant_id = ${space.owner.tenantId}::uuid`),
    );
    expect(links).toEqual([]);
  });

  it("get no further than the space: neither other spaces nor the account", async () => {
    const space = await newSpace();
    const owner = await newSpaceOwner(server);
    // The owner of another space is a member here.
    const memberId = newId();
    await server.database.system((tx) =>
      tx.rows(sql`insert into member (id, tenant_id, account_id, name, status, is_administrator, roles)
        values (${memberId}::uuid, ${space.owner.tenantId}::uuid, ${owner.accountId}::uuid, 'guest', 'active', false, '[]')`),
    );
    const here = contentOf(
      await client(server, owner).send(
        "POST user/spaces/enter",
        { tenantId: space.owner.tenantId },
        { "x-meridian-client": "bearer" },
      ),
    ) as { token: string };
    expect((await link({ ...owner, token: here.token })).status).toBe(200);
    const { browser } = await signIn(space);
    expect((await profileOf(browser)).tenant.id).toBe(space.owner.tenantId);
    const spaces = contentOf(await browser.send("GET user/spaces")) as { tenantId: string }[];
    expect(spaces.map(({ tenantId }) => tenantId)).toEqual([space.owner.tenantId]);
    const refusals = [
      ["POST user/spaces/enter", { tenantId: owner.tenantId }],
      ["POST user/spaces/decline", { tenantId: owner.tenantId }],
      ["GET user/sessions", {}],
      ["POST user/sso/unlink", {}],
      ["POST user/sso/link", {}],
    ] as const;
    for (const [name, input] of refusals) {
      const answer = await browser.send(name, input);
      expect([name, answer.status], answer.text).toEqual([name, 403]);
    }
  });

  it("with an authenticator app still enter its code; platform administrators are refused", async () => {
    const space = await newSpace();
    const employee = await newMember(server, space.owner.tenantId);
    await link(employee);
    await givePassword(server, employee, "correct horse 1");
    const begun = await client(server, employee).send("POST user/totp/begin", { oldPassword: "correct horse 1" });
    expect(begun.status, begun.text).toBe(200);
    const { ticket, secret } = contentOf(begun) as { ticket: string; secret: string };
    const confirmed = await client(server, employee).send("POST user/totp/confirm", { ticket, code: appCode(secret) });
    expect(confirmed.status, confirmed.text).toBe(200);
    await resetAppCodes(server, employee);
    const { answer, browser } = await signIn(space);
    expect([answer.status, answer.body.details]).toEqual([
      401,
      {
        secondFactor: {
          ticket: expect.any(String),
          methods: ["totp", "recovery"],
          mobile: expect.stringContaining("****"),
        },
      },
    ]);
    expect(await isSignedIn(browser)).toBe(false);
    const step = { ticket: ticketOf(answer), method: "totp", code: appCode(secret) };
    expect((await browser.send("POST user/secondFactor", step)).status).toBe(200);
    expect(await profileOf(browser)).toMatchObject({ id: employee.accountId, isLimitedToSpace: true });
    // The provider is disabled between the two steps.
    const second = await signIn(space);
    await save(space.owner, { ...space.settings, isEnabled: false });
    await resetAppCodes(server, employee);
    const late = { ...step, ticket: ticketOf(second.answer), code: appCode(secret) };
    expect((await second.browser.send("POST user/secondFactor", late)).status).toBe(401);
    const administrator = await superAdministrator(server);
    expect((await client(server, administrator).send("POST user/sso/link")).status).toBe(403);
  });
});

describe("the provider", () => {
  it.each([
    ["another nonce", { claims: { nonce: "another" } }],
    ["another audience", { claims: { aud: "somebody-else" } }],
    ["another issuer", { claims: { iss: "https://issuer.example" } }],
    ["an expired token", { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
    ["no subject", { claims: { sub: undefined } }],
    ["no signature (alg none)", { algorithm: "none" }],
    ["another algorithm", { algorithm: "HS256" }],
    ["a signature of another key", { usesForeignKey: true }],
  ])("is refused with %s", async (_, changes) => {
    const space = await openSpace();
    Object.assign(space.provider.state, changes);
    const { answer, browser } = await signIn(space);
    expect([answer.status, answer.body.msg], answer.text).toEqual([
      401,
      "The identity provider’s answer did not pass the checks. Contact your administrator.",
    ]);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("is told a new challenge each time, and its refusals are said in words", async () => {
    const space = await openSpace();
    space.provider.state.refuses = true;
    const { answer } = await signIn(space);
    expect([answer.status, answer.body.msg]).toEqual([401, "You cancelled the sign-in"]);
    await signIn(space);
    expect(new Set(space.provider.state.sentChallenges).size).toBe(2);
    expect(space.provider.state.tokenRequests).toBe(0);
  });

  it("cannot answer for the provider of another space", async () => {
    const [first, second] = [await openSpace(), await openSpace()];
    const browser = cookieBrowser();
    const ofFirst = await begin(browser, first.sign);
    const ofSecond = await begin(browser, second.sign);
    // The code and the issuer of one, with the state of the other.
    const mixed = await browser.send("POST user/sso/finish", { ...ofSecond, state: ofFirst.state });
    expect(mixed.status).toBe(401);
    const withoutIssuer = await browser.send("POST user/sso/finish", { state: ofSecond.state, code: ofFirst.code });
    expect(withoutIssuer.status).toBe(401);
    expect(await isSignedIn(browser)).toBe(false);
    expect([first.provider.state.tokenRequests, second.provider.state.tokenRequests]).toEqual([0, 0]);
  });
});

describe("a state", () => {
  it("works once, in its browser, for ten minutes", async () => {
    const space = await openSpace();
    const browser = cookieBrowser();
    const expired = [401, "This sign-in expired or began in another browser. Start again."];
    const finish = async (from: CookieBrowser, returned: Returned) => {
      const { status, body } = await from.send("POST user/sso/finish", returned);
      return [status, body.msg];
    };
    const returned = await begin(browser, space.sign);
    const other = cookieBrowser();
    await begin(other, space.sign);
    expect(await finish(other, returned)).toEqual(expired);
    expect(await finish(cookieBrowser(), returned)).toEqual(expired);
    expect((await finish(browser, returned))[0]).toBe(200);
    expect(await finish(browser, returned)).toEqual(expired);
    const late = await begin(browser, space.sign);
    await server.database.system((tx) =>
      tx.rows(sql`update sign_in_state set expires_at = expires_at - interval '10 minutes' where used_at is null`),
    );
    expect(await finish(browser, late)).toEqual(expired);
    expect(await finish(browser, { state: "forged", code: "code" })).toEqual(expired);
  });
});
