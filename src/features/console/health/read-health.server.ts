import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "#kit/call.ts";
import { type Adapter, adapters, type AdapterState, adapterStates, silentSeconds } from "#kit/health.ts";
import type { Text } from "#kit/text.ts";
import { spaceName } from "#records/site/site.server.ts";
import { maskEmail } from "#server/email/email.server.ts";
import type { Env } from "#server/env.server.ts";

const processHealth = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.number(),
  version: z.string(),
  startedAt: z.string(),
  beatAt: z.string(),
  /** No beat for longer than a process is silent while all is well: it was killed, hangs, or cannot write. */
  isSilent: z.boolean(),
  /** The process that answers. */
  isCurrent: z.boolean(),
  isWorking: z.boolean(),
  memory: z.number(),
  heap: z.number(),
  freeDisk: z.number().nullable(),
  delay: z.number(),
  worstDelay: z.number(),
  connections: z.object({ used: z.number(), max: z.number(), waiting: z.number() }),
  replicas: z.array(z.object({ name: z.string(), lag: z.number().nullable() })),
});

const databaseHealth = z.object({
  version: z.string(),
  isEmbedded: z.boolean(),
  /** It takes no writes: a replica took the place of the primary, or somebody set it so. */
  isReadOnly: z.boolean(),
  bytes: z.number(),
  connections: z.number(),
  maxConnections: z.number(),
  /** The largest tables, with their indexes. */
  tables: z.array(z.object({ name: z.string(), bytes: z.number(), rows: z.number() })),
});

const adapterHealth = z.object({
  adapter: z.enum(adapters),
  state: z.enum(adapterStates),
  /** The name of the provider, or of what the setting chose; never an address or a key. */
  provider: z.string().nullable(),
  succeededAt: z.string().nullable(),
  failedAt: z.string().nullable(),
  reason: z.string().nullable(),
});

/** An email address that was refused for good. */
const refusedAddress = z.object({
  /** With most of the part before the @ hidden. */
  address: z.string(),
  /** In both languages. */
  spaceName: z.object({ zh: z.string(), en: z.string() }),
  /** The code of the mail server. */
  reason: z.string(),
  refusedAt: z.string(),
});

/** How the installation is. Figures of the program and its database, and of spaces only sums. */
export const healthOutput = z.object({
  processes: z.array(processHealth),
  database: databaseHealth,
  files: z.object({ files: z.number(), bytes: z.number(), spaces: z.number() }),
  adapters: z.array(adapterHealth),
  /** The last addresses that the mail server refused for good, and the number of all of them. */
  refusedAddresses: z.object({ total: z.number(), rows: z.array(refusedAddress) }),
});
type Health = z.output<typeof healthOutput>;

/** Which adapters the settings choose. */
function chosenAdapters(env: Env): Record<Adapter, { state: AdapterState; provider: string | null }> {
  const set = (provider: string | undefined, otherwise: AdapterState) =>
    provider === undefined ? { state: otherwise, provider: null } : { state: "set" as const, provider };
  return {
    sms: set(
      ["outbox", "off"].includes(env.SMS_PROVIDER) ? undefined : env.SMS_PROVIDER,
      env.SMS_PROVIDER === "off" ? "off" : "local",
    ),
    email: set(env.SMTP_URL && "SMTP", "local"),
    ai: set(env.AI_ENDPOINT && env.AI_MODEL, "off"),
    translation: set(env.TRANSLATION_PROVIDER === "off" ? undefined : env.TRANSLATION_PROVIDER, "off"),
    storage: set(env.FILES === "folder" ? undefined : "S3", "local"),
    scanner: set(env.VIRUS_SCANNER && "clamd", "off"),
  };
}

type BeatRow = Omit<Health["processes"][number], keyof Figures | "isCurrent"> & { figures: Figures };
type Figures = Pick<
  Health["processes"][number],
  "isWorking" | "memory" | "heap" | "freeDisk" | "delay" | "worstDelay" | "connections" | "replicas"
>;

async function readProcesses({ database, beats }: Pick<Services, "database" | "beats">) {
  const rows = await database.read<BeatRow>(
    "*",
    sql`select id, host, pid, version, started_at as "startedAt", beat_at as "beatAt", figures,
      beat_at < now() - make_interval(secs => ${silentSeconds}) as "isSilent" from process_beat order by started_at, id`,
  );
  return rows.map(({ figures, ...row }) => ({ ...row, ...figures, isCurrent: row.id === beats.id }));
}

async function readDatabase({ database, env }: Pick<Services, "database" | "env">) {
  const [row] = await database.read<Omit<Health["database"], "tables" | "isEmbedded">>(
    "*",
    sql`select current_setting('server_version') as version, pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as "isReadOnly",
      pg_database_size(current_database())::float8 as bytes, current_setting('max_connections')::int as "maxConnections",
      (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`,
  );
  const tables = await database.read<Health["database"]["tables"][number]>(
    "*",
    sql`select relname as name, pg_total_relation_size(relid)::float8 as bytes, n_live_tup::float8 as rows
      from pg_stat_user_tables where schemaname = 'public' order by pg_total_relation_size(relid) desc limit 6`,
  );
  return { ...row!, isEmbedded: env.DATABASE_URL === undefined, tables };
}

/** The number of addresses that are listed. */
const maxRefused = 20;

async function readRefusedAddresses({ database }: Pick<Services, "database">): Promise<Health["refusedAddresses"]> {
  type Row = { address: string; name: Text; reason: string; refusedAt: string; total: number };
  const rows = await database.read<Row>(
    "*",
    sql`select n.refused as address, ${spaceName} as name, n.refusal as reason, n.refused_at as "refusedAt", count(*) over ()::int as total
      from notice_email n join tenant t on t.id = n.tenant_id where n.refused is not null
      order by n.refused_at desc, n.member_id limit ${maxRefused}`,
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ address, name, reason, refusedAt }) => ({
      address: maskEmail(address),
      spaceName: name,
      reason,
      refusedAt,
    })),
  };
}

/** Reads how the installation is. */
export async function readHealth(services: Pick<Services, "database" | "env" | "beats">): Promise<Health> {
  const { database, env, beats } = services;
  // What this process says of itself and of adapters is as old as its last beat otherwise.
  await beats.beat();
  const [processes, databaseFigures, [files], outcomes, refusedAddresses] = await Promise.all([
    readProcesses(services),
    readDatabase(services),
    database.read<Health["files"]>(
      "*",
      sql`select coalesce(sum(u.files), 0)::float8 as files, coalesce(sum(u.bytes), 0)::float8 as bytes, count(*)::int as spaces
        from tenant t left join space_usage u on u.tenant_id = t.id where t.erased_at is null`,
    ),
    database.read<{ adapter: Adapter; succeededAt: string | null; failedAt: string | null; reason: string | null }>(
      "*",
      sql`select adapter, succeeded_at as "succeededAt", failed_at as "failedAt", reason from adapter_outcome`,
    ),
    readRefusedAddresses(services),
  ]);
  const chosen = chosenAdapters(env);
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.adapter, outcome]));
  return {
    processes,
    database: databaseFigures,
    files: files!,
    refusedAddresses,
    adapters: adapters.map((adapter) => ({
      succeededAt: null,
      failedAt: null,
      reason: null,
      ...outcomeOf.get(adapter),
      adapter,
      ...chosen[adapter],
    })),
  };
}
