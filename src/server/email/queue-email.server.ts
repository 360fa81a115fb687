import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import type { Letter } from "./letter.server.ts";

/** `confirmation`: to an address that nobody has confirmed yet; `notice`: to a confirmed one. */
export type EmailTopic = "confirmation" | "notice";

/** Maximum messages to one address and to one member, in all spaces and in this one, within an hour and a day; `space`: of a space within a day. */
type Limits = { hour: number; day: number; space: number };

const limitsOf = ({ env }: Services): Record<EmailTopic, Limits> => ({
  // Whoever types the address of a stranger must not be able to fill that person's mailbox.
  confirmation: { hour: 3, day: 5, space: 50 },
  notice: { hour: 30, day: 100, space: env.EMAIL_PER_DAY },
});

type Recipient = { tenantId: string; memberId: string; address: string };

async function isOverLimit(
  tx: Tx,
  topic: EmailTopic,
  { tenantId, memberId, address }: Recipient,
  limits: Limits,
): Promise<boolean> {
  const [sent] = await tx.rows<{
    hour: number;
    day: number;
    memberHour: number;
    memberDay: number;
    space: number;
  }>(sql`select
    (select count(*)::int from outbox where recipient = ${address} and kind = 'email' and topic = ${topic} and created_at > now() - interval '1 hour') as hour,
    (select count(*)::int from outbox where recipient = ${address} and kind = 'email' and topic = ${topic} and created_at > now() - interval '1 day') as day,
    count(*) filter (where member_id = ${memberId}::uuid and created_at > now() - interval '1 hour')::int as "memberHour",
    count(*) filter (where member_id = ${memberId}::uuid)::int as "memberDay",
    count(*)::int as space
    from outbox where space_id = ${tenantId}::uuid and kind = 'email' and topic = ${topic} and created_at > now() - interval '1 day'`);
  const { hour, day, memberHour, memberDay, space } = sent!;
  return Math.max(hour, memberHour) >= limits.hour || Math.max(day, memberDay) >= limits.day || space >= limits.space;
}

/**
 * Queues an email in the caller's transaction. Returns false, without an email, when a limit of the address, the member or the space is reached.
 * The emails of a space are counted one after another, so that no limit is exceeded.
 */
export async function queueEmail(
  tx: Tx,
  services: Services,
  {
    topic,
    recipient,
    letter,
    lifeSeconds,
  }: { topic: EmailTopic; recipient: Recipient; letter: Letter; lifeSeconds: number },
): Promise<boolean> {
  await tx.lock(`email ${recipient.tenantId}`);
  // Members of other spaces may have typed the same address.
  if (topic === "confirmation") await tx.lock(`email ${recipient.address}`);
  if (await isOverLimit(tx, topic, recipient, limitsOf(services)[topic])) return false;
  await services.outbox.add(tx, {
    kind: "email",
    topic,
    recipient: recipient.address,
    body: letter,
    lifeSeconds,
    spaceId: recipient.tenantId,
    memberId: recipient.memberId,
  });
  return true;
}
