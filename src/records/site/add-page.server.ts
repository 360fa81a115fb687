import type { SystemPrincipal } from "#kit/access.ts";
import type { PageDocument } from "#kit/page.ts";
import type { Text } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { entityOf } from "#records/registry/definitions.server.ts";
import { publishPage } from "./publish.server.ts";
import { insertRow } from "#records/change/save.server.ts";

export type NewPage = { path: string; title: Text; description: Text; document: PageDocument };

/** Adds a page that visitors see as soon as the transaction commits: how the program itself makes pages. */
export async function addPage(tx: Tx, program: SystemPrincipal, page: NewPage): Promise<void> {
  const { id } = await insertRow(tx, program, entityOf("page"), { ...page, rev: 1, status: "published" });
  await publishPage(tx, { tenantId: program.tenantId, pageId: id, memberId: null });
}
