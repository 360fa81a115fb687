import { type SQL, sql } from "drizzle-orm";
import { type UserPrincipal, type Verb } from "#kit/access.ts";
import { maxDirectBatchRows, maxBatchRows } from "#kit/batch.ts";
import type { CallContext } from "#kit/call.ts";
import type { AnyRow, AnyValues, EntityDefinition } from "#kit/entity.ts";
import type { Filter } from "#kit/filter.ts";
import { Problem } from "#kit/problem.ts";
import { appliesTo, type RowRules, whyNot } from "#kit/row-action.ts";
import { whyNotDelete } from "#kit/rules.ts";
import type { Text } from "#kit/text.ts";
import { relatedRowsFor } from "#records/query/related.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { whereOf } from "#records/query/where.server.ts";
import {
  guard,
  refuseUnconfirmed,
  refusePublicRowsWithoutProof,
  refuseVerbWithoutProof,
  refuseWithoutProof,
} from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { check, refuseRowOutsideRules, refuseUngivenAction } from "./check.server.ts";
import { type LockedRow, lockRows, patchRows } from "./patch.server.ts";
import { type ProvedValues, refuseUnprovedValues } from "./proofs.server.ts";
import {
  asSaveProblem,
  mayBeReferenced,
  referenceReasons,
  refuseUnwritable,
  refuseDangling,
} from "./refusals.server.ts";
import type { Outcome, RowCommand } from "./row-commands.server.ts";
import { changesTo } from "./save.server.ts";
import { followDeletion } from "./trash.server.ts";

/**
 * The operation of a batch, the same for all rows: set values, delete, or run a command. `rules`: the rows for which it is available. `context`: the
 * context of the call; undefined in a job, which cannot run commands.
 */
export type BatchOperation =
  | { verb: "update"; values: AnyValues; rules?: RowRules & { stepUp?: true } }
  | { verb: "delete" }
  | { verb: "run"; command: RowCommand; context: CallContext<UserPrincipal> | undefined };

/** The right that an operation requires on a row. Commands check their own access, and run on rows that the person may read. */
export const rightOf = ({ verb }: BatchOperation): Verb => (verb === "run" ? "read" : verb);
const rulesOf = (operation: BatchOperation): RowRules & { stepUp?: true } =>
  operation.verb === "run" ? operation.command : operation.verb === "update" ? (operation.rules ?? {}) : {};

/** An operation on all rows that match a filter. */
export type Batch = { entity: EntityDefinition; filter: Filter; operation: BatchOperation };

const texts = {
  notAllowed: { zh: "您的权限不足，无权更改", en: "You do not have permission to change these" },
  changed: { zh: "数据已有变化，请重新确认", en: "These records have changed. Review them again." },
  notFor: { zh: "此数据不支持该操作", en: "This cannot be done with this record" },
  runTooMany: {
    zh: `此操作一次最多处理 ${maxDirectBatchRows.toLocaleString("en")} 条，请缩小筛选范围`,
    en: `This can be done with up to ${maxDirectBatchRows.toLocaleString("en")} records at a time. Narrow the search.`,
  },
  tooMany: {
    zh: `一次最多处理 ${maxBatchRows.toLocaleString("en")} 条，请缩小筛选范围`,
    en: `Up to ${maxBatchRows.toLocaleString("en")} records at a time. Narrow the search.`,
  },
} satisfies Record<string, Text>;

/** Checks the right to run a batch. @throws {Problem} forbidden, also without a required proof of identity; invalid for fields that are not writable */
export function guardBatch(context: RowContext, { entity, operation }: Pick<Batch, "entity" | "operation">): void {
  const { principal } = context;
  guard(principal, entity, rightOf(operation));
  refuseVerbWithoutProof(principal, entity, rightOf(operation));
  if (rulesOf(operation).stepUp === true) refuseWithoutProof(principal);
  if (operation.verb !== "update") return;
  refuseUnconfirmed(context, entity);
  refuseUnwritable(principal, entity, operation.values, "update");
}

/** SQL: the rows that match the filter of a batch and that the person may read. */
function matchCondition(context: RowContext, { entity, filter }: Batch): SQL {
  const { principal } = context;
  const { readable } = viewOf(principal, entity);
  const scope = { readable, tenantId: principal.tenantId, related: relatedRowsFor(context) };
  return sql`${permittedRowsSql(principal, entity, "read")} and ${whereOf(scope, filter)}`;
}

/** The number of rows that match a filter, how many of them this person may change, and a fingerprint of the ids and versions of the rows. */
export type Measure = { count: number; allowed: number; stamp: string };

