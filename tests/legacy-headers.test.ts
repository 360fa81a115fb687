/** The headers of older clients: hints without any authority. */
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
import { startServer } from "./support/server.ts";

const server = await startServer();
let a: Person;
let b: Person;
let people: Record<string, Client>;
let rows: Rows;
beforeAll(async () => {
  [a, b] = [await newSpaceOwner(server), await newSpaceOwner(server)];
  const memberOfA = await newMember(server, a.tenantId);
  people = {
    "a visitor": client(server),
    "a member of A": client(server, memberOfA),
    "the administrator of A": client(server, a),
  };
  const text = { zh: "甲", en: "a" };
  const program = programIn(a.tenantId);
  const news = await server.database.tenant(a.tenantId, (tx) =>
    insertRow(tx, program, newsItem, { values: { title: text, kind: "company", status: "draft" } }),
  );
  rows = idsOfRows(() => news.id);
});

/** Calls that only read and return the same twice. */
const readCalls = callNames.filter(
  (name) =>
    (name.startsWith("GET ") && !/sms|mailbox|challenge|CheckVerifiy|CheckPayPassword/i.test(name)) ||
    name === "POST paas/table/search",
);
const md5 = (text: string) => createHash("md5").update(text).digest("hex");
/** A response without its request id and the URL of a created file, which always differ. */
const comparable = ({ status, body }: Answer) => {
  const text = JSON.stringify({ ...body, requestId: "" }).replace(/\/files\/private\/[\w-]+/, "/files/private/");
  return { status, body: JSON.parse(text) as Answer["body"] };
};
const sendCall = (person: Client, name: CallName, headers: Record<string, string>) =>
  person.send(name, inputOf(name, rows, "news"), headers);

describe.each(["a visitor", "a member of A", "the administrator of A"])("%s", (name) => {
  it(`B-257, B-305, Q-03, T-09: gets the same response from ${readCalls.length} calls with any value in a legacy header`, async () => {
    const person = people[name]!;
    const variants: Record<string, string>[] = [
      ...["3", "2", "3, 3", "1, 3", "-1", "03", "admin", "' or 1=1"].map((filter) => ({ filter })),
      ...[b.tenantId, "meridian", "nonsense", "null", `${a.tenantId}, ${b.tenantId}`].map((tenant) => ({ tenant })),
      ...[b.tenantId, b.accountId, "0", "*"].map((merchantId) => ({ merchantId })),
      ...["0", "1700000000000", "9999999999999", "now", "1, 2"].map((timestamp) => ({ timestamp })),
      ...[md5("/api/user/View1700000000000"), "0".repeat(32), "x"].map((sign) => ({ sign })),
      { site: "127.0.0.2" },
      { site: "<script>" },
    ];
    for (const call of readCalls) {
      const plain = comparable(await sendCall(person, call, {}));
      for (const variant of variants) {
        const answer = comparable(await sendCall(person, call, variant));
        if (answer.status === 403) continue;
        expect([call, variant, answer]).toEqual([call, variant, plain]);
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
    const plain = comparable(await sendCall(people["a member of A"]!, name, {}));
    const signed = comparable(
      await sendCall(people["a member of A"]!, name, { timestamp: "1700000000000", sign: "0".repeat(32) }),
    );
    expect([name, signed]).toEqual([name, plain]);
  }
});

it("B-251: the session's own tenant may be named by id or sign, and another one is refused with the reason", async () => {
  const person = people["the administrator of A"]!;
  const { tenant } = (await person.call("GET api/user/View", {})) as { tenant: { id: string; sign: string } };
  for (const value of [tenant.id, tenant.sign])
    expect((await sendCall(person, "GET api/user/View", { tenant: value })).status).toBe(200);
  const other = await sendCall(person, "GET api/user/View", { tenant: b.tenantId });
  expect([other.status, other.body.message]).toEqual([
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
  "a client with its token in %s may write without the browser header",
  async (name) => {
    const { token } = await newSpaceOwner(server);
    const answer = await fetch(`${server.url}/api/news/QueryAdd`, {
      method: "POST",
      headers: { "content-type": "application/json", [name]: name === "authorization" ? `Bearer ${token}` : token },
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
      for (const name of new Set(headers.map(([one]) => one)))
        outgoing.setHeader(
          name,
          headers.filter(([one]) => one === name).map(([, value]) => value),
        );
      outgoing.on("error", reject).end();
    });
  const credentials: [string, (token: string) => [string, string]][] = [
    ["a cookie", (token) => ["cookie", `sid=${token}`]],
    ["a bearer token", (token) => ["authorization", `Bearer ${token}`]],
    ["the token header", (token) => ["token", token]],
    ["the token-login header", (token) => ["token-login", token]],
  ];
  const pairs = credentials.flatMap((one, index) => credentials.slice(index + 1).map((other) => [one, other] as const));

  it.each(credentials)("%s alone is sufficient", async (_, credential) => {
    expect(await view([credential(a.token)])).toBe(200);
    expect(await view([credential(`${a.token.slice(0, -2)}xx`)])).toBe(401);
  });

  it.each(pairs)("%s of A and %s of B are refused in either order", async ([, one], [, other]) => {
    expect(await view([one(a.token), other(b.token)])).toBe(401);
    expect(await view([one(b.token), other(a.token)])).toBe(401);
    expect(await view([other(b.token), one(a.token)])).toBe(401);
    expect(await view([one(a.token), other("x".repeat(43))])).toBe(401);
  });

  it("a cookie beside a header is refused even if they agree; headers that agree count as one", async () => {
    expect(
      await view([
        ["cookie", `sid=${a.token}`],
        ["token", a.token],
      ]),
    ).toBe(401);
    expect(
      await view([
        ["authorization", `Bearer ${a.token}`],
        ["token", a.token],
        ["token-login", a.token],
      ]),
    ).toBe(200);
    expect(
      await view([
        ["token", a.token],
        ["token", b.token],
      ]),
    ).toBe(401);
  });
});
