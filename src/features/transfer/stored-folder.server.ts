import { readFile, stat } from "node:fs/promises";
import { sql } from "drizzle-orm";
import { buffer } from "node:stream/consumers";
import type { UserPrincipal } from "#kit/access.ts";
import type { Services, UploadedFile } from "#kit/call.ts";
import { maxFolderMegabytes } from "#kit/transfer.ts";
import {
  addPrivateFile,
  findPrivateFile,
  type PrivateFile,
  removePrivateFiles,
} from "#server/files/private-files.server.ts";
import { createOwnerQueue } from "#server/process/queue.server.ts";
import { folderProblem } from "./folder-problem.server.ts";
import { type Folder, readFolder } from "./folder.server.ts";

/** Runs work on a folder in a queue: two at a time in the process, one per account. @throws {Problem} tooManyRequests */
export const inTransferQueue = createOwnerQueue({
  concurrency: 2,
  maxPerOwner: 1,
  fullText: {
    zh: "当前导入导出的人较多，请稍后再试",
    en: "Many imports and exports are running right now. Try again in a moment.",
  },
  busyText: {
    zh: "您的上一次导入或导出还在进行，请稍后再试",
    en: "Your last import or export is still running. Try again in a moment.",
  },
});

/** The name of uploads, by which they are found. */
const uploadName = "transfer-upload.zip";
/** The maximum number of uploads that are kept for a person. */
const maxUploads = 5;
const zipType = { extension: "zip", type: "application/zip" };

/** Stores a folder for the person who exports it. */
export const storeExport = (
  services: Services,
  principal: UserPrincipal,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<PrivateFile> => addPrivateFile(services, principal, { name, ...zipType }, bytes);

/** The storage keys of all but the newest uploads of a person. */
async function earlierUploads({ database }: Services, { tenantId, accountId }: UserPrincipal): Promise<string[]> {
  const files = await database.read<{ key: string }>(
    tenantId,
    sql`select key from private_file where tenant_id = ${tenantId}::uuid and account_id = ${accountId}::uuid and name = ${uploadName}
      order by id desc offset ${maxUploads}`,
  );
  return files.map(({ key }) => key);
}

/** Stores an uploaded folder that can be read. Returns its id. @throws {Problem} invalid; payloadTooLarge */
export async function storeUpload(
  services: Services,
  principal: UserPrincipal,
  upload: UploadedFile,
): Promise<{ fileId: string; folder: Folder }> {
  let folder: Folder | undefined;
  const { url } = await addPrivateFile(services, principal, { name: uploadName, ...zipType }, async (path) => {
    await upload.saveTo(path);
    const { size } = await stat(path);
    if (size > maxFolderMegabytes * 1024 * 1024) throw folderProblem("size");
    folder = await readFolder(await readFile(path));
  });
  await removePrivateFiles(services, await earlierUploads(services, principal));
  // The address of a private file ends with its id.
  return { fileId: url.slice(url.lastIndexOf("/") + 1), folder: folder! };
}

/** Reads an uploaded folder of this person. @throws {Problem} notFound when it has expired */
export async function readUpload(services: Services, principal: UserPrincipal, fileId: string): Promise<Folder> {
  const file = await findPrivateFile(services, principal, fileId);
  const stream = file && (await services.files.read(file.key));
  if (stream === undefined) throw folderProblem("expired");
  return readFolder(await buffer(stream));
}
