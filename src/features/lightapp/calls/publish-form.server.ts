import { sql } from "drizzle-orm";
import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import lightApp from "#entities/lightApp.ts";
import { lockRows } from "#records/change/patch.server.ts";
import { notFoundText } from "#records/change/refusals.server.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";
import { publishApp } from "../publish-app.server.ts";

const publishForm = defineCall({
  method: "POST",
  path: "Api/Java/PublishForm",
  envelope: "site",
  title: { zh: "发布表单：轻应用的草稿立即生效", en: "Publish a form: the draft of the light app that it belongs to" },
  access: administrator,
  stepUp: true,
  input: z.object({
    /** The id of the light app. */
    pageId: z.uuid(),
  }),
  output: z.object({
    ok: z.literal(true),
    /** The version of the light app's row whose draft is published. */
    version: z.number(),
    time: z.string(),
    /** The job that publishes it, when it changes very many records. */
    jobId: z.uuid().optional(),
  }),
  async run({ pageId }, context) {
    const { principal, services, locale } = context;
    return services.database.tenant(principal.tenantId, async (tx) => {
      const condition = sql`${permittedRowsSql(principal, lightApp, "update")} and id = ${pageId}::uuid`;
      const [target] = await lockRows(tx, lightApp, condition);
      if (target === undefined) throw new Problem("notFound", notFoundText);
      const jobId = await publishApp(tx, { context, services, locale }, target);
      return {
        ok: true as const,
        version: target.row.version,
        time: new Date().toISOString(),
        ...(jobId === undefined ? {} : { jobId }),
      };
    });
  },
});

export default publishForm;
declare module "#kit/call.ts" {
  interface Calls {
    "POST Api/Java/PublishForm": typeof publishForm;
  }
}
