import { z } from "zod";
import { anyone } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { isPublished } from "#kit/common-fields.ts";
import type { Entities, Row } from "#kit/entity.ts";
import { markdown } from "#kit/markdown.ts";
import { Problem } from "#kit/problem.ts";
import { textIn } from "#kit/text.ts";
import contract from "#entities/contract.ts";
import { readRows } from "#records/query/list.server.ts";

const contentDetail = defineCall({
  method: "GET",
  path: "basic/content/detail",
  envelope: "data",
  title: {
    zh: "查询协议正文",
    en: "Get a published agreement of this site as HTML, by its number (`method`: contract)",
  },
  access: anyone,
  input: z.strictObject({
    /** `contract`, in upper or lower case. Only agreements have such an address. */
    method: z.string().max(40),
    id: z.coerce.number<number | string>().int().min(1).max(9999),
  }),
  output: z.strictObject({
    id: z.number(),
    title: z.string(),
    /** HTML without scripts or styles. */
    content: z.string(),
    updateTime: z.string(),
    language: z.enum(["zh", "en"]),
  }),
  async run({ method, id }, { locale, siteTenantId, services: { database } }) {
    const program = { kind: "system", tenantId: siteTenantId } as const;
    const [row] =
      method.toLowerCase() === "contract"
        ? await readRows(database, program, contract, {
            filter: { and: [isPublished, { field: "number", op: "eq", value: id }] },
          })
        : [];
    if (row === undefined) throw new Problem("notFound", { zh: "内容不存在", en: "Content not found" });
    const { title, text, updatedAt } = row as unknown as Row<Entities["contract"]>;
    return {
      id,
      title: textIn(title, locale),
      content: markdown(textIn(text, locale)).html,
      updateTime: updatedAt,
      language: locale,
    };
  },
});

export default contentDetail;
declare module "#kit/call.ts" {
  interface Calls {
    "GET basic/content/detail": typeof contentDetail;
  }
}
