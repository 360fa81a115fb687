import { sql } from "drizzle-orm";
import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { Problem } from "#kit/problem.ts";
import { spaceName } from "#records/site/site.server.ts";
import { noSiteText } from "#server/identity/tenants.server.ts";

const simpleMerchant = defineCall({
  method: "GET",
  path: "merchant/merchants/simpleMerchants",
  envelope: "data",
  title: { zh: "按编码查找商户", en: "Find a merchant by its code, as used in subdomains" },
  access: anyone,
  limit: { max: 60, windowSeconds: 60 },
  input: z.object({ code: z.string().max(100) }),
  output: z.object({ id: z.string(), code: z.string(), name: z.string() }),
  async run({ code }, { services, locale }) {
    const [row] = await services.database.system((tx) =>
      tx.rows<{ id: string; code: string; name: { zh: string; en: string } }>(
        sql`select t.id, t.code, ${spaceName} as name from tenant t where t.code = ${code.trim().toLowerCase()}`,
      ),
    );
    if (row === undefined) throw new Problem("notFound", noSiteText);
    return { id: row.id, code: row.code, name: row.name[locale] };
  },
});

export default simpleMerchant;
declare module "#kit/call.ts" {
  interface Calls {
    "GET merchant/merchants/simpleMerchants": typeof simpleMerchant;
  }
}
