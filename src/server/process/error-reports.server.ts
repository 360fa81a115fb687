import { seconds } from "#kit/format.ts";
import { buildVersion } from "#kit/version.ts";
import { type ErrorOutline, withoutMessage } from "./error-outline.server.ts";
import { newId } from "./id.server.ts";
import type { Logger } from "./log.server.ts";
import { providerFetch } from "./provider-fetch.server.ts";
import { sha256 } from "./secrets.server.ts";
import { isWebhookSecret, signatureHeaders } from "./webhook-signature.server.ts";

declare module "#kit/call.ts" {
  interface Services {
    errorReports: ErrorReports;
  }
}

export type ErrorReportSettings = {
  ERROR_WEBHOOK_URL?: string | undefined;
  ERROR_WEBHOOK_SECRET?: string | undefined;
  ERROR_WEBHOOK_SECONDS: number;
};

/** A failure that the program did not expect. */
export type Failure = {
  source: "request" | "job" | "upkeep" | "process";
  /** What failed, in words of the program: the pattern of a route, the name of a job. Never what somebody sent. */
  place: string;
  error: unknown;
  /** By which its line in the log is found: the id of the request or of the job's failure. */
  reference?: string;
};

/** Tells the operator's webhook of failures. */
export type ErrorReports = {
  /** Queues a failure. Takes no time, and never throws. */
  add: (failure: Failure) => void;
  /** Sends what waits, once, and ends. */
  stop: () => Promise<void>;
};

/** Failures of the same kind at the same place of the program. */
type Group = Omit<Failure, "error"> & ErrorOutline & { id: string; count: number; firstAt: string; lastAt: string };

/** Distinct failures that wait; what is beyond is only counted. */
const maxGroups = 50;
const maxStackLength = 2000;
/** ms in which failures with one cause come together before the first report. */
const gatherTime = seconds(1);
const sendTimeout = seconds(5);

/** The problems of the settings, each with an explanation that repeats no value. */
export function errorReportProblems({
  ERROR_WEBHOOK_URL,
  ERROR_WEBHOOK_SECRET,
}: ErrorReportSettings): { name: string; message: string }[] {
  if (ERROR_WEBHOOK_URL === undefined) return [];
  if (ERROR_WEBHOOK_SECRET !== undefined && isWebhookSecret(ERROR_WEBHOOK_SECRET)) return [];
  return [
    {
      name: "ERROR_WEBHOOK_SECRET",
      message: "ERROR_WEBHOOK_URL needs it: whsec_ and at least 24 random bytes in base64",
    },
  ];
}

function groupOf({ error, ...failure }: Failure): Group {
  const outline = withoutMessage(error);
  const now = new Date().toISOString();
  const id = sha256(JSON.stringify([failure.source, failure.place, outline])).slice(0, 16);
  return {
    ...failure,
    ...outline,
    stack: outline.stack.slice(0, maxStackLength),
    id,
    count: 1,
    firstAt: now,
    lastAt: now,
  };
}

/** Both counts of one group; the reference is the newest. */
const merge = (older: Group, newer: Group): Group => ({
  ...newer,
  count: older.count + newer.count,
  firstAt: older.firstAt,
});

/**
 * Reports to ERROR_WEBHOOK_URL: failures in groups, at most one report in ERROR_WEBHOOK_SECONDS. What could not be sent waits for the next report.
 * Failures of sending go to the log and are never reported themselves.
 */
export function createErrorReports(settings: ErrorReportSettings, log: Pick<Logger, "warn" | "info">): ErrorReports {
  const { ERROR_WEBHOOK_URL, ERROR_WEBHOOK_SECRET = "" } = settings;
  if (ERROR_WEBHOOK_URL === undefined) return { add: () => undefined, stop: () => Promise.resolve() };
  const url = new URL(ERROR_WEBHOOK_URL);
  const interval = seconds(settings.ERROR_WEBHOOK_SECONDS);
  const groups = new Map<string, Group>();
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;
  let nextSendAt = 0;
  let isFailing = false;
  let isStopping = false;

  function keep(group: Group): void {
    const existing = groups.get(group.id);
    if (existing !== undefined) groups.set(group.id, merge(...inOrder(existing, group)));
    else if (groups.size < maxGroups) groups.set(group.id, group);
    else dropped += group.count;
  }

  async function post(errors: readonly Group[], droppedCount: number): Promise<void> {
    const id = newId();
    const timestamp = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({
      type: "errors",
      timestamp: new Date().toISOString(),
      data: { version: buildVersion, errors, dropped: droppedCount },
    });
    const headers = {
      "content-type": "application/json",
      "user-agent": "Meridian-Errors/1",
      ...signatureHeaders([ERROR_WEBHOOK_SECRET], { id, timestamp, body }),
    };
    const { status } = await providerFetch(url, { headers, body, signal: AbortSignal.timeout(sendTimeout) });
    if (status < 200 || status > 299) throw new Error(`status ${status}`);
  }

  async function send(): Promise<void> {
    if (groups.size === 0) return;
    const errors = [...groups.values()];
    const droppedCount = dropped;
    groups.clear();
    dropped = 0;
    nextSendAt = Date.now() + interval;
    try {
      await post(errors, droppedCount);
      if (isFailing) log.info("error reports are sent again");
      isFailing = false;
    } catch (error) {
      for (const group of errors) keep(group);
      dropped += droppedCount;
      if (!isFailing) log.warn({ err: withoutMessage(error) }, "error reports cannot be sent; they wait");
      isFailing = true;
    }
  }

  function schedule(): void {
    if (isStopping || timer !== undefined || sending !== undefined) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        sending = send().finally(() => {
          sending = undefined;
          if (groups.size > 0) schedule();
        });
      },
      Math.max(gatherTime, nextSendAt - Date.now()),
    ).unref();
  }

  return {
    add(failure) {
      keep(groupOf(failure));
      schedule();
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await sending;
      await send();
    },
  };
}

/** The older group first. */
const inOrder = (a: Group, b: Group): [Group, Group] => (a.lastAt <= b.lastAt ? [a, b] : [b, a]);
