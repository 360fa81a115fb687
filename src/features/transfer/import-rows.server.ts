import { sql } from "drizzle-orm";
import type { Grant, UserPrincipal } from "#kit/access.ts";
import type { CallContext } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { isRowRule } from "#kit/row-rule.ts";
import type { RowCondition } from "#kit/row-condition.ts";
import type { Text } from "#kit/text.ts";
import { changeLockedRows, reasonOf } from "#records/change/batch.server.ts";
import { type LockedRow, lockRows } from "#records/change/patch.server.ts";
import { asSaveProblem, refuseUnwritable } from "#records/change/refusals.server.ts";
import { insertRow, ownerColumnFor, updateLockedRow } from "#records/change/save.server.ts";
import { readDefinitions } from "#records/definitions/space-definitions.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { storeOf } from "#records/query/store-of.server.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { guard } from "#records/registry/guard.server.ts";
import { createRegistry } from "#records/registry/registries.server.ts";
import { storedEntityOf } from "#records/registry/stored-definition.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId, uuidPattern } from "#server/process/id.server.ts";
import { faultText, folderProblem, problemOfRow } from "./folder-problem.server.ts";
import type { PlannedRow } from "./plan.server.ts";

type ImportContext = CallContext<UserPrincipal>;
/** Records of an entity that a field of another is compared with. */
type NamedRecords = { field: string; entity: EntityDefinition; ids: string[] };

/** Locks the row of a plan. @throws {Problem} invalid when it has changed since it was read */
async function lockPlanned(
  tx: Tx,
  { principal }: ImportContext,
  { entity, id, current }: PlannedRow,
  verb: "update" | "delete",
): Promise<LockedRow> {
  const condition = sql`${permittedRowsSql(principal, entity, verb)} and id = ${id}::uuid`;
  const [target] = await lockRows<EntityDefinition>(tx, entity, condition);
  if (target === undefined || target.row.version !== current?.version) throw folderProblem("changed");
  return target;
}

/** The conditions of a rule that compare a field with ids. */
function idsIn(rule: RowCondition): { field: string; ids: string[] }[] {
  if ("and" in rule) return rule.and.flatMap(idsIn);
  if ("or" in rule) return rule.or.flatMap(idsIn);
  const ids = [rule.value].flat().filter((value) => typeof value === "string" && uuidPattern.test(value)) as string[];
  return ids.length === 0 ? [] : [{ field: rule.field, ids: [...new Set(ids)] }];
}

/** The records that a rule about rows of an entity names. */
function recordsIn({ entities }: ImportContext, { entity: type, rows }: Grant): NamedRecords[] {
  const subject = entities.all.find((entity) => entity.type === type);
  if (subject === undefined || !isRowRule(rows)) return [];
  return idsIn(rows).flatMap(({ field, ids }) => {
    const config = Object.hasOwn(subject.fields, field) ? subject.fields[field] : undefined;
    const target = config && fieldTypeOf(config).references?.(config);
    return target === undefined ? [] : [{ field: `${type}.${field}`, entity: entities.find(target.entity), ids }];
  });
}

/** @throws {Problem} invalid when a rule in the grants of the row names a record that the space does not have: it would give access to no rows */
async function refuseForeignRecords(tx: Tx, context: ImportContext, { entity, values }: PlannedRow): Promise<void> {
  const grants = Object.entries(values).flatMap(([name, value]) =>
    Array.isArray(value) ? (fieldTypeOf(entity.fields[name]!).grantsIn?.(value as never) ?? []) : [],
  );
  for (const { field, entity: other, ids } of grants.flatMap((grant) => recordsIn(context, { ...grant }))) {
    const found = await tx.rows(sql`select 1 from ${storeOf(other).from([])}
      where ${permittedRowsSql(context.principal, other, "read")} and id = any(${sql.param(ids)}::uuid[])`);
    if (found.length < ids.length) throw folderProblem("foreignRow", { field });
  }
}

/** Adds, changes or deletes the row of a plan, as a person would. @throws {Problem} as `insertRow` and `updateRow` */
async function writeRow(tx: Tx, context: ImportContext, row: PlannedRow, group: string): Promise<void> {
  const { entity, state, values, id } = row;
  const { principal } = context;
  if (row.problem !== undefined) throw new Problem("invalid", row.problem);
  const contentPart = context.services.contentParts.get(entity.type);
  const writePart = async () => {
    if (row.part !== undefined) await contentPart!.write({ tx, context }, id, row.part);
  };
  if (state === "missing") {
    guard(principal, entity, "delete");
    await contentPart?.remove?.({ tx, context }, id);
    const target = await lockPlanned(tx, context, row, "delete");
    const deletion = { entity, operation: { verb: "delete" }, allOrNone: true } as const;
    const { refused } = await changeLockedRows(tx, context, deletion, [target], group);
    if (refused[0] !== undefined) throw new Problem("conflict", refused[0].text);
    return;
  }
  const verb = state === "added" ? "add" : "update";
  guard(principal, entity, verb);
  refuseUnwritable(principal, entity, values, verb);
  await refuseForeignRecords(tx, context, row);
  if (verb === "add") {
    await insertRow(tx, context, entity, { id, values, internal: ownerColumnFor(principal, entity) });
    await writePart();
    return;
  }
  const target = await lockPlanned(tx, context, row, verb);
  await updateLockedRow(tx, context, entity, target, { version: target.row.version, values });
  await writePart();
}

