import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { NoticeContent, NoticeEvent } from "#kit/notice.ts";
import paasWork from "#entities/paasWork.ts";
import { readerIdsOf } from "#records/query/readers.server.ts";
import { viewOf } from "#records/registry/view.server.ts";
import { addNotices } from "#server/notices/notices.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";

/** Whether a person can change work orders of their space that they did not file. The rules of their roles may restrict which ones. */
const mayHandle = (principal: UserPrincipal): boolean => {
  const { may, limits } = viewOf(principal, paasWork);
  // A limit without rules allows only the person's own orders.
  return may.has("update") && (limits.get("update") ?? []).every(({ rules }) => rules.length > 0);
};

type WorkNotice = {
  event: Extract<NoticeEvent, `work.${string}`>;
  content: NoticeContent;
  /** Id of the member, of either space, who caused the event. That member is not notified. */
  causedBy: string;
  /** Whether all handlers are notified, besides the filer and the participants of the conversation. */
  notifiesHandlers: boolean;
};

/** Notifies the people of one space about an event of their space's row of a work order. The transaction must run in that space. */
export async function notifyOfWork(
  tx: Tx,
  row: { tenantId: string; id: string },
  { event, content, causedBy, notifiesHandlers }: WorkNotice,
): Promise<void> {
  const { tenantId, id } = row;
  const participants = await tx.rows<{ memberId: string }>(sql`select member_id as "memberId" from paas_work
      where tenant_id = ${tenantId}::uuid and id = ${id}::uuid and member_id is not null
    union select member_id from work_message where tenant_id = ${tenantId}::uuid and work_id = ${id}::uuid and member_id is not null`);
  const participantIds = participants.map(({ memberId }) => memberId);
  const isWanted = (principal: UserPrincipal) =>
    principal.memberId !== causedBy &&
    (participantIds.includes(principal.memberId) || (notifiesHandlers && mayHandle(principal)));
  const memberIds = await readerIdsOf(tx, paasWork, row, { ids: participantIds, isWanted, quotes: ["title"] });
  await addNotices(tx, { tenantId, memberIds }, { event, about: id, content, url: `/paas/paasWork/details?id=${id}` });
}
