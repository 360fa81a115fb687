/** Imports find the rows of relations by title or id. */
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { CallOutput } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { client } from "./support/client.ts";
import { sheetOf, uploadImport } from "./support/imports.ts";
import { newSpaceOwner } from "./support/people.ts";
import { sharedServer } from "./support/server.ts";

const server = await sharedServer();

it("refuses a title of several rows, however many rows have another title of the file, and finds a row by its id in either case", async () => {
  const owner = await newSpaceOwner(server);
  const api = client(server, owner);
  const insert = (title: string, from: number, to: number) =>
    server.database.tenant(owner.tenantId, (tx) =>
      // The ids have the order of the numbers.
      tx.rows(sql`insert into wiki (id, tenant_id, slug, title, status, sort)
        select (substr(${owner.tenantId}, 1, 24) || lpad(n::text, 12, '0'))::uuid, ${owner.tenantId}::uuid, 'row-' || n,
          jsonb_build_object('zh', ${title}::text, 'en', ${title}::text), 'draft', 0
        from generate_series(${from}::int, ${to}::int) n`),
    );
  await insert("Twin", 1, 1);
  await insert("Common", 2, 10_100);
  await insert("Twin", 10_101, 10_101);
  const values = { slug: "single", title: { zh: "单", en: "Single" }, status: "draft" };
  const single = (await api.call("POST Api/{type}/QueryAdd", { type: "wiki", ...values })) as AnyRow;
  const bytes = await sheetOf([
    ["Slug", "Title", "Parent page"],
    ["one", "One", "Common"],
    ["two", "Two", "Twin"],
    ["three", "Three", "Single"],
    ["four", "Four", "单"],
    ["five", "Five", single.id.toUpperCase()],
    ["six", "Six", "Nobody"],
  ]);
  const { id, mapping, keyField } = (await uploadImport(server.url, { type: "wiki", bytes, person: owner })).found;
  await api.call("POST paas/import/check", { type: "wiki", id, mapping, keyField, timeZone: "UTC" });
  const { rows } = (await api.call("POST paas/import/rows", {
    type: "wiki",
    id,
    timeZone: "UTC",
  })) as CallOutput<"POST paas/import/rows">;
  expect(rows.map(({ cells }) => cells[2]!.problem)).toEqual([
    "Several records are called “Common”. Enter the ID instead.",
    "Several records are called “Twin”. Enter the ID instead.",
    undefined,
    undefined,
    undefined,
    "No record is called “Nobody”",
  ]);
});
