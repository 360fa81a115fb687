import { choiceColors } from "#kit/choices.ts";
import type { Choice, FieldDefinition, Fields } from "#kit/field.ts";
import { choiceSetting, entitySetting } from "#kit/field-settings.ts";

const texts = { noList: { zh: "无，使用下方的选项", en: "None: use the options below" } };

/** What settings of field types refer to: entities, and lists of options. */
type Choices = { entities: readonly Choice[]; optionLists: readonly Choice[] };

/** The settings of a field type as the editor shows them: names of entities, lists of options and colours are chosen. */
export function editorSettings({ settings = {} }: FieldDefinition, { entities, optionLists }: Choices): Fields {
  const { key: optionKey, name: optionName, color } = choiceSetting.options.fields;
  const replacements = new Map<unknown, Fields[string]>([
    [entitySetting.entity, { ...entitySetting.entity, type: "dropdownlist", options: [...entities] }],
    [
      choiceSetting.dataSource,
      { ...choiceSetting.dataSource, type: "dropdownlist", placeholder: texts.noList, options: [...optionLists] },
    ],
    [
      choiceSetting.options,
      {
        ...choiceSetting.options,
        // A field with an option set has the options of that set.
        if: "dataSource=",
        // The name first: rows of options are called by it.
        fields: {
          name: optionName,
          key: optionKey,
          color: { ...color, type: "dropdownlist", options: [...choiceColors] },
        },
      },
    ],
  ]);
  return Object.fromEntries(Object.entries(settings).map(([name, field]) => [name, replacements.get(field) ?? field]));
}
