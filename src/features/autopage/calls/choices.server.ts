import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { columnChoices } from "#records/describe/columns.server.ts";
import { entityChoices } from "#records/registry/entity-choices.server.ts";
import { figureFields } from "#records/query/aggregate.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import { viewOf } from "#records/registry/view.server.ts";

const option = z.strictObject({ key: z.string(), name: z.string() });

const autoPageChoices = defineCall({
  method: "GET",
  path: "paas/autoPage/choices",
  envelope: "data",
  title: {
    zh: "获取自动页面的组件可选择的数据和字段",
    en: "Get the data, and the fields of one type of data, that components of auto pages can show",
  },
  access: administrator,
  input: z.strictObject({
    /** The type of the data whose fields are wanted. */
    source: z.string().max(60).optional(),
  }),
  output: z.strictObject({
    entities: z.array(option),
    numberFields: z.array(option),
    groupFields: z.array(option),
    timeFields: z.array(option),
    columns: z.array(option),
  }),
  run({ source }, { principal, entities, locale }) {
    const readable = entities.all.filter((entity) => allows(principal, entity, "read"));
    const entity = readable.find(({ type }) => type === source);
    const options = {
      entities: entityChoices(readable, locale).map(({ entity: choice, name }) => ({ key: choice.type, name })),
      numberFields: [],
      groupFields: [],
      timeFields: [],
      columns: [],
    };
    if (entity === undefined) return options;
    const view = viewOf(principal, entity).readable;
    const toOptions = (fields: readonly string[]) =>
      fields.map((key) => ({ key, name: view.fields[key]?.name[locale] ?? key }));
    const { number, group, time } = figureFields(view);
    return {
      ...options,
      numberFields: toOptions(number),
      groupFields: toOptions(group),
      timeFields: toOptions(time),
      columns: toOptions(columnChoices(view)),
    };
  },
});

export default autoPageChoices;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/autoPage/choices": typeof autoPageChoices;
  }
}
