import type { Text } from "./text.ts";

/** The services of others that the program uses, in the order in which they are shown. */
export const adapters = ["sms", "email", "ai", "translation", "storage", "scanner"] as const;
export type Adapter = (typeof adapters)[number];

/** `set`: the operator named a provider. `local`: what comes with the program takes its place. `off`: the function is not available. */
export const adapterStates = ["set", "local", "off"] as const;
export type AdapterState = (typeof adapterStates)[number];

/** The queues of the installation. `work`: jobs that people start; `errand`: work that a change announces; the last three are messages to others. */
export const queueNames = ["work", "upkeep", "errand", "sms", "email", "webhook"] as const;
export type QueueName = (typeof queueNames)[number];

/** Names of queues, also in the metrics of the screen. */
export const queueTitles: Record<QueueName, Text> = {
  work: { zh: "任务", en: "Jobs" },
  upkeep: { zh: "系统维护", en: "Upkeep" },
  errand: { zh: "即时处理", en: "Errands" },
  sms: { zh: "短信", en: "Text messages" },
  email: { zh: "邮件", en: "Emails" },
  webhook: { zh: "Webhook 推送", en: "Webhook deliveries" },
};

/** What a process says of itself with each beat. */
export type ProcessFigures = {
  /** Whether it runs jobs. */
  isWorking: boolean;
  /** Bytes of memory that the process holds, and of the objects of the program among them. */
  memory: number;
  heap: number;
  /** Bytes that are free on the disk of the data folder; null when that cannot be read. */
  freeDisk: number | null;
  /** ms that the event loop was late since the last beat: the 99th percentile, and the worst. */
  delay: number;
  worstDelay: number;
  /** Connections to the database: in use, the most there may be, and requests that wait for one. */
  connections: { used: number; max: number; waiting: number };
  /** Seconds that each replica is behind; null while it is away. */
  replicas: { name: string; lag: number | null }[];
};

/** Seconds between two beats of a process, and after which a process without a beat counts as silent. */
export const beatSeconds = 10;
export const silentSeconds = 35;
