import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import type { ImportCounts } from "#kit/import.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { checkImport, type CheckRequest } from "./check-import.server.ts";
import { addCheckedRows, beginCheck, endCheck } from "./import-store.server.ts";
import type { OnProgress } from "./run-import.server.ts";

type Check = { id: string; request: CheckRequest; onProgress?: OnProgress };

/**
 * Compares the rows of a sheet and stores the result for the review, replacing an earlier one.
 * @throws {Problem} notFound; invalid when the sheet has too much in it; conflict when its rows have been imported since
 */
export async function runCheck(
  services: Services,
  tx: Tx,
  by: RowContext<UserPrincipal>,
  entity: EntityDefinition,
  { id, request, onProgress }: Check,
): Promise<ImportCounts> {
  const { principal } = by;
  await beginCheck(tx, principal, entity, id);
  let done = 0;
  const counts = await checkImport(services, by, entity, request, async (rows) => {
    await addCheckedRows(tx, principal, id, rows);
    done += rows.length;
    await onProgress?.(done);
  });
  const { mapping, keyField } = request;
  await endCheck(tx, id, { mapping, keyField, counts });
  return counts;
}
