import { type SQL, sql } from "drizzle-orm";
import type { DeliveryAttempt, DeliveryState } from "#kit/webhook.ts";
import { deliveryDays, testEvent } from "#kit/webhook.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { deliveriesTag } from "#server/postgres/tags.server.ts";
import { newId } from "#server/process/id.server.ts";

/** Seconds until the next attempt, by the number of attempts so far: eight attempts within about a day. */
const retryDelays = [60, 300, 1800, 7200, 18_000, 28_800, 28_800];
/** The maximum number of attempts at a delivery. */
export const maxTries = retryDelays.length + 1;
/** How long a delivery is reserved for the process that sends it: a PostgreSQL interval. */
const lease = "2 minutes";
/** The maximum number of attempts stored per delivery. */
const maxAttempts = 20;
/** The maximum number of characters stored of a request and of a response. */
const maxRequestLength = 20_000;
const maxAnswerLength = 2000;
/** The maximum number of deliveries stored per webhook. */
const maxDeliveries = 10_000;

/** A delivery to send now. `entity`, `rowId`, `version` and `changed` are null for a test. */
export type DueDelivery = {
  id: string;
  event: string;
  entity: string | null;
  rowId: string | null;
  version: number | null;
  /** Names of the changed fields. */
  changed: string[] | null;
  /** Whether a person requested the delivery: a test, or sending again. */
  isManual: boolean;
  /** The number of attempts, including the current one. */
  tries: number;
  createdAt: string;
};

const columns = sql`id, event, entity, row_id as "rowId", version, changed, is_manual as "isManual", tries, created_at as "createdAt"`;

/** SQL condition of due deliveries, including deliveries whose lease has expired. */
const isDue = sql`state in ('waiting', 'sending') and due_at <= now()`;

/** Reserves due deliveries for this process, earliest first. `isPaused`: only those that a person requested. */
export const takeDeliveries = (
  tx: Tx,
  webhookId: string,
  { isPaused, limit }: { isPaused: boolean; limit: number },
): Promise<DueDelivery[]> =>
  tx.rows<DueDelivery>(sql`update webhook_delivery set state = 'sending', tries = tries + 1, due_at = now() + ${lease}::interval
    where id in (select id from webhook_delivery where webhook_id = ${webhookId}::uuid and ${isDue}
      ${isPaused ? sql`and is_manual` : sql``} order by due_at, id limit ${limit} for update skip locked)
    returning ${columns}`);

/** The result of an attempt at a delivery. */
export type AttemptResult = { attempt: DeliveryAttempt; state: DeliveryState; request?: string; answer?: string };

/** SQL value: the stored attempts and a new one, without the oldest if there are too many. */
const withAttempt = (attempt: DeliveryAttempt): SQL =>
  sql`case when jsonb_array_length(attempts) >= ${maxAttempts} then attempts - 0 else attempts end || ${JSON.stringify([attempt])}::jsonb`;

/** Records an attempt at a reserved delivery and schedules the next one by `retryDelays`. */
export async function recordAttempt(tx: Tx, { id, tries }: DueDelivery, result: AttemptResult): Promise<void> {
  const { attempt, state, request = null, answer = null } = result;
  const delay = retryDelays[tries - 1] ?? retryDelays.at(-1)!;
  // A random delay spreads the retries of deliveries that failed together.
  const nextDueAt = sql`now() + make_interval(secs => ${delay} * (1 + random() * 0.1))`;
  await tx.rows(sql`update webhook_delivery set state = ${state}, is_manual = false, attempts = ${withAttempt(attempt)},
    due_at = case when ${state} = 'waiting' then ${nextDueAt} else due_at end, ended_at = case when ${state} = 'waiting' then null else now() end,
    request = coalesce(${request?.slice(0, maxRequestLength) ?? null}, request), answer = ${answer?.slice(0, maxAnswerLength).replaceAll("\0", "") ?? null}
    where id = ${id}::uuid`);
}

/** Whether any delivery of the webhook has succeeded since this one was queued. */
export async function hasSucceededSince(tx: Tx, webhookId: string, { createdAt }: DueDelivery): Promise<boolean> {
  const rows = await tx.rows(sql`select 1 from webhook_delivery
    where webhook_id = ${webhookId}::uuid and state = 'sent' and ended_at > ${createdAt}::timestamptz limit 1`);
  return rows.length > 0;
}

type WebhookKey = { tenantId: string; webhookId: string };

