/**
 * Pages of earlier versions of the program: the demonstration pages and the examples of all components, from every commit that changed one of them,
 * and groups in their first format. The pages open, render and are published unchanged, and reading them writes nothing.
 */
import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { readPage } from "./support/read-page.ts";
import { sharedServer } from "./support/server.ts";
import { siteHost } from "./support/site-host.ts";

type Fixture = { path: string; document: { setting: { title: object }; records: Record<string, unknown> } };
const folder = new URL("fixtures/pages/", import.meta.url);
const fixtures = readdirSync(folder).flatMap((file) =>
  (JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Fixture[]).map(
    ({ path, document }) => [`${file.replace(".json", "")} ${path}`, document] as const,
  ),
);

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);
const hostName = await siteHost(server, owner);

let pageId = "";
beforeAll(async () => {
  const texts = { zh: "页面", en: "Page" };
  const row = { type: "page", path: "/earlier", title: texts, description: texts };
  ({ id: pageId } = (await call("POST Api/{type}/QueryAdd", row as never)) as { id: string });
});
const readStored = async () => {
  const [row] = await server.database.system((tx) =>
    tx.rows<{ draft: string; snapshot: string | null }>(sql`
      select document::text as draft, (select s.document::text from page_snapshot s where s.id = page.snapshot_id) as snapshot
      from page where id = ${pageId}::uuid`),
  );
  return row!;
};

it("includes fixtures of many pages", () => {
  expect(fixtures.length).toBeGreaterThan(30);
});

/** Components that show the row whose id is in the URL. The URL of this test contains no id, so a page with such a component is not found. */
const rowComponents = new Set(["agreement"]);

describe.each(fixtures)("%s", (_name, document) => {
  const needsRow = Object.values(document.records).some((record) =>
    rowComponents.has((record as { name: string }).name),
  );

  it("opens, is published and shown in both languages, and stays unchanged byte for byte", async () => {
    await server.database.system((tx) =>
      tx.rows(sql`update page set document = ${JSON.stringify(document)}::jsonb where id = ${pageId}::uuid`),
    );
    const before = (await readStored()).draft;
    const info = (await call("POST Api/SitePage/GetPageInfo", {
      id: pageId,
      diyPageInfo: {},
    })) as CallOutput<"POST Api/SitePage/GetPageInfo">;
    expect(info.diyPageInfo.broken).toEqual([]);
    expect(Object.keys(info.diyPageInfo.page.records).toSorted()).toEqual(Object.keys(document.records).toSorted());
    const published = await send("POST Api/Java/PublishPage", { pageId });
    expect(published.status, published.text.slice(0, 500)).toBe(200);
    for (const language of ["zh", "en"]) {
      const answer = await readPage(`${server.url}/earlier?language=${language}&url=https%3A%2F%2Fexample.org%2F`, {
        host: hostName,
      });
      expect(answer.status).toBe(needsRow ? 404 : 200);
      expect(answer.text).not.toContain('class="broken"');
    }
    expect(await readStored()).toEqual({ draft: before, snapshot: before });
  });
});
