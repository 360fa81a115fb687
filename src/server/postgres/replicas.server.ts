import type { SQL } from "drizzle-orm";
import pg from "pg";
import { seconds } from "#kit/format.ts";
import type { Logger } from "#server/process/log.server.ts";
import type { Floors } from "./floors.server.ts";
import { createPoolReader, type PoolReader } from "./pool.server.ts";
import { currentScope, later, type Position, replayedPositionSql } from "./position.server.ts";
import type { SessionSetup } from "./session-setup.server.ts";
import { asPgError, sqlErrorKind } from "./sql-error.server.ts";

/** ms between two questions for the positions of the primary and the replicas, and after which a replica that is silent counts as away. */
const beatInterval = seconds(1);
/** ms after which a replica that was away is asked again. */
const pause = seconds(2);
/** The number of positions of the primary that are remembered, one a beat: for longer than a replica may be behind. */
const maxBeats = 320;

/** Why the primary answered a read that a replica may answer. */
type Reason = "behind" | "away" | "error";

/** What is known of a replica. `lag`: seconds; 0 if it had all at the last beat; undefined while it is away. */
export type ReplicaState = { name: string; lag: number | undefined };

export type ReplicaFigures = {
  replicas: ReplicaState[];
  /** Reads since the start of the process: by replicas, and by the primary because no replica could. */
  reads: Readonly<Record<"replica" | Reason, number>>;
};

export type Replicas = {
  /** Reads rows by a replica; undefined if the primary has to. @throws {Error} when the statement takes too long */
  read: <R>(tenantId: string, query: SQL) => Promise<R[] | undefined>;
  /** The pools of the replicas. */
  pools: readonly pg.Pool[];
  figures: () => ReplicaFigures;
  close: () => Promise<void>;
};

/** A replica. `failWaiting`: ends the waits of reads when it turns out to be away. */
type Replica = {
  name: string;
  pool: pg.Pool;
  reader: PoolReader;
  /** The connection that asks for the position, so that no read has to find out that the replica is back. */
  watch: pg.Client | undefined;
  position: Position | undefined;
  isAway: boolean;
  retryAt: number;
  failWaiting: Set<(error: Error) => void>;
};

/** The error of reads that wait for a replica which is away. */
const awayError = new Error("Connection terminated: the replica is away");

/** A statement that ran longer than it may: the primary would not be faster. */
const isTooSlow = (error: unknown) => asPgError(error).code === "57014";

async function openWatch(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: "meridian replica",
    connectionTimeoutMillis: beatInterval,
    query_timeout: beatInterval,
    keepAlive: true,
  });
  // A lost connection fails the next question; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/**
 * Uses replicas for reads that only show something (`database.readForDisplay`).
 * @param options.maxLag ms that a replica may be behind; beyond it, the primary answers
 * @param options.openPool opens a pool of connections to a replica
 * @param options.readPosition reads the position of the primary
 */
