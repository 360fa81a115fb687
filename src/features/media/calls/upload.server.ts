import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";

const upload = defineCall({
  method: "POST",
  path: "Api/File/Upload",
  envelope: "site",
  title: { zh: "上传图片", en: "Upload an image" },
  access: member,
  limit: { max: 60, windowSeconds: 60 },
  input: z.looseObject({}).describe("multipart/form-data with one part `file`"),
  output: z.object({ url: z.string(), width: z.number(), height: z.number(), size: z.number(), fileType: z.string() }),
  async run(_input, { who, files, services }) {
    for await (const file of files()) {
      return { ...(await services.files.storeImage(who.accountId, file.saveTo)), fileType: "image" };
    }
    throw new Problem("invalid", { zh: "请选择要上传的文件", en: "Choose a file to upload" });
  },
});

export default upload;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/File/Upload": typeof upload;
  }
}
