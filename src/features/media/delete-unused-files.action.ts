import { administrator } from "#kit/access.ts";
import { definePageAction } from "#kit/page-action.ts";

export default definePageAction({
  id: "deleteUnusedFiles",
  name: { zh: "清理未使用的文件", en: "Delete unused files" },
  call: "POST Api/File/RemoveUnused",
  input: {},
  apiType: 4,
  access: administrator,
  subject: { zh: "一周以上未使用的文件", en: "the files that nothing has used for a week" },
  done: { zh: "删除成功！", en: "Deleted" },
});
