import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { ImportCounts } from "#kit/import.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { checkImport, type CheckRequest } from "./check-import.server.ts";
import { addCheckedRows, beginCheck, endCheck } from "./import-store.server.ts";
import type { OnProgress } from "./import-pipeline.server.ts";

type Check = { id: string; request: CheckRequest; onProgress?: OnProgress };

/**
 * Checks the rows of a sheet and stores the result for the review, replacing that of an earlier check.
 * @throws {Problem} notFound; invalid when the sheet has too many cells or too much text; conflict when the rows are imported already
 */
export async function runCheck(
  services: Services,
  tx: Tx,
  context: RowContext<UserPrincipal>,
  entity: EntityDefinition,
  { id, request, onProgress }: Check,
): Promise<ImportCounts> {
  const { principal } = context;
  await beginCheck(tx, principal, entity, id);
  let done = 0;
  const counts = await checkImport(services, context, entity, request, async (rows) => {
    await addCheckedRows(tx, principal, id, rows);
    done += rows.length;
    await onProgress?.(done);
  });
  const { mapping, keyField } = request;
  await endCheck(tx, id, { mapping, keyField, counts });
  return counts;
}
