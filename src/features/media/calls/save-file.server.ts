import { sql } from "drizzle-orm";
import { z } from "zod";
import { rowAccess, type UserPrincipal } from "#kit/access.ts";
import { type CallContext, defineCall } from "#kit/call.ts";
import type { AnyRow } from "#kit/entity.ts";
import { Problem } from "#kit/problem.ts";
import { extensionOf } from "#kit/stored-file.ts";
import storageFile from "#entities/storageFile.ts";
import { saveRow } from "#records/change/save.server.ts";
import { confirmTokenInput, idInput, rowOutput, versionInput } from "#records/query/row-input.server.ts";
import { downloadName } from "#server/files/file-name.server.ts";
import { uuidPattern } from "#server/process/id.server.ts";

const maxName = storageFile.fields.name.max;

const fileNotFound = () =>
  new Problem("notFound", {
    zh: "上传成功，保存失败：文件不存在，或不是您上传的",
    en: "Uploaded, but not saved: the file does not exist, or somebody else uploaded it",
  });

/** Renames a file that the caller uploaded, found by its path. @throws {Problem} notFound */
async function renameUpload(
  context: CallContext<UserPrincipal>,
  { path, name }: { path: string; name: string },
): Promise<AnyRow> {
  const { principal, services } = context;
  const id = path.slice("/files/".length).slice(0, 36);
  const extension = extensionOf(path);
  if (!uuidPattern.test(id) || extension === undefined) throw fileNotFound();
  const [row] = await services.database.read<{ version: number }>(
    principal.tenantId,
    sql`select version from storage_file where tenant_id = ${principal.tenantId}::uuid and member_id = ${principal.memberId}::uuid
      and id = ${id}::uuid and path = ${path} and deleted_at is null`,
  );
  if (row === undefined) throw fileNotFound();
  const values = { name: downloadName(name, extension) };
  return saveRow(services, context, storageFile, { id, version: row.version, values });
}

/** QuerySave of files. Also accepts the path of an upload instead of id and version, because other programs save a record after an upload (E-119). */
const saveFile = defineCall({
  method: "POST",
  path: "Api/StorageFile/QuerySave",
  envelope: "site",
  title: { zh: "保存文件的记录", en: "Save the record of a file: by its ID and version, or by the path of an upload" },
  access: rowAccess("update", "storageFile"),
  idempotent: true,
  // Ignores `size` and `fileType`, which the server reads from the file's content.
  input: z.looseObject({
    id: idInput.nullish(),
    version: versionInput.nullish(),
    confirmToken: confirmTokenInput,
    path: z.string().max(300).optional(),
    name: z.unknown(),
  }),
  output: rowOutput,
  run({ id, version, confirmToken, ...values }, context) {
    const { path, name } = values;
    if (!id && path !== undefined) {
      if (typeof name !== "string" || name === "" || name.length > maxName) throw fileNotFound();
      return renameUpload(context, { path, name });
    }
    return saveRow(context.services, context, context.entities.find(storageFile.type), {
      values,
      confirmToken,
      ...(id ? { id } : {}),
      ...(version ? { version } : {}),
    });
  },
});

export default saveFile;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/StorageFile/QuerySave": typeof saveFile;
  }
}
