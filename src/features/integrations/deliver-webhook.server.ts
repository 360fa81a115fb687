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
import { openWebhook, type OpenWebhook } from "./open-webhook.server.ts";
import { webhookBody } from "./webhook-body.server.ts";
import {
  hasSucceededSince,
  maxTries,
  recordAttempt,
  takeDeliveries,
  type DueDelivery,
  type AttemptResult,
} from "./webhook-log.server.ts";
import { signatureHeaders } from "./webhook-secret.server.ts";

/** The number of concurrent deliveries of a webhook, and the time limit of each. */
const concurrency = 5;
const sendTimeout = seconds(10);
/** HTTP 410 Gone: the receiver wants no further deliveries. */
const goneStatus = 410;

type Work = { services: Services; hook: OpenWebhook; signal: AbortSignal };
/** The resolved address for these deliveries, or why it cannot be used. */
type Target = EgressTarget | DeliveryProblem;

async function findTarget({ services, hook }: Work): Promise<Target> {
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
async function exchange({ services, hook, signal }: Work, target: Target, id: string, body: string): Promise<Exchange> {
  if (typeof target === "string") return { problem: target };
  const timeout = AbortSignal.timeout(sendTimeout);
  const timestamp = Math.floor(Date.now() / 1000);
  try {
    const { status, text } = await services.egress.post(target, {
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

/** Makes one attempt at a delivery. */
async function attemptDelivery(work: Work, target: Target, delivery: DueDelivery): Promise<AttemptResult> {
  const time = new Date().toISOString();
  const startedAt = performance.now();
  const ms = () => Math.round(performance.now() - startedAt);
  const body = await webhookBody(work.services, work.hook, delivery);
  if (body === undefined) return { attempt: { at: time, problem: "rights", ms: ms() }, state: "skipped" };
  const { status, problem, request, answer } = await exchange(work, target, delivery.id, body);
  const attempt = {
    at: time,
    ms: ms(),
    ...(status === undefined ? {} : { status }),
    ...(problem === undefined ? {} : { problem }),
  };
  const isFinal = delivery.tries >= maxTries || delivery.event === testEvent || status === goneStatus;
  const state = problem === undefined ? "sent" : isFinal ? "failed" : "waiting";
  return { attempt, state, ...(request === undefined ? {} : { request }), ...(answer === undefined ? {} : { answer }) };
}

/** Pauses the webhook, recorded in its history; pending deliveries keep waiting. */
async function pause({ services, hook }: Work, status: "failing" | "revoked"): Promise<void> {
  const { id, tenantId } = hook;
  services.log.warn({ webhook: id, status }, "a webhook is paused");
  await services.database.tenant(tenantId, async (tx) => {
    const [target] = await lockRows(tx, webhook, sql`tenant_id = ${tenantId}::uuid and id = ${id}::uuid`);
    if (target?.row.status === "active")
      await patchRow(tx, asProgram(services, tenantId), webhook, target, { values: { status } });
  });
}

/** Makes an attempt at a delivery and records its result; false when it failed. */
async function deliver(work: Work, target: Target, delivery: DueDelivery): Promise<boolean> {
  const { services, hook, signal } = work;
  const result = await attemptDelivery(work, target, delivery);
  // The process is stopping: the delivery is taken again when its lease has expired.
  if (signal.aborted && result.state !== "sent") return false;
  const isExhausted = await services.database.tenant(hook.tenantId, async (tx) => {
    await recordAttempt(tx, delivery, result);
    if (result.state === "sent") await tx.rows(touchColumn(webhook, "lastSentAt", sql`id = ${hook.id}::uuid`));
    if (result.attempt.status === goneStatus) return true;
    const hasFailed = result.state === "failed" && delivery.event !== testEvent;
    return hasFailed && !(await hasSucceededSince(tx, hook.id, delivery));
  });
  if (isExhausted) await pause(work, "failing");
  return result.attempt.problem === undefined || result.attempt.problem === "rights";
}

/**
 * Sends the due deliveries of a webhook, in small groups. When a whole group has failed, the others wait for the next call: a receiver that is down gets
 * a few requests a minute, and no other webhook waits for it.
 */
export async function deliverWebhook(subject: ErrandTarget, services: Services, signal: AbortSignal): Promise<void> {
  for (;;) {
    const hook = signal.aborted ? undefined : await openWebhook(services, subject);
    if (hook === undefined) return;
    const work: Work = { services, hook, signal };
    if (hook.principal === undefined && hook.status === "active") await pause(work, "revoked");
    const isPaused = hook.status !== "active" || hook.principal === undefined;
    const deliveries = await services.database.tenant(hook.tenantId, (tx) =>
      takeDeliveries(tx, hook.id, { isPaused, limit: concurrency }),
    );
    if (deliveries.length === 0) return;
    const target = await findTarget(work);
    const outcomes = await Promise.all(deliveries.map((delivery) => deliver(work, target, delivery)));
    if (!outcomes.includes(true)) return;
  }
}
