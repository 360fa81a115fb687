import { sql } from "drizzle-orm";
import { Problem } from "#kit/problem.ts";
import { fontFields } from "#kit/theme-fields.ts";
import { fileUrlIn, storedFont } from "#kit/theme-font.ts";
import theme from "#entities/theme.ts";
import { defineHook } from "#records/change/hooks.server.ts";

const foreign = {
  zh: "此字体不在本空间的文件中，请重新上传",
  en: "This font is not among the files of this space. Upload it here.",
};

/** Checks that the fonts of a theme that is about to be saved are fonts of its space. Pages ask again when they are rendered. */
export default defineHook({
  entity: theme,
  async prepare({ tx, context: { principal }, values }) {
    for (const field of fontFields) {
      const url = fileUrlIn(values[field]);
      if (url === undefined) continue;
      const id = storedFont(url) === undefined ? null : url.slice("/files/".length).slice(0, 36);
      // oxlint-disable-next-line no-await-in-loop
      const [row] = await tx.rows(sql`select 1 from storage_file where tenant_id = ${principal.tenantId}::uuid
        and id = ${id}::uuid and path = ${url} and file_type = 'font' and deleted_at is null`);
      if (row === undefined) throw new Problem("invalid", foreign, { fields: { [field]: foreign } });
    }
    return {};
  },
});
