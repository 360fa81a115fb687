import { sql } from "drizzle-orm";
import { type Access, forbiddenText, type RequestPrincipal, signInFirstText, type UserPrincipal } from "#kit/access.ts";
import type { RowIcon } from "#kit/auto.ts";
import type { CallContext } from "#kit/call.ts";
import type { EntityDefinition } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { isActionName, type RowQuestion, type RowRules, type SetAction } from "#kit/row-action.ts";
import type { Text } from "#kit/text.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { allows, allowsEntity } from "#records/registry/guard.server.ts";
import type { RowContext } from "#records/registry/row-context.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { admit, isAllowed } from "#server/http/calls.server.ts";
import { claimRequestEffect } from "#server/http/idempotency.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { type BatchOperation, changeLockedRows, guardBatch, rightOf } from "./batch.server.ts";
import { type LockedRow, lockRows } from "./patch.server.ts";
import { notFoundText } from "./refusals.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    rowCommands: RowCommands;
  }
}

/** The message after a command; `info` when something remains to be done by hand. */
export type Outcome = { text: Text; kind: "success" | "info" };

/**
 * An action on rows of an entity that needs code. Default export of a file under `src/features/<feature>/commands/`. An action that only sets values
 * belongs in the definition (`EntityDeclaration.actions`).
 */
export type RowCommand<E extends EntityDefinition = EntityDefinition> = RowRules & {
  id: string;
  entity: E;
  name: Text;
  icon: RowIcon;
  /** Who may use it, on rows that they may read. */
  access: Access;
  question?: RowQuestion;
  /** Requires a recent proof of identity. */
  stepUp?: true;
  /** It can run on several rows at once, all or none. */
  isBatch?: true;
  /** Runs the command, in the transaction that has locked the rows. */
  run: (scope: { tx: Tx; context: CallContext<UserPrincipal> }, targets: readonly LockedRow<E>[]) => Promise<Outcome>;
};

/** Commands by the type of their entity. */
export type RowCommands = ReadonlyMap<string, readonly RowCommand[]>;

/** An action that the server performs: a command, or an action that sets values. */
export type RowRequest = RowCommand | SetAction;

/** Whether a command or action can run on several rows at once. */
export const isForMany = (request: RowRequest): boolean => "set" in request || request.isBatch === true;

/** Declares a command. The cast is safe because a command gets only rows of its own entity. */
export const defineRowCommand = <E extends EntityDefinition>(command: RowCommand<E>): RowCommand =>
  command as unknown as RowCommand;

/** @throws when the id of a command is malformed, or used by another command or action of its entity */
export function commandsByEntity(commands: readonly RowCommand[]): RowCommands {
  const byEntity = Map.groupBy(commands, ({ entity }) => entity.type);
  for (const [type, entityCommands] of byEntity) {
    const all = [...entityCommands, ...(entityCommands[0]!.entity.actions ?? [])];
    const faulty = all.find(({ id }) => !isActionName(id, all));
    if (faulty !== undefined) throw new Error(`${type}.${faulty.id}: no valid id of a command`);
  }
  return byEntity;
}

/** Whether the principal may write all the values that an action sets. */
function maySet({ principal }: RowContext, entity: EntityDefinition, { set }: SetAction): boolean {
  const { writable } = viewOf(principal, entity);
  return (
    allows(principal, entity, "update") &&
    entity.checkSafePassword !== true &&
    Object.keys(set).every((name) => writable.update.has(name))
  );
}

/** Whether the roles of a person leave them an action on rows of the entity. */
const givesAction = ({ principal }: RowContext, entity: EntityDefinition, action: RowRequest): boolean =>
  viewOf(principal, entity).givesAction(action);

/** The actions of an entity that the principal may run on the server: those of its definition, then its commands. */
export function requestsFor(
  commands: RowCommands,
  context: RowContext<RequestPrincipal>,
  entity: EntityDefinition,
): readonly RowRequest[] {
  const requests = [
    ...(entity.actions ?? [])
      .filter((action) => action.kind === "request")
      .filter((action) => maySet(context, entity, action)),
    ...(commands.get(entity.type) ?? []).filter(({ access }) =>
      isAllowed(access, context, { type: entity.type }, { allowsEntity }),
    ),
  ];
  return requests.filter((request) => givesAction(context, entity, request));
}

