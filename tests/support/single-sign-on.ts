import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { AuditPage } from "#kit/audit.ts";
import type { AnyRow } from "#kit/entity.ts";
import { type Answer, client, contentOf } from "./client.ts";
import { clientId, clientSecret, startProvider, type TestProvider } from "./oidc-provider.ts";
import { newSpaceOwner, type Person } from "./people.ts";
import { sameText } from "./roles.ts";
import type { Server } from "./server.ts";

export type Settings = Record<string, unknown>;

type Space = { owner: Person; provider: TestProvider; sign: string; settings: Settings };

export type CookieBrowser = { send: (name: string, input?: object) => Promise<Answer>; cookies: Map<string, string> };

export type Returned = { state: string; code?: string; iss?: string; error?: string };

type Profile = { id: string; name: string; mobile: string; tenant: { id: string }; isLimitedToSpace: boolean };

/** What tests of single sign-on do at a server: spaces with a provider, browsers without pages, and the way to the provider and back. */
export function createSignOn(server: Server) {
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
  function cookieBrowser(person?: Person): CookieBrowser {
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

  return {
    settingsOf,
    save,
    signOf,
    newSpace,
    addRole,
    openSpace,
    cookieBrowser,
    visit,
    begin,
    signIn,
    link,
    profileOf,
    isSignedIn,
    auditOf,
  };
}
