import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import {
  configurationOutput,
  configurationTypeInput,
  readConfigurationsOfType,
  toOutput,
} from "../read-configurations.server.ts";

const getAutoConfigList = defineCall({
  method: "GET",
  path: "Api/AutoConfig/GetAutoConfigList",
  envelope: "site",
  title: { zh: "查询某类型的全部配置", en: "List the configurations of a type, without their secrets" },
  access: member,
  input: z.strictObject({ type: configurationTypeInput }),
  output: z.array(configurationOutput),
  run: async ({ type }, context) => (await readConfigurationsOfType(context, type)).map(toOutput),
});

export default getAutoConfigList;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/AutoConfig/GetAutoConfigList": typeof getAutoConfigList;
  }
}
