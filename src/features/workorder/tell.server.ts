import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { NoticeContent, NoticeEvent } from "#kit/notice.ts";
import paasWork from "#entities/paasWork.ts";
import { readersOf } from "#records/query/readers.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { addNotices } from "#server/notices/notices.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** Whether a person can change work orders of their space that they did not file. Which of them, the rules of their roles say. */
const mayHandle = (principal: UserPrincipal): boolean => {
  const { may, limits } = viewOf(principal, paasWork);
  return may.has("update") && (limits.get("update") ?? []).every(({ rules }) => rules.length > 0);
};

type WorkNotice = {
  event: Extract<NoticeEvent, `work.${string}`>;
  content: NoticeContent;
  /** The member who caused the event, of either space. */
  by: string;
  /** Whether all handlers are notified, besides the filer and the participants of the conversation. */
  notifiesHandlers: boolean;
};

/** Notifies the people of one space about an event of their row of a work order. The transaction must see that space. */
export async function notifyOfWork(
  tx: Tx,
  row: { tenantId: string; id: string },
  { event, content, by, notifiesHandlers }: WorkNotice,
): Promise<void> {
  const { tenantId, id } = row;
  const involved = await tx.rows<{ memberId: string }>(sql`select member_id as "memberId" from paas_work
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and member_id is not null
    union select member_id from work_message where tenant_id = ${tenantId}::uuid and work_id = ${id}::uuid and member_id is not null`);
  const ids = involved.map(({ memberId }) => memberId);
  const isWanted = (principal: UserPrincipal) =>
    principal.memberId !== by && (ids.includes(principal.memberId) || (notifiesHandlers && mayHandle(principal)));
  const memberIds = await readersOf(tx, paasWork, row, { ids, isWanted, quotes: ["title"] });
  await addNotices(tx, { tenantId, memberIds }, { event, about: id, content, url: `/paas/paasWork/details?id=${id}` });
}
