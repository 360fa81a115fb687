import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { configurationTypeInput, readConfigurationsOfType, valueOf } from "../read-configurations.server.ts";

const getKeyValues = defineCall({
  method: "GET",
  path: "Api/AutoConfig/GetKeyValues",
  envelope: "site",
  title: { zh: "查询某类型的配置，作为选项", en: "List the configurations of a type as options" },
  access: member,
  input: z.strictObject({ type: configurationTypeInput }),
  output: z.array(z.strictObject({ key: z.uuid(), name: z.string(), color: z.string().optional() })),
  run: async ({ type }, context) =>
    (await readConfigurationsOfType(context, type)).map((configuration) => {
      const { name, title, color } = valueOf(configuration);
      const label = [configuration.name, name, title].find((text) => typeof text === "string" && text !== "");
      return {
        key: configuration.id,
        name: String(label ?? configuration.type),
        ...(typeof color === "string" ? { color } : {}),
      };
    }),
});

export default getKeyValues;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/AutoConfig/GetKeyValues": typeof getKeyValues;
  }
}
