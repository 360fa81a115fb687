import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import type { Row } from "#kit/entity.ts";
import autoConfig from "#entities/autoConfig.ts";
import { readRows } from "#records/query/list.server.ts";
import { filterOf, rowOutput } from "#records/query/row-input.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

const pageSize = 120;
/** The maximum number of pages of one answer. */
const maxPages = 5;

const queryConfigurations = defineCall({
  method: "GET",
  path: "Api/AutoConfig/QueryList",
  envelope: "site",
  title: {
    zh: "查询全部配置，内容为 JSON 文本，密钥已隐藏",
    en: "List all configurations with their values as JSON text; secrets are masked, and parameters filter by field",
  },
  access: rowAccess("read", "autoConfig"),
  input: z.looseObject({}),
  output: z.array(rowOutput),
  async run(values, { principal, services }) {
    const filter = filterOf(viewOf(principal, autoConfig).readable, values);
    const rows: Row<typeof autoConfig>[] = [];
    for (let pageIndex = 1; pageIndex <= maxPages; pageIndex += 1) {
      const page = await readRows(services.database, principal, autoConfig, { pageIndex, pageSize, filter });
      rows.push(...(page as Row<typeof autoConfig>[]));
      if (page.length < pageSize) break;
    }
    return rows.map((row) => ({ ...row, type: row.configType, sortOrder: row.sortOrder ?? 0 }));
  },
});

export default queryConfigurations;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/AutoConfig/QueryList": typeof queryConfigurations;
  }
}
