import { sql } from "drizzle-orm";
import { forbiddenText, type UserPrincipal } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";
import type { LocalizedValue, Text } from "#kit/text.ts";
import { firstCharacters } from "#kit/text-length.ts";
import { hasEnded, stepsFrom, type WorkSide, type WorkState, workStates, type WorkStep, workSteps } from "#kit/work.ts";
import paasWork from "#entities/paasWork.ts";
import { type LockedRow, lockRows, patchRow } from "#records/change/patch.server.ts";
import { permittedRowsSql, rowsPermittedByRoleSql } from "#records/query/row.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import { readSite } from "#records/site/site.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";
import { notifyOfWork } from "./notify-of-work.server.ts";

/** Identifies the row of an order in one space. An order between two spaces has a row in each; both change together. */
export type WorkKey = { tenantId: string; id: string };

/** A message in the conversation of a work order, for one reader. `step`: the step that was taken with it. */
export type WorkMessage = {
  id: string;
  memberName: string;
  /** The name of the author's space when it is the other space, else null. */
  party: LocalizedValue<string> | null;
  isOwn: boolean;
  step: WorkStep | null;
  text: string;
  pictures: string[];
  createdAt: string;
};

/** A work order with its messages, for one reader. */
export type WorkDetails = {
  id: string;
  title: string;
  kind: string;
  priority: string;
  status: WorkState;
  device: string | null;
  description: string;
  picture: string | null;
  filedBy: string;
  createdAt: string;
  /** The side of this row. */
  side: WorkSide;
  /** The name of the other space; null for an order within one space. */
  party: LocalizedValue<string> | null;
  packageName: LocalizedValue<string> | null;
  /** The response time of the plan. */
  responseHours: number | null;
  /** The deadline for the first answer; null once the order is answered or has ended. */
  dueAt: string | null;
  /** The time of the first answer. */
  answeredAt: string | null;
  messages: WorkMessage[];
  /** The steps that are available to this reader. */
  steps: WorkStep[];
  mayReply: boolean;
  mayEdit: boolean;
};

type WorkRow = Omit<WorkDetails, "messages" | "steps" | "mayReply" | "mayEdit"> & {
  memberId: string | null;
  /** The row of the same order in the other space; null for an order within one space. */
  counterpart: WorkKey | null;
  /** The time of the transaction, by the database's clock. */
  now: string;
  /** Whether the reader may change the order even if they did not file it. */
  isChangeableByRole: boolean;
};
type LockedWork = WorkRow & { lockedRow: LockedRow<typeof paasWork> };
type StoredWork = Omit<WorkRow, "counterpart"> & { counterpartTenantId: string | null; counterpartId: string | null };

const texts = {
  gone: { zh: "工单不存在", en: "Work order not found" },
  moved: { zh: "工单状态已更新，请刷新页面", en: "This work order has changed. Refresh to see the latest." },
  ended: { zh: "工单已取消，不能再回复", en: "This work order is cancelled and cannot be replied to" },
  deleted: {
    zh: "对方已删除此工单，请提交新的工单",
    en: "The other party deleted this work order. Submit a new one.",
  },
} satisfies Record<string, Text>;

/** @throws {Problem} notFound */
async function readWork(tx: Tx, principal: UserPrincipal, id: string): Promise<WorkRow> {
  const readableRows = permittedRowsSql(principal, paasWork, "read");
  const [row] = await tx.rows<StoredWork>(sql`
    select w.id, w.title, w.kind, w.priority, w.status, w.device, w.description, w.picture, w.member_id as "memberId",
      coalesce(w.filer, (select name from member m where m.tenant_id = w.tenant_id and m.id = w.member_id), '') as "filedBy",
      w.created_at as "createdAt", w.counterpart_tenant_id as "counterpartTenantId", w.counterpart_id as "counterpartId", w.party, w.package_name as "packageName", w.response_hours as "responseHours",
      w.due_at as "dueAt", w.answered_at as "answeredAt", now() as now,
      (${rowsPermittedByRoleSql(principal, paasWork, "update")}) as "isChangeableByRole", case when w.counterpart_id is null then 'internal' when w.opening_id is null then 'provider' else 'customer' end as side
    from paas_work w where ${readableRows} and w.id = ${id}::uuid`);
  if (row === undefined) throw new Problem("notFound", texts.gone);
  const { counterpartTenantId, counterpartId, ...work } = row;
  const isInOneSpace = counterpartTenantId === null || counterpartId === null;
  return { ...work, counterpart: isInOneSpace ? null : { tenantId: counterpartTenantId, id: counterpartId } };
}

