import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import {
  configurationNotFound,
  configurationOutput,
  configurationTypeInput,
  readConfigurationsOfType,
  toOutput,
} from "../read-configurations.server.ts";

const getConfiguration = defineCall({
  method: "GET",
  path: "Api/AutoConfig/Get",
  envelope: "site",
  title: {
    zh: "获取某类型的配置",
    en: "Get the configuration of a type, the first if there are several, without its secrets",
  },
  access: member,
  input: z.strictObject({ type: configurationTypeInput }),
  output: configurationOutput,
  async run({ type }, context) {
    const [first] = await readConfigurationsOfType(context, type);
    if (first === undefined) throw configurationNotFound();
    return toOutput(first);
  },
});

export default getConfiguration;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/AutoConfig/Get": typeof getConfiguration;
  }
}
