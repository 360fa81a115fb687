import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services } from "#kit/call.ts";
import { megabytes } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import type { Locale } from "#kit/text.ts";
import storageFile from "#entities/storageFile.ts";
import { insertRow } from "#records/change/save.server.ts";
import { asProgram } from "#records/registry/row-context.server.ts";
import type { StoredUpload } from "#server/files/files.server.ts";
import { membersWithRights } from "#server/identity/member-principal.server.ts";
import { addNotices } from "#server/notices/notices.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { endUploads, isAlive, uploadNotFound } from "./upload-state.server.ts";

/** The quota of a space; 0 means no limit. */
type Quota = { megabytes: number; files: number };
/** Stored bytes and files, and uploads in progress. */
type Usage = { bytes: number; files: number; comingBytes: number; comingFiles: number };
type Who = Pick<UserPrincipal, "tenantId" | "memberId">;

const usageOf = (tenantId: string) => sql`select * from
  (select coalesce(sum(size), 0)::int8 as bytes, count(*)::int as files from (
    select size from storage_file where tenant_id = ${tenantId}::uuid and deleted_at is null
    union all select size from storage_file where tenant_id = ${tenantId}::uuid and deleted_at is not null) as either) as stored,
  (select coalesce(sum(bytes), 0)::int8 as "comingBytes", count(*)::int as "comingFiles"
    from file_upload where tenant_id = ${tenantId}::uuid and ${isAlive}) as coming`;

function limitsOf({ megabytes: room, files }: Quota, locale: Locale): string {
  const parts = {
    zh: [room > 0 && `容量 ${room} MB`, files > 0 && `数量 ${files} 个`],
    en: [room > 0 && `${room.toLocaleString("en")} MB`, files > 0 && `${files.toLocaleString("en")} files`],
  };
  return parts[locale].filter((part) => part !== false).join(locale === "zh" ? "，" : ", ");
}

const quotaOf = ({ env }: Pick<Services, "env">): Quota => ({
  megabytes: env.SPACE_FILES_MB,
  files: env.SPACE_FILES_COUNT,
});

/** @throws {Problem} payloadTooLarge when one more file of a size would exceed the quota of the space */
function refuseOverQuota(quota: Quota, { bytes, files, comingBytes, comingFiles }: Usage, size: number): void {
  const fitsWith = (otherBytes: number, otherFiles: number) =>
    (quota.megabytes === 0 || otherBytes + size <= megabytes(quota.megabytes)) &&
    (quota.files === 0 || otherFiles < quota.files);
  if (fitsWith(bytes + comingBytes, files + comingFiles)) return;
  if (fitsWith(bytes, files))
    throw new Problem("payloadTooLarge", {
      zh: "正在上传的文件占用了空间的剩余容量，请稍后再试",
      en: "Uploads that are under way take up what is left of this space. Try again later.",
    });
  throw new Problem("payloadTooLarge", {
    zh: `空间的文件已达上限（${limitsOf(quota, "zh")}）。请联系平台扩容`,
    en: `This space has reached its file limit (${limitsOf(quota, "en")}). Ask your platform for more.`,
  });
}

/** Checked before the upload is read. @throws {Problem} payloadTooLarge when the space has no room left */
export async function refuseWhenFull(services: Services, { tenantId }: Who): Promise<void> {
  const [usage] = await services.database.read<Usage>(tenantId, usageOf(tenantId));
  refuseOverQuota(quotaOf(services), usage!, 1);
}

/** Locks the files of a space until the transaction ends. Always the first lock, to avoid deadlocks. */
export async function lockFiles(tx: Tx, tenantId: string): Promise<void> {
  await tx.lock(`stored files ${tenantId}`);
}

/** Requires the lock of the space's files; returns the usage so far. @throws {Problem} payloadTooLarge when a file of this size does not fit */
export async function refuseWithoutRoom(services: Services, tx: Tx, tenantId: string, size: number): Promise<Usage> {
  const [usage] = await tx.rows<Usage>(usageOf(tenantId));
  refuseOverQuota(quotaOf(services), usage!, size);
  return usage!;
}

