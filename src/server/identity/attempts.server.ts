import { sql } from "drizzle-orm";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { formatText } from "#kit/text.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";
import { tokenHash } from "#server/process/secrets.server.ts";
import { noteEvent } from "./security-events.server.ts";

/**
 * Free attempts, then delays of 1, 2, 4 ... 900 s; per hour a hundred on one account, by anyone; 20 failures per network in ten minutes. With more
 * than `alarming` in an hour, an account is under attack (T-19).
 */
const freeAttempts = 5;
const maxWait = 900;
const maxPerAccount = 100;
const maxSourceAttempts = 20;
const alarmThreshold = 20;

const tooManyText = {
  zh: "尝试次数过多，请在 {n} 秒后重试",
  en: "Too many attempts. Try again in {n} {n|second|seconds}.",
};

/**
 * Whose attempts are counted together: those of strangers on one account, or of one known device, which keeps working while strangers guess (T-20).
 * Passwords and second factors are counted separately: a correct password must not reset wrong codes. Activation codes are counted per space.
 */
export type Gate = {
  /**
   * Id of the account, or the typed name if there is no such account, so that both get the same responses (T-16); for activation codes, id of the
   * space.
   */
  account: string;
  accountId: string | undefined;
  device: string | undefined;
  step: "password" | "second" | "activation";
};
/** The gate of an existing account. */
export const accountGate = (accountId: string, step: "password" | "second", device?: string): Gate => ({
  account: accountId,
  accountId,
  device,
  step,
});
export type Attempt = { id: string; gate: Gate };

const subjectOf = ({ account, device = "", step }: Gate) => `${step} ${account} ${device}`;

type Usage = { tries: number; since: number | null; source: number; account: number; all: number };

function waitOf(gate: Gate, { tries, since, source, account }: Usage): number {
  const delay = tries < freeAttempts ? 0 : Math.min(maxWait, 2 ** (tries - freeAttempts));
  if (account >= maxPerAccount) return maxWait;
  if (gate.device === undefined && source >= maxSourceAttempts) return 600;
  // A transaction that waited for the lock began before the attempts that it now sees, so the elapsed time may be negative.
  return delay === 0 ? 0 : Math.ceil(delay - (since ?? Infinity));
}

async function usageOf(tx: Tx, gate: Gate, source: string): Promise<Usage> {
  const subject = subjectOf(gate);
  const [usage] = await tx.rows<Usage>(sql`select
    (select count(*)::int from attempt where subject = ${subject} and state <> 'refused' and created_at > now() - interval '1 hour') as tries,
    (select extract(epoch from now() - max(created_at))::float8 from attempt where subject = ${subject} and state <> 'refused') as since,
    (select count(*)::int from attempt where source = ${source} and state = 'failed' and (subject like 'activation %') = ${gate.step === "activation"} and created_at > now() - interval '10 minutes') as source,
    (select count(*)::int from attempt where account = ${gate.account} and state <> 'refused' and created_at > now() - interval '1 hour') as account,
    (select count(*)::int from attempt where account = ${gate.account} and created_at > now() - interval '1 hour') as all`);
  return usage!;
}

/** Records an attack once an hour. Refused attempts count until it is recorded: a flood must not fill the table. */
async function watch(
  tx: Tx,
  services: Services,
  { gate, usage, source }: { gate: Gate; usage: Usage; source: string },
) {
  if (usage.all >= alarmThreshold)
    await noteEvent(tx, services, {
      kind: "accountUnderAttack",
      accountId: gate.accountId,
      source,
      // The typed name may be a password by mistake: only its hash is stored.
      dedupe: { subject: tokenHash(gate.account), span: "hour" },
    });
  if (usage.source >= maxSourceAttempts)
    await noteEvent(tx, services, { kind: "networkBlocked", source, dedupe: { subject: source, span: "hour" } });
}

/** A counted attempt, and the seconds to wait before its secret may be checked. */
export type Counted = { attempt: Attempt; wait: number };

/**
 * Counts an attempt in a running transaction, which has to commit whatever the outcome: refused attempts count too.
 * @param tried id of an attempt that may be repeated: the same id counts once
 */
export async function countTry(
  tx: Tx,
  services: Services,
  { gate, source, tried: tryId }: { gate: Gate; source: string; tried?: string | undefined },
): Promise<Counted> {
  const id = tryId ?? newId();
  await tx.lock(`attempt ${gate.account}`);
  const recordedTries = tryId === undefined ? [] : await tx.rows(sql`select 1 from attempt where id = ${id}::uuid`);
  if (recordedTries.length > 0) return { attempt: { id, gate }, wait: 0 };
  const usage = await usageOf(tx, gate, source);
  const wait = waitOf(gate, usage);
  if (wait <= 0 || usage.all < alarmThreshold)
    await tx.rows(sql`insert into attempt (id, subject, account, source, state)
      values (${wait > 0 ? newId() : id}::uuid, ${subjectOf(gate)}, ${gate.account}, ${source}, ${wait > 0 ? "refused" : "pending"})`);
  await watch(tx, services, { gate, usage, source });
  return { attempt: { id, gate }, wait };
}

/** @throws {Problem} tooManyRequests with the seconds to wait */
export function refuseWaiting({ wait }: Counted): void {
  if (wait > 0) throw new Problem("tooManyRequests", formatText(tooManyText, { n: wait }), { retryAfter: wait });
}

/**
 * Counts an attempt before its secret is checked, so that of a hundred concurrent ones only five are checked. `find` reads whose attempt it is, in
 * the same transaction; `onCheck` counts it elsewhere too, unless it has to wait.
 * @throws {Problem} tooManyRequests with the seconds to wait
 */
export async function beginAttempt<T extends { gate: Gate }>(
  services: Services,
  source: string,
  find: (tx: Tx) => Promise<T>,
  onCheck?: (tx: Tx, target: T) => Promise<void>,
): Promise<T & { attempt: Attempt }> {
  const result = await services.database.system(async (tx) => {
    const target = await find(tx);
    const countedTry = await countTry(tx, services, { gate: target.gate, source });
    if (countedTry.wait <= 0) await onCheck?.(tx, target);
    return { target, countedTry };
  });
  refuseWaiting(result.countedTry);
  return { ...result.target, attempt: result.countedTry.attempt };
}

/** Counts an attempt as a failure. `record`: what else is written of it. */
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

/** A successful attempt is not counted as a failure. */
export async function endAttempt(tx: Tx, { id }: Attempt): Promise<void> {
  await tx.rows(sql`delete from attempt where id = ${id}::uuid`);
}

/** A success clears the earlier failures of the same gate; those of others on the account stay. */
export async function resetFailures(
  tx: Tx,
  gate: Omit<Gate, "step">,
  steps: readonly Gate["step"][] = ["password", "second"],
): Promise<void> {
  const subjects = steps.map((step) => subjectOf({ ...gate, step }));
  await tx.rows(sql`delete from attempt where subject = any(${sql.param(subjects)}::text[]) and state <> 'pending'`);
}

/** Deletes attempts that are too old to cause a delay. */
export const purgeAttempts = (tx: Tx, limit: number) =>
  deleteRows(tx, "attempt", sql`created_at < now() - interval '1 day'`, limit);

/** Failed attempts on an account in the last hour, by anyone. */
export async function recentFailures(tx: Tx, account: string): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(
    sql`select count(*)::int as count from attempt where account = ${account} and state = 'failed' and created_at > now() - interval '1 hour'`,
  );
  return row!.count;
}
