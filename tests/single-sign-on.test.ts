/** Single sign-on: staff of a space sign in with its identity provider, and get into that space only. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AuditPage } from "#kit/audit.ts";
import type { AnyRow } from "#kit/entity.ts";
import member from "#entities/member.ts";
import { insertRow } from "#records/change/save.server.ts";
import { newId } from "#server/process/id.server.ts";
import { devices, expectNoPageProblems, openBrowser } from "./support/browser.ts";
import { client, contentOf } from "./support/client.ts";
import { sessionCookies } from "./support/enter.ts";
import { clientId, clientSecret, startProvider, type TestProvider } from "./support/oidc-provider.ts";
import {
  givePassword,
  newAccount,
  newMember,
  newSpaceOwner,
  nextMobile,
  type Person,
  superAdministrator,
} from "./support/people.ts";
import { programIn } from "./support/registries.ts";
import { sameText } from "./support/roles.ts";
import { startServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await startServer({ WEBHOOK_HOSTS: "127.0.0.1" });

type Settings = Record<string, unknown>;
const settingsOf = ({ origin }: TestProvider, changes: Settings = {}): Settings => ({
  issuer: origin,
  clientId,
  secret: clientSecret,
  name: { zh: "员工登录", en: "Staff" },
  isEnabled: true,
  addsMembers: false,
  roleId: null,
  domains: [],
  allowsPassword: true,
  ...changes,
});
const save = (owner: Person, settings: Settings) =>
  client(server, owner).send("POST paas/identity-provider/save", settings);

async function signOf({ tenantId }: Pick<Person, "tenantId">): Promise<string> {
  const [row] = await server.database.system((tx) =>
    tx.rows<{ code: string }>(sql`select code from tenant where id = ${tenantId}::uuid`),
  );
  return row!.code;
}

type Space = { owner: Person; provider: TestProvider; sign: string; settings: Settings };
async function newSpace(changes: Settings = {}): Promise<Space> {
  const provider = await startProvider();
  const owner = await newSpaceOwner(server);
  const settings = settingsOf(provider, changes);
  const answer = await save(owner, settings);
  expect(answer.status, answer.text).toBe(200);
  return { owner, provider, sign: await signOf(owner), settings };
}

async function addRole(owner: Person): Promise<string> {
  const answer = await client(server, owner).send("POST Api/{type}/QueryAdd", {
    type: "role",
    name: sameText("staff"),
    grants: [],
  });
  return (contentOf(answer) as AnyRow).id;
}

/** A space that adds people of `example.com`. */
async function openSpace(): Promise<Space> {
  const space = await newSpace();
  const roleId = await addRole(space.owner);
  const settings = { ...space.settings, addsMembers: true, roleId, domains: ["Example.com"] };
  expect((await save(space.owner, settings)).status).toBe(200);
  space.provider.state.person = { sub: "person-1", email: "Li@example.com", email_verified: true, name: "Li Ping" };
  return { ...space, settings };
}

/** A browser without pages: it keeps cookies. */
function cookieBrowser(person?: Person) {
  const cookies = new Map<string, string>(person === undefined ? [] : [["sid", person.token]]);
  const send = async (name: string, input: object = {}) => {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    const answer = await client(server).send(name, input, { cookie });
    for (const line of answer.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(key!, value!);
    }
    return answer;
  };
  return { send, cookies };
}
type CookieBrowser = ReturnType<typeof cookieBrowser>;

