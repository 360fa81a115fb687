import { sql } from "drizzle-orm";
import type { FindingSubject } from "#kit/governance.ts";
import { fileSize } from "#kit/stored-file.ts";
import { formatText } from "#kit/text.ts";
import { lowestId } from "../runs.server.ts";
import { defineCheck } from "../define-check.server.ts";

/** Days without a reference; a newer image may belong to a form that somebody has not saved yet. */
const unusedDays = 7;
const text = { zh: "一周以上没有使用，占 {size}", en: "Not used for a week or longer. Takes {size}" };

export default defineCheck({
  id: "unused-images",
  kinds: ["site"],
  title: { zh: "未使用的图片", en: "Unused images" },
  advice: {
    zh: "占用存储空间。移入回收站后 30 天内可以恢复。",
    en: "They take storage. In the trash they can be restored for 30 days.",
  },
  severity: "hint",
  async inRows({ tx, tenantId, after, size }) {
    const files = await tx.rows<{ id: string; name: string; bytes: number }>(sql`
      select id, name, size::float8 as bytes from storage_file f
      where tenant_id = ${tenantId}::uuid and deleted_at is null and file_type = 'image' and id > ${after ?? lowestId}::uuid
        and unused_at < now() - make_interval(days => ${unusedDays}) and not exists (select from file_use u where u.file_id = f.id)
      order by id limit ${size}`);
    return {
      findings: files.map(({ id, name, bytes }) => {
        const subject: FindingSubject = { type: "storageFile", id, title: { zh: name, en: name } };
        return { key: "unused", subject, text: formatText(text, { size: fileSize(bytes) }), mend: true };
      }),
      next: files.length < size ? null : files.at(-1)!.id,
    };
  },
  mend: { name: { zh: "移入回收站", en: "Move to trash" }, deletes: "storageFile" },
});
