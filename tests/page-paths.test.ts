/** Paths of pages: typed paths are normalized, and unreachable ones are refused. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appScreens } from "#kit/app-screens.ts";
import { firstSegmentsOf } from "#kit/screens.ts";
import { maxPathLength, normalizePagePath, pagePathProblem } from "#kit/page-path.ts";
import { documentOf } from "#records/site/document.server.ts";
import { client } from "./support/client.ts";
import { makeOldDatabase } from "./support/old-database.ts";
import { superAdministrator } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
const { call, send } = client(server, await superAdministrator(server));
const texts = { zh: "新页面", en: "New page" };

const add = (path: unknown) =>
  send("POST Api/{type}/QueryAdd", { type: "page", path, title: texts, description: texts });
const stored = async (path: string) => {
  const answer = await add(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.result as { id: string; path: string; version: number };
};

describe("a path that somebody types", () => {
  it.each([
    ["新页面", "/新页面"],
    ["About-Us", "/about-us"],
    [" /spaced/ out ", "/spaced/out"],
    ["//two//slashes//", "/two/slashes"],
    ["／全角／路径", "/全角/路径"],
    ["https://example.com/From-Elsewhere/", "/from-elsewhere"],
    ["docs/{key}/{id}", "/docs/{key}/{id}"],
  ])("%s is kept as %s", async (typed, kept) => {
    expect((await stored(typed)).path).toBe(kept);
  });

  it("becomes a page that visitors find, whatever was left out", async () => {
    const { id } = await stored("促销");
    const document = documentOf({ title: texts, description: texts }, [
      { name: "page-title", value: { eyebrow: null, heading: texts, lead: null } },
    ]);
    await call("POST api/sitepage/save", {
      diyPageInfo: { pageId: id },
      baseRev: 0,
      changes: Object.values(document.records).map((after) => ({ id: after.id, after })),
    });
    await call("POST Api/Java/PublishPage", { pageId: id });
    const page = await fetch(`${server.url}/${encodeURIComponent("促销")}?language=zh`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("新页面")]);
    const [{ version } = { version: 0 }] = await server.database.system((tx) =>
      tx.rows<{ version: number }>(sql`select version from page where id = ${id}::uuid`),
    );
    const moved = (await call("POST Api/{type}/QuerySave", {
      type: "page",
      id,
      version,
      path: "Offers",
    } as never)) as { path: string };
    expect(moved.path).toBe("/offers");
  });

  it("is somebody else's page under every spelling", async () => {
    await stored("one-of-a-kind");
    for (const typed of ["/one-of-a-kind", "ONE-of-a-kind/", " one-of-a-kind"])
      expect([typed, (await add(typed)).status]).toEqual([typed, 409]);
  });

  it.each([
    ...firstSegmentsOf(appScreens),
    "Builder/home",
    "api",
    "api/docs",
    "assets/app.js",
    "files/a.png",
    "outer/api",
    "health/live",
    "metrics",
    "404",
    "505",
    "robots.txt",
    "sitemap.xml",
    "feed.xml",
    "share.png",
    "web/home",
  ])("%s is refused: the program answers there", async (typed) => {
    const answer = await add(typed);
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, ["path"]]);
    expect(answer.text).toContain("The system uses this path");
  });

  it.each([
    "a b",
    "a?b",
    "a#b",
    "a%20b",
    "../etc",
    "a/./b",
    "a/{id}",
    "{key}/b",
    "<b>",
    "a\\b",
    "x".repeat(maxPathLength),
    7,
    ["a"],
    {},
  ])("%j is refused: it is no path", async (typed) => {
    const answer = await add(typed);
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, ["path"]]);
  });

  it("has one spelling: spelled again it stays as it is", () => {
    const part = fc.constantFrom("a", "A", "页", "／", "/", " ", ".", "-", "{key}", "HTTP://", "x.test");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join("")),
        ),
        (typed) => {
          const path = normalizePagePath(typed);
          expect(path.startsWith("/")).toBe(true);
          if (pagePathProblem(path) === undefined) expect(normalizePagePath(path)).toBe(path);
        },
      ),
    );
  });
});

it("pages of earlier times are found after the update, each at an address of its own", async () => {
  const old = await makeOldDatabase("_page_paths.sql");
  try {
    const [tenantId, ...ids] = Array.from({ length: 5 }, () => randomUUID());
    const typed = ["Old Page", "/old-page", "/Kept/", "//many//slashes"];
    await old.client.query("insert into tenant (id, code, name) values ($1, 'one', '{}')", [tenantId]);
    for (const [index, path] of typed.entries())
      await old.client.query(
        "insert into page (id, tenant_id, path, title, status) values ($1, $2, $3, '{}', 'draft')",
        [ids[index], tenantId, path],
      );
    await old.migrate();
    const { rows } = await old.client.query<{ id: string; path: string }>("select id, path from page");
    const paths = ids.map((id) => rows.find((row) => row.id === id)!.path);
    expect(paths).toEqual([`/old-page-${ids[0]!.slice(-6)}`, "/old-page", "/kept", "/many/slashes"]);
  } finally {
    await old.drop();
  }
});
