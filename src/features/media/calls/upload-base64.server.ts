import { writeFile } from "node:fs/promises";
import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import type { StoredUpload } from "#server/files/files.server.ts";
import { addFile, refuseWhenFull } from "#records/files/quota.server.ts";
import { uploadAnswer, uploadAnswerOf } from "../upload-answer.server.ts";

const wrongSize = { zh: "文件内容不完整，请重新上传", en: "The file is incomplete. Upload it again." };

/**
 * Decodes base64, with or without a prefix such as `data:image/png;base64,`.
 * @throws {Problem} invalid when the number of bytes differs from `size`
 */
function decodeBase64(data: string, size: number): Buffer {
  const start = data.startsWith("data:") ? data.indexOf(",") + 1 : 0;
  const bytes = Buffer.from(data.slice(start), "base64");
  if (bytes.length !== size) throw new Problem("invalid", wrongSize, { fields: { size: wrongSize } });
  return bytes;
}

const uploadBase64 = defineCall({
  method: "POST",
  path: "Api/File/UploadBase64",
  envelope: "site",
  title: {
    zh: "上传 Base64 编码的文件",
    en: "Upload a file as base64, up to about 750 KB; size is its length in bytes",
  },
  access: member,
  limit: { max: 60, windowSeconds: 60 },
  largeInput: true,
  input: z.object({
    size: z.int().min(1),
    data: z.string().min(1),
    name: z.string().max(255).default(""),
  }),
  output: uploadAnswer,
  async run({ size, data, name }, { principal, services }) {
    const bytes = decodeBase64(data, size);
    await refuseWhenFull(services, principal);
    const recordFile = (stored: StoredUpload) => addFile(services, principal, stored);
    const upload = { name, save: (path: string) => writeFile(path, bytes) };
    return uploadAnswerOf(await services.files.storeUpload(principal.accountId, upload, recordFile));
  },
});

export default uploadBase64;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/File/UploadBase64": typeof uploadBase64;
  }
}
