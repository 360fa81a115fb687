import { z } from "zod";
import { administrator } from "#kit/access.ts";
import { defineCall } from "#kit/call.ts";
import { fieldGroups, localizeFields } from "#kit/field.ts";
import { operators } from "#kit/filter.ts";
import { inLocale } from "#kit/text.ts";
import { fieldOutput } from "#records/describe/auto-output.server.ts";
import { isSubFieldType } from "#records/definitions/definition-check.server.ts";
import { entityChoices } from "#records/registry/entity-choices.server.ts";
import { programLists } from "#records/registry/data-sources.server.ts";
import { type EnumRow, enumsSql } from "#records/registry/enums.server.ts";
import { fieldTypeOf, fieldTypes } from "#records/registry/field-types.server.ts";
import { allows } from "#records/registry/guard.server.ts";
import { editorSettings } from "../field-type-settings.server.ts";

const textOutput = z.strictObject({ zh: z.string(), en: z.string() });

const listFieldTypes = defineCall({
  method: "GET",
  path: "paas/lightApp/fieldTypes",
  envelope: "data",
  title: {
    zh: "获取轻应用可用的字段类型及其设置",
    en: "Get the field types for light apps, with their settings",
  },
  access: administrator,
  limit: { max: 60, windowSeconds: 60 },
  input: z.strictObject({}),
  output: z.array(
    z.strictObject({
      type: z.string(),
      title: textOutput,
      group: z.enum(fieldGroups),
      settings: z.record(z.string(), fieldOutput),
      operators: z.array(z.enum(operators)),
      /** True for texts, which can have a value per language and be searched. */
      isText: z.boolean(),
      /** False for types without a value, which cannot be columns. */
      isStored: z.boolean(),
      /** False for types that only show something. */
      isInput: z.boolean(),
      /** True for rows and groups, which have fields of their own. */
      hasFields: z.boolean(),
      /** Whether rows and groups can have fields of the type. */
      isForSubFields: z.boolean(),
    }),
  ),
  async run(_input, { locale, principal, entities, services }) {
    const enums = await services.database.read<EnumRow>(principal.tenantId, enumsSql(principal.tenantId));
    const readable = entities.all.filter((entity) => allows(principal, entity, "read"));
    const hasNamesake = ({ name }: (typeof readable)[number]) =>
      readable.filter((other) => other.name.zh === name.zh || other.name.en === name.en).length > 1;
    const choices = {
      // Two entities of one name are told apart by their types.
      entities: entityChoices(readable, locale).map(({ entity }) => ({
        key: entity.type,
        name: hasNamesake(entity)
          ? { zh: `${entity.name.zh}（${entity.type}）`, en: `${entity.name.en} (${entity.type})` }
          : entity.name,
      })),
      optionLists: [
        ...enums.map(({ name, title }) => ({
          key: name,
          name: { zh: inLocale(title, "zh") ?? name, en: inLocale(title, "en") ?? name },
        })),
        ...programLists,
      ],
    };
    return [...fieldTypes.values()].flatMap((definition) => {
      const { type, title, group, settings, inlineText, searchText, storage } = definition;
      if (settings === undefined || group === undefined) return [];
      return [
        {
          type,
          title,
          group,
          settings: localizeFields(editorSettings(definition, choices), locale, fieldTypeOf),
          operators: [...definition.operators],
          isText: inlineText !== undefined || searchText !== undefined,
          isStored: storage !== "none",
          isInput: definition.Edit !== undefined,
          hasFields: definition.subFields !== undefined,
          isForSubFields: isSubFieldType(definition),
        },
      ];
    });
  },
});

export default listFieldTypes;
declare module "#kit/call.ts" {
  interface Calls {
    "GET paas/lightApp/fieldTypes": typeof listFieldTypes;
  }
}
