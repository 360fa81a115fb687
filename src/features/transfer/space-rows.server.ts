import { sql } from "drizzle-orm";
import type { AnyRow } from "#kit/entity.ts";
import type { EntityRegistry } from "#kit/entity-registry.ts";
import { maxFolderRows } from "#kit/transfer.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { folderProblem } from "./folder-problem.server.ts";
import { type References, referencedTypes } from "./row-content.server.ts";
import { basePathOf, type ConfigurationEntity, configurationEntities, withPaths } from "./row-path.server.ts";

/** A row of the space that is configuration. */
export type SpaceRow = { path: string; entity: ConfigurationEntity; row: AnyRow };

/** The entities of a space whose rows are configuration, in the order of import. */
export const entitiesToTransfer = ({ all }: EntityRegistry): ConfigurationEntity[] =>
  configurationEntities(all, ({ fields }) => referencedTypes(fields));

/** The configuration of the caller's space, in the order of import. @throws {Problem} forbidden; invalid when there are too many rows */
export async function readSpaceRows(tx: Tx, context: RowContext): Promise<SpaceRow[]> {
  const rows: SpaceRow[] = [];
  for (const entity of entitiesToTransfer(context.entities)) {
    guard(context.principal, entity, "read");
    const { allColumns, from } = storeOf(entity);
    const found = await tx.rows<AnyRow>(sql`select ${allColumns.columns} from ${from([])}
      where ${permittedRowsSql(context.principal, entity, "read")} order by created_at, id limit ${maxFolderRows + 1}`);
    const ofEntity = found.map((row) => allColumns.toRow(row));
    for (const { path, row } of withPaths(ofEntity, (candidate) => basePathOf(entity, candidate)))
      rows.push({ path, entity, row });
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
