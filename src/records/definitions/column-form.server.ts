import { comparisonLabels } from "#kit/comparison-labels.ts";
import {
  type Choice,
  type FieldConfig,
  type FieldDefinition,
  type Fields,
  localizeField,
  type LocalizedField,
  type Storage,
} from "#kit/field.ts";
import { maxFormulaLength } from "#kit/formula.ts";
import type { Locale, Text } from "#kit/text.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";
import { controlTypesOf, type DataColumn, newColumn } from "./data-columns.server.ts";
import { isText } from "./definition-check.server.ts";

/** What the values of a data type are. */
const dataTypeNames: Readonly<Record<Storage, Text>> = {
  text: { zh: "文本", en: "Text" },
  integer: { zh: "整数", en: "Whole number" },
  decimal: { zh: "数值", en: "Number" },
  boolean: { zh: "是或否", en: "Yes or no" },
  timestamp: { zh: "日期和时间", en: "Date and time" },
  date: { zh: "日期", en: "Date" },
  time: { zh: "时刻", en: "Time of day" },
  uuid: { zh: "关联数据", en: "Related record" },
  json: { zh: "复合数据", en: "Structured value" },
  numberRange: { zh: "数值范围", en: "Number range" },
  dateRange: { zh: "日期范围", en: "Date range" },
  timestampRange: { zh: "时间范围", en: "Time range" },
  none: { zh: "不存储", en: "Not stored" },
};

const texts = {
  field: { zh: "字段", en: "Field" },
  behaviour: { zh: "规则", en: "Rules" },
} satisfies Record<string, Text>;

const shortText = { type: "textbox", max: 200 } as const;
const localizedText = { ...shortText, localized: true } as const;

/** The field for the default value; undefined when the type alone does not say what a value may be, or when a value needs a proof. */
function defaultValueField({ type, settings = {}, proof, Edit }: FieldDefinition): FieldConfig | undefined {
  const needsSettings = settings.dataSource !== undefined || Object.values(settings).some(({ required }) => required);
  if (needsSettings || proof !== undefined || Edit === undefined) return undefined;
  return { type, name: { zh: "默认值", en: "Default value" } } as FieldConfig;
}

const controlChoices = (types: readonly FieldDefinition[]): Choice[] =>
  types.map(({ type, title }) => ({ key: type, name: title }));

/** The settings of a column of any type: `first` stand before those of the type, `last` after them. */
function commonFields(type: FieldDefinition): Record<"first" | "last", Fields> {
  const value = defaultValueField(type);
  const operators = type.operators.map((key): Choice => ({ key, name: comparisonLabels[key] }));
  return {
    first: {
      field: { type: "textbox", name: { zh: "标识", en: "Identifier" }, required: true, max: 40 },
      name: { ...localizedText, name: { zh: "名称", en: "Name" }, required: true },
      controlType: {
        type: "dropdownlist",
        name: { zh: "字段类型", en: "Field type" },
        required: true,
        options: controlChoices(controlTypesOf(type.storage)),
      },
      required: { type: "switch", name: { zh: "必填", en: "Required" } },
      placeholder: { ...localizedText, name: { zh: "占位文字", en: "Placeholder" } },
      helpBlock: { ...localizedText, name: { zh: "帮助文字", en: "Help text" } },
    },
    last: {
      ...(value === undefined ? {} : { value }),
      ...(isText(type)
        ? { localized: { type: "switch", name: { zh: "分语言填写", en: "One value per language" } } }
        : {}),
      readOnly: { type: "switch", name: { zh: "只读", en: "Read-only" } },
      writeOnce: { type: "switch", name: { zh: "保存后不可修改", en: "Cannot change once saved" } },
      whenEmpty: { ...localizedText, name: { zh: "空值显示", en: "Shown when empty" } },
      ...(operators.length === 0
        ? {}
        : { search: { type: "dropdownlist", name: { zh: "搜索方式", en: "Search" }, options: operators } }),
      if: {
        ...shortText,
        name: { zh: "显示条件", en: "Shown if" },
        placeholder: { zh: "field=value||value", en: "field=value||value" },
      },
      onHidden: {
        type: "dropdownlist",
        name: { zh: "隐藏时", en: "When hidden" },
        options: [
          { key: "keep", name: { zh: "保留值", en: "Keep the value" } },
          { key: "clear", name: { zh: "清空值", en: "Clear the value" } },
        ],
      },
      compute: { type: "textbox", name: { zh: "公式", en: "Formula" }, max: maxFormulaLength },
    },
  };
}

type ColumnForm = {
  dataType: Storage;
  controlType: string;
  name: string;
  groups: { groupName: string; items: { field: string; readOnly: boolean; config: LocalizedField }[] }[];
  values: DataColumn;
};

/** The form for a column of a field type: what every column has, and the settings of the type. `values`: those of a new column. */
export function columnForm(type: FieldDefinition, locale: Locale): ColumnForm {
  const { first, last } = commonFields(type);
  const group = (name: Text, fields: Fields) => ({
    groupName: name[locale],
    items: Object.entries(fields).map(([field, config]) => ({
      field,
      readOnly: false,
      config: localizeField(config, locale, fieldTypeOf),
    })),
  });
  return {
    dataType: type.storage,
    controlType: type.type,
    name: dataTypeNames[type.storage][locale],
    groups: [group(texts.field, first), group(type.title, type.settings ?? {}), group(texts.behaviour, last)].filter(
      ({ items }) => items.length > 0,
    ),
    values: newColumn(type),
  };
}
