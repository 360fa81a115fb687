import { sql } from "drizzle-orm";
import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { extensionOf, fileFormats, fileKinds } from "#kit/stored-file.ts";
import { nameOfFile } from "#server/files/file-name.server.ts";

const notSaved = () =>
  new Problem("notFound", {
    zh: "上传成功，保存失败：文件不存在，或不是您上传的",
    en: "Uploaded, but not saved: the file does not exist, or somebody else uploaded it",
  });

/** An upload creates its record: this call returns it and sets its name. */
const saveFile = defineCall({
  method: "POST",
  path: "Api/StorageFile/QuerySave",
  envelope: "site",
  title: { zh: "保存上传文件的记录", en: "Save the record of a file that you uploaded: its name" },
  access: member,
  limit: { max: 60, windowSeconds: 60 },
  // Type and size follow from the file's bytes; the input is ignored.
  input: z.object({
    name: z.string().min(1).max(255),
    path: z.string().min(1).max(300),
    size: z.number().optional(),
    fileType: z.string().max(20).optional(),
  }),
  output: z.object({
    id: z.string(),
    name: z.string(),
    path: z.string(),
    size: z.number(),
    fileType: z.enum(fileKinds),
  }),
  async run({ name, path }, { who, services }) {
    const key = path.replace(/^\/files\//, "");
    const extension = extensionOf(key);
    if (extension === undefined) throw notSaved();
    const { tenantId, accountId } = who;
    const [saved] = await services.database.tenant(tenantId, (tx) =>
      tx.rows<{
        id: string;
        name: string;
        size: number;
      }>(sql`update stored_file set name = ${nameOfFile(name, extension)}
        where tenant_id = ${tenantId}::uuid and account_id = ${accountId}::uuid and key = ${key} and expires_at is null
        returning id, name, bytes::float8 as size`),
    );
    if (saved === undefined) throw notSaved();
    return { ...saved, path: `/files/${key}`, fileType: fileFormats[extension].kind };
  },
});

export default saveFile;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/StorageFile/QuerySave": typeof saveFile;
  }
}
