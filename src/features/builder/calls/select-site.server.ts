import { sql } from "drizzle-orm";
import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import site from "#entities/site.ts";
import { permittedRowsSql } from "#records/query/row.server.ts";

const missing = { zh: "默认站点不存在", en: "The default site does not exist" };

const selectSite = defineCall({
  method: "GET",
  path: "Api/SiteSelectVo/Select",
  envelope: "site",
  title: { zh: "查询站点", en: "Get the address of a site’s API by the id of its website details" },
  access: rowAccess("read", "site"),
  input: z.object({ id: z.string().max(60) }),
  output: z.object({ id: z.string(), api: z.string() }),
  async run({ id }, { principal, services }) {
    const { tenantId } = principal;
    if (!z.uuid().safeParse(id).success) throw new Problem("notFound", missing);
    const [row] = await services.database.read<{ id: string }>(
      tenantId,
      sql`select id from site where ${permittedRowsSql(principal, site, "read")} and id = ${id}::uuid`,
    );
    if (row === undefined) throw new Problem("notFound", missing);
    // Null where spaces have no sub-domains: then the installation's own address is the only one.
    const origin = (await services.tenants.originOf(tenantId)) ?? services.env.PUBLIC_URL ?? "";
    return { id: row.id, api: `${origin}/api` };
  },
});

export default selectSite;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SiteSelectVo/Select": typeof selectSite;
  }
}