/** Counts the rows of a batch. @throws {Problem} badRequest for more rows than one batch may change */
export async function measureBatch(tx: Tx, context: RowContext, batch: Batch): Promise<Measure> {
  const { entity, operation } = batch;
  const [measure] = await tx.rows<Measure>(
    sql`select count(*)::int as count, count(*) filter (where allowed)::int as allowed,
        coalesce(sum(hashtextextended(id::text || ' ' || version, 0)), 0)::text as stamp
      from (select id, version, (${permittedRowsSql(context.principal, entity, rightOf(operation))}) as allowed from ${storeOf(entity).from([])}
        where ${matchCondition(context, batch)} limit ${maxBatchRows + 1}) found`,
  );
  if (measure!.count > maxBatchRows) throw new Problem("badRequest", texts.tooMany);
  if (operation.verb === "run" && measure!.count > maxDirectBatchRows)
    throw new Problem("badRequest", texts.runTooMany);
  return measure!;
}

/** Compares the rows of a batch with the reviewed ones. @throws {Problem} conflict when the filter matches other rows, or a row has changed */
export async function refuseChangedSelection(
  tx: Tx,
  context: RowContext,
  batch: Batch,
  stamp: string,
): Promise<Measure> {
  const measure = await measureBatch(tx, context, batch);
  if (measure.stamp !== stamp) throw new Problem("conflict", texts.changed);
  return measure;
}

/** A batch has no proofs of values (SMS codes), because such a proof is for the value of one row. */
const noProofs: ProvedValues = new Map();

/** A row that cannot be changed, and the reason. */
type RefusedRow = { row: AnyRow; text: Text };
type Change<R> = { target: R; values: AnyValues };
type Plan<R> = { changes: Change<R>[]; refused: RefusedRow[] };

/** The reason why a row cannot be saved. For an invalid value it names the field. */
export function reasonOf({ fields }: EntityDefinition, problem: Problem): Text {
  const [[name, text] = []] = Object.entries(problem.details.fields ?? {});
  if (name === undefined || text === undefined) return problem.text;
  const field = fields[name.split(".")[0]!]?.name;
  // Some texts contain the name of the field already.
  if (field === undefined || text.zh.includes(field.zh)) return text;
  return { zh: `${field.zh}：${text.zh}`, en: `${field.en}: ${text.en}` };
}

/**
 * Separates rows that can be changed from those that cannot.
 * @throws {Problem} forbidden when public rows are among them, without a proof of identity; invalid for a relation to a row that does not exist
 */
async function plan<R extends { row: AnyRow }>(
  tx: Tx,
  context: RowContext,
  { entity, operation }: Pick<Batch, "entity" | "operation">,
  candidates: readonly R[],
): Promise<Plan<R>> {
  const rules = rulesOf(operation);
  const refused: RefusedRow[] = candidates.flatMap(({ row }) => {
    const text = appliesTo(rules, row) ? whyNot(rules, row) : texts.notFor;
    return text === undefined ? [] : [{ row, text }];
  });
  const refusedRows = new Set(refused.map(({ row }) => row));
  const targets = candidates.filter(({ row }) => !refusedRows.has(row));
  const rows = targets.map(({ row }) => row);
  const changes: Change<R>[] = [];
  if (operation.verb === "run") return { changes: targets.map((target) => ({ target, values: {} })), refused };
  if (operation.verb === "delete") {
    refusePublicRowsWithoutProof(context.principal, entity, rows);
    const ids = rows.map(({ id }) => id);
    const reasons = mayBeReferenced(context, entity) ? await referenceReasons(tx, context, entity, ids) : undefined;
    for (const target of targets) {
      const { row } = target;
      const text = whyNotDelete(entity, row) ?? reasons?.get(row.id);
      if (text === undefined) changes.push({ target, values: {} });
      else refused.push({ row, text });
    }
    return { changes, refused };
  }
  await refuseDangling(tx, context, entity, { changed: operation.values });
  const now = new Date();
  for (const target of targets) {
    const { row } = target;
    try {
      const { changed: values } = changesTo(context.principal, entity, row, operation.values, now);
      const merged = { ...row, ...values };
      check(entity, values, merged);
      refuseRowOutsideRules(context.principal, entity, "update", merged);
      refuseUngivenAction(context.principal, entity, { before: row, after: merged });
      refuseUnprovedValues(context.principal, entity, { changed: values, merged, isNew: false, proved: noProofs });
      changes.push({ target, values });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refused.push({ row, text: reasonOf(entity, error) });
    }
  }
  refusePublicRowsWithoutProof(context.principal, entity, [
    ...rows,
    ...changes.map(({ target: { row }, values }) => ({ ...row, ...values })),
  ]);
  return { changes, refused };
}

