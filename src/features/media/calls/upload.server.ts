import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { type FileKind, fileKinds } from "#kit/stored-file.ts";
import type { StoredUpload } from "#server/files/files.server.ts";
import { addFile, refuseWhenFull } from "#records/files/quota.server.ts";
import { uploadAnswer, uploadAnswerOf } from "../upload-answer.server.ts";

/** The requested kind of file; undefined when none is requested. @throws {Problem} invalid for an unknown kind */
function parseFileKind(value: string | undefined): FileKind | undefined {
  const kind = fileKinds.find((candidate) => candidate === value);
  if (value === undefined || value === "" || kind !== undefined) return kind;
  throw new Problem("invalid", { zh: "文件类型无效", en: "Invalid file type" });
}

const upload = defineCall({
  method: "POST",
  path: "Api/File/Upload",
  envelope: "site",
  title: { zh: "上传文件", en: "Upload a file" },
  access: member,
  limit: { max: 60, windowSeconds: 60 },
  input: z
    .looseObject({})
    .describe("multipart/form-data with one part `file`, and before it, if only one kind is wanted, a part `fileType`"),
  output: uploadAnswer,
  async run(_input, { principal, files, services }) {
    for await (const file of files()) {
      const kind = parseFileKind(file.field("fileType"));
      await refuseWhenFull(services, principal);
      const recordFile = (stored: StoredUpload) => addFile(services, principal, stored);
      const incomingFile = { name: file.name, kind, save: file.saveTo };
      return uploadAnswerOf(await services.files.storeUpload(principal.accountId, incomingFile, recordFile));
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