export async function openReplicas({
  connections,
  maxLag,
  openPool,
  session,
  floors,
  readPosition,
  log,
}: {
  connections: readonly pg.PoolConfig[];
  maxLag: number;
  openPool: (connection: pg.PoolConfig) => pg.Pool;
  session: SessionSetup;
  floors: Floors;
  readPosition: () => Promise<Position>;
  log: Logger;
}): Promise<Replicas> {
  const replicas = connections.map((connection, index): Replica => {
    const pool = openPool(connection);
    const state = { watch: undefined, position: undefined, isAway: true, retryAt: 0, failWaiting: new Set<never>() };
    return { name: String(index + 1), pool, reader: createPoolReader(pool, session), ...state };
  });
  /** Positions of the primary, the oldest first. */
  const beats: { at: number; position: Position }[] = [];
  const reads = { replica: 0, behind: 0, away: 0, error: 0 };
  let turn = 0;
  let isClosed = false;

  function setAway(replica: Replica, error: unknown): void {
    replica.retryAt = performance.now() + pause;
    if (replica.isAway) return;
    replica.isAway = true;
    for (const fail of replica.failWaiting) fail(awayError);
    const { message, code } = asPgError(error);
    log.warn({ replica: replica.name, message, code }, "a replica is away: the primary answers its reads");
  }

  async function askReplica(replica: Replica): Promise<void> {
    if (replica.isAway && performance.now() < replica.retryAt) return;
    try {
      replica.watch ??= await openWatch(replica.pool.options);
      const { rows } = await replica.watch.query<{ position: Position | null }>(replayedPositionSql);
      const { position } = rows[0]!;
      if (position === null) throw new Error("The server is no replica.");
      replica.position = position;
      if (replica.isAway) log.info({ replica: replica.name }, "a replica answers reads");
      replica.isAway = false;
    } catch (error) {
      void replica.watch?.end().catch(() => undefined);
      replica.watch = undefined;
      setAway(replica, error);
    }
  }

  async function askPrimary(): Promise<void> {
    floors.settle();
    const at = performance.now();
    const position = await readPosition().catch(() => undefined);
    if (position === undefined) return;
    beats.push({ at, position });
    if (beats.length > maxBeats) beats.shift();
  }

  const beat = async () => void (await Promise.all([askPrimary(), ...replicas.map(askReplica)]));
  let beating = beat();
  await beating;
  let isBeating = false;
  const timer = setInterval(() => {
    if (isBeating) return;
    isBeating = true;
    beating = beat().finally(() => (isBeating = false));
  }, beatInterval);
  timer.unref();

  /** The position that the primary had `maxLag` ago; undefined in the first seconds of the process, whose floors then say more. */
  function oldestPosition(): Position | undefined {
    const oldest = performance.now() - maxLag;
    return beats.findLast(({ at }) => at <= oldest)?.position;
  }

  /** Reads from one replica, until it answers or turns out to be away. */
  async function readFrom<R>(replica: Replica, tenantId: string, query: SQL, required: Position) {
    const away = Promise.withResolvers<never>();
    replica.failWaiting.add(away.reject);
    try {
      return await Promise.race([replica.reader.readAfter<R>(tenantId, query, required), away.promise]);
    } finally {
      replica.failWaiting.delete(away.reject);
    }
  }

  async function read<R>(tenantId: string, query: SQL): Promise<R[] | undefined> {
    const floor = floors.of(tenantId);
    const present = replicas.filter(({ isAway }) => !isAway);
    let reason: Reason = present.length === 0 ? "away" : "behind";
    turn += 1;
    for (const index of floor === undefined ? [] : present.keys()) {
      const replica = present[(turn + index) % present.length]!;
      // Too many wait for its connections: the primary has others.
      if (replica.pool.waitingCount > (replica.pool.options.max ?? 0)) continue;
      try {
        const required = later(later(floor, oldestPosition()), currentScope()?.required)!;
        const rows = await readFrom<R>(replica, tenantId, query, required);
        if (rows === undefined) continue;
        reads.replica += 1;
        return rows;
      } catch (error) {
        if (isTooSlow(error)) throw error;
        const kind = sqlErrorKind(error);
        if (kind === "lost" || kind === "busy") setAway(replica, error);
        reason = replica.isAway ? "away" : "error";
        log.debug({ replica: replica.name, message: asPgError(error).message }, "a replica cannot answer a read");
      }
    }
    reads[reason] += 1;
    return undefined;
  }

  function lagOf({ isAway, position }: Replica): number | undefined {
    if (isAway || position === undefined) return undefined;
    const missing = beats.find((known) => known.position > position);
    return missing === undefined ? 0 : (performance.now() - missing.at) / 1000;
  }

  return {
    read,
    pools: replicas.map(({ pool }) => pool),
    figures: () => ({
      replicas: replicas.map((replica) => ({ name: replica.name, lag: lagOf(replica) })),
      reads: { ...reads },
    }),
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(timer);
      await beating;
      await Promise.all(replicas.flatMap(({ watch, pool }) => [watch?.end().catch(() => undefined), pool.end()]));
    },
  };
}
