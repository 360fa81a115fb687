import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";
import { tokenHash } from "#server/process/secrets.server.ts";
import { recordEvent } from "./security-events.server.ts";

/** Attempts with the same key within an hour without a delay; each further attempt doubles the delay: 1, 2, 4 ... `maxWait` seconds. */
const freeAttempts = 5;
/** Seconds. */
const maxWait = 900;
/** Attempts on one account within an hour, by anyone. */
const maxPerAccount = 100;
/** Failures of one network within ten minutes, and the seconds for which it then has to wait. */
const maxSourceFailures = 20;
const sourceWait = 600;
/** Attempts on one account within an hour that count as an attack (T-19). */
const alarmThreshold = 20;

const tooManyText = {
  zh: "尝试次数过多，请在 {n} 秒后重试",
  en: "Too many attempts. Try again in {n} {n|second|seconds}.",
};

/**
 * Identifies attempts that are counted together: those of all unknown devices on one account, or those of one known device, so that its owner can
 * sign in while strangers guess (T-20). Passwords and second factors are counted separately: a correct password must not reset wrong codes.
 * Activation codes are counted per space.
 */
export type AttemptKey = {
  /**
   * The id of the account, or the typed name if there is no such account, so that both get the same responses (T-16). For activation codes, the id of
   * the space.
   */
  account: string;
  accountId: string | undefined;
  device: string | undefined;
  step: "password" | "second" | "activation";
};
/** The key for attempts on an existing account. */
export const accountAttemptKey = (accountId: string, step: "password" | "second", device?: string): AttemptKey => ({
  account: accountId,
  accountId,
  device,
  step,
});
export type Attempt = { id: string; key: AttemptKey };

const subjectOf = ({ account, device = "", step }: AttemptKey) => `${step} ${account} ${device}`;

/** Recent attempts, counted for each limit. `attempts` and `accountAttempts` leave out refused attempts; `allAccountAttempts` includes them. */
type Usage = {
  attempts: number;
  /** Seconds since the last attempt; null when there is none. */
  secondsSince: number | null;
  sourceFailures: number;
  accountAttempts: number;
  allAccountAttempts: number;
};

/** The seconds that this attempt has to wait; zero or less for none. */
function waitOf(attemptKey: AttemptKey, { attempts, secondsSince, sourceFailures, accountAttempts }: Usage): number {
  const delay = attempts < freeAttempts ? 0 : Math.min(maxWait, 2 ** (attempts - freeAttempts));
  if (accountAttempts >= maxPerAccount) return maxWait;
  if (attemptKey.device === undefined && sourceFailures >= maxSourceFailures) return sourceWait;
  // A transaction that waited for the lock began before the attempts that it sees, so the elapsed time may be negative.
  return delay === 0 ? 0 : Math.ceil(delay - (secondsSince ?? Infinity));
}

async function usageOf(tx: Tx, attemptKey: AttemptKey, source: string): Promise<Usage> {
  const subject = subjectOf(attemptKey);
  const [usage] = await tx.rows<Usage>(sql`select
    (select count(*)::int from attempt where subject = ${subject} and state <> 'refused' and created_at > now() - interval '1 hour') as attempts,
    (select extract(epoch from now() - max(created_at))::float8 from attempt where subject = ${subject} and state <> 'refused') as "secondsSince",
    (select count(*)::int from attempt where source = ${source} and state = 'failed' and (subject like 'activation %') = ${attemptKey.step === "activation"} and created_at > now() - interval '10 minutes') as "sourceFailures",
    (select count(*)::int from attempt where account = ${attemptKey.account} and state <> 'refused' and created_at > now() - interval '1 hour') as "accountAttempts",
    (select count(*)::int from attempt where account = ${attemptKey.account} and created_at > now() - interval '1 hour') as "allAccountAttempts"`);
  return usage!;
}

/** Records an attack on an account, or the blocking of a network, at most once an hour. */
async function recordAttack(
  tx: Tx,
  services: Services,
  { attemptKey, usage, source }: { attemptKey: AttemptKey; usage: Usage; source: string },
) {
  if (usage.allAccountAttempts >= alarmThreshold)
    await recordEvent(tx, services, {
      kind: "accountUnderAttack",
      accountId: attemptKey.accountId,
      source,
      // Only a hash of the typed name is stored: people sometimes type their password there.
      dedupe: { subject: tokenHash(attemptKey.account), span: "hour" },
    });
  if (usage.sourceFailures >= maxSourceFailures)
    await recordEvent(tx, services, { kind: "networkBlocked", source, dedupe: { subject: source, span: "hour" } });
}