/** Brings the row of a plan into the state of its file. Returns the context with the entities of the space after that. @throws {Problem} invalid for a row in a circle */
async function runStateCommand(
  tx: Tx,
  context: ImportContext,
  { entity, id, circle }: PlannedRow,
): Promise<ImportContext> {
  if (circle !== undefined) throw folderProblem("circle", { paths: circle.join(", ") });
  const { services, principal } = context;
  const command = services.rowCommands
    .get(entity.type)!
    .find((item) => item.id === entity.configuration.state!.command)!;
  const condition = sql`${permittedRowsSql(principal, entity, "read")} and id = ${id}::uuid`;
  await command.run({ tx, context }, await lockRows<EntityDefinition>(tx, entity, condition));
  // A published definition is an entity that the next rows may name.
  const definitions = (await readDefinitions(tx, context)).filter(({ isPublished }) => isPublished);
  const stored = definitions.map(({ definition, ...rest }) => storedEntityOf(definition, rest));
  return { ...context, entities: createRegistry([...services.registries.code.all, ...stored]) };
}

/** Why a row cannot be imported, for an expected error. Throws any other error again. */
function reasonFor({ entity }: PlannedRow, error: unknown): Text {
  const problem = asSaveProblem(entity, error);
  if (!(problem instanceof Problem)) throw problem;
  return reasonOf(entity, problem);
}

/** Rows refer to rows before them, so deletions come last and in the opposite order. */
const inOrder = (rows: readonly PlannedRow[]): PlannedRow[] => [
  ...rows.filter(({ state }) => state !== "missing"),
  ...rows.filter(({ state }) => state === "missing").toReversed(),
];

/**
 * Imports chosen rows, all or none, in the transaction. `entersState`: whether to bring the row into the state of its file.
 * @throws {Problem} conflict, naming the row that cannot be imported
 */
export async function importRows(
  tx: Tx,
  context: ImportContext,
  rows: readonly PlannedRow[],
  entersState: (row: PlannedRow) => boolean,
): Promise<void> {
  const group = newId();
  let currentContext = context;
  for (const row of inOrder(rows)) {
    try {
      await writeRow(tx, currentContext, row, group);
      if (entersState(row)) currentContext = await runStateCommand(tx, currentContext, row);
    } catch (error) {
      throw problemOfRow(row.path, "conflict", reasonFor(row, error));
    }
  }
}

/** What is in the way of importing a row, and of bringing it into the state of its file. */
export type Obstacles = { problem?: Text; stateProblem?: Text };

/** Ends a trial: its transaction is rolled back. */
class TrialEnd extends Error {}

/** Runs `work`; its effects are undone when it fails for an expected reason, which is returned. */
async function attempt(tx: Tx, row: PlannedRow, work: () => Promise<void>): Promise<Text | undefined> {
  await tx.execute("savepoint row_trial");
  try {
    await work();
    await tx.execute("release savepoint row_trial");
    return undefined;
  } catch (error) {
    const text = reasonFor(row, error);
    await tx.execute("rollback to savepoint row_trial");
    return text;
  }
}

/** Tries to import all rows that differ and changes nothing. Returns what is in the way, by path. */
export async function tryImport(
  context: ImportContext,
  rows: readonly PlannedRow[],
): Promise<ReadonlyMap<string, Obstacles>> {
  const obstacles = new Map<string, Obstacles>();
  const { database } = context.services;
  try {
    await database.tenant(context.principal.tenantId, async (tx) => {
      let currentContext = context;
      for (const row of inOrder(rows.filter(({ state }) => state !== "unchanged"))) {
        const problem = await attempt(tx, row, () => writeRow(tx, currentContext, row, newId()));
        const stateProblem =
          problem !== undefined || !row.offersState
            ? undefined
            : await attempt(tx, row, async () => {
                currentContext = await runStateCommand(tx, currentContext, row);
              });
        if (problem !== undefined) obstacles.set(row.path, { problem });
        else if (stateProblem !== undefined) obstacles.set(row.path, { stateProblem });
      }
      throw new TrialEnd();
    });
  } catch (error) {
    if (!(error instanceof TrialEnd)) throw error;
  }
  return obstacles;
}

/** The text for a chosen row that is neither in the folder nor in the space, or has changed since the review. */
export const staleText = (isKnown: boolean): Text => faultText(isKnown ? "changed" : "unknown");
