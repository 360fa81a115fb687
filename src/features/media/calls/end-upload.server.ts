import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { uploadAnswer } from "../upload-answer.server.ts";
import { endUpload } from "../uploads.server.ts";

const endUploadCall = defineCall({
  method: "POST",
  path: "Api/File/End",
  envelope: "site",
  title: { zh: "完成分片上传", en: "End an upload in parts" },
  access: member,
  limit: { max: 120, windowSeconds: 60 },
  input: z.object({ id: z.uuid() }),
  output: uploadAnswer,
  run: ({ id }, { principal, services }) => endUpload(services, principal, id),
});

export default endUploadCall;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/File/End": typeof endUploadCall;
  }
}
