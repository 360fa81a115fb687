/** The headers of older clients are hints, which grant no access. */
import { createHash } from "node:crypto";
import { request } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import type { CallName } from "#kit/call.ts";
import newsItem from "#entities/news.ts";
import type { Rows } from "#kit/expectation.ts";
import { insertRow } from "#records/change/save.server.ts";
import { type Answer, type Client, client } from "./support/client.ts";
import { callNames, expectedCalls, inputOf } from "./support/expectations.ts";
import { newMember, newSpaceOwner, type Person } from "./support/people.ts";
import { idsOfRows } from "./support/rows.ts";
import { programIn } from "./support/registries.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
let ownerA: Person;
let ownerB: Person;
let people: Record<string, Client>;
let rows: Rows;
beforeAll(async () => {
  [ownerA, ownerB] = [await newSpaceOwner(server), await newSpaceOwner(server)];
  const memberOfA = await newMember(server, ownerA.tenantId);
  people = {
    "a visitor": client(server),
    "a member of A": client(server, memberOfA),
    "the administrator of A": client(server, ownerA),
  };
  const text = { zh: "甲", en: "a" };
  const program = programIn(ownerA.tenantId);
  const news = await server.database.tenant(ownerA.tenantId, (tx) =>
    insertRow(tx, program, newsItem, { values: { title: text, kind: "company", status: "draft" } }),
  );
  rows = idsOfRows(() => news.id);
});

/** Calls that only read, and that return the same response every time. */
const readCalls = callNames.filter(
  (name) =>
    (name.startsWith("GET ") && !/sms|mailbox|challenge|CheckVerifiy|CheckPayPassword/i.test(name)) ||
    name === "POST paas/table/search",
);
const md5 = (text: string) => createHash("md5").update(text).digest("hex");
/** A response without its request id, the URL of a created file and the id of a started job, which always differ. */
const comparable = ({ status, body }: Answer) => {
  const text = JSON.stringify({ ...body, requestId: "" })
    .replace(/\/files\/private\/[\w-]+/, "/files/private/")
    .replace(/"jobId":"[\w-]+"/, '"jobId":""');
  return { status, body: JSON.parse(text) as Answer["body"] };
};
const sendCall = (person: Client, name: CallName, headers: Record<string, string>) =>
  person.send(name, inputOf(name, rows, "news"), headers);

describe.each(["a visitor", "a member of A", "the administrator of A"])("%s", (name) => {
  it(`B-257, B-305, Q-03, T-09: gets the same response from ${readCalls.length} calls with any value in a legacy header`, async () => {
    const person = people[name]!;
    const variants: Record<string, string>[] = [
      ...["3", "2", "3, 3", "1, 3", "-1", "03", "admin", "' or 1=1"].map((filter) => ({ filter })),
      ...[ownerB.tenantId, "meridian", "nonsense", "null", `${ownerA.tenantId}, ${ownerB.tenantId}`].map((tenant) => ({
        tenant,
      })),
      ...[ownerB.tenantId, ownerB.accountId, "0", "*"].map((merchantId) => ({ merchantId })),
      ...["0", "1700000000000", "9999999999999", "now", "1, 2"].map((timestamp) => ({ timestamp })),
      ...[md5("/api/user/View1700000000000"), "0".repeat(32), "x"].map((sign) => ({ sign })),
      { site: "127.0.0.2" },
      { site: "<script>" },
    ];
    for (const call of readCalls) {
      const expected = comparable(await sendCall(person, call, {}));
      for (const variant of variants) {
        const answer = comparable(await sendCall(person, call, variant));
        if (answer.status === 403) continue;
        expect([call, variant, answer]).toEqual([call, variant, expected]);
      }
    }
  });
});

it("B-303, T-10: an md5 signature neither authorizes a call without a session nor refuses one with a session", async () => {
  const protectedCalls = callNames.filter((name) => expectedCalls[name].requiredAccess !== "anyone");
  for (const name of protectedCalls) {
    const timestamp = String(Date.now());
    const path = name
      .split(" ")[1]!
      .replace(/^api\//i, "")
      .replace("{type}", "news");
    const sign = md5(`/api/${path}`.toLowerCase() + timestamp);
    expect([name, (await sendCall(people["a visitor"]!, name, { timestamp, sign })).status]).toEqual([name, 401]);
  }
  for (const name of readCalls) {
    const expected = comparable(await sendCall(people["a member of A"]!, name, {}));
    const signed = comparable(
      await sendCall(people["a member of A"]!, name, { timestamp: "1700000000000", sign: "0".repeat(32) }),
    );
    expect([name, signed]).toEqual([name, expected]);
  }
});

it("B-251: the session's own tenant may be named by id or sign, and another one is refused with the reason", async () => {
  const person = people["the administrator of A"]!;
  const { tenant } = (await person.call("GET api/user/View", {})) as { tenant: { id: string; sign: string } };
  for (const value of [tenant.id, tenant.sign])
    expect((await sendCall(person, "GET api/user/View", { tenant: value })).status).toBe(200);
  const refused = await sendCall(person, "GET api/user/View", { tenant: ownerB.tenantId });
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "You switched to another space. Reload the page and try again.",
  ]);
});

