import { sql } from "drizzle-orm";
import type { AnyRow } from "#kit/entity.ts";
import type { Services } from "#kit/call.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { maxFolderRows } from "#kit/transfer.ts";
import type { PartContent } from "#records/definitions/content-part.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { folderProblem } from "./folder-problem.server.ts";
import { type References, referencedTypes } from "./row-content.server.ts";
import { basePathOf, type ConfigurationEntity, configurationEntities, withPaths } from "./row-path.server.ts";

/** A row of the space that is configuration, with the part of it that is no field. */
export type SpaceRow = { path: string; entity: ConfigurationEntity; row: AnyRow; part?: PartContent };

/** The entities of a space whose rows are configuration, in the order of import. */
export const entitiesToTransfer = ({ all }: EntityRegistry): ConfigurationEntity[] =>
  configurationEntities(all, ({ fields }) => referencedTypes(fields));

type ReadContext = RowContext & { services: Pick<Services, "contentParts"> };

/**
 * The configuration of the caller's space, in the order of import. `isLocked`: others cannot change the parts of rows until the transaction ends.
 * @throws {Problem} forbidden; invalid when there are too many rows
 */
export async function readSpaceRows(tx: Tx, context: ReadContext, isLocked = false): Promise<SpaceRow[]> {
  const { principal, services } = context;
  const rows: SpaceRow[] = [];
  const pathById = new Map<string, string>();
  for (const entity of entitiesToTransfer(context.entities)) {
    guard(principal, entity, "read");
    const part = services.contentParts.get(entity.type);
    if (isLocked) await part?.lock?.(tx, principal.tenantId);
    const { allColumns, from } = storeOf(entity);
    const condition = sql`${permittedRowsSql(principal, entity, "read")} and ${part?.condition ?? sql`true`}`;
    const found = await tx.rows<AnyRow>(sql`select ${allColumns.columns} from ${from([])}
      where ${condition} order by created_at, id limit ${maxFolderRows + 1}`);
    const ofEntity = found.map((row) => allColumns.toRow(row));
    const parts = await part?.read(tx, context, ofEntity);
    const basePath = (row: AnyRow) => basePathOf(entity, row, (id) => pathById.get(id));
    for (const { path, row } of withPaths(ofEntity, basePath)) {
      const content = parts?.get(row.id);
      pathById.set(row.id, path);
      rows.push({ path, entity, row, ...(content === undefined ? {} : { part: content }) });
    }
    if (rows.length > maxFolderRows) throw folderProblem("rows");
  }
  return rows;
}

/** The references between these rows. `isDeleted`: whether the import deletes the row with a path, so that no file may refer to it. */
export function referencesBetween(
  rows: readonly { path: string; id: string }[],
  isDeleted: (path: string) => boolean = () => false,
): References {
  const idsByPath = new Map(rows.filter(({ path }) => !isDeleted(path)).map(({ path, id }) => [path, id]));
  const pathsById = new Map(rows.map(({ path, id }) => [id, path]));
  return { pathOf: (id) => pathsById.get(id), idOf: (path) => idsByPath.get(path) };
}
