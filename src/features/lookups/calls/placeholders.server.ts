import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { currentMember } from "#kit/row-rule.ts";
import { localize } from "#kit/text.ts";

/** What the program replaces in texts and conditions that administrators write. */
const placeholders = [
  {
    name: "{id}",
    intro: {
      zh: "行操作的地址中：该行数据的 ID，例如 /paas/order/edit?id={id}",
      en: "In the address of a row action: the ID of the row, for example /paas/order/edit?id={id}",
    },
  },
  {
    name: "{name}",
    intro: {
      zh: "行操作的确认提示中：该行数据的名称，例如“发布 {name}？”",
      en: "In the question of a row action: the name of the row, for example “Publish {name}?”",
    },
  },
  {
    name: currentMember,
    intro: {
      zh: "角色的数据范围条件中：当前登录的成员",
      en: "In a condition on the rows of a role: the signed-in member",
    },
  },
];

const placeholderHelp = defineCall({
  method: "GET",
  path: "api/PlaceHolderVar/Help",
  envelope: "site",
  title: { zh: "占位符说明", en: "Explain the placeholders that texts and conditions of administrators may contain" },
  access: administrator,
  input: z.strictObject({}),
  output: z.array(z.strictObject({ name: z.string(), intro: z.string() })),
  run: (_input, { locale }) => localize(placeholders, locale),
});

export default placeholderHelp;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/PlaceHolderVar/Help": typeof placeholderHelp;
  }
}
