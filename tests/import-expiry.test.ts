/** Imports whose checked rows have been purged, a day after the upload. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { AnyRow } from "#kit/entity.ts";
import { client, contentOf } from "./support/client.ts";
import { type Import, sheetOf, uploadImport } from "./support/imports.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";
import { runUpkeep } from "./support/upkeep.ts";

const server = await sharedServer();
const owner = await newSpaceOwner(server);
const api = client(server, owner);
const type = "news";

/** Uploads and checks a sheet with one new row. */
async function checkRow(title: string): Promise<Import> {
  const bytes = await sheetOf([["Title"], [title]]);
  const { status, text, found } = await uploadImport(server.url, { type, bytes, person: owner });
  expect(status, text).toBe(200);
  const { id, mapping, keyField } = found;
  const answer = await api.send("POST paas/import/check", { type, id, mapping, keyField, timeZone: "UTC" });
  expect(contentOf(answer), answer.text).toMatchObject({ counts: { add: 1 } });
  return found;
}

/** Dates an upload back by more than a day, and purges checked rows. */
async function expire({ id }: Pick<Import, "id">): Promise<void> {
  await server.database.tenant(owner.tenantId, (tx) =>
    tx.rows(sql`update sheet_import set created_at = now() - interval '25 hours' where id = ${id}::uuid`),
  );
  await runUpkeep(server, "purgeImportRows");
}

const rows = async () => contentOf(await api.send("GET Api/{type}/QueryList", { type })) as AnyRow[];

it("an import whose checked rows have expired is refused", async () => {
  const { id } = await checkRow("Expired");
  await expire({ id });
  expect(await api.send("POST paas/import/run", { type, id })).toMatchObject({
    status: 404,
    text: expect.stringContaining("has expired"),
  });
  expect(await rows()).toEqual([]);
});

it("a completed import can be undone, although its file was uploaded more than a day ago", async () => {
  const found = await checkRow("Completed");
  expect((await api.send("POST paas/import/run", { type, id: found.id })).status).toBe(200);
  await expire(found);
  expect(await rows()).toHaveLength(1);
  expect((await api.send("POST paas/import/revert", { type, id: found.id })).status).toBe(200);
  expect(await rows()).toEqual([]);
});
