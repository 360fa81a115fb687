/** Named versions of a draft: who saved them, their content, how many are kept, and who may read them. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import { client } from "./support/client.ts";
import { texts, widget } from "./support/hostile-pages.ts";
import { newMember, newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const { call, send } = client(server, owner);

async function newPage(path: string): Promise<string> {
  const row = { type: "page", path, title: texts, description: texts };
  return ((await call("POST Api/{type}/QueryAdd", row as never)) as { id: string }).id;
}
const heading = (text: string) => widget("wd_named00001", { value: { heading: { zh: text, en: text } } });
const save = (pageId: string, baseRev: number, text: string, saveName = "") =>
  call("POST api/sitepage/save", {
    diyPageInfo: { pageId },
    baseRev,
    changes: [{ id: "wd_named00001", after: heading(text) }],
    saveName,
  });
const namedVersions = (pageId: string) =>
  call("GET Api/SitePage/NamedVersions", { pageId }) as Promise<CallOutput<"GET Api/SitePage/NamedVersions">>;
const content = (pageId: string, snapshotId: string) =>
  call("GET Api/SitePage/Snapshot", { pageId, snapshotId }) as Promise<CallOutput<"GET Api/SitePage/Snapshot">>;

it("named versions have their author and the draft as it was saved, also when nothing had changed, and ordinary saves are not among them", async () => {
  const pageId = await newPage("/named");
  expect(await namedVersions(pageId)).toEqual([]);
  await save(pageId, 0, "one", "  First  ");
  await save(pageId, 1, "two");
  await save(pageId, 2, "two", "Second");
  const versions = await namedVersions(pageId);
  expect(versions).toMatchObject([
    { name: "Second", rev: 3, memberName: expect.stringMatching(/./) },
    { name: "First", rev: 1, memberName: expect.stringMatching(/./) },
  ]);
  const contents = await Promise.all(versions.map(({ id }) => content(pageId, id)));
  expect(contents.map(({ page }) => page.records)).toEqual([
    { wd_named00001: heading("two") },
    { wd_named00001: heading("one") },
  ]);
});

it("the last 50 named versions of a page are kept, and a long name is refused", async () => {
  const pageId = await newPage("/many-named");
  for (let n = 0; n < 52; n += 1) await save(pageId, n, "same", `Version ${n}`);
  const versions = await namedVersions(pageId);
  expect(versions.map(({ name }) => name)).toEqual(Array.from({ length: 50 }, (_, n) => `Version ${51 - n}`));
  const stored = await server.database.system((tx) =>
    tx.rows<{ n: number }>(
      sql`select count(*)::int as n from page_revision where page_id = ${pageId}::uuid and (document is not null or name <> '')`,
    ),
  );
  expect(stored).toEqual([{ n: 50 }]);
  const input = { diyPageInfo: { pageId }, baseRev: 52, changes: [], saveName: "x".repeat(101) };
  expect((await send("POST api/sitepage/save", input)).status).toBe(422);
});

it("T-51: a named version is read with its own page only, by those who may read pages", async () => {
  const [pageId, otherId] = [await newPage("/own-named"), await newPage("/other-named")];
  await save(pageId, 0, "secret", "Mine");
  const [version] = await namedVersions(pageId);
  const input = { pageId, snapshotId: version!.id };
  const member = client(server, await newMember(server, owner.tenantId));
  const stranger = client(server, await newSpaceOwner(server));
  const statuses = [
    await send("GET Api/SitePage/Snapshot", { ...input, pageId: otherId }),
    await stranger.send("GET Api/SitePage/Snapshot", input),
    await stranger.send("GET Api/SitePage/NamedVersions", { pageId }),
    await member.send("GET Api/SitePage/Snapshot", input),
    await member.send("GET Api/SitePage/NamedVersions", { pageId }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([404, 404, 404, 403, 403]);
  // A version of the draft is never published.
  expect((await send("POST Api/SitePage/Rollback", input)).status).toBe(404);
});
