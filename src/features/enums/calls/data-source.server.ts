import { z } from "zod";
import { member } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { sourceTexts } from "#kit/choices.ts";
import { Problem } from "#kit/problem.ts";
import { dataSourceChoices } from "#records/registry/data-sources.server.ts";
import { optionsOutput, toOptions, unknownOptions } from "../options.server.ts";

const name = z.string().trim().max(120).optional();

const dataSource = defineCall({
  method: "GET",
  path: "Api/DataSource/KeyValue",
  envelope: "site",
  title: {
    zh: "查询数据源选项",
    en: "List the options of a data source by its key, with or without `datasource__`: currencies, languages, provinces, weekdays",
  },
  access: member,
  // Older clients send `type`.
  input: z.strictObject({ key: name, type: name }),
  output: optionsOutput,
  run({ key, type }, { locale }) {
    const source = key ?? type ?? "";
    if (source === "") throw new Problem("badRequest", sourceTexts.missing);
    const choices = dataSourceChoices(source);
    if (choices === undefined) throw unknownOptions;
    return toOptions(choices, locale);
  },
});

export default dataSource;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/DataSource/KeyValue": typeof dataSource;
  }
}
