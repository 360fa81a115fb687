import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { addReport } from "../client-log.server.ts";

const addLog = defineCall({
  method: "POST",
  path: "api/logs/add",
  envelope: "site",
  title: {
    zh: "上报客户端日志，最多保留 4000 个字符",
    en: "Report a problem of a client as text, of which 4,000 characters are kept; a space keeps 1,000 reports",
  },
  access: anyone,
  limit: { max: 30, windowSeconds: 60 },
  input: z.strictObject({ message: z.string() }),
  output: z.literal(true),
  async run({ message }, { services, siteTenantId, userAgent }) {
    await addReport(services, siteTenantId, { message, userAgent });
    return true as const;
  },
});

export default addLog;
declare module "#kit/call.ts" {
  interface Calls {
    "POST api/logs/add": typeof addLog;
  }
}
