import { sql } from "drizzle-orm";
import type { EntityDefinition } from "#kit/entity.ts";
import { claimUnique, indexRecords, rebuildSearch } from "#records/change/record-write.server.ts";
import { assignFacets, facetAssignmentSql } from "#records/query/record-facets.server.ts";
import { indexedFields } from "#records/query/record-index.server.ts";
import { storedEntityOf } from "#records/registry/stored-definition.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { type Conversion, conversionsOf, type DefinitionChange, fieldNamesOf } from "./definition-change.server.ts";
import {
  convertValues,
  countRecordsWith,
  keepSubValues,
  moveValues,
  type NamesByColumn,
  recordIds,
  restoreSubValues,
} from "./field-values.server.ts";
import { restorer, subFieldChanges, type SubFieldChanges } from "./sub-field-changes.server.ts";

/** What a publication writes in the existing records of an entity. */
export type Rewrite = {
  /** The removed fields, whose values leave `data`, and the restored ones, whose values come back from `removed_data`. */
  moved: NamesByColumn;
  conversions: readonly Conversion[];
  /** The fields in other fields whose values are put aside, and those whose values come back. */
  subFields: Pick<SubFieldChanges, "removed" | "restored">;
  /** The fields whose index entries are written; undefined for all. */
  indexed: readonly string[] | undefined;
  /** The fields in the facet columns after the publication. */
  facets: readonly string[];
  areFacetsRewritten: boolean;
  isSearchRebuilt: boolean;
  isUniqueClaimed: boolean;
  /** The fields of which a record has a value if it is rewritten; undefined when all records are. */
  concerned: NamesByColumn | undefined;
};

/** Records per batch. */
const batchSize = 1000;

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item));
const rulesOf = ({ unique = [] }: Pick<EntityDefinition, "unique">): string[] => unique.map((rule) => rule.join("+"));

/** What the publication of a change writes in existing records. */
export function rewriteOf(change: DefinitionChange): Rewrite {
  const { current, definition } = change;
  const names = fieldNamesOf(change);
  const conversions = conversionsOf(change, names);
  const [before, after] = [storedEntityOf(current.definition, current), storedEntityOf(definition, current)];
  const subFields = subFieldChanges(change, names);
  const converted = conversions.map(({ field }) => field);
  const isConverted = (name: string) => converted.includes(name);
  const indexBefore = indexedFields(before);
  const newlyIndexed = [...indexedFields(after)]
    .filter(([name, { kind }]) => indexBefore.get(name)?.kind !== kind)
    .map(([name]) => name);
  const { searchable = [] } = definition;
  const isSearchRebuilt = !areSame(current.definition.searchable ?? [], searchable) || searchable.some(isConverted);
  const isUniqueClaimed =
    !areSame(rulesOf(before), rulesOf(after)) || (after.unique ?? []).some((rule) => rule.some(isConverted));
  const facets = assignFacets(current.facets, after);
  // A column that no field has had is empty, as the values of a new field are.
  const hasOtherFacets = facets.some(
    (field, index) =>
      field !== "" &&
      current.facets[index] !== field &&
      !(index >= current.facets.length && names.added.includes(field)),
  );
  const areFacetsRewritten = hasOtherFacets || facets.some(isConverted);
  // A record has an index entry of each indexed field, even without a value.
  const isWhole = isSearchRebuilt || isUniqueClaimed || newlyIndexed.length > 0 || hasOtherFacets;
  const convertedData = conversions.filter(({ from }) => from === "data").map(({ field }) => field);
  return {
    moved: { data: names.removed, removed_data: names.restored },
    conversions,
    subFields,
    indexed: areFacetsRewritten ? undefined : [...new Set([...newlyIndexed, ...converted])],
    facets,
    areFacetsRewritten,
    isSearchRebuilt,
    isUniqueClaimed,
    concerned: isWhole
      ? undefined
      : {
          data: [...names.removed, ...convertedData],
          removed_data: [...names.restored, ...subFields.restored.map(({ key }) => key)],
        },
  };
}

/** How many records a rewrite concerns. `total`: how many there are. */
export async function countRewritten(
  tx: Tx,
  { current }: DefinitionChange,
  { concerned }: Rewrite,
  total: number,
): Promise<number> {
  if (concerned === undefined) return total;
  if (concerned.data.length + concerned.removed_data.length === 0) return 0;
  return countRecordsWith(tx, current, concerned);
}

/**
 * Rewrites existing records in batches. Saves must be refused meanwhile (`refuseSaves`). `onProgress` gets the number of rewritten records after each
 * batch, and may throw to end the rewrite.
 * @throws {Problem} conflict, naming the fields, when records break a unique rule
 */
export async function rewriteRecords(
  tx: Tx,
  change: DefinitionChange,
  rewrite: Rewrite,
  onProgress: (records: number) => Promise<void> | void,
): Promise<void> {
  const { current, definition } = change;
  const { moved, conversions, subFields, indexed, facets, concerned } = rewrite;
  const { tenantId } = current;
  const stored = { id: current.id, version: current.version, facets };
  const entity = storedEntityOf(definition, stored);
  const records = { tenantId, entity, stored };
  const isMoved = moved.data.length + moved.removed_data.length > 0;
  if (concerned !== undefined && concerned.data.length + concerned.removed_data.length === 0) return;
  let done = 0;
  for await (const ids of recordIds(tx, current, { size: batchSize, ...(concerned && { names: concerned }) })) {
    if (isMoved) await moveValues(tx, current, ids, moved);
    for (const removed of subFields.removed) await keepSubValues(tx, current, ids, removed);
    for (const conversion of conversions) await convertValues(tx, current, ids, conversion);
    for (const restored of subFields.restored)
      await restoreSubValues(tx, current, ids, { ...restored, restore: restorer(change, restored) });
    if (rewrite.areFacetsRewritten)
      await tx.rows(sql`update record set ${facetAssignmentSql(stored, sql`data`)}
        where tenant_id = ${tenantId}::uuid and entity_id = ${current.id}::uuid and id = any(${sql.param(ids)}::uuid[])`);
    await indexRecords(tx, records, ids, indexed);
    if (rewrite.isSearchRebuilt) await rebuildSearch(tx, records, ids);
    if (rewrite.isUniqueClaimed)
      await tx.rows(
        sql`delete from record_unique where tenant_id = ${tenantId}::uuid and record_id = any(${sql.param(ids)}::uuid[])`,
      );
    // The second pass is a part of the work.
    done += rewrite.isUniqueClaimed ? ids.length / 2 : ids.length;
    await onProgress(Math.floor(done));
  }
  if (!rewrite.isUniqueClaimed) return;
  // After all claims under the earlier rules and values are gone, in each batch.
  for await (const ids of recordIds(tx, current, { size: batchSize })) {
    await claimUnique(tx, records, ids);
    done += ids.length / 2;
    await onProgress(Math.floor(done));
  }
}
