import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { Locale } from "#kit/text.ts";
import type { StoredUpload } from "#server/files/files.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { newId } from "#server/process/id.server.ts";

/** The limits on the files of one space; 0 means none. */
type Quota = { megabytes: number; files: number };
type Usage = { bytes: number; files: number };
type Who = Pick<UserPrincipal, "tenantId" | "accountId">;

const mega = 1024 * 1024;

/** What is stored, and what is on its way. */
const usageOf = (tenantId: string) => sql`
  select coalesce(sum(bytes), 0)::int8 as bytes, count(*)::int as files from (
    select bytes from stored_file where tenant_id = ${tenantId}::uuid and expires_at is null
    union all select bytes from file_upload where tenant_id = ${tenantId}::uuid) as file`;

function limitsOf({ megabytes, files }: Quota, locale: Locale): string {
  const parts = {
    zh: [megabytes > 0 && `容量 ${megabytes} MB`, files > 0 && `数量 ${files} 个`],
    en: [megabytes > 0 && `${megabytes.toLocaleString("en")} MB`, files > 0 && `${files.toLocaleString("en")} files`],
  };
  return parts[locale].filter((part) => part !== false).join(locale === "zh" ? "，" : ", ");
}

/** @throws {Problem} payloadTooLarge when one more file would exceed the quota of the space */
function refuseBeyond(quota: Quota, { bytes, files }: Usage): void {
  const isWithin =
    (quota.megabytes === 0 || bytes <= quota.megabytes * mega) && (quota.files === 0 || files <= quota.files);
  if (isWithin) return;
  throw new Problem("payloadTooLarge", {
    zh: `空间的文件已达上限（${limitsOf(quota, "zh")}）。请联系平台扩容`,
    en: `This space has reached its file limit (${limitsOf(quota, "en")}). Ask your platform for more.`,
  });
}

const quotaOf = ({ env }: Pick<Services, "env">): Quota => ({
  megabytes: env.SPACE_FILES_MB,
  files: env.SPACE_FILES_COUNT,
});

/** Checked before the upload is read. @throws {Problem} payloadTooLarge when the space has no room left */
export async function refuseWhenFull(services: Services, { tenantId }: Who): Promise<void> {
  const [usage] = await services.database.read<Usage>(tenantId, usageOf(tenantId));
  refuseBeyond(quotaOf(services), { bytes: usage!.bytes + 1, files: usage!.files + 1 });
}

/**
 * Locks the files of a space until the transaction ends. Returns a function that checks whether a file of a size still fits.
 * @throws {Problem} payloadTooLarge beyond the quota
 */
export async function claimRoom(services: Services, tx: Tx, tenantId: string): Promise<(size: number) => void> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`stored files ${tenantId}`}, 0))`);
  const [usage] = await tx.rows<Usage>(usageOf(tenantId));
  return (size) => refuseBeyond(quotaOf(services), { bytes: usage!.bytes + size, files: usage!.files + 1 });
}

/**
 * Records a file whose bytes are already stored; for one that came in parts, instead of its upload.
 * @throws {Problem} payloadTooLarge beyond the quota
 */
export async function addFile(services: Services, who: Who, file: StoredUpload, uploadId?: string): Promise<void> {
  const { tenantId, accountId } = who;
  await services.database.tenant(tenantId, async (tx) => {
    if (uploadId !== undefined) {
      const ended = await tx.rows(sql`delete from file_upload where id = ${uploadId}::uuid returning 1`);
      // A request at the same time has recorded it.
      if (ended.length === 0) return;
    }
    (await claimRoom(services, tx, tenantId))(file.size);
    const { key, type, size, name, sha256, width = null, height = null, duration = null } = file;
    await tx.rows(sql`insert into stored_file (id, tenant_id, account_id, key, type, bytes, name, sha256, width, height, duration)
      values (${uploadId ?? newId()}::uuid, ${tenantId}::uuid, ${accountId}::uuid, ${key}, ${type}, ${size}, ${name},
        ${sha256}, ${width}::int, ${height}::int, ${duration}::float8)`);
  });
}
