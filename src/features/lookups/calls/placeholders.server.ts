import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { currentMember } from "#kit/row-rule.ts";
import { formatText, inLocale, localize } from "#kit/text.ts";
import { type VariableRow, variablesSql } from "#records/registry/placeholders.server.ts";

/** What the program replaces in texts and conditions that administrators write. The variables of a space come after it. */
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

/** Where the variables of a space are replaced. */
const inTexts = {
  zh: "轻应用的文字、操作提示和操作地址中：{intro}，目前为“{value}”",
  en: "In texts, questions and addresses of light apps: {intro}, currently “{value}”",
};

const placeholderHelp = defineCall({
  method: "GET",
  path: "api/PlaceHolderVar/Help",
  envelope: "site",
  title: { zh: "占位符说明", en: "Explain the placeholders that texts and conditions of administrators may contain" },
  access: administrator,
  input: z.strictObject({}),
  output: z.array(z.strictObject({ name: z.string(), intro: z.string() })),
  async run(_input, { principal: { tenantId }, services, locale }) {
    const rows = await services.database.read<VariableRow>(tenantId, variablesSql(tenantId));
    const own = rows.map(({ name, intro, value }) => ({
      name: `{${name}}`,
      intro: formatText(inTexts, {
        intro: inLocale(intro, locale) ?? name,
        value: inLocale(value, locale) ?? "",
      })[locale],
    }));
    return [...localize(placeholders, locale), ...own];
  },
});

export default placeholderHelp;
declare module "#kit/call.ts" {
  interface Calls {
    "GET api/PlaceHolderVar/Help": typeof placeholderHelp;
  }
}
