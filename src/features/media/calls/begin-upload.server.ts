import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { fileKinds } from "#kit/stored-file.ts";
import { beginUpload } from "../uploads.server.ts";

const beginUploadCall = defineCall({
  method: "POST",
  path: "Api/File/Begin",
  envelope: "site",
  title: { zh: "开始或继续分片上传", en: "Begin or resume an upload in parts" },
  access: member,
  limit: { max: 120, windowSeconds: 60 },
  input: z.object({
    name: z.string().min(1).max(255),
    size: z.int().min(1),
    /** Modification time of the file, in ms since 1970. An unfinished upload with the same name, size and time is resumed. */
    modified: z.int().default(0),
    fileType: z.enum(fileKinds).optional(),
  }),
  output: z.object({ id: z.string(), received: z.number() }),
  run: ({ fileType, ...file }, { principal, services }) =>
    beginUpload(services, principal, { ...file, kind: fileType }),
});

export default beginUploadCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/File/Begin": typeof beginUploadCall;
  }
}
