import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readStorage } from "#records/files/quota.server.ts";
import { listUnused } from "../unused-files.server.ts";

const storage = defineCall({
  method: "GET",
  path: "Api/File/Storage",
  envelope: "site",
  title: {
    zh: "查看空间的文件用量和未使用的文件",
    en: "Get the storage used by the space’s files, and the unused files",
  },
  access: administrator,
  input: z.object({}),
  output: z.strictObject({
    bytes: z.number(),
    files: z.number(),
    /** 0 means no limit. */
    maxBytes: z.number(),
    maxFiles: z.number(),
    unused: z.strictObject({
      count: z.number(),
      bytes: z.number(),
      /** The unused files that expire first, at most 100. */
      files: z.array(
        z.strictObject({
          id: z.string(),
          url: z.string(),
          name: z.string(),
          bytes: z.number(),
          removedAt: z.string(),
        }),
      ),
    }),
  }),
  async run(_input, { principal, services }) {
    const [used, unused] = await Promise.all([
      readStorage(services, principal.tenantId),
      listUnused(services, principal.tenantId),
    ]);
    return { ...used, unused };
  },
});

export default storage;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/File/Storage": typeof storage;
  }
}
