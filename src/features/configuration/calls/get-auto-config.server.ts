import { sql } from "drizzle-orm";
import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { readJsonObject } from "#kit/json-object.ts";
import { refusal } from "#kit/refusal.ts";
import {
  configurationNotFound,
  configurationOutput,
  readConfigurations,
  toOutput,
} from "../read-configurations.server.ts";

const missingParameter = refusal({ zh: "参数不能为空", en: "The parameter cannot be empty" });

/** The type and the id that a parameter names: a type, an id, or both as the JSON object `{ key, id }`. */
function readParameter(parameter: string): { type: string | undefined; id: string | undefined } {
  const isId = (value: unknown): value is string => z.uuid().safeParse(value).success;
  if (!parameter.startsWith("{"))
    return isId(parameter) ? { type: undefined, id: parameter } : { type: parameter, id: undefined };
  const { key, type = key, id } = readJsonObject(parameter) ?? {};
  return { type: typeof type === "string" && type !== "" ? type : undefined, id: isId(id) ? id : undefined };
}

const getAutoConfig = defineCall({
  method: "GET",
  path: "Api/AutoConfig/GetAutoConfig",
  envelope: "site",
  title: {
    zh: "获取一个配置：参数为类型、编号，或 JSON { key, id }",
    en: "Get a configuration by its type, its id, or both as JSON { key, id }, without its secrets",
  },
  access: member,
  input: z.strictObject({ parameter: z.string(missingParameter).trim().min(1, missingParameter).max(300) }),
  output: configurationOutput,
  async run({ parameter }, context) {
    const { type, id } = readParameter(parameter);
    const conditions = [
      ...(type === undefined ? [] : [sql`lower(config_type) = lower(${type})`]),
      ...(id === undefined ? [] : [sql`id = ${id}::uuid`]),
    ];
    const [first] = conditions.length === 0 ? [] : await readConfigurations(context, sql.join(conditions, sql` and `));
    if (first === undefined) throw configurationNotFound();
    return toOutput(first);
  },
});

export default getAutoConfig;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/AutoConfig/GetAutoConfig": typeof getAutoConfig;
  }
}
