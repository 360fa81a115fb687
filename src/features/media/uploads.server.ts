import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services, UploadedFile } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { extensionOf, fileFormats, type FileKind, largestFile, largestPart, smallestPart } from "#kit/stored-file.ts";
import { deleteRows } from "#server/postgres/delete-rows.server.ts";
import { newId } from "#server/process/id.server.ts";
import { addFile, claimRoom } from "./quota.server.ts";
import { uploadAnswerOf } from "./upload-answer.server.ts";

type Who = Pick<UserPrincipal, "tenantId" | "accountId">;

/** For how long an upload waits for its next part. */
const lifetime = "6 hours";
/** Uploads that one person has under way; browsers send one after the other. */
const limit = 20;

const notFound = () =>
  new Problem("notFound", { zh: "上传已失效，请重新上传", en: "This upload has expired. Upload the file again." });
const offsetConflict = (received: number) =>
  new Problem(
    "conflict",
    { zh: "上传进度不一致，请重试", en: "The upload continues at another place. Try again." },
    { data: { received } },
  );

type Progress = { id: string; received: number };
export type NewUpload = { name: string; size: number; modified: number; kind: FileKind | undefined };

/** Begins an upload, or goes on with that of the same file. @throws {Problem} payloadTooLarge, tooManyRequests */
export async function beginUpload(
  services: Services,
  who: Who,
  { name, size, modified, kind }: NewUpload,
): Promise<Progress> {
  const megabytes = largestFile[kind ?? "document"];
  if (size > megabytes * 1024 * 1024)
    throw new Problem("payloadTooLarge", {
      zh: `文件不能超过 ${megabytes} MB`,
      en: `Files may have up to ${megabytes} MB.`,
    });
  const { tenantId, accountId } = who;
  return services.database.tenant(tenantId, async (tx) => {
    // Who has the room of the space begins alone: the same file that is sent twice at once is one upload.
    const takeRoom = await claimRoom(services, tx, tenantId);
    const [same] = await tx.rows<Progress>(sql`update file_upload set touched_at = now()
      where tenant_id = ${tenantId}::uuid and account_id = ${accountId}::uuid and name = ${name} and bytes = ${size}
        and modified = ${modified} and kind is not distinct from ${kind ?? null}
      returning id, received::float8 as received`);
    if (same !== undefined) return same;
    const [others] = await tx.rows<{ count: number }>(sql`select count(*)::int as count from file_upload
      where tenant_id = ${tenantId}::uuid and account_id = ${accountId}::uuid`);
    if (others!.count >= limit)
      throw new Problem(
        "tooManyRequests",
        { zh: "未完成的上传过多，请稍后再试", en: "Too many unfinished uploads. Try again later." },
        { retryAfter: 60 },
      );
    takeRoom(size);
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
  { tenantId, accountId }: Who,
  id: string,
): Promise<UploadRow | undefined> {
  const [found] = await database.read<UploadRow>(
    tenantId,
    sql`select id, name, kind, bytes::float8 as bytes, received::float8 as received, parts from file_upload
      where tenant_id = ${tenantId}::uuid and account_id = ${accountId}::uuid and id = ${id}::uuid`,
  );
  return found;
}

/** Takes the part of an upload that begins at `offset`. @throws {Problem} notFound; conflict, with the bytes that are there, for another place */
export async function addPart(
  services: Services,
  who: Who,
  { id, offset }: { id: string; offset: number },
  sent: UploadedFile,
) {
  const upload = await findUpload(services, who, id);
  if (upload === undefined) throw notFound();
  const { bytes, received } = upload;
  if (offset !== received) throw offsetConflict(received);
  const part = await services.files.storePrivate(
    { extension: "piece", type: "application/octet-stream" },
    async (file) => {
      await sent.saveTo(file);
      const { size } = await stat(file);
      const isLast = offset + size === bytes;
      if (offset + size > bytes || size > largestPart || (size < smallestPart && !isLast))
        throw new Problem("invalid", { zh: "分片大小无效", en: "Invalid size of a part" });
    },
  );
  const [taken] = await services.database.tenant(who.tenantId, (tx) =>
    tx.rows<{ received: number }>(sql`update file_upload
      set received = received + ${part.size}, parts = parts || ${part.key}::text, touched_at = now()
      where id = ${id}::uuid and received = ${offset} returning received::float8 as received`),
  );
  if (taken !== undefined) return taken;
  // The same part came twice, and the other was first.
  await services.files.remove([part.key]);
  const now = await findUpload(services, who, id);
  throw now === undefined ? notFound() : offsetConflict(now.received);
}

/** Forgets an upload that is under way: its parts first, so that no bytes are without a row. */
async function removeUpload(
  { files, database }: Services,
  { tenantId }: Pick<Who, "tenantId">,
  { id, parts }: Pick<UploadRow, "id" | "parts">,
) {
  await files.remove(parts);
  await database.tenant(tenantId, (tx) =>
    tx.rows(sql`delete from file_upload where id = ${id}::uuid and parts = ${sql.param(parts)}::text[]`),
  );
}

/** Ends an upload before it is whole. What nobody sends is forgotten as well. */
export async function cancelUpload(services: Services, who: Who, id: string): Promise<void> {
  const upload = await findUpload(services, who, id);
  if (upload !== undefined) await removeUpload(services, who, upload);
}

type FinishedRow = {
  key: string;
  name: string;
  size: number;
  width: number | null;
  height: number | null;
  duration: number | null;
};

/** The file that an upload has become. */
async function finishedFile({ database }: Services, { tenantId, accountId }: Who, id: string) {
  const [row] = await database.read<FinishedRow>(
    tenantId,
    sql`select key, name, bytes::float8 as size, width, height, duration from stored_file
      where tenant_id = ${tenantId}::uuid and account_id = ${accountId}::uuid and id = ${id}::uuid and expires_at is null`,
  );
  const extension = row && extensionOf(row.key);
  if (row === undefined || extension === undefined) return undefined;
  const { width, height, duration, ...file } = row;
  const measures = Object.fromEntries(
    Object.entries({ width, height, duration }).filter(([, value]) => value !== null),
  );
  return uploadAnswerOf({ ...file, ...measures, url: `/files/${row.key}`, kind: fileFormats[extension].kind });
}

async function joinParts({ files }: Services, parts: readonly string[], file: string): Promise<void> {
  for (const key of parts) {
    const part = await files.read(key);
    if (part === undefined) throw notFound();
    await pipeline(part, createWriteStream(file, { flags: "a" }));
  }
}

/** Makes a stored file of an upload that is whole; the same again for who asks twice, because no answer came. @throws {Problem} as storeUpload does */
export async function endUpload(services: Services, who: Who, id: string) {
  const finished = await finishedFile(services, who, id);
  if (finished !== undefined) return finished;
  const upload = await findUpload(services, who, id);
  if (upload === undefined) throw notFound();
  const { name, kind, bytes, received, parts } = upload;
  if (received !== bytes) throw offsetConflict(received);
  const save = (file: string) => joinParts(services, parts, file);
  try {
    const sent = { id, name, kind: kind ?? undefined, save };
    const stored = await services.files.storeUpload(who.accountId, sent, (file) => addFile(services, who, file, id));
    await services.files.remove(parts);
    return uploadAnswerOf(stored);
  } catch (error) {
    // Who asked at the same time may have taken the parts away, because it was done.
    const meanwhile = await finishedFile(services, who, id);
    if (meanwhile !== undefined) return meanwhile;
    // What will never be a stored file takes no room.
    const isHopeless = error instanceof Problem && ["unsupportedMediaType", "payloadTooLarge"].includes(error.code);
    if (isHopeless) await removeUpload(services, who, upload);
    throw error;
  }
}

/** Removes uploads that nobody goes on with. */
export async function purgeUploads(services: Services, signal: AbortSignal): Promise<void> {
  const over = sql`touched_at < now() - ${lifetime}::interval`;
  while (!signal.aborted) {
    const found = await services.database.system((tx) =>
      tx.rows<{ id: string; parts: string[] }>(sql`select id, parts from file_upload where ${over} limit 50`),
    );
    if (found.length === 0) return;
    await services.files.remove(found.flatMap(({ parts }) => parts));
    const ids = sql.param(found.map(({ id }) => id));
    await services.database.system((tx) =>
      deleteRows(tx, "file_upload", sql`${over} and id = any(${ids}::uuid[])`, found.length),
    );
  }
}