it("an ended session is reported as such, whatever legacy headers the client sends", async () => {
  const ended = await newSpaceOwner(server);
  const person = client(server, ended);
  const { tenant, merchant } = (await person.call("GET api/user/View", {})) as {
    tenant: { sign: string };
    merchant: { id: string };
  };
  await person.call("POST user/logout", {});
  const cookie = { cookie: `sid=${ended.token}`, "x-meridian": "1" };
  for (const path of ["/paas/index", "/admin/news/list"]) {
    const filter = path.startsWith("/admin") ? "3" : "1";
    const headers = { ...cookie, tenant: tenant.sign, merchantId: merchant.id, filter };
    expect([path, (await fetch(`${server.url}/api/user/View`, { headers })).status]).toEqual([path, 401]);
  }
});

it.each(["token", "token-login", "authorization"])(
  "N-058: a client with its token in %s and all other headers of the contract may write without the browser header",
  async (name) => {
    const owner = await newSpaceOwner(server);
    const { tenant, merchant } = (await client(server, owner).call("GET api/user/View", {})) as {
      tenant: { sign: string };
      merchant: { id: string };
    };
    const timestamp = String(Date.now());
    const answer = await fetch(`${server.url}/api/news/QueryAdd`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        timestamp,
        filter: "1",
        tenant: tenant.sign,
        merchantId: merchant.id,
        sign: md5(`/api/news/queryadd${timestamp}`),
        site: new URL(server.url).host,
        [name]: name === "authorization" ? `Bearer ${owner.token}` : owner.token,
      },
      body: JSON.stringify({ title: { zh: "题", en: "Title" }, kind: "company", status: "draft" }),
    });
    expect(answer.status, await answer.text()).toBe(200);
  },
);

describe("B-304, T-11: two credentials", () => {
  /** Sends headers unchanged, including repeated ones. */
  const view = (headers: [string, string][]) =>
    new Promise<number>((resolve, reject) => {
      const outgoing = request(`${server.url}/api/user/View`, (answer) => {
        answer.resume();
        resolve(answer.statusCode!);
      });
      for (const name of new Set(headers.map(([header]) => header)))
        outgoing.setHeader(
          name,
          headers.filter(([header]) => header === name).map(([, value]) => value),
        );
      outgoing.on("error", reject).end();
    });
  const credentials: [string, (token: string) => [string, string]][] = [
    ["a cookie", (token) => ["cookie", `sid=${token}`]],
    ["a bearer token", (token) => ["authorization", `Bearer ${token}`]],
    ["the token header", (token) => ["token", token]],
    ["the token-login header", (token) => ["token-login", token]],
  ];
  const pairs = credentials.flatMap((first, index) =>
    credentials.slice(index + 1).map((second) => [first, second] as const),
  );

  it.each(credentials)("%s alone is sufficient", async (_, credential) => {
    expect(await view([credential(ownerA.token)])).toBe(200);
    expect(await view([credential(`${ownerA.token.slice(0, -2)}xx`)])).toBe(401);
  });

  it.each(pairs)("%s of A and %s of B are refused in either order", async ([, first], [, second]) => {
    expect(await view([first(ownerA.token), second(ownerB.token)])).toBe(401);
    expect(await view([first(ownerB.token), second(ownerA.token)])).toBe(401);
    expect(await view([second(ownerB.token), first(ownerA.token)])).toBe(401);
    expect(await view([first(ownerA.token), second("x".repeat(43))])).toBe(401);
  });

  it("a cookie beside a header is refused even if they agree; headers that agree count as one", async () => {
    expect(
      await view([
        ["cookie", `sid=${ownerA.token}`],
        ["token", ownerA.token],
      ]),
    ).toBe(401);
    expect(
      await view([
        ["authorization", `Bearer ${ownerA.token}`],
        ["token", ownerA.token],
        ["token-login", ownerA.token],
      ]),
    ).toBe(200);
    expect(
      await view([
        ["token", ownerA.token],
        ["token", ownerB.token],
      ]),
    ).toBe(401);
  });
});