/** The row of an order in the current space, locked until the transaction ends; undefined when it was deleted there. */
async function lockRow(tx: Tx, { tenantId, id }: WorkKey): Promise<LockedRow<typeof paasWork> | undefined> {
  const condition = sql`tenant_id = ${tenantId}::uuid and id = ${id}::uuid and deleted_at is null`;
  const [row] = await lockRows(tx, paasWork, condition);
  return row;
}

/** Locks an order until the transaction ends; both spaces of a shared order use the same lock. @throws {Problem} notFound */
async function lockWork(tx: Tx, principal: UserPrincipal, id: string): Promise<LockedWork> {
  const { counterpart } = await readWork(tx, principal, id);
  if (counterpart !== null) {
    const [lockName] = [id.toLowerCase(), counterpart.id].toSorted();
    await tx.lock(`work order ${lockName}`);
  }
  // Reads the order again: it may have changed while this transaction waited for the lock.
  const [locked, work] = await Promise.all([
    lockRow(tx, { tenantId: principal.tenantId, id }),
    readWork(tx, principal, id),
  ]);
  if (locked === undefined) throw new Problem("notFound", texts.gone);
  return { ...work, lockedRow: locked };
}

/** Whether a person can change an order that they did not file. */
const mayHandle = (principal: UserPrincipal, { isChangeableByRole }: WorkRow) =>
  allows(principal, paasWork, "update") && isChangeableByRole;
/** The provider handles an order under its plan; otherwise the space that filed the order handles it. */
const isHandler = (principal: UserPrincipal, work: WorkRow) => work.side !== "customer" && mayHandle(principal, work);
/** The author of an order; for an order sent to a provider, also the people of the customer's space who may change orders of others. */
const isFiler = (principal: UserPrincipal, work: WorkRow) =>
  work.memberId === principal.memberId || (work.side === "customer" && mayHandle(principal, work));
/** The filer and handlers of an order may write messages; others can only read them. */
const mayReply = (principal: UserPrincipal, work: WorkRow) => isFiler(principal, work) || isHandler(principal, work);

const stepsOf = (principal: UserPrincipal, work: WorkRow) =>
  stepsFrom(work.status, { isHandler: isHandler(principal, work), isFiler: isFiler(principal, work) });

/** A work order for one reader. @throws {Problem} notFound */
export async function readWorkDetails(tx: Tx, principal: UserPrincipal, id: string): Promise<WorkDetails> {
  const work = await readWork(tx, principal, id);
  const messages = await tx.rows<WorkMessage>(sql`
    select id, member_name as "memberName", party, coalesce(member_id = ${principal.memberId}::uuid, false) as "isOwn", step, text, pictures,
      created_at as "createdAt"
    from work_message where tenant_id = ${principal.tenantId}::uuid and work_id = ${id}::uuid order by created_at, id`);
  const {
    memberId: _memberId,
    counterpart: _counterpart,
    now: _now,
    isChangeableByRole: _isChangeableByRole,
    ...details
  } = work;
  return {
    ...details,
    messages,
    steps: stepsOf(principal, work),
    mayReply: mayReply(principal, work),
    mayEdit: work.side === "internal" && !hasEnded(work.status) && mayReply(principal, work),
  };
}

type WorkEntry = { id?: string | undefined; step: WorkStep | null; text: string; pictures: string[] };
type Author = { memberId: string | null; memberName: string; party: Text | null };

/** The person's name in their own space. */
export async function readMemberName(tx: Tx, { tenantId, memberId }: UserPrincipal): Promise<string> {
  const [row] = await tx.rows<{ name: string | null }>(
    sql`select name from member where tenant_id = ${tenantId}::uuid and id = ${memberId}::uuid`,
  );
  return row?.name ?? "";
}

/** Adds a message to one row of an order. Returns false if a message with this id exists. */
async function insertMessage(
  tx: Tx,
  work: WorkKey,
  { memberId, memberName, party }: Author,
  { id = newId(), step, text, pictures }: WorkEntry,
): Promise<boolean> {
  const insertedRows = await tx.rows(sql`insert into work_message
      (id, tenant_id, work_id, member_id, member_name, party, step, text, pictures, created_at)
    values (${id}::uuid, ${work.tenantId}::uuid, ${work.id}::uuid, ${memberId}::uuid, ${memberName},
      ${party === null ? null : JSON.stringify(party)}::jsonb, ${step}, ${text}, ${JSON.stringify(pictures)}::jsonb, clock_timestamp())
    on conflict (id) do nothing returning id`);
  return insertedRows.length > 0;
}

