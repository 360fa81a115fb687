import { AsyncLocalStorage } from "node:async_hooks";
import { sql } from "drizzle-orm";
import { Problem } from "#kit/problem.ts";
import type { Database, Tx } from "#server/postgres/database.server.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";

type Claim = { id: string; token: string };
/** The claim of the request that is running. */
const currentClaim = new AsyncLocalStorage<Claim>();

/** The time after which the process of an unfinished request counts as dead. */
const lease = "30 seconds";
const retention = "1 day";

const texts = {
  running: { zh: "请求正在处理，请稍候", en: "This request is being processed. Wait a moment." },
  otherContent: {
    zh: "同一幂等键不能用于不同的内容",
    en: "This idempotency key was already used for different content",
  },
  done: { zh: "请求已完成，请刷新查看结果", en: "This request has already completed. Reload to see the result." },
};

/**
 * Makes this transaction the effect of the current request: it commits once per Idempotency-Key, even if a process died and another took over.
 * The first statement of the transaction: another one of the same request waits here until this one ends. Does nothing for a request without a key.
 * @throws {Problem} conflict when another transaction has committed the effect, or another process has taken over the request
 */
export async function claimRequestEffect(tx: Tx): Promise<void> {
  const claim = currentClaim.getStore();
  if (claim === undefined) return;
  const claimed = await tx.rows(
    sql`update idempotency set done_at = now() where id = ${claim.id} and claim = ${claim.token}::uuid and done_at is null returning 1`,
  );
  if (claimed.length === 0) throw new Problem("conflict", texts.running, { retryAfter: 1 });
}

type RequestRow = { bodyHash: string | null; isDone: boolean; answer: { value: unknown } | null };

/**
 * Claims the request and returns undefined, or returns the row of an earlier claim as it was before this statement. The left join returns a result
 * even without a row.
 */
async function claimOrFind(tx: Tx, { id, token }: Claim, bodyHash: string): Promise<RequestRow | undefined> {
  const [existing] = await tx.rows<RequestRow & { isOurs: boolean }>(sql`with claimed as (
      insert into idempotency (id, body_hash, claim) values (${id}, ${bodyHash}, ${token}::uuid)
      on conflict (id) do update set claim = excluded.claim, claimed_at = now()
        where idempotency.done_at is null and idempotency.body_hash = excluded.body_hash
          and idempotency.claimed_at < now() - ${lease}::interval
      returning 1
    )
    select known.body_hash as "bodyHash", known.done_at is not null as "isDone", known.answer, exists (select from claimed) as "isOurs"
    from (select 1) one left join idempotency known on known.id = ${id}`);
  if (existing!.isOurs) return undefined;
  // Without a row, a concurrent request committed its claim during this statement.
  return existing!.bodyHash === null ? { bodyHash, isDone: false, answer: null } : existing;
}

/** Deletes expired keys. */
export const purgeRequests = (tx: Tx, limit: number) =>
  deleteRows(tx, "idempotency", sql`created_at < now() - ${retention}::interval`, limit);

export type IdempotentRequest<T> = {
  /** An HMAC of principal, call and key. */
  id: string;
  /** An HMAC of the content. */
  bodyHash: string;
  run: () => Promise<T>;
  /** The part of the response that may be stored for a day. */
  keep: (answer: T) => unknown;
  /** Rebuilds the answer from the stored part. */
  replay: (stored: unknown) => Promise<T>;
};

/**
 * Runs a request once per key and day. A repetition gets the same response; it is refused while the first one is in progress, or if its content
 * differs.
 * @throws {Problem} conflict, invalid, and every error of `run`, after which the request may be repeated
 */
export async function runIdempotent<T>(
  database: Database,
  { id, bodyHash, run, keep, replay }: IdempotentRequest<T>,
): Promise<T> {
  const claim = { id, token: newId() };
  const earlierClaim = await database.system((tx) => claimOrFind(tx, claim, bodyHash));
  if (earlierClaim !== undefined) {
    if (earlierClaim.bodyHash !== bodyHash) throw new Problem("invalid", texts.otherContent);
    if (earlierClaim.answer !== null) return replay(earlierClaim.answer.value);
    throw new Problem(
      "conflict",
      earlierClaim.isDone ? texts.done : texts.running,
      earlierClaim.isDone ? {} : { retryAfter: 1 },
    );
  }
  const claimRow = sql`id = ${id} and claim = ${claim.token}::uuid`;
  try {
    const value = await currentClaim.run(claim, run);
    const answer = JSON.stringify({ value: keep(value) });
    await database.system((tx) =>
      tx.rows(
        sql`update idempotency set answer = ${answer}::jsonb, done_at = coalesce(done_at, now()) where ${claimRow}`,
      ),
    );
    return value;
  } catch (error) {
    await database.system((tx) => tx.rows(sql`delete from idempotency where ${claimRow} and done_at is null`));
    throw error;
  }
}