/** Queues a test delivery without content. Returns its id. */
export async function queueTest(tx: Tx, { tenantId, webhookId }: WebhookKey): Promise<string> {
  const id = newId();
  await tx.rows(sql`insert into webhook_delivery (id, tenant_id, webhook_id, event, is_manual)
    values (${id}::uuid, ${tenantId}::uuid, ${webhookId}::uuid, ${testEvent}, true)`);
  await tx.notifyChanged(deliveriesTag(tenantId, webhookId));
  return id;
}

/** Queues a delivery again, with the same id. Returns false if it does not exist or is being sent. */
export async function requeue(tx: Tx, { tenantId, id }: { tenantId: string; id: string }): Promise<boolean> {
  const [row] = await tx.rows<{ webhookId: string }>(sql`update webhook_delivery d
    set state = 'waiting', is_manual = true, due_at = now(), ended_at = null
    where d.tenant_id = ${tenantId}::uuid and d.id = ${id}::uuid and (d.state <> 'sending' or d.due_at <= now())
      and exists (select from webhook w where w.id = d.webhook_id and w.deleted_at is null)
    returning webhook_id as "webhookId"`);
  if (row === undefined) return false;
  await tx.notifyChanged(deliveriesTag(tenantId, row.webhookId));
  return true;
}

const logColumns = sql`id, event, entity, row_id as "rowId", state, tries, due_at as "dueAt", created_at as "createdAt", attempts -> -1 as last`;

/** A delivery in a list. `last`: the latest attempt. */
export type DeliveryRow = {
  id: string;
  event: string;
  entity: string | null;
  rowId: string | null;
  state: DeliveryState;
  tries: number;
  dueAt: string;
  createdAt: string;
  last: DeliveryAttempt | null;
};

/** The deliveries of a webhook, newest first. `before`: the id of the last delivery of the previous page. */
export const readDeliveries = (
  tx: Tx,
  { tenantId, webhookId }: WebhookKey,
  { state, before, limit }: { state?: DeliveryState | undefined; before?: string | undefined; limit: number },
): Promise<DeliveryRow[]> =>
  tx.rows<DeliveryRow>(sql`select ${logColumns} from webhook_delivery
    where tenant_id = ${tenantId}::uuid and webhook_id = ${webhookId}::uuid
      ${state === undefined ? sql`` : sql`and state = ${state}`} ${before === undefined ? sql`` : sql`and id < ${before}::uuid`}
    order by id desc limit ${limit}`);

/** A delivery with its attempts, and the bodies of the latest request and response. */
export type DeliveryDetails = DeliveryRow & {
  webhookId: string;
  attempts: DeliveryAttempt[];
  request: string | null;
  answer: string | null;
};

/** Undefined if the space has no such delivery. */
export async function readDelivery(
  tx: Tx,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<DeliveryDetails | undefined> {
  const [row] =
    await tx.rows<DeliveryDetails>(sql`select ${logColumns}, webhook_id as "webhookId", attempts, request, answer
    from webhook_delivery where tenant_id = ${tenantId}::uuid and id = ${id}::uuid`);
  return row;
}

/**
 * Deletes deliveries older than `deliveryDays`, pending or not, and all but the latest `maxDeliveries` of each webhook if they have ended. Returns
 * the larger count of the two deletions: below `limit`, nothing is left to delete.
 */
export async function purgeDeliveries(tx: Tx, limit: number): Promise<number> {
  const isOld = sql`created_at < now() - make_interval(days => ${deliveryDays})`;
  const deletedCount = await deleteRows(tx, "webhook_delivery", isOld, limit);
  const isBeyondMaximum = sql`ended_at is not null and id < any (select nth.id from webhook w, lateral (select id from webhook_delivery d
    where d.tenant_id = w.tenant_id and d.webhook_id = w.id order by id desc offset ${maxDeliveries} limit 1) nth where w.id = webhook_delivery.webhook_id)`;
  return Math.max(deletedCount, await deleteRows(tx, "webhook_delivery", isBeyondMaximum, limit));
}

/** Webhooks with due deliveries, across all spaces that are not suspended. */
export const listDueWebhooks = (tx: Tx): Promise<{ tenantId: string; id: string }[]> =>
  tx.rows(sql`select w.tenant_id as "tenantId", w.id from webhook w join tenant t on t.id = w.tenant_id
    where w.deleted_at is null and t.suspended_at is null and exists (select from webhook_delivery d
    where d.webhook_id = w.id and ${isDue} and (w.status = 'active' or d.is_manual))`);
