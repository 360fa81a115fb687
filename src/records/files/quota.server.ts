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
import { administratorIdsOf } from "#server/identity/member-principal.server.ts";
import { addNotices } from "#server/notices/notices.server.ts";
import type { Tx } from "#server/postgres/database.server.ts";
import { endUploads, isAlive, uploadNotFound } from "./upload-state.server.ts";

/** The quota of a space: megabytes and number of files; 0 means no limit. */
type Quota = { megabytes: number; files: number };
/** The bytes and number of stored files, and of uploads in progress; and the quota that the platform gave this space, if it did. */
type Usage = {
  bytes: number;
  files: number;
  pendingBytes: number;
  pendingFiles: number;
  maxMegabytes: number | null;
  maxFiles: number | null;
};
type Uploader = Pick<UserPrincipal, "tenantId" | "memberId">;

/** SQL query for the `Usage` of a space. Files in the trash count too; a select of their own lets each of both use its partial index. */
const usageOf = (tenantId: string) => sql`select * from
  (select coalesce(sum(size), 0)::int8 as bytes, count(*)::int as files from (
    select size from storage_file where tenant_id = ${tenantId}::uuid and deleted_at is null
    union all select size from storage_file where tenant_id = ${tenantId}::uuid and deleted_at is not null) as file) as stored,
  (select coalesce(sum(bytes), 0)::int8 as "pendingBytes", count(*)::int as "pendingFiles"
    from file_upload where tenant_id = ${tenantId}::uuid and ${isAlive}) as pending
  left join (select max_files_mb as "maxMegabytes", max_files as "maxFiles" from tenant where id = ${tenantId}::uuid) as given on true`;

function formatQuota({ megabytes: maxMegabytes, files }: Quota, locale: Locale): string {
  const parts = {
    zh: [maxMegabytes > 0 && `容量 ${maxMegabytes} MB`, files > 0 && `数量 ${files} 个`],
    en: [
      maxMegabytes > 0 && `${maxMegabytes.toLocaleString("en")} MB`,
      files > 0 && `${files.toLocaleString("en")} files`,
    ],
  };
  return parts[locale].filter((part) => part !== false).join(locale === "zh" ? "，" : ", ");
}

/** The quota of a space: what the platform gave it, else that of the settings. */
const quotaOf = (
  { env }: Pick<Services, "env">,
  { maxMegabytes, maxFiles }: Pick<Usage, "maxMegabytes" | "maxFiles">,
): Quota => ({ megabytes: maxMegabytes ?? env.SPACE_FILES_MB, files: maxFiles ?? env.SPACE_FILES_COUNT });

/** @throws {Problem} payloadTooLarge when another file of `size` bytes would exceed the quota of the space */
function refuseOverQuota(quota: Quota, { bytes, files, pendingBytes, pendingFiles }: Usage, size: number): void {
  const fitsWith = (otherBytes: number, otherFiles: number) =>
    (quota.megabytes === 0 || otherBytes + size <= megabytes(quota.megabytes)) &&
    (quota.files === 0 || otherFiles < quota.files);
  if (fitsWith(bytes + pendingBytes, files + pendingFiles)) return;
  if (fitsWith(bytes, files))
    throw new Problem("payloadTooLarge", {
      zh: "正在上传的文件占用了空间的剩余容量，请稍后再试",
      en: "Uploads in progress use the remaining storage of this space. Try again later.",
    });
  throw new Problem("payloadTooLarge", {
    zh: `空间的文件已达上限（${formatQuota(quota, "zh")}）。请联系平台扩容`,
    en: `This space has reached its file limit (${formatQuota(quota, "en")}). Contact the platform for more.`,
  });
}

/** Call it before reading the body of an upload. @throws {Problem} payloadTooLarge when the quota of the space is used up */
export async function refuseWhenFull(services: Services, { tenantId }: Uploader): Promise<void> {
  const [usage] = await services.database.read<Usage>(tenantId, usageOf(tenantId));
  refuseOverQuota(quotaOf(services, usage!), usage!, 1);
}

/** Locks the files of a space until the transaction ends. Must be the first lock of a transaction, to avoid deadlocks. */
export async function lockFiles(tx: Tx, tenantId: string): Promise<void> {
  await tx.lock(`stored files ${tenantId}`);
}

