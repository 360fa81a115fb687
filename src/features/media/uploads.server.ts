import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services, UploadedFile } from "#kit/call.ts";
import { megabytes } from "#kit/format.ts";
import { Problem } from "#kit/problem.ts";
import { type FileKind, maxPartBytes, maxFileMegabytes, minPartBytes } from "#kit/stored-file.ts";
import { newId } from "#server/process/id.server.ts";
import { tooLarge } from "#server/files/files.server.ts";
import { addFile, lockFiles, checkQuota } from "#records/files/quota.server.ts";
import { uploadAnswerOf } from "./upload-answer.server.ts";
import {
  type EndedUpload,
  isAlive,
  hasExpired,
  endUploads,
  uploadNotFound,
} from "#records/files/upload-state.server.ts";

type Uploader = Pick<UserPrincipal, "tenantId" | "accountId" | "memberId">;

/** The maximum number of a person's uploads in progress. Browsers upload files one after another, so they do not reach it. */
const maxUploads = 20;
/** The maximum number of bytes that a person's uploads in progress have not yet sent. */
const maxPendingBytes = 2 * megabytes(maxFileMegabytes.video);

const offsetConflict = (receivedBytes: number) =>
  new Problem(
    "conflict",
    { zh: "上传进度不一致，请重试", en: "The upload progress does not match. Try again." },
    { data: { received: receivedBytes } },
  );

/** `received`: the number of received bytes. */
type Progress = { id: string; received: number };
/** `size` in bytes; `modified`: modification time of the file, in ms since 1970. */
export type NewUpload = { name: string; size: number; modified: number; kind: FileKind | undefined };

/** Begins an upload in parts, or resumes the unfinished upload of the same file. @throws {Problem} payloadTooLarge, tooManyRequests */
export async function beginUpload(
  services: Services,
  principal: Uploader,
  { name, size, modified, kind }: NewUpload,
): Promise<Progress> {
  if (size > megabytes(maxFileMegabytes[kind ?? "document"])) throw tooLarge(kind ?? "document");
  const { tenantId, accountId } = principal;
  return services.database.tenant(tenantId, async (tx) => {
    // With the lock, concurrent calls for the same file begin one upload. Resuming does not extend its lifetime; only new parts do.
    await lockFiles(tx, tenantId);
    const [sameUpload] = await tx.rows<Progress>(sql`select id, received::float8 as received from file_upload
      where tenant_id = ${tenantId}::uuid and account_id = ${accountId}::uuid and name = ${name} and bytes = ${size}
        and modified = ${modified} and kind is not distinct from ${kind ?? null} and ${isAlive}`);
    if (sameUpload !== undefined) return sameUpload;
    const [pendingUploads] = await tx.rows<{ count: number; pendingBytes: number }>(sql`select count(*)::int as count,
        coalesce(sum(bytes - received), 0)::float8 as "pendingBytes" from file_upload
      where tenant_id = ${tenantId}::uuid and account_id = ${accountId}::uuid and ${isAlive}`);
    if (pendingUploads!.count >= maxUploads || pendingUploads!.pendingBytes + size > maxPendingBytes)
      throw new Problem(
        "tooManyRequests",
        { zh: "未完成的上传过多，请稍后再试", en: "Too many unfinished uploads. Try again later." },
        { retryAfter: 60 },
      );
    await checkQuota(services, tx, tenantId, size);
    const id = newId();
    await tx.rows(sql`insert into file_upload (id, tenant_id, account_id, name, kind, bytes, modified)
      values (${id}::uuid, ${tenantId}::uuid, ${accountId}::uuid, ${name}, ${kind ?? null}, ${size}, ${modified})`);
    return { id, received: 0 };
  });
}

type UploadRow = {
  id: string;
  name: string;
  kind: FileKind | null;
  bytes: number;
  received: number;
  parts: string[];
};

async function findUpload(
  { database }: Services,
  { tenantId, accountId }: Uploader,
  id: string,
): Promise<UploadRow | undefined> {
  const [row] = await database.read<UploadRow>(
    tenantId,
    sql`select id, name, kind, bytes::float8 as bytes, received::float8 as received, parts from file_upload
      where tenant_id = ${tenantId}::uuid and account_id = ${accountId}::uuid and id = ${id}::uuid and ${isAlive}`,
  );
  return row;
}

/**
 * Stores the next part of an upload, which must begin at `offset` bytes.
 * @throws {Problem} notFound; invalid for a wrong part size; conflict, with the number of received bytes, if the next part begins at another offset
 */
