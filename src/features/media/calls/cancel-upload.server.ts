import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { removeUpload } from "../uploads.server.ts";

const cancelUploadCall = defineCall({
  method: "POST",
  path: "Api/File/Cancel",
  envelope: "site",
  title: { zh: "取消分片上传", en: "Cancel an upload in parts" },
  access: member,
  limit: { max: 120, windowSeconds: 60 },
  input: z.object({ id: z.uuid() }),
  output: z.object({ ok: z.literal(true) }),
  async run({ id }, { principal, services }) {
    await removeUpload(services, principal, id);
    return { ok: true as const };
  },
});

export default cancelUploadCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/File/Cancel": typeof cancelUploadCall;
  }
}
