import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "#kit/call.ts";
import { megabytes } from "#kit/format.ts";
import { maskMobile } from "#kit/mobile.ts";
import { Problem } from "#kit/problem.ts";
import { type SpaceEventKind, spaceEventKinds, type SpaceState, spaceStates } from "#kit/space.ts";
import type { Text } from "#kit/text.ts";
import { escapeLike } from "#records/query/where.server.ts";
import { spaceName } from "#records/site/site.server.ts";
import { suspensionSql } from "#server/identity/tenants.server.ts";
import { measureSpaces } from "./usage.server.ts";

const texts = { notFound: { zh: "空间不存在", en: "Space not found" } } satisfies Record<string, Text>;

const text = z.object({ zh: z.string(), en: z.string() });

/** A space in the list. The measured values are null until the space was measured. */
export const spaceOutput = z.object({
  id: z.string(),
  code: z.string(),
  name: text,
  state: z.enum(spaceStates),
  createdAt: z.string(),
  /** When the data of a closed space may be erased. */
  eraseAt: z.string().nullable(),
  members: z.number().nullable(),
  rows: z.number().nullable(),
  files: z.number().nullable(),
  bytes: z.number().nullable(),
  /** Quotas; 0 is without a limit. */
  maxBytes: z.number(),
  maxFiles: z.number(),
  activeAt: z.string().nullable(),
  measuredAt: z.string().nullable(),
});
export type SpaceEntry = z.output<typeof spaceOutput>;

/** Quotas that the platform gave a space; null for those of the settings. */
const givenQuotas = z.object({ megabytes: z.number().nullable(), files: z.number().nullable() });
/** The note of an event `quotas`, as JSON. */
export type GivenQuotas = z.output<typeof givenQuotas>;

/** A space with what its screen shows besides. */
export const spaceDetailOutput = spaceOutput.extend({
  /** The platform's own space, which cannot be suspended. */
  isPlatform: z.boolean(),
  /** The address of the site; null when it has none. */
  origin: z.string().nullable(),
  /** The quotas that the platform set; null for those of the settings. */
  givenMegabytes: z.number().nullable(),
  givenFiles: z.number().nullable(),
  /** The quotas of the settings. */
  usualMegabytes: z.number(),
  usualFiles: z.number(),
  administrators: z.array(z.object({ name: z.string(), mobile: z.string() })),
  queuedJobs: z.number(),
  runningJobs: z.number(),
  failedJobs: z.number(),
  waitingDeliveries: z.number(),
  events: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(spaceEventKinds),
      /** The reason that was given. */
      note: z.string(),
      /** What the quotas were changed to; null for other events. */
      quotas: givenQuotas.nullable(),
      /** The job that was retried or cancelled; null for other events. */
      job: z.object({ zh: z.string(), en: z.string() }).nullable(),
      by: z.string().nullable(),
      createdAt: z.string(),
    }),
  ),
});
export type SpaceDetail = z.output<typeof spaceDetailOutput>;

type SpaceRow = Omit<SpaceEntry, "maxBytes" | "maxFiles"> & {
  givenMegabytes: number | null;
  givenFiles: number | null;
};

const stateSql: SQL = sql`coalesce(${suspensionSql}, 'active')`;
const columns: SQL = sql`t.id, t.code, ${spaceName} as name, ${stateSql} as state, t.created_at as "createdAt", t.erase_at as "eraseAt",
  t.max_files_mb as "givenMegabytes", t.max_files as "givenFiles", u.members, u.rows, u.files, u.bytes, u.active_at as "activeAt",
  u.measured_at as "measuredAt"`;

const quotasOf = ({ env }: Pick<Services, "env">, { givenMegabytes, givenFiles }: SpaceRow) => ({
  maxBytes: megabytes(givenMegabytes ?? env.SPACE_FILES_MB),
  maxFiles: givenFiles ?? env.SPACE_FILES_COUNT,
});

/** `before`: the id of the last space of the previous page. `keyword`: a part of a name or code. */
export type SpaceQuery = {
  keyword: string;
  state?: SpaceState | undefined;
  before?: string | undefined;
  limit: number;
};