export async function addPart(
  services: Services,
  principal: Uploader,
  { id, offset }: { id: string; offset: number },
  partFile: UploadedFile,
) {
  const upload = await findUpload(services, principal, id);
  if (upload === undefined) throw uploadNotFound();
  const { bytes, received } = upload;
  if (offset !== received) throw offsetConflict(received);
  const part = await services.files.storePrivate(
    { extension: "piece", type: "application/octet-stream" },
    async (file) => {
      await partFile.saveTo(file);
      const { size } = await stat(file);
      const isLast = offset + size === bytes;
      if (offset + size > bytes || size > maxPartBytes || size === 0 || (size < minPartBytes && !isLast))
        throw new Problem("invalid", { zh: "分片大小无效", en: "Invalid size of a part" });
    },
  );
  const [progress] = await services.database.tenant(principal.tenantId, (tx) =>
    tx.rows<{ received: number }>(sql`update file_upload
      set received = received + ${part.size}, parts = parts || ${part.key}::text, touched_at = now()
      where id = ${id}::uuid and received = ${offset} and ${isAlive} returning received::float8 as received`),
  );
  if (progress !== undefined) return progress;
  // A concurrent request has stored the same part.
  await services.files.remove([part.key]);
  const currentUpload = await findUpload(services, principal, id);
  throw currentUpload === undefined ? uploadNotFound() : offsetConflict(currentUpload.received);
}

/** Removes the bytes before the rows, so that the next purge continues if this is interrupted. */
async function removeEnded({ files, database }: Services, ended: readonly EndedUpload[]): Promise<void> {
  if (ended.length === 0) return;
  await files.remove(ended.flatMap(({ parts }) => parts));
  const ids = sql.param(ended.map(({ id }) => id));
  await database.system((tx) => tx.rows(sql`delete from file_upload where id = any(${ids}::uuid[])`));
}

/** Ends an upload, complete or cancelled, and removes its parts. */
export async function removeUpload(services: Services, { tenantId, accountId }: Uploader, id: string): Promise<void> {
  const ended = await services.database.tenant(tenantId, (tx) =>
    endUploads(tx, sql`tenant_id = ${tenantId}::uuid and account_id = ${accountId}::uuid and id = ${id}::uuid`),
  );
  await removeEnded(services, ended);
}

type FinishedFileRow = {
  url: string;
  name: string;
  size: number;
  kind: FileKind;
  width: number | null;
  height: number | null;
  duration: number | null;
};

/** The stored file of a finished upload; undefined while the upload is unfinished. A file has the id of its upload. */
async function findFinishedFile({ database }: Services, { tenantId, memberId }: Uploader, id: string) {
  const [row] = await database.read<FinishedFileRow>(
    tenantId,
    sql`select path as url, name, size::float8 as size, file_type as kind, width::int as width, height::int as height,
        milliseconds / 1000.0::float8 as duration from storage_file
      where tenant_id = ${tenantId}::uuid and member_id = ${memberId}::uuid and id = ${id}::uuid and deleted_at is null`,
  );
  if (row === undefined) return undefined;
  const { width, height, duration, ...file } = row;
  const knownMeasures = Object.fromEntries(
    Object.entries({ width, height, duration }).filter(([, value]) => value !== null),
  );
  return uploadAnswerOf({ ...file, ...knownMeasures });
}

/** Appends all parts to the file at the path `file`. @throws {Problem} notFound when a part is missing */
async function joinParts({ files }: Services, parts: readonly string[], file: string): Promise<void> {
  for (const key of parts) {
    const part = await files.read(key);
    if (part === undefined) throw uploadNotFound();
    await pipeline(part, createWriteStream(file, { flags: "a" }));
  }
}

/** Codes of problems after which an upload can never become a stored file, e.g. its type or a lost part. */
const permanentProblems: ReadonlySet<string> = new Set(["unsupportedMediaType", "payloadTooLarge", "notFound"]);

/**
 * Turns a complete upload into a stored file; repeated calls return the same file.
 * @throws {Problem} notFound; conflict when bytes are missing; the problems of `storeUpload` and `addFile`
 */
export async function endUpload(services: Services, principal: Uploader, id: string) {
  const finishedFile = await findFinishedFile(services, principal, id);
  if (finishedFile !== undefined) return finishedFile;
  const upload = await findUpload(services, principal, id);
  if (upload === undefined) throw uploadNotFound();
  const { name, kind, bytes, received, parts } = upload;
  if (received !== bytes) throw offsetConflict(received);
  const save = (file: string) => joinParts(services, parts, file);
  try {
    const joinedFile = { id, name, kind: kind ?? undefined, save };
    const stored = await services.files.storeUpload(principal.accountId, joinedFile, (file) =>
      addFile(services, principal, file, id),
    );
    await removeUpload(services, principal, id);
    return uploadAnswerOf(stored);
  } catch (error) {
    // A concurrent call may have finished the upload and removed its parts.
    const finishedMeanwhile = await findFinishedFile(services, principal, id);
    if (finishedMeanwhile !== undefined) return finishedMeanwhile;
    if (error instanceof Problem && permanentProblems.has(error.code)) await removeUpload(services, principal, id);
    throw error;
  }
}

/** Removes expired uploads, and the parts and rows of ended ones. */
export async function purgeUploads(services: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const ended = await services.database.system((tx) =>
      endUploads(tx, sql`id in (select id from file_upload where ${hasExpired} limit 50) and ${hasExpired}`),
    );
    if (ended.length === 0) return;
    await removeEnded(services, ended);
  }
}
