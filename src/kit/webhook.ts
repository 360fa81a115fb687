import type { ChangeVerb } from "./row-history.ts";
import type { Text } from "./text.ts";

/** The names of changes in webhooks: `news.created`. */
export const webhookEvents = ["created", "updated", "deleted", "restored"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The event of a change; undefined for a permanent deletion, because the row was deleted before. */
export const eventOfVerb: Readonly<Partial<Record<ChangeVerb, WebhookEvent>>> = {
  add: "created",
  update: "updated",
  delete: "deleted",
  restore: "restored",
};

export const webhookEventNames: Record<WebhookEvent, Text> = {
  created: { zh: "新增", en: "Created" },
  updated: { zh: "修改", en: "Updated" },
  deleted: { zh: "删除", en: "Deleted" },
  restored: { zh: "恢复", en: "Restored" },
};

/** The events of one entity that a webhook receives. */
export type Subscription = { entity: string; events: WebhookEvent[] };

/** The event of a test delivery. */
export const testEvent = "webhook.test";

export const deliveryStates = ["waiting", "sending", "sent", "failed", "skipped"] as const;
/** The state of a delivery. `skipped`: the webhook may not read the row. */
export type DeliveryState = (typeof deliveryStates)[number];

export const deliveryProblems = [
  "address",
  "insecure",
  "private",
  "name",
  "connection",
  "timeout",
  "status",
  "rights",
  "secret",
] as const;
/**
 * Why an attempt failed. `address`, `insecure`, `private`: the address is invalid, not https or not public; `name`: its host name does not resolve;
 * `connection`, `timeout`, `status`: the connection failed, timed out, or the response was not a success; `rights`: the rights of the webhook were
 * revoked; `secret`: the secret was encrypted with another key.
 */
export type DeliveryProblem = (typeof deliveryProblems)[number];

/** One attempt at a delivery. `status`: of the HTTP response, if there was one; `ms`: its duration. */
export type DeliveryAttempt = {
  at: string;
  status?: number | undefined;
  problem?: DeliveryProblem | undefined;
  ms: number;
};

/** Days for which deliveries are stored. */
export const deliveryDays = 30;

/** Days for which the previous secret signs as well. */
export const secretOverlapDays = 1;
