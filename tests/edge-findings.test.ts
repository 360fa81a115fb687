/** Edge cases of URLs, hosts, headers and filters that strangers can send. */
import { sql } from "drizzle-orm";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { markdown } from "#kit/markdown.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

const server = await sharedServer();

/** Requests a page with exactly this Host header. */
function pageAt(host: string, path = "/index"): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, headers: { host } }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      answer.on("end", () => resolve({ status: answer.statusCode!, text }));
    });
    outgoing.on("error", reject).end();
  });
}

describe("the redirect page", () => {
  it("T-59: links the complete URL, however long it is", async () => {
    const url = `https://example.com/${"path/".repeat(60)}?end=here`;
    const page = await (await fetch(`${server.url}/site/redirect?url=${encodeURIComponent(url)}`)).text();
    expect(page).toContain(`href="${url}"`);
  });

  it("T-59: refuses a URL that is too long instead of cutting it", async () => {
    const url = `https://example.com/${"x".repeat(2500)}`;
    const answer = await fetch(`${server.url}/site/redirect?url=${encodeURIComponent(url)}`);
    expect(new URL(answer.url).pathname).toBe("/index");
    expect(await answer.text()).not.toContain("example.com");
  });
});

describe("the host of a request", () => {
  it("is matched with a trailing dot, in any letter case and with any port", async () => {
    const owner = await newSpaceOwner(server);
    const hostName = await siteHost(server, owner);
    const title = ({ text }: { text: string }) => /<title>(.*?)<\/title>/.exec(text)?.[1];
    const ownTitle = title(await pageAt(hostName));
    expect(ownTitle).not.toBe(title(await pageAt("localhost")));
    for (const host of [".", ":3101", ".:3101", ":00080"].map((end) => `${hostName.toUpperCase()}${end}`))
      expect([host, title(await pageAt(host))]).toEqual([host, ownTitle]);
  });

  it.each(["localhost:3101:80", "localhost:99999", "localhost:00003101", "localhost:", "localhost:8x", "a:b"])(
    "is refused when it is invalid: %s",
    async (host) => {
      expect((await pageAt(host)).status).toBe(404);
      expect((await pageAt(host, "/api/basic/ip/country")).status).toBe(404);
    },
  );

  it("appears in a page's canonical URL with a normalised port", async () => {
    const { text } = await pageAt("localhost:03101");
    expect(text).toContain("http://localhost:3101/");
    expect(text).not.toContain(":03101");
  });
});

it("limits a filter to a hundred conditions, however they are nested", async () => {
  const { send } = client(server, await newSpaceOwner(server));
  const contains = { field: "title", op: "contains", value: "ab" };
  const search = async (groups: number, conditionsPerGroup: number, condition: object = contains) => {
    const filter = {
      or: Array.from({ length: groups }, () => ({ and: Array.from({ length: conditionsPerGroup }, () => condition) })),
    };
    return (await send("POST paas/table/search", { paraModel: { url: "/admin/news/list", filter } })).status;
  };
  expect(await search(10, 10)).toBe(200);
  expect(await search(3, 34)).toBe(400);
  expect(await search(45, 50)).toBe(400);
  // Groups without a condition count too.
  expect(await search(10, 10, { and: [] })).toBe(200);
  expect(await search(45, 50, { and: [] })).toBe(400);
});

it("records a security event once an hour when a session names another space", async () => {
  const [owner, otherOwner] = [await newSpaceOwner(server), await newSpaceOwner(server)];
  const events = () =>
    server.database.system((tx) =>
      tx.rows(sql`select kind, source from security_event where account_id = ${owner.accountId}::uuid`),
    );
  const viewUser = (tenant: string) => client(server, owner).send("GET api/user/View", {}, { tenant });
  expect((await viewUser(owner.tenantId)).status).toBe(200);
  expect(await events()).toEqual([]);
  for (const tenant of [otherOwner.tenantId, "meridian", "nonsense", otherOwner.tenantId])
    expect((await viewUser(tenant)).status).toBe(403);
  expect(await events()).toEqual([{ kind: "spaceBorrowed", source: "127.0.0.1" }]);
});

// The timeout is the check: a quadratic search for free names takes 96 s, the linear search 0.6 s.
it("gives 40,000 headings of the same name different anchors", { timeout: 30_000 }, () => {
  const { headings } = markdown("# Same words\n\n".repeat(40_000));
  expect(headings.slice(0, 3).map(({ id }) => id)).toEqual(["same-words", "same-words_2", "same-words_3"]);
  expect(new Set(headings.map(({ id }) => id)).size).toBe(40_000);
  expect(markdown("# A 2\n\n# A\n\n# A\n\n# -- ?? --").headings.map(({ id }) => id)).toEqual([
    "a-2",
    "a",
    "a_2",
    "section",
  ]);
});
