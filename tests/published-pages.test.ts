/** The documents of published pages that a process has in memory. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { createPublishedPages } from "#records/site/published-pages.server.ts";
import type { Read } from "#server/postgres/database.server.ts";
import { addChangedPage } from "./support/changed-pages.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();

/** Reads from the database, and adds to `sent` for each row whether it has the document. */
const recording =
  (tenantId: string, sent: boolean[]): Read =>
  async (query) => {
    const rows = await server.database.read(tenantId, query);
    sent.push(...(rows as { document: unknown }[]).map(({ document }) => document !== null));
    return rows as never;
  };

it("the database sends the document of a version once, and a path shows the version that is published now", async () => {
  const owner = await newSpaceOwner(server);
  const { tenantId } = owner;
  const api = client(server, owner);
  const pageId = await addChangedPage(server, owner, "/once", "Second title");
  const pages = createPublishedPages();
  const sentDocuments: boolean[] = [];
  const read = recording(tenantId, sentDocuments);
  const titleAt = async (path: string) =>
    /"title": ?\{[^}]*"en": ?"([^"]*)"/.exec(JSON.stringify((await pages.find(read, tenantId, path))?.document))?.[1];

  expect([await titleAt("/once"), await titleAt("/once")]).toEqual(["/once", "/once"]);
  expect(sentDocuments).toEqual([true, false]);
  await api.call("POST Api/Java/PublishPage", { pageId });
  expect([await titleAt("/once"), await titleAt("/once")]).toEqual(["Second title", "Second title"]);
  expect(sentDocuments).toEqual([true, false, true, false]);
  const snapshots = (await api.call("GET Api/SitePage/Snapshots", { pageId })) as { id: string }[];
  await api.call("POST Api/SitePage/Rollback", { pageId, snapshotId: snapshots.at(-1)!.id });
  expect(await titleAt("/once")).toBe("/once");
  // Another space has no page at this path.
  expect(await pages.find(read, (await newSpaceOwner(server)).tenantId, "/once")).toBeUndefined();
});

it("T-38: documents stay in memory by what they take, however few records they have", async () => {
  const owner = await newSpaceOwner(server);
  const { tenantId } = owner;
  for (const path of ["/first", "/second"]) await addChangedPage(server, owner, path, "Second title");
  await server.database.tenant(tenantId, (tx) =>
    tx.rows(sql`update page_snapshot set document = jsonb_set(document, '{padding}', to_jsonb(repeat('a', 2500000)))
      where tenant_id = ${tenantId}::uuid`),
  );
  const pages = createPublishedPages();
  const sentDocuments: boolean[] = [];
  const read = recording(tenantId, sentDocuments);
  for (const path of ["/first", "/first", "/second", "/first"]) await pages.find(read, tenantId, path);
  expect(sentDocuments).toEqual([true, false, true, true]);
});

it("a page with parameters has one document for all its paths", async () => {
  const owner = await newSpaceOwner(server);
  await addChangedPage(server, owner, "/many/{key}");
  const pages = createPublishedPages();
  const read: Read = (query) => server.database.read(owner.tenantId, query);
  const documentAt = async (path: string) => (await pages.find(read, owner.tenantId, path))?.document;
  const document = await documentAt("/many/one");
  expect(document).toBeTypeOf("object");
  expect(await documentAt("/many/two")).toBe(document);
  expect(await documentAt("/many/one")).toBe(document);
});