/** Spaces, the newest first. Returns `limit` of them at most, and the `before` of the next page; null on the last one. */
export async function listSpaces(
  services: Pick<Services, "database" | "env">,
  { keyword, state, before, limit }: SpaceQuery,
): Promise<{ list: SpaceEntry[]; next: string | null }> {
  const pattern = `%${escapeLike(keyword)}%`;
  const conditions = [
    sql`t.erased_at is null`,
    ...(state === undefined ? [] : [sql`${stateSql} = ${state}`]),
    ...(keyword === ""
      ? []
      : [
          sql`(t.code ilike ${pattern} or t.name::text ilike ${pattern} or exists (select from site s
            where s.tenant_id = t.id and s.deleted_at is null and s.name::text ilike ${pattern}))`,
        ]),
    ...(before === undefined
      ? []
      : [sql`(t.created_at, t.id) < (select b.created_at, b.id from tenant b where b.id = ${before}::uuid)`]),
  ];
  const rows = await services.database.read<SpaceRow>(
    "*",
    sql`select ${columns} from tenant t left join space_usage u on u.tenant_id = t.id
      where ${sql.join(conditions, sql` and `)} order by t.created_at desc, t.id desc limit ${limit + 1}`,
  );
  const list = rows.slice(0, limit).map((row) => ({ ...row, ...quotasOf(services, row) }));
  return { list, next: rows.length > limit ? list.at(-1)!.id : null };
}

type DetailRow = SpaceRow & Pick<SpaceDetail, "queuedJobs" | "runningJobs" | "failedJobs" | "waitingDeliveries">;
type EventRow = { id: string; kind: SpaceEventKind; note: string; by: string | null; createdAt: string };

/** Whether the note of an event is the name of a job. */
const isJobEvent = (kind: SpaceEventKind) => kind === "jobRetried" || kind === "jobCancelled";

/** The most administrators and events that are shown. */
const maxListed = 50;

/** A space as it is now: measured when it is asked for. @throws {Problem} notFound */
export async function readSpace(
  services: Pick<Services, "database" | "env" | "tenants" | "jobs">,
  id: string,
): Promise<SpaceDetail> {
  const platform = await services.tenants.platform();
  const origin = await services.tenants.originOf(id);
  return services.database.system(async (tx) => {
    await measureSpaces(tx, [id]);
    const jobsIn = (state: string) =>
      sql`(select count(*)::int from job j where j.tenant_id = t.id and j.state = ${state} and j.created_at > now() - interval '30 days')`;
    const [row] =
      await tx.rows<DetailRow>(sql`select ${columns}, ${jobsIn("queued")} as "queuedJobs", ${jobsIn("running")} as "runningJobs",
        ${jobsIn("failed")} as "failedJobs", (select count(*)::int from webhook_delivery d
          where d.tenant_id = t.id and d.state in ('waiting', 'sending')) as "waitingDeliveries"
      from tenant t left join space_usage u on u.tenant_id = t.id where t.id = ${id}::uuid and t.erased_at is null`);
    if (row === undefined) throw new Problem("notFound", texts.notFound);
    const administrators = await tx.rows<{ name: string | null; mobile: string }>(sql`select m.name, a.mobile
      from member m join account a on a.id = m.account_id where m.tenant_id = ${id}::uuid and m.is_administrator
        and m.status = 'active' and m.deleted_at is null order by m.created_at limit ${maxListed}`);
    const events =
      await tx.rows<EventRow>(sql`select e.id, e.kind, e.note, a.user_name as by, e.created_at as "createdAt"
      from space_event e left join account a on a.id = e.account_id where e.space_id = ${id}::uuid
      order by e.created_at desc, e.id desc limit ${maxListed}`);
    return {
      ...row,
      ...quotasOf(services, row),
      isPlatform: id === platform.id,
      origin,
      usualMegabytes: services.env.SPACE_FILES_MB,
      usualFiles: services.env.SPACE_FILES_COUNT,
      administrators: administrators.map(({ name, mobile }) => ({ name: name ?? "", mobile: maskMobile(mobile) })),
      events: events.map(({ note, by, ...event }) => ({
        ...event,
        by: by === null ? null : maskMobile(by),
        note: event.kind === "quotas" || isJobEvent(event.kind) ? "" : note,
        job: isJobEvent(event.kind) ? (services.jobs.definitions.get(note)?.title ?? { zh: note, en: note }) : null,
        quotas: event.kind === "quotas" ? givenQuotas.parse(JSON.parse(note)) : null,
      })),
    };
  });
}