/** A change of an order. `isAnswered`: this is the first answer, given at the time `at`. */
type WorkChange = { status?: WorkState; isAnswered: boolean; at: string };

/** Applies a change to one row of an order. */
async function applyChange(
  tx: Tx,
  principal: UserPrincipal,
  order: LockedRow<typeof paasWork>,
  { status, isAnswered, at }: WorkChange,
): Promise<void> {
  await patchRow(tx, { principal }, paasWork, order, {
    values: {
      ...(status === undefined ? {} : { status }),
      ...(isAnswered || hasEnded(status) ? { dueAt: null } : {}),
      ...(isAnswered ? { answeredAt: at } : {}),
    },
  });
}

/** Adds an entry to the conversation, on both sides of an order between two spaces. */
async function recordEntry(
  tx: Tx,
  principal: UserPrincipal,
  work: LockedWork,
  { entry, status }: { entry: WorkEntry; status?: WorkState },
): Promise<void> {
  const memberName = await readMemberName(tx, principal);
  const row: WorkKey = { tenantId: principal.tenantId, id: work.id };
  if (!(await insertMessage(tx, row, { memberId: principal.memberId, memberName, party: null }, entry))) return;
  // The first answer is a message or a step by a handler of the order.
  const isAnswered = work.responseHours !== null && work.answeredAt === null && isHandler(principal, work);
  const change: WorkChange = { ...(status === undefined ? {} : { status }), isAnswered, at: work.now };
  await applyChange(tx, principal, work.lockedRow, change);
  const state = status === undefined ? undefined : workStates[status].name;
  const notice = {
    event: state === undefined ? "work.answered" : "work.moved",
    content: {
      name: memberName,
      title: work.title,
      ...(state === undefined ? {} : { state }),
      ...(entry.text === "" ? {} : { detail: firstCharacters(entry.text, 200) }),
    },
    causedBy: principal.memberId,
  } as const;
  // If a handler caused the event, only the filer and the participants are notified.
  await notifyOfWork(tx, row, {
    ...notice,
    notifiesHandlers: work.side !== "customer" && !isHandler(principal, work),
  });
  const { counterpart } = work;
  if (counterpart === null) return;
  const { name: party } = await readSite(tx.rows, principal.tenantId);
  await tx.inSpace(counterpart.tenantId, async () => {
    const otherRow = await lockRow(tx, counterpart);
    // The other side has deleted its order, so nobody there would read the message.
    if (otherRow === undefined) throw new Problem("conflict", texts.deleted);
    await insertMessage(tx, counterpart, { memberId: null, memberName, party }, { ...entry, id: undefined });
    await applyChange(tx, principal, otherRow, change);
    await notifyOfWork(tx, counterpart, { ...notice, notifiesHandlers: work.side === "customer" });
  });
}

/**
 * Adds a message; a repeated id adds nothing.
 * @throws {Problem} notFound; forbidden when the person may only read; conflict when the order is cancelled or deleted on the other side
 */
export async function addWorkMessage(
  tx: Tx,
  principal: UserPrincipal,
  workId: string,
  message: Omit<WorkEntry, "step">,
): Promise<void> {
  const work = await lockWork(tx, principal, workId);
  if (!mayReply(principal, work)) throw new Problem("forbidden", forbiddenText);
  if (work.status === "cancelled") throw new Problem("conflict", texts.ended);
  await recordEntry(tx, principal, work, { entry: { ...message, step: null } });
}

/**
 * Takes a step: changes the state and adds a message, in one transaction and on both sides. If two steps are concurrent, the second is a conflict.
 * @throws {Problem} notFound, forbidden, conflict
 */
export async function moveWork(
  tx: Tx,
  principal: UserPrincipal,
  { id, step, text }: { id: string; step: WorkStep; text: string },
): Promise<void> {
  const work = await lockWork(tx, principal, id);
  if (!(workSteps[step].from as readonly WorkState[]).includes(work.status)) throw new Problem("conflict", texts.moved);
  if (!stepsOf(principal, work).includes(step)) throw new Problem("forbidden", forbiddenText);
  await recordEntry(tx, principal, work, { entry: { step, text, pictures: [] }, status: workSteps[step].to });
}
