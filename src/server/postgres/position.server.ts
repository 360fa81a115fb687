import { AsyncLocalStorage } from "node:async_hooks";

/** A position in the write-ahead log of the primary: 16 hexadecimal digits, so that positions compare as texts. */
export type Position = string;

/** The later of two positions. */
export const later = (first: Position | undefined, second: Position | undefined): Position | undefined =>
  first === undefined || (second !== undefined && second > first) ? second : first;

/** Parses a position that a client sends; undefined if it is none. */
export const parsePosition = (text: unknown): Position | undefined =>
  typeof text === "string" && /^[0-9a-f]{16}$/.test(text) ? text : undefined;

const positionSql = (lsn: string) => `lpad(to_hex((${lsn} - '0/0'::pg_lsn)::bigint), 16, '0')`;

/** Reads the position of the primary, which is that of every commit before it or a later one. */
export const currentPositionSql = `select ${positionSql("pg_current_wal_insert_lsn()")} as position`;

/** Reads the position that a replica has replayed; null from a server that is no replica, or no longer. */
export const replayedPositionSql = `select case when pg_is_in_recovery() then ${positionSql("pg_last_wal_replay_lsn()")} end as position`;

/** What the reads of a request need, and what it wrote. */
export type ReadScope = {
  /** The position that a replica must have reached to answer: that of the last write of the person, as the request says, or of the request itself. */
  required: Position | undefined;
  /** The position after the last write of this request. */
  written: Position | undefined;
  /** Whether `database.readForDisplay` may ask a replica: the request changes nothing and decides nothing. */
  mayUseReplica: boolean;
};

const scopes = new AsyncLocalStorage<ReadScope>();

/** The scope of the running request; undefined outside of requests, and without replicas. */
export const currentScope = (): ReadScope | undefined => scopes.getStore();

export const runInScope = <T>(scope: ReadScope, work: () => T): T => scopes.run(scope, work);

/** Allows replicas for the rest of the running request, which must only show what it reads. */
export function allowReplicas(): void {
  const scope = scopes.getStore();
  if (scope !== undefined) scope.mayUseReplica = true;
}

/** Notes a write of the running request, which its later reads must see. */
export function noteWrite(position: Position): void {
  const scope = scopes.getStore();
  if (scope === undefined) return;
  scope.written = later(scope.written, position);
  scope.required = later(scope.required, position);
}

/**
 * Returns a function that runs reads of something long, an export for instance, so that replicas may answer them, with all that was committed before
 * this call.
 */
export async function longReader(database: {
  position: () => Promise<Position | undefined>;
}): Promise<<T>(work: () => Promise<T>) => Promise<T>> {
  const required = await database.position();
  if (required === undefined) return (work) => work();
  const scope: ReadScope = { required, written: undefined, mayUseReplica: true };
  return (work) => runInScope(scope, work);
}