/**
 * Checks that a file of `size` bytes fits into the quota, and returns the current usage. The caller must hold the lock of `lockFiles`.
 * @throws {Problem} payloadTooLarge
 */
export async function checkQuota(services: Services, tx: Tx, tenantId: string, size: number): Promise<Usage> {
  const [usage] = await tx.rows<Usage>(usageOf(tenantId));
  refuseOverQuota(quotaOf(services, usage!), usage!, size);
  return usage!;
}

/** Usage in percent at which administrators are notified. */
const nearFullPercent = 90;

/** Usage in percent of the quota: of bytes or of files, the larger of the two. */
function percentOf(
  { megabytes: maxMegabytes, files: maxFiles }: Quota,
  { bytes, files }: Pick<Usage, "bytes" | "files">,
): number {
  const usedFractions = [maxMegabytes > 0 ? bytes / megabytes(maxMegabytes) : 0, maxFiles > 0 ? files / maxFiles : 0];
  return Math.floor(100 * Math.max(...usedFractions));
}

/** Notifies the administrators of a space when a new file of `size` bytes raises the usage to `nearFullPercent` or more. */
async function notifyWhenNearFull(
  services: Services,
  tx: Tx,
  tenantId: string,
  usageBefore: Usage,
  size: number,
): Promise<void> {
  const quota = quotaOf(services, usageBefore);
  const percent = percentOf(quota, { bytes: usageBefore.bytes + size, files: usageBefore.files + 1 });
  if (percent < nearFullPercent || percentOf(quota, usageBefore) >= nearFullPercent) return;
  const memberIds = await administratorIdsOf(tx, tenantId);
  await addNotices(
    tx,
    { tenantId, memberIds },
    { event: "storage.nearFull", about: "storage", content: { percent }, url: "/paas/user/setting" },
  );
}

/** The row of a stored file. Its id, a UUID, is the beginning of the storage key and of the file's name in its URL. */
function rowOfUpload({ key, url, kind, name, size, sha256, width, height, duration }: StoredUpload) {
  const milliseconds = duration === undefined ? null : Math.round(duration * 1000);
  return {
    id: key.slice(0, 36),
    values: { path: url, name, fileType: kind, size, width: width ?? null, height: height ?? null },
    internal: { sha256, milliseconds },
  };
}

/**
 * Adds the row of a file whose bytes are stored. With `uploadId`, ends that upload in parts and so releases its quota.
 * @throws {Problem} payloadTooLarge beyond the quota; notFound when the upload was cancelled meanwhile
 */
export async function addFile(
  services: Services,
  principal: Uploader,
  file: StoredUpload,
  uploadId?: string,
): Promise<void> {
  const { tenantId, memberId } = principal;
  await services.database.tenant(tenantId, async (tx) => {
    await lockFiles(tx, tenantId);
    const { id, ...row } = rowOfUpload(file);
    if (uploadId !== undefined && (await endUploads(tx, sql`id = ${uploadId}::uuid and ${isAlive}`)).length === 0) {
      // Either a concurrent request has recorded the file, or the upload was cancelled.
      const recordedRows = await tx.rows(sql`select 1 from storage_file where id = ${id}::uuid`);
      if (recordedRows.length === 0) throw uploadNotFound();
      return;
    }
    const usageBefore = await checkQuota(services, tx, tenantId, file.size);
    const [person] = await tx.rows<{ name: string | null }>(
      sql`select name from member where tenant_id = ${tenantId}::uuid and id = ${memberId}::uuid`,
    );
    const uploadedAt = new Date().toISOString();
    await insertRow(tx, asProgram(services, tenantId, principal), storageFile, {
      id,
      values: { ...row.values, uploader: person?.name ?? null, uploadedAt, isUsed: false },
      internal: { ...row.internal, memberId, unusedAt: uploadedAt },
    });
    await notifyWhenNearFull(services, tx, tenantId, usageBefore, file.size);
  });
}

/** The storage used by a space, and its quota; 0 means no limit. */
export async function readStorage(
  services: Pick<Services, "database" | "env">,
  tenantId: string,
): Promise<{ bytes: number; files: number; maxBytes: number; maxFiles: number }> {
  const [usage] = await services.database.read<Usage>(tenantId, usageOf(tenantId));
  const quota = quotaOf(services, usage!);
  const { bytes, files } = usage!;
  return { bytes, files, maxBytes: megabytes(quota.megabytes), maxFiles: quota.files };
}
