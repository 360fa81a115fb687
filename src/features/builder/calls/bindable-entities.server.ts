import { z } from "zod";
import { rowAccess } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { type BindableEntity, rowParts } from "#kit/row-binding.ts";
import { entityChoices } from "#records/registry/entity-choices.server.ts";
import { partsOf, sortFieldsOf, visitorSources } from "#records/visitors/visitor-source.server.ts";

const rowTimes = {
  createdAt: { zh: "创建时间", en: "Created" },
  updatedAt: { zh: "更新时间", en: "Updated" },
};

const bindableEntities = defineCall({
  method: "GET",
  path: "Api/SitePage/BindableEntities",
  envelope: "site",
  title: {
    zh: "列出页面可绑定的数据",
    en: "List the entities whose rows visitors may read, with the fields that components of pages can show",
  },
  access: rowAccess("read", "page"),
  input: z.object({}),
  output: z.array(
    z.strictObject({
      type: z.string(),
      name: z.string(),
      titleField: z.exactOptional(z.string()),
      fields: z.array(
        z.strictObject({
          name: z.string(),
          label: z.string(),
          parts: z.array(z.enum(rowParts)),
        }),
      ),
      sorts: z.array(z.strictObject({ name: z.string(), label: z.string() })),
    }),
  ),
  run(_input, { entities, locale }): BindableEntity[] {
    const sources = new Map(visitorSources(entities).map((source) => [source.entity, source]));
    return entityChoices([...sources.keys()], locale).map(({ entity, name }) => {
      const source = sources.get(entity)!;
      const labelOf = (field: string) =>
        (source.fields.get(field)?.name ?? rowTimes[field as keyof typeof rowTimes])[locale];
      return {
        type: entity.type,
        name,
        ...(source.fields.has(entity.titleField) ? { titleField: entity.titleField } : {}),
        fields: [...source.fields].map(([field, config]) => ({
          name: field,
          label: config.name[locale],
          parts: partsOf(config),
        })),
        sorts: sortFieldsOf(source).map((field) => ({ name: field, label: labelOf(field) })),
      };
    });
  },
});

export default bindableEntities;
declare module "#kit/call.ts" {
  interface Calls {
    "GET Api/SitePage/BindableEntities": typeof bindableEntities;
  }
}
