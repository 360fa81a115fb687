import { sql } from "drizzle-orm";
import { forbiddenText, type UserPrincipal } from "#kit/access.ts";
import { Problem } from "#kit/problem.ts";
import { stepsFrom, type WorkState, type WorkStep, workSteps } from "#kit/work.ts";
import { entityOf } from "#records/definitions.server.ts";
import { rowsFor } from "#records/row.server.ts";
import { viewOf } from "#records/view.server.ts";
import type { Tx } from "#server/database.server.ts";
import { newId } from "#server/id.server.ts";

export type WorkMessage = {
  id: string;
  memberName: string;
  isOwn: boolean;
  step: WorkStep | null;
  text: string;
  pictures: string[];
  createdAt: string;
};

/** A work order with all that was said about it, for one reader. */
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
  messages: WorkMessage[];
  /** What this reader may do now. */
  steps: WorkStep[];
  maySay: boolean;
};

type WorkRow = Omit<WorkDetails, "messages" | "steps" | "maySay"> & { memberId: string | null };

const words = {
  gone: { zh: "工单不存在", en: "This work order does not exist" },
  moved: { zh: "工单状态已变化，请刷新后再试", en: "The order has moved on meanwhile. Look again." },
  ended: { zh: "工单已取消，不能再留言", en: "The order is cancelled; nothing can be added" },
};

/** @throws {Problem} notFound */
async function readWork(tx: Tx, who: UserPrincipal, id: string, lock = false): Promise<WorkRow> {
  const end = lock ? sql` for update of w` : sql``;
  const known = rowsFor(who, entityOf("paasWork"), "read");
  const [row] = await tx.rows<WorkRow>(sql`
    select w.id, w.title, w.kind, w.priority, w.status, w.device, w.description, w.picture, w.member_id #>> '{}' as "memberId",
      coalesce((select name from member m where m.tenant_id = w.tenant_id and m.id::text = w.member_id #>> '{}'), '') as "filedBy", w.created_at as "createdAt"
    from paas_work w where ${known} and w.id = ${id}::uuid${end}`);
  if (row === undefined) throw new Problem("notFound", words.gone);
  return row;
}

/** Whoever may change everybody's orders handles them. */
const isHandler = (who: UserPrincipal) => {
  const { may, ownRows } = viewOf(who, entityOf("paasWork"));
  return may.has("update") && !ownRows.has("update");
};
/** Who files an order and who handles it talk about it; others read. */
const maySay = (who: UserPrincipal, { memberId }: WorkRow) => memberId === who.memberId || isHandler(who);

const stepsOf = (who: UserPrincipal, { status, memberId }: WorkRow) =>
  stepsFrom(status, {
    isHandler: isHandler(who),
    isFiler: memberId === who.memberId,
  });

/** A work order as one reader sees it. @throws {Problem} notFound */
export async function workDetails(tx: Tx, who: UserPrincipal, id: string): Promise<WorkDetails> {
  const work = await readWork(tx, who, id);
  const messages = await tx.rows<WorkMessage>(sql`
    select id, member_name as "memberName", member_id = ${who.memberId}::uuid as "isOwn", step, text, pictures, created_at as "createdAt"
    from work_message where tenant_id = ${who.tenantId}::uuid and work_id = ${id}::uuid order by created_at, id`);
  const { memberId: _memberId, ...shown } = work;
  return { ...shown, messages, steps: stepsOf(who, work), maySay: maySay(who, work) };
}

type Said = { id?: string | undefined; step: WorkStep | null; text: string; pictures: string[] };

async function say(
  tx: Tx,
  who: UserPrincipal,
  workId: string,
  { id = newId(), step, text, pictures }: Said,
): Promise<void> {
  await tx.rows(sql`insert into work_message (id, tenant_id, work_id, member_id, member_name, step, text, pictures, created_at)
    values (${id}::uuid, ${who.tenantId}::uuid, ${workId}::uuid, ${who.memberId}::uuid,
      coalesce((select name from member where tenant_id = ${who.tenantId}::uuid and id = ${who.memberId}::uuid), ''),
      ${step}, ${text}, ${JSON.stringify(pictures)}::jsonb, clock_timestamp()) on conflict (id) do nothing`);
}

/** Adds a message; the same id twice is one message. @throws {Problem} notFound, conflict on a cancelled order */
export async function addWorkMessage(
  tx: Tx,
  who: UserPrincipal,
  workId: string,
  message: Omit<Said, "step">,
): Promise<void> {
  const work = await readWork(tx, who, workId, true);
  const { status } = work;
  if (!maySay(who, work)) throw new Problem("forbidden", forbiddenText);
  if (status === "cancelled") throw new Problem("conflict", words.ended);
  await say(tx, who, workId, { ...message, step: null });
}

/**
 * Takes a step: the state moves and the conversation says so, together. Of two people who take one at once, one is told to look again.
 * @throws {Problem} notFound, forbidden, conflict
 */
export async function moveWork(
  tx: Tx,
  who: UserPrincipal,
  { id, step, text }: { id: string; step: WorkStep; text: string },
): Promise<void> {
  const work = await readWork(tx, who, id, true);
  if (!(workSteps[step].from as readonly WorkState[]).includes(work.status)) throw new Problem("conflict", words.moved);
  if (!stepsOf(who, work).includes(step)) throw new Problem("forbidden", forbiddenText);
  const to = workSteps[step].to;
  await tx.rows(sql`update paas_work set status = ${to}, version = version + 1, updated_at = now(),
    field_versions = field_versions || jsonb_build_object('status', version + 1)
    where tenant_id = ${who.tenantId}::uuid and id = ${id}::uuid`);
  await say(tx, who, id, { step, text, pictures: [] });
  await tx.changed(`${who.tenantId}:paasWork`);
}