/** Identifies the requests of `requestsFor` among those of an entity. */
export const requestsKey = (requests: readonly RowRequest[]): string => requests.map(({ id }) => id).join("\n");

const texts = {
  unknown: { zh: "没有此操作", en: "There is no such command" },
  one: { zh: "此操作一次只能用于一条数据", en: "This can be done with one record at a time" },
  changed: {
    zh: "他人已修改此数据，请刷新后重试",
    en: "Someone else changed this record. Reload it, then try again.",
  },
} satisfies Record<string, Text>;

/** @throws {Problem} forbidden for an action that the roles of a person leave out */
function refuseUngiven(context: RowContext, entity: EntityDefinition, action: RowRequest): void {
  if (!givesAction(context, entity, action)) throw new Problem("forbidden", forbiddenText);
}

/** The command or action with this id. Does not check whether its values may be set: `guardBatch` does. @throws {Problem} notFound; forbidden */
export function findRequest(
  commands: RowCommands,
  context: RowContext<RequestPrincipal>,
  { entity, id }: { entity: EntityDefinition; id: string },
): RowRequest {
  const command = commands.get(entity.type)?.find((candidate) => candidate.id === id);
  if (command !== undefined) {
    admit(command.access, context, { type: entity.type }, { allowsEntity });
    refuseUngiven(context, entity, command);
    return command;
  }
  const action = entity.actions?.find((candidate) => candidate.id === id);
  if (action?.kind !== "request") throw new Problem("notFound", texts.unknown);
  refuseUngiven(context, entity, action);
  return action;
}

/** The batch operation of a command or action. `context`: the context of the call; undefined in a job, which cannot run commands. */
export function operationOf(request: RowRequest, context: CallContext<UserPrincipal> | undefined): BatchOperation {
  if ("set" in request) return { verb: "update", values: request.set, rules: request };
  return { verb: "run", command: request, context };
}

/** A command or an action to run. `version`: that of the only row, as the person has seen it. */
type RequestToRun = { command: string; ids: readonly string[]; version?: number | undefined };

/**
 * Runs a command or an action on rows, all or none. `undo`: the id with which `undoChanges` restores the earlier values, if that is possible.
 * @throws {Problem} notFound when there is no such command or row; conflict with the reason why it is unavailable, or when the row has another
 * version; forbidden
 */
export async function runRowRequest(
  context: CallContext,
  entity: EntityDefinition,
  { command: id, ids, version }: RequestToRun,
): Promise<Outcome & { undo?: string }> {
  const { principal, services } = context;
  if (principal.kind !== "user") throw new Problem("unauthenticated", signInFirstText);
  const request = findRequest(services.rowCommands, context, { entity, id });
  const operation = operationOf(request, { ...context, principal });
  guardBatch(context, { entity, operation });
  const uniqueIds = [...new Set(ids.map((rowId) => rowId.toLowerCase()))];
  if (uniqueIds.length > 1 && (!isForMany(request) || version !== undefined))
    throw new Problem("badRequest", texts.one);
  const undo = newId();
  return services.database.tenant(principal.tenantId, async (tx) => {
    await claimRequestEffect(tx);
    const condition = sql`${permittedRowsSql(principal, entity, rightOf(operation))} and id = any(${sql.param(uniqueIds)}::uuid[])`;
    const targets = await lockRows(tx, entity, condition);
    if (targets.length !== uniqueIds.length) throw new Problem("notFound", notFoundText);
    if (version !== undefined && targets[0]!.row.version !== version) throw new Problem("conflict", texts.changed);
    const { refused, outcome } = await changeLockedRows(
      tx,
      context,
      { entity, operation, allOrNone: true },
      targets,
      undo,
    );
    const [first] = refused;
    if (first !== undefined) throw new Problem("conflict", first.text);
    return "set" in request ? { text: request.done, kind: "success", undo } : outcome!;
  });
}