type Returned = { state: string; code?: string; iss?: string; error?: string };
/** Goes to an identity provider and returns with what it adds to the address. */
async function visit(url: string): Promise<Returned> {
  const response = await fetch(url, { redirect: "manual" });
  expect(response.status).toBe(302);
  const address = new URL(response.headers.get("location")!);
  expect(address.origin + address.pathname).toBe(`${server.url}/user/sso`);
  return Object.fromEntries(address.searchParams) as Returned;
}
async function begin(browser: CookieBrowser, sign: string): Promise<Returned> {
  const answer = await browser.send("POST user/sso/begin", { sign });
  expect(answer.status, answer.text).toBe(200);
  return visit((contentOf(answer) as { url: string }).url);
}
async function signIn({ sign }: Pick<Space, "sign">, browser = cookieBrowser()) {
  const answer = await browser.send("POST user/sso/finish", await begin(browser, sign));
  return { browser, answer };
}
async function link(person: Person) {
  const browser = cookieBrowser(person);
  const started = await browser.send("POST user/sso/link");
  expect(started.status, started.text).toBe(200);
  const returned = await visit((contentOf(started) as { url: string }).url);
  return browser.send("POST user/sso/finish", returned);
}
type Profile = {
  id: string;
  userName: string;
  name: string;
  mobile: string;
  tenant: { id: string };
  isLimitedToSpace: boolean;
};
const profileOf = async (browser: CookieBrowser) => contentOf(await browser.send("GET api/user/View")) as Profile;
const isSignedIn = async (browser: CookieBrowser) => (await browser.send("GET api/user/View")).status === 200;
async function auditOf(owner: Person): Promise<string[]> {
  const answers = await Promise.all(
    ["site", "member"].map((type) => client(server, owner).send("GET Api/Audit/List", { type })),
  );
  return answers.flatMap((answer) =>
    (contentOf(answer) as AuditPage).entries.flatMap(({ verb, subject }) =>
      subject === null ? [] : [`${verb} ${subject}`],
    ),
  );
}

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
      expect([name, answer.status], answer.text).toEqual([name, name.includes("decline") ? answer.status : 403]);
    }
  });

  it("with an authenticator app still enter its code; platform administrators are refused", async () => {
    const space = await newSpace();
    const employee = await newMember(server, space.owner.tenantId);
    await link(employee);
    await server.database.system((tx) =>
      tx.rows(
        sql`insert into totp (account_id, secret, last_counter) values (${employee.accountId}::uuid, 'sealed', 0)`,
      ),
    );
    const { answer, browser } = await signIn(space);
    expect([answer.status, answer.body.details]).toEqual([
      401,
      { secondFactor: { ticket: expect.any(String), methods: ["totp"], mobile: expect.stringContaining("****") } },
    ]);
    expect(await isSignedIn(browser)).toBe(false);
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

describe("the settings", () => {
  it("never show the secret again, to any role, by any call or export", async () => {
    const space = await openSpace();
    const employee = await newMember(server, space.owner.tenantId);
    const texts: string[] = [];
    for (const person of [space.owner, employee, await superAdministrator(server)]) {
      const api = client(server, person);
      for (const name of [
        "GET paas/identity-provider",
        "GET user/sso/link",
        "GET user/sso/button",
        "GET api/user/View",
      ])
        texts.push((await api.send(name)).text);
      texts.push((await api.send("GET Api/Audit/List", {})).text);
      texts.push((await api.send("POST paas/transfer/export", {})).text);
    }
    texts.push((await client(server).send("GET user/sso/button", { sign: space.sign })).text);
    texts.push(JSON.stringify(await server.database.system((tx) => tx.rows(sql`select * from identity_provider`))));
    expect(texts[0]).toContain(space.provider.origin);
    for (const text of texts) expect(text).not.toContain(clientSecret);
    expect((await client(server, employee).send("GET paas/identity-provider")).status).toBe(403);
  });

  it("T-63: do not accept addresses inside the network, and follow none", async () => {
    const owner = await newSpaceOwner(server);
    const provider = await startProvider();
    for (const issuer of [
      "https://localhost/",
      "https://[::1]/",
      "https://169.254.169.254/",
      "https://10.0.0.1/",
      "http://example.org/",
      "https://a:b@example.org/",
      "file:///etc/passwd",
    ]) {
      const answer = await save(owner, settingsOf(provider, { issuer }));
      expect([issuer, answer.status, Object.keys((answer.body.fields ?? {}) as object)]).toEqual([
        issuer,
        422,
        ["issuer"],
      ]);
    }
    // The address is right, but its configuration names one inside the network.
    expect((await save(owner, settingsOf(provider))).status).toBe(200);
    provider.state.metadata = { token_endpoint: "https://169.254.169.254/token" };
    const test = contentOf(await client(server, owner).send("POST paas/identity-provider/test")) as {
      works: boolean;
      text: { en: string };
    };
    expect(test).toMatchObject({ works: false, text: { en: expect.stringContaining("not allowed") } });
    // People are never sent to a script.
    provider.state.metadata = { authorization_endpoint: "javascript:alert(1)" };
    const answer = await client(server).send("POST user/sso/begin", { sign: await signOf(owner) });
    expect([answer.status, contentOf(answer)]).toEqual([401, null]);
  });

  it("are tested in words", async () => {
    const { owner, provider, settings } = await newSpace();
    const test = async () =>
      (contentOf(await client(server, owner).send("POST paas/identity-provider/test")) as { text: { en: string } }).text
        .en;
    expect(await test()).toBe("Connected: the configuration was found, and the client ID and secret are accepted");
    await save(owner, { ...settings, secret: "wrong" });
    expect(await test()).toBe("The identity provider refused the client ID or secret");
    provider.state.metadata = { issuer: "https://issuer.example" };
    expect(await test()).toContain("Check that the issuer is exactly");
    await save(owner, { ...settings, issuer: "http://127.0.0.1:1" });
    expect(await test()).toContain("cannot be reached");
  });

  it("need the secret again for another issuer, whose people have no links", async () => {
    const space = await openSpace();
    const { browser } = await signIn(space);
    const other = await startProvider();
    const { secret: _, ...withoutSecret } = { ...space.settings, issuer: other.origin } as Settings;
    const refused = await save(space.owner, withoutSecret);
    expect([refused.status, Object.keys(refused.body.fields as object)]).toEqual([422, ["secret"]]);
    expect(await isSignedIn(browser)).toBe(true);
    expect((await save(space.owner, { ...withoutSecret, secret: clientSecret, addsMembers: false })).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
    other.state.person = { sub: "person-1" };
    expect((await signIn(space)).answer.status).toBe(403);
  });

  it.each(["disabled", "removed"])("end the sessions of a provider that is %s", async (what) => {
    const space = await openSpace();
    const { browser } = await signIn(space);
    const returned = await begin(browser, space.sign);
    const api = client(server, space.owner);
    const answer =
      what === "removed"
        ? await api.send("POST paas/identity-provider/remove")
        : await save(space.owner, { ...space.settings, isEnabled: false });
    expect(answer.status).toBe(200);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.send("POST user/sso/finish", returned)).status).not.toBe(200);
    expect(contentOf(await client(server).send("GET user/sso/button", { sign: space.sign }))).toBeNull();
  });

  it("can require the provider of all but administrators", async () => {
    const space = await newSpace();
    const mobile = nextMobile();
    const employee = await newMember(server, space.owner.tenantId, mobile);
    await givePassword(server, employee, "correct horse 1");
    expect((await save(space.owner, { ...space.settings, allowsPassword: false })).status).toBe(200);
    expect(await isSignedIn(cookieBrowser(employee))).toBe(false);
    expect(await isSignedIn(cookieBrowser(space.owner))).toBe(true);
    const answer = await client(server).send("POST Api/Member/Login", {
      username: mobile,
      password: "correct horse 1",
    });
    expect([answer.status, answer.body.message]).toEqual([403, "This space requires you to sign in with Staff"]);
  });
});

const words = {
  zh: {
    button: "使用“员工登录”登录",
    arrived: "/paas/index",
    other: "使用单点登录",
    sign: "空间编码",
    next: "继续",
    cancelled: "您取消了登录",
    link: "关联",
    settings: "员工单点登录",
    test: "测试连接",
    connected: "连接正常",
  },
  en: {
    button: "Sign in with Staff",
    arrived: "/paas/index",
    other: "Use single sign-on",
    sign: "Sign of the space",
    next: "Continue",
    cancelled: "You cancelled the sign-in",
    link: "Link",
    settings: "Staff single sign-on",
    test: "Test connection",
    connected: "Connected:",
  },
};

describe.each(devices)("a member of staff in $locale at $width px", ({ locale, width }) => {
  const word = words[locale];
  it("signs in with the button of the space, and by its sign", async () => {
    const open = await openBrowser();
    const space = await openSpace();
    const host = `http://${await siteHost(server, space.owner)}:${new URL(server.url).port}`;
    const visitor = await open({ url: host, locale, width });
    const { page } = visitor;
    // An address of another site is not a return address.
    await page.goto("/user/login?return=https://evil.example");
    await page.getByRole("button", { name: word.button }).click();
    await page.waitForURL(`${host}${word.arrived}`);
    const byCode = await open({ url: server.url, locale, width });
    await byCode.page.goto("/user/login");
    await byCode.page.getByRole("link", { name: word.other }).click();
    await byCode.page.getByLabel(word.sign).fill(space.sign);
    space.provider.state.refuses = true;
    await byCode.page.getByRole("button", { name: word.next }).click();
    await byCode.page.getByRole("alert").getByText(word.cancelled).waitFor();
    // The refusal.
    expect(byCode.problems.splice(0)).toEqual([expect.stringContaining("/api/user/sso/finish: 401")]);
    await expectNoPageProblems(byCode);
    expect(new URL(byCode.page.url()).search).toBe("");
    space.provider.state.refuses = false;
    await byCode.page.goto(`/user/login?sign=${space.sign}`);
    await byCode.page.getByRole("button", { name: word.button }).click();
    await byCode.page.waitForURL(`**${word.arrived}`);
    expect(visitor.problems).toEqual([]);
  });

  it("is linked in the settings, where an administrator tests the connection", async () => {
    const open = await openBrowser();
    const space = await newSpace();
    const visitor = await open({ url: server.url, locale, width });
    const { page, context, problems } = visitor;
    await context.addCookies(sessionCookies(space.owner, server.url));
    await page.goto("/paas/user/setting");
    await page.getByRole("button", { name: word.test }).click();
    await page.getByText(word.connected).waitFor();
    await expectNoPageProblems(visitor);
    await page.getByRole("button", { name: word.link, exact: true }).click();
    await page.waitForURL("**/paas/user/setting");
    await expect
      .poll(async () => contentOf(await client(server, space.owner).send("GET user/sso/link")))
      .toMatchObject({ link: { email: "" } });
    expect(problems).toEqual([]);
  });
});
