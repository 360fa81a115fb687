import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { uuidPattern } from "#server/process/id.server.ts";
import { addPart } from "../uploads.server.ts";

const invalidPart = new Problem("invalid", { zh: "分片无效", en: "Invalid part" });

const uploadPart = defineCall({
  method: "POST",
  path: "Api/File/Part",
  envelope: "site",
  title: { zh: "上传文件的一个分片", en: "Upload a part of a file" },
  access: member,
  limit: { max: 600, windowSeconds: 60 },
  input: z
    .looseObject({})
    .describe(
      "multipart/form-data with the parts `id` and `offset`, and after them one part `file`, the bytes from that offset on",
    ),
  output: z.object({ received: z.number() }),
  async run(_input, { principal, files, services }) {
    for await (const file of files()) {
      const id = file.field("id") ?? "";
      const offset = Number(file.field("offset"));
      if (!uuidPattern.test(id) || !Number.isSafeInteger(offset) || offset < 0) throw invalidPart;
      // Awaited here: the rest of the request is discarded when this loop ends.
      return await addPart(services, principal, { id, offset }, file);
    }
    throw invalidPart;
  },
});

export default uploadPart;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/File/Part": typeof uploadPart;
  }
}
