/** Paths of pages: normalization, and refusal of unreachable ones. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appScreens } from "#kit/app-screens.ts";
import { firstSegmentsOf } from "#kit/screen-paths.ts";
import { freePagePath, maxPathLength, normalizePagePath, pagePathProblem } from "#kit/page-path.ts";
import { documentOf } from "#records/site/document.server.ts";
import { client } from "./support/client.ts";
import { makeOldDatabase } from "./support/old-database.ts";
import { superAdministrator } from "./support/people.ts";
import { startServer } from "./support/server.ts";

const server = await startServer();
const { call, send } = client(server, await superAdministrator(server));
const texts = { zh: "新页面", en: "New page" };

const submitPath = (path: unknown) =>
  send("POST Api/{type}/QueryAdd", { type: "page", path, title: texts, description: texts });
const addPage = async (path: string) => {
  const answer = await submitPath(path);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.result as { id: string; path: string; version: number };
};

describe("the path of a page", () => {
  it.each([
    ["新页面", "/新页面"],
    ["About-Us", "/about-us"],
    [" /spaced/ out ", "/spaced/out"],
    ["//two//slashes//", "/two/slashes"],
    ["／全角／路径", "/全角/路径"],
    ["https://example.com/From-Elsewhere/", "/from-elsewhere"],
    ["docs/{key}/{id}", "/docs/{key}/{id}"],
  ])("%s is stored as %s", async (input, normalized) => {
    expect((await addPage(input)).path).toBe(normalized);
  });

  it("leads visitors to the page, however it was typed", async () => {
    const { id } = await addPage("促销");
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

  it("is unique in every spelling", async () => {
    await addPage("one-of-a-kind");
    for (const input of ["/one-of-a-kind", "ONE-of-a-kind/", " one-of-a-kind"])
      expect([input, (await submitPath(input)).status]).toEqual([input, 409]);
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
    "message",
    "Store/message",
  ])("%s is refused as used by the system", async (input) => {
    const answer = await submitPath(input);
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
  ])("%j is refused as invalid", async (input) => {
    const answer = await submitPath(input);
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([422, ["path"]]);
  });

  it.each(["/about", "/docs/{key}", "/{key}", "/{key}/{id}", `/${"a".repeat(maxPathLength - 1)}`])(
    "%s gets a valid path with a number when it is taken, and another number when that is taken too",
    (path) => {
      const taken = new Set<string>();
      for (let count = 0; count < 12; count += 1) {
        const free = freePagePath(path, taken);
        expect(pagePathProblem(free)).toBeUndefined();
        taken.add(free);
      }
      expect(taken.size).toBe(12);
    },
  );

  it("does not change when it is normalized again", () => {
    const part = fc.constantFrom("a", "A", "页", "／", "/", " ", ".", "-", "{key}", "HTTP://", "x.test");
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join("")),
        ),
        (input) => {
          const path = normalizePagePath(input);
          expect(path.startsWith("/")).toBe(true);
          if (pagePathProblem(path) === undefined) expect(normalizePagePath(path)).toBe(path);
        },
      ),
    );
  });
});

it("the migration gives every old page a reachable path of its own", async () => {
  const oldDatabase = await makeOldDatabase("_page_paths.sql");
  try {
    const [tenantId, ...ids] = Array.from({ length: 5 }, () => randomUUID());
    const input = ["Old Page", "/old-page", "/Kept/", "//many//slashes"];
    await oldDatabase.client.query("insert into tenant (id, code, name) values ($1, 'one', '{}')", [tenantId]);
    for (const [index, path] of input.entries())
      await oldDatabase.client.query(
        "insert into page (id, tenant_id, path, title, status) values ($1, $2, $3, '{}', 'draft')",
        [ids[index], tenantId, path],
      );
    await oldDatabase.migrate();
    const { rows } = await oldDatabase.client.query<{ id: string; path: string }>("select id, path from page");
    const paths = ids.map((id) => rows.find((row) => row.id === id)!.path);
    expect(paths).toEqual([`/old-page-${ids[0]!.slice(-6)}`, "/old-page", "/kept", "/many/slashes"]);
  } finally {
    await oldDatabase.drop();
  }
});
