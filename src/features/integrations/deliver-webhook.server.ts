import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { seconds } from "#kit/format.ts";
import { type DeliveryProblem, testEvent } from "#kit/webhook.ts";
import webhook from "#entities/webhook.ts";
import { touchColumn } from "#records/change/touch-column.server.ts";
import { lockRows, patchRow } from "#records/change/patch.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import type { ErrandTarget } from "#server/jobs/define-errand.server.ts";
import { type EgressTarget, RefusedAddress } from "#server/process/egress.server.ts";
import { signatureHeaders } from "#server/process/webhook-signature.server.ts";
import { readWebhookToDeliver, type WebhookToDeliver } from "./webhook-to-deliver.server.ts";
import { webhookBody } from "./webhook-body.server.ts";
import {
  hasSucceededSince,
  maxTries,
  recordAttempt,
  takeDeliveries,
  type DueDelivery,
  type AttemptResult,
} from "./webhook-log.server.ts";

/** The number of concurrent deliveries per webhook. */
const concurrency = 5;
/** The time limit of an attempt, in ms; `delivery-texts.ts` tells people the same. */
const sendTimeout = seconds(10);
/** HTTP 410 Gone: the receiver wants no further deliveries. */
const goneStatus = 410;

type DeliveryContext = { services: Services; hook: WebhookToDeliver; signal: AbortSignal };
/** The resolved endpoint, or why nothing can be sent to it. */
type Target = EgressTarget | DeliveryProblem;

async function findTarget({ services, hook }: DeliveryContext): Promise<Target> {
  if (hook.secrets.length === 0) return "secret";
  try {
    return await services.egress.resolve(hook.address);
  } catch (error) {
    if (error instanceof RefusedAddress) return error.reason;
    throw error;
  }
}

type Exchange = Pick<AttemptResult, "request" | "answer"> & { status?: number; problem?: DeliveryProblem };

/** Sends a signed body and returns the response or the problem. */
async function postBody(
  { services, hook, signal }: DeliveryContext,
  target: Target,
  id: string,
  body: string,
): Promise<Exchange> {
  if (typeof target === "string") return { problem: target };
  const timeout = AbortSignal.timeout(sendTimeout);
  const timestamp = Math.floor(Date.now() / 1000);
  try {
    const { status, text } = await services.egress.send(target, {
      headers: {
        "content-type": "application/json",
        "user-agent": "Meridian-Webhooks/1",
        ...signatureHeaders(hook.secrets, { id, timestamp, body }),
      },
      body,
      signal: AbortSignal.any([timeout, signal]),
    });
    const isAccepted = status >= 200 && status < 300;
    return { request: body, answer: text, status, ...(isAccepted ? {} : { problem: "status" }) };
  } catch {
    return { request: body, problem: timeout.aborted ? "timeout" : "connection" };
  }
}

/** Makes one attempt at a delivery; does not record it. */
async function attemptDelivery(
  context: DeliveryContext,
  target: Target,
  delivery: DueDelivery,
): Promise<AttemptResult> {
  const startTime = new Date().toISOString();
  const startMs = performance.now();
  const elapsedMs = () => Math.round(performance.now() - startMs);
  const body = await webhookBody(context.services, context.hook, delivery);
  if (body === undefined) return { attempt: { at: startTime, problem: "rights", ms: elapsedMs() }, state: "skipped" };
  const { status, problem, request, answer } = await postBody(context, target, delivery.id, body);
  const attempt = {
    at: startTime,
    ms: elapsedMs(),
    ...(status === undefined ? {} : { status }),
    ...(problem === undefined ? {} : { problem }),
  };
  const isFinal = delivery.tries >= maxTries || delivery.event === testEvent || status === goneStatus;
  const state = problem === undefined ? "sent" : isFinal ? "failed" : "waiting";
  return { attempt, state, ...(request === undefined ? {} : { request }), ...(answer === undefined ? {} : { answer }) };
}

/** Pauses the webhook and records the pause in its history; pending deliveries keep waiting. */
async function pause({ services, hook }: DeliveryContext, status: "failing" | "revoked"): Promise<void> {
  const { id, tenantId } = hook;
  services.log.warn({ webhook: id, status }, "a webhook is paused");
  await services.database.tenant(tenantId, async (tx) => {
    const [lockedRow] = await lockRows(tx, webhook, sql`tenant_id = ${tenantId}::uuid and id = ${id}::uuid`);
    if (lockedRow?.row.status === "active")
      await patchRow(tx, asProgram(services, tenantId), webhook, lockedRow, { values: { status } });
  });
}

/** Makes an attempt at a delivery and records its result. Returns false if the attempt failed or the process is stopping. */
async function deliver(context: DeliveryContext, target: Target, delivery: DueDelivery): Promise<boolean> {
  const { services, hook, signal } = context;
  const result = await attemptDelivery(context, target, delivery);
  // The process is stopping: another process takes over the delivery when its lease has expired.
  if (signal.aborted && result.state !== "sent") return false;
  const shouldPause = await services.database.tenant(hook.tenantId, async (tx) => {
    await recordAttempt(tx, delivery, result);
    if (result.state === "sent") await tx.rows(touchColumn(webhook, "lastSentAt", sql`id = ${hook.id}::uuid`));
    if (result.attempt.status === goneStatus) return true;
    const hasFailed = result.state === "failed" && delivery.event !== testEvent;
    return hasFailed && !(await hasSucceededSince(tx, hook.id, delivery));
  });
  if (shouldPause) await pause(context, "failing");
  return result.attempt.problem === undefined || result.attempt.problem === "rights";
}

/**
 * Sends the due deliveries of a webhook, in small groups. If all deliveries of a group fail, the remaining ones wait for the next call, so that a
 * receiver that is down gets only a few requests a minute and does not delay other webhooks.
 */
export async function deliverWebhook(webhookKey: ErrandTarget, services: Services, signal: AbortSignal): Promise<void> {
  for (;;) {
    const hook = signal.aborted ? undefined : await readWebhookToDeliver(services, webhookKey);
    if (hook === undefined) return;
    const context: DeliveryContext = { services, hook, signal };
    if (hook.principal === undefined && hook.status === "active") await pause(context, "revoked");
    const isPaused = hook.status !== "active" || hook.principal === undefined;
    const deliveries = await services.database.tenant(hook.tenantId, (tx) =>
      takeDeliveries(tx, hook.id, { isPaused, limit: concurrency }),
    );
    if (deliveries.length === 0) return;
    const target = await findTarget(context);
    const outcomes = await Promise.all(deliveries.map((delivery) => deliver(context, target, delivery)));
    if (!outcomes.includes(true)) return;
  }
}
