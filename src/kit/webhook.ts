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

export const eventNames: Record<WebhookEvent, Text> = {
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
/** The state of a delivery. `skipped`: the webhook may no longer read the row. */
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
/** Why a try failed: what the address is, where its name leads, how the connection went, what was answered, whose rights are gone, or that the secret was sealed with another key. */
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