/** Usage in percent at which administrators are notified. */
const nearFullPercent = 90;

/** Usage in percent of the quota: of bytes or of files, the larger of the two. */
function percentOf(
  { megabytes: room, files: maxFiles }: Quota,
  { bytes, files }: Pick<Usage, "bytes" | "files">,
): number {
  const shares = [room > 0 ? bytes / megabytes(room) : 0, maxFiles > 0 ? files / maxFiles : 0];
  return Math.floor(100 * Math.max(...shares));
}

/** Notifies the administrators of a space when a new file of this size takes its usage across `nearFull`. */
async function tellWhenNear(services: Services, tx: Tx, tenantId: string, before: Usage, size: number): Promise<void> {
  const quota = quotaOf(services);
  const percent = percentOf(quota, { bytes: before.bytes + size, files: before.files + 1 });
  if (percent < nearFullPercent || percentOf(quota, before) >= nearFullPercent) return;
  const people = await membersWithRights(tx, tenantId);
  const memberIds = people.filter(({ isAdministrator }) => isAdministrator).map(({ memberId }) => memberId);
  await addNotices(
    tx,
    { tenantId, memberIds },
    { event: "storage.nearFull", about: "storage", content: { percent }, url: "/paas/user/setting" },
  );
}

/** The row of an upload. Its id is the one in the file's address. */
function rowOf({ key, url, kind, name, size, sha256, width, height, duration }: StoredUpload) {
  const milliseconds = duration === undefined ? null : Math.round(duration * 1000);
  return {
    id: key.slice(0, 36),
    values: { path: url, name, fileType: kind, size, width: width ?? null, height: height ?? null },
    internal: { sha256, milliseconds },
  };
}

/**
 * Records a file whose bytes are stored; for a chunked upload it replaces the upload in the quota.
 * @throws {Problem} payloadTooLarge beyond the quota; notFound when the upload was cancelled since
 */
export async function addFile(
  services: Services,
  principal: Who,
  file: StoredUpload,
  uploadId?: string,
): Promise<void> {
  const { tenantId, memberId } = principal;
  await services.database.tenant(tenantId, async (tx) => {
    await lockFiles(tx, tenantId);
    const { id, ...row } = rowOf(file);
    if (uploadId !== undefined && (await endUploads(tx, sql`id = ${uploadId}::uuid and ${isAlive}`)).length === 0) {
      // A concurrent request has recorded it, or it was cancelled.
      const recorded = await tx.rows(sql`select 1 from storage_file where id = ${id}::uuid`);
      if (recorded.length === 0) throw uploadNotFound();
      return;
    }
    const before = await refuseWithoutRoom(services, tx, tenantId, file.size);
    const [person] = await tx.rows<{ name: string | null }>(
      sql`select name from member where tenant_id = ${tenantId}::uuid and id = ${memberId}::uuid`,
    );
    const uploadedAt = new Date().toISOString();
    await insertRow(tx, asProgram(services, tenantId, principal), storageFile, {
      id,
      values: { ...row.values, uploader: person?.name ?? null, uploadedAt, isUsed: false },
      internal: { ...row.internal, memberId, unusedAt: uploadedAt },
    });
    await tellWhenNear(services, tx, tenantId, before, file.size);
  });
}

/** The storage used by a space, and its quota; 0 means no limit. */
export async function readStorage(
  services: Pick<Services, "database" | "env">,
  tenantId: string,
): Promise<{ bytes: number; files: number; maxBytes: number; maxFiles: number }> {
  const [usage] = await services.database.read<Usage>(tenantId, usageOf(tenantId));
  const quota = quotaOf(services);
  const { bytes, files } = usage!;
  return { bytes, files, maxBytes: megabytes(quota.megabytes), maxFiles: quota.files };
}
