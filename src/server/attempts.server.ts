import { sql } from "drizzle-orm";
import { Problem } from "#kit/problem.ts";
import { fill } from "#kit/text.ts";
import type { Tx } from "./database.server.ts";
import { newId } from "./id.server.ts";

/** Free tries, then 1, 2, 4 ... 900 s between two tries; 20 failures per source in ten minutes (security bar, section E). */
const freeTries = 5;
const longestWait = 900;
const sourceTries = 20;

const slow = { zh: "尝试次数过多,请在 {n} 秒后重试", en: "Too many tries. Try again in {n} seconds." };

type Usage = { tries: number; since: number | null; source: number };

function waitOf({ tries, since, source }: Usage): number {
  const pause = tries < freeTries ? 0 : Math.min(longestWait, 2 ** (tries - freeTries));
  return source >= sourceTries ? 600 : Math.ceil(pause - (since ?? Infinity));
}

/**
 * Counts a try before the password or code is looked at, so that a hundred at once are no more than five; gives its id.
 * @param subject what is guessed at, and for whom; subjects of different uses begin with different words
 * @param source the network it comes from (`sourceOf`)
 * @param id given when the same try may be sent again: the same id counts once
 * @throws {Problem} tooManyRequests with the seconds to wait
 */
export async function beginAttempt(tx: Tx, subject: string, source: string, id = newId()): Promise<string> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`attempt ${subject}`}, 0))`);
  const known = await tx.rows(sql`select 1 from attempt where id = ${id}::uuid`);
  if (known.length > 0) return id;
  const [usage] = await tx.rows<Usage>(sql`select
    (select count(*)::int from attempt where subject = ${subject} and created_at > now() - interval '1 hour') as tries,
    (select extract(epoch from now() - max(created_at))::float8 from attempt where subject = ${subject}) as since,
    (select count(*)::int from attempt where source = ${source} and not is_pending and created_at > now() - interval '10 minutes') as source`);
  const left = waitOf(usage!);
  if (left > 0) throw new Problem("tooManyRequests", fill(slow, { n: left }), { retryAfter: left });
  await tx.rows(sql`delete from attempt where created_at < now() - interval '1 day'`);
  await tx.rows(
    sql`insert into attempt (id, subject, source, is_pending) values (${id}::uuid, ${subject}, ${source}, true)`,
  );
  return id;
}

export async function failAttempt(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`update attempt set is_pending = false where id = ${id}::uuid`);
}

/** A try that succeeded also forgives the failures before it. */
export async function endAttempts(tx: Tx, subject: string, id: string): Promise<void> {
  await tx.rows(sql`delete from attempt where id = ${id}::uuid or (subject = ${subject} and not is_pending)`);
}