/** A chunk of a batch: the next `size` rows after an id, in the order of ids. */
export type Chunk = { after?: string | undefined; size: number };

/** SQL: the rows of a chunk that the person may change. */
const chunkCondition = (context: RowContext, batch: Batch, { after }: Chunk): SQL =>
  sql`${matchCondition(context, batch)} and ${permittedRowsSql(context.principal, batch.entity, rightOf(batch.operation))}${after === undefined ? sql`` : sql` and id > ${after}::uuid`}`;

/** The result of a chunk. `last`: the id to continue after; undefined at the end. */
export type ChunkOutcome = {
  last: string | undefined;
  changed: AnyRow[];
  refused: RefusedRow[];
  /** The message of a command. */
  outcome?: Outcome;
};

const lastOf = (rows: readonly { row: AnyRow }[], { size }: Chunk) =>
  rows.length < size ? undefined : rows.at(-1)!.row.id;

/** Locks the rows of a chunk until the transaction ends. */
export const lockChunk = (tx: Tx, context: RowContext, batch: Batch, chunk: Chunk): Promise<LockedRow[]> =>
  lockRows(tx, batch.entity, chunkCondition(context, batch, chunk), chunk.size);

/**
 * Changes the rows of a chunk, except refused ones. The history records the changes under `undoId`, with which they can be undone.
 * @throws {Problem} as `plan`; conflict for a value that must be unique; badRequest for a command in a job
 */
export async function changeChunk(
  tx: Tx,
  context: RowContext,
  batch: Batch,
  chunk: Chunk & { undoId: string },
): Promise<ChunkOutcome> {
  const { entity, operation } = batch;
  const targets = await lockChunk(tx, context, batch, chunk);
  return {
    ...(await changeLockedRows(tx, context, { entity, operation }, targets, chunk.undoId)),
    last: lastOf(targets, chunk),
  };
}

/** Runs an operation on locked rows, except refused ones. `allOrNone`: does nothing if a row is refused. @throws {Problem} as `changeChunk` */
export async function changeLockedRows(
  tx: Tx,
  context: RowContext,
  { entity, operation, allOrNone = false }: Pick<Batch, "entity" | "operation"> & { allOrNone?: boolean },
  targets: readonly LockedRow[],
  undoId: string,
): Promise<Omit<ChunkOutcome, "last">> {
  const { changes, refused } = await plan(tx, context, { entity, operation }, targets);
  const changed = changes.map(({ target: { row } }) => row);
  if (changes.length === 0 || (allOrNone && refused.length > 0)) return { changed: [], refused };
  if (operation.verb === "run") {
    // Only in a job, which is started for more rows than one call changes.
    if (operation.context === undefined) throw new Problem("badRequest", texts.runTooMany);
    const rows = changes.map((change) => change.target);
    return { changed, refused, outcome: await operation.command.run({ tx, context: operation.context }, rows) };
  }
  const changesByValues = Map.groupBy(changes, ({ values }) => JSON.stringify(values));
  try {
    for (const sameChanges of changesByValues.values()) {
      const { values } = sameChanges[0]!;
      const patch = operation.verb === "delete" ? { deleted: true } : { values };
      await patchRows(
        tx,
        context,
        entity,
        sameChanges.map(({ target }) => target),
        patch,
        undoId,
      );
    }
    if (operation.verb === "delete")
      await followDeletion(
        tx,
        context,
        entity,
        changed.map(({ id }) => id),
        undoId,
      );
  } catch (error) {
    throw asSaveProblem(entity, error);
  }
  return { changed, refused };
}

/** Computes the outcome for the rows of a chunk without changing them. */
export async function previewChunk(tx: Tx, context: RowContext, batch: Batch, chunk: Chunk): Promise<ChunkOutcome> {
  const { entity } = batch;
  const { allColumns: storedColumns, from } = storeOf(entity);
  const raw = await tx.rows<AnyRow>(
    sql`select ${storedColumns.columns} from ${from([])} where ${chunkCondition(context, batch, chunk)} order by id limit ${chunk.size}`,
  );
  const targets = raw.map((row) => ({ row: storedColumns.toRow(row) }));
  const { changes, refused } = await plan(tx, context, batch, targets);
  return { changed: changes.map(({ target: { row } }) => row), refused, last: lastOf(targets, chunk) };
}

/** The reason for rows that this person may read but not change. */
export const notAllowedText = texts.notAllowed;
