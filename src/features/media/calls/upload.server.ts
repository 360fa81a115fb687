import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { StoredImage } from "#server/files/files.server.ts";
import { addFile, refuseWhenFull } from "../quota.server.ts";

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
      await refuseWhenFull(services, who);
      const keep = (image: StoredImage) => addFile(services, who, image);
      const { url, width, height, size } = await services.files.storeImage(who.accountId, file.saveTo, keep);
      return { url, width, height, size, fileType: "image" };
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