/** A counted attempt, and the seconds to wait before its secret may be checked; zero or less for none. */
export type CountedAttempt = { attempt: Attempt; wait: number };

/**
 * Counts an attempt in a running transaction. The caller has to commit even if the attempt is refused, because refused attempts count too.
 * @param options.attemptId the id of an attempt that a client may repeat: the same id counts once
 */
export async function countAttempt(
  tx: Tx,
  services: Services,
  { attemptKey, source, attemptId }: { attemptKey: AttemptKey; source: string; attemptId?: string | undefined },
): Promise<CountedAttempt> {
  const id = attemptId ?? newId();
  await tx.lock(`attempt ${attemptKey.account}`);
  const recordedAttempts =
    attemptId === undefined ? [] : await tx.rows(sql`select 1 from attempt where id = ${id}::uuid`);
  if (recordedAttempts.length > 0) return { attempt: { id, key: attemptKey }, wait: 0 };
  const usage = await usageOf(tx, attemptKey, source);
  const wait = waitOf(attemptKey, usage);
  // After the alarm, refused attempts are not stored: a flood of them must not fill the table.
  if (wait <= 0 || usage.allAccountAttempts < alarmThreshold)
    await tx.rows(sql`insert into attempt (id, subject, account, source, state)
      values (${wait > 0 ? newId() : id}::uuid, ${subjectOf(attemptKey)}, ${attemptKey.account}, ${source}, ${wait > 0 ? "refused" : "pending"})`);
  await recordAttack(tx, services, { attemptKey, usage, source });
  return { attempt: { id, key: attemptKey }, wait };
}

/** @throws {Problem} tooManyRequests with the seconds to wait, if there are any */
export function refuseWaiting({ wait }: CountedAttempt): void {
  if (wait > 0) throw new Problem("tooManyRequests", formatText(tooManyText, { n: wait }), { retryAfter: wait });
}

/**
 * Counts an attempt before its secret is checked, so that of a hundred concurrent attempts only five are checked. `find` reads the key of the
 * attempt in the same transaction; `onCheck` runs in it too, unless the attempt has to wait.
 * @throws {Problem} tooManyRequests with the seconds to wait
 */
export async function beginAttempt<T extends { attemptKey: AttemptKey }>(
  services: Services,
  source: string,
  find: (tx: Tx) => Promise<T>,
  onCheck?: (tx: Tx, target: T) => Promise<void>,
): Promise<T & { attempt: Attempt }> {
  const result = await services.database.system(async (tx) => {
    const target = await find(tx);
    const countedAttempt = await countAttempt(tx, services, { attemptKey: target.attemptKey, source });
    if (countedAttempt.wait <= 0) await onCheck?.(tx, target);
    return { target, countedAttempt };
  });
  refuseWaiting(result.countedAttempt);
  return { ...result.target, attempt: result.countedAttempt.attempt };
}

/** Counts an attempt as a failure. `record` writes further data about the failure in the same transaction. */
export async function failAttempt(
  { database }: Services,
  { id }: Attempt,
  record?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await database.system(async (tx) => {
    await tx.rows(sql`update attempt set state = 'failed' where id = ${id}::uuid`);
    await record?.(tx);
  });
}

/** Removes a successful attempt, so that it does not count. */
export async function removeAttempt(tx: Tx, { id }: Attempt): Promise<void> {
  await tx.rows(sql`delete from attempt where id = ${id}::uuid`);
}

/** Removes the earlier attempts with this key after a success; those with other keys of the account still count. */
export async function resetFailures(
  tx: Tx,
  attemptKey: Omit<AttemptKey, "step">,
  steps: readonly AttemptKey["step"][] = ["password", "second"],
): Promise<void> {
  const subjects = steps.map((step) => subjectOf({ ...attemptKey, step }));
  await tx.rows(sql`delete from attempt where subject = any(${sql.param(subjects)}::text[]) and state <> 'pending'`);
}

/** Deletes attempts that are too old to cause a delay. */
export const purgeAttempts = (tx: Tx, limit: number) =>
  deleteRows(tx, "attempt", sql`created_at < now() - interval '1 day'`, limit);

/** The number of failed attempts on an account in the last hour, by anyone. */
export async function countRecentFailures(tx: Tx, account: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(
    sql`select count(*)::int as count from attempt where account = ${account} and state = 'failed' and created_at > now() - interval '1 hour'`,
  );
  return row!.count;
}
