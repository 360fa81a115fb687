import { rowAccess } from "#kit/access.ts";
import { maxExportRows } from "#kit/export.ts";
import { definePageAction } from "#kit/page-action.ts";

export default definePageAction({
  id: "exportEnquiries",
  name: { zh: "导出留言", en: "Export enquiries" },
  call: "GET api/Auto/ToExcel",
  input: { type: "contactMessage", pageSize: maxExportRows },
  apiType: 1,
  access: rowAccess("export", "contactMessage"),
  done: { zh: "表格成功导出", en: "Export ready" },
  file: ({ value }) => value,
});
