import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { removeUnused } from "../unused-files.server.ts";

const removeUnusedCall = defineCall({
  method: "POST",
  path: "Api/File/RemoveUnused",
  otherMethods: ["DELETE"],
  envelope: "site",
  title: {
    zh: "删除未使用的文件",
    en: "Delete files that nothing has used for a week: those with these IDs, by default the first 100; files in use are kept",
  },
  access: administrator,
  // It cannot be undone.
  stepUp: true,
  input: z.strictObject({ ids: z.array(z.uuid()).min(1).max(100).optional() }),
  output: z.strictObject({ removed: z.number() }),
  run: async ({ ids }, { principal, services }) => ({ removed: await removeUnused(services, principal, ids) }),
});

export default removeUnusedCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/File/RemoveUnused": typeof removeUnusedCall;
  }
}
