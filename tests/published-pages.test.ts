/** The documents of published pages that a process has in memory. */
import { expect, it } from "vitest";
import { createPublishedPages } from "#records/site/published-pages.server.ts";
import type { Read } from "#server/postgres/database.server.ts";
import { addChangedPage } from "./support/changed-pages.ts";
import { client } from "./support/client.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();

it("the database sends the document of a version once, and a path shows the version that is published now", async () => {
  const owner = await newSpaceOwner(server);
  const { tenantId } = owner;
  const api = client(server, owner);
  const pageId = await addChangedPage(server, owner, "/once", "Second title");
  const pages = createPublishedPages();
  const sentDocuments: boolean[] = [];
  const read: Read = async (query) => {
    const rows = await server.database.read(tenantId, query);
    sentDocuments.push(...(rows as { document: unknown }[]).map(({ document }) => document !== null));
    return rows as never;
  };
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
