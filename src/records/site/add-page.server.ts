import type { SystemPrincipal } from "#kit/access.ts";
import type { PageDocument } from "#kit/page.ts";
import type { Text } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import page from "#entities/page.ts";
import { publishPage } from "./publish.server.ts";
import { insertRow } from "#records/change/save.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";

export type NewPage = { path: string; title: Text; description: Text; document: PageDocument };

/** Adds a published page; visitors see it once the transaction commits. For pages that the program itself creates. */
export async function addPage(
  tx: Tx,
  program: RowContext<SystemPrincipal>,
  { document, ...texts }: NewPage,
): Promise<void> {
  const { id } = await insertRow(tx, program, page, {
    values: { ...texts, status: "published" },
    internal: { document, rev: 1 },
  });
  await publishPage(tx, program, { tenantId: program.principal.tenantId, pageId: id, memberId: null });
}
