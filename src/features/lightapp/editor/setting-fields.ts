import type { Fields } from "#kit/field.ts";
import { type Operator } from "#kit/filter.ts";
import { type Locale, type Text, textIn } from "#kit/text.ts";
import type { DraftField, FieldTypeInfo } from "../draft/draft.ts";

/** A choice between keys with names. */
const choice = (names: Readonly<Record<string, Text>>) => Object.entries(names).map(([key, name]) => ({ key, name }));

/** The choice between fields, named by their labels. */
export const fieldChoices = (fields: readonly DraftField[], locale: Locale): { key: string; name: Text }[] =>
  fields.map(({ field, name }) => {
    const words = textIn(name, locale) || field;
    return { key: field, name: { zh: words, en: words } };
  });

const operatorNames: Readonly<Record<Operator, Text>> = {
  eq: { zh: "等于", en: "Is" },
  ne: { zh: "不等于", en: "Is not" },
  in: { zh: "属于任一", en: "Is one of" },
  contains: { zh: "包含", en: "Contains" },
  prefix: { zh: "开头是", en: "Begins with" },
  has: { zh: "含有选项", en: "Has the option" },
  gt: { zh: "大于", en: "Is greater than" },
  gte: { zh: "不小于", en: "Is at least" },
  lt: { zh: "小于", en: "Is less than" },
  lte: { zh: "不大于", en: "Is at most" },
  between: { zh: "介于", en: "Is between" },
  overlaps: { zh: "与范围有交集", en: "Overlaps a range" },
  empty: { zh: "为空", en: "Is empty" },
};

/** What every field is called, and what it is. */
export const basicSettings = (types: readonly FieldTypeInfo[], isFormOnly = false): Fields => ({
  name: { type: "textbox", name: { zh: "显示名称", en: "Label" }, localized: true, required: true, max: 200 },
  field: {
    type: "textbox",
    name: { zh: "字段名", en: "Field name" },
    required: true,
    max: 40,
    helpBlock: isFormOnly
      ? {
          zh: "值在 JSON 中的键。改名后，已保存的值仍在原来的键下。",
          en: "The key of the value in JSON. Values that were saved before a change of name keep their key.",
        }
      : {
          zh: "用于接口。发布后改名，等于移除此字段并新增一个。",
          en: "Used in the API. Renaming a published field removes it and adds another.",
        },
  },
  type: {
    type: "dropdownlist",
    name: { zh: "类型", en: "Type" },
    required: true,
    options: types.map(({ type, title }) => ({ key: type, name: title })),
  },
});

/** The rules of a field's value. `isFormOnly`: the field belongs to no rows. */
export const ruleSettings = (info: FieldTypeInfo, isFormOnly = false): Fields => ({
  ...(info.isInput ? { required: { type: "switch", name: { zh: "必填", en: "Required" } } as const } : {}),
  ...(info.isStored && !isFormOnly ? { unique: { type: "switch", name: { zh: "唯一", en: "Unique" } } } : {}),
  ...(info.isText
    ? { localized: { type: "switch", name: { zh: "中英文各填一份", en: "One value per language" } } }
    : {}),
  ...(isFormOnly || !info.isInput
    ? {}
    : { readOnly: { type: "switch", name: { zh: "只读", en: "Read-only" } } as const }),
});

/** Where a field is shown and searched. */
export const listSettings = (info: FieldTypeInfo): Fields => ({
  isColumn: { type: "switch", name: { zh: "在列表中显示", en: "Show in the list" } },
  width: {
    type: "number",
    name: { zh: "列宽（像素）", en: "Column width in pixels" },
    min: 40,
    max: 800,
    if: "isColumn=true",
  },
  isIndexed: {
    type: "switch",
    name: { zh: "建立索引", en: "Indexed" },
    helpBlock: { zh: "列表可按此字段排序。", en: "Lists can be sorted by this field." },
  },
  ...(info.isText
    ? {
        searchable: {
          type: "switch",
          name: { zh: "可搜索", en: "Searchable" },
          helpBlock: { zh: "搜索框会查找此字段的内容。", en: "The search box looks in this field." },
        } as const,
      }
    : {}),
  ...(info.operators.length === 0
    ? {}
    : {
        search: {
          type: "dropdownlist",
          name: { zh: "筛选条件", en: "Filter" },
          placeholder: { zh: "不提供", en: "None" },
          options: info.operators.map((key) => ({ key, name: operatorNames[key] })),
        } as const,
      }),
});

/** On which of the other fields it depends whether the field shows. */
const dependencySettings = (others: readonly { key: string; name: Text }[], isFormOnly: boolean): Fields => ({
  ifField: {
    type: "dropdownlist",
    name: { zh: "仅在此字段符合时显示", en: "Show only depending on" },
    placeholder: { zh: "始终显示", en: "Always shown" },
    options: [...others],
  },
  ifValue: {
    type: "textbox",
    name: { zh: "字段的值", en: "Value of that field" },
    max: 160,
    helpBlock: { zh: "多个值用 || 分隔。", en: "Separate several values by ||." },
    if: `ifField=${others.map(({ key }) => key).join("||")}`,
  },
  ...(isFormOnly
    ? {}
    : {
        onHidden: {
          type: "dropdownlist",
          name: { zh: "不显示时", en: "While it is hidden" },
          options: choice({
            keep: { zh: "保留原值", en: "Keep its value" },
            clear: { zh: "清空", en: "Clear its value" },
          }),
          if: `ifField=${others.map(({ key }) => key).join("||")}`,
        } as const,
      }),
});

/** When the field shows, and what is read beside it. A field without others depends on none. */
export const formSettings = (others: readonly { key: string; name: Text }[], isFormOnly = false): Fields => ({
  ...(others.length === 0 ? {} : dependencySettings(others, isFormOnly)),
  placeholder: { type: "textbox", name: { zh: "提示文字", en: "Placeholder" }, localized: true, max: 200 },
  helpBlock: { type: "textbox", name: { zh: "帮助说明", en: "Help text" }, localized: true, max: 200 },
  ...(isFormOnly
    ? {}
    : {
        compute: {
          type: "textarea",
          name: { zh: "公式", en: "Formula" },
          max: 500,
          rows: 2,
          helpBlock: {
            zh: "由其他字段计算，例如 price * amount。有公式的字段只读。",
            en: "Calculated from other fields, e.g. price * amount. A field with a formula is read-only.",
          },
        } as const,
      }),
});

const levelNames = {
  anyone: { zh: "所有人（含访客）", en: "Everyone, including visitors" },
  member: { zh: "成员", en: "Members" },
  administrator: { zh: "管理员", en: "Administrators" },
  superAdmin: { zh: "平台管理员", en: "Platform administrators" },
  nobody: { zh: "任何人都不可以", en: "Nobody" },
};
const verbNames = {
  read: { zh: "查看", en: "View" },
  add: { zh: "新增", en: "Add" },
  update: { zh: "修改", en: "Edit" },
  delete: { zh: "删除", en: "Delete" },
  export: { zh: "导出", en: "Export" },
};

/** The name of a light app and of its type. */
export const appNameSettings: Fields = {
  name: {
    type: "textbox",
    name: { zh: "名称", en: "Name" },
    localized: true,
    required: true,
    max: 40,
    placeholder: { zh: "例如：客户", en: "e.g. Customer" },
  },
  tableName: {
    type: "textbox",
    name: { zh: "标识", en: "Type" },
    required: true,
    max: 40,
    helpBlock: {
      zh: "用于网址和接口，首次发布后不能修改。",
      en: "Used in addresses and the API. It cannot change once published.",
    },
  },
  listName: {
    type: "textbox",
    name: { zh: "列表名称", en: "List name" },
    localized: true,
    max: 200,
    placeholder: { zh: "同名称", en: "As the name" },
  },
};

export const accessSettings: Fields = Object.fromEntries(
  Object.entries(verbNames).map(([verb, name]) => [
    verb,
    { type: "dropdownlist", name, required: true, options: choice(levelNames) } as const,
  ]),
);

/** Whose records people see, and what a save asks for. */
export const ownershipSettings: Fields = {
  ownRowsBelow: {
    type: "dropdownlist",
    name: { zh: "只能看到自己的数据", en: "See only their own records" },
    placeholder: { zh: "不限制", en: "Nobody: everyone sees all" },
    options: choice({
      administrator: { zh: "非管理员", en: "Everyone but administrators" },
      superAdmin: { zh: "非平台管理员", en: "Everyone but platform administrators" },
    }),
  },
  checkSafePassword: {
    type: "switch",
    name: { zh: "保存时验证支付密码", en: "Ask for the payment password when saving" },
  },
};

/** The list and the form as a whole. `fields`: those with a value. */
export const appListSettings = (fields: readonly { key: string; name: Text }[]): Fields => ({
  titleField: {
    type: "dropdownlist",
    name: { zh: "标题字段", en: "Title field" },
    required: true,
    options: [...fields],
    helpBlock: {
      zh: "在链接和标题中代表这条数据。",
      en: "Names a record in links and headings.",
    },
  },
  sortField: {
    type: "dropdownlist",
    name: { zh: "默认排序", en: "Sorted by" },
    required: true,
    options: [
      { key: "createdAt", name: { zh: "创建时间", en: "Time of creation" } },
      { key: "updatedAt", name: { zh: "修改时间", en: "Time of the last change" } },
      ...fields,
    ],
  },
  sortDirection: {
    type: "radiobutton",
    name: { zh: "顺序", en: "Order" },
    options: choice({
      desc: { zh: "降序", en: "Descending" },
      asc: { zh: "升序", en: "Ascending" },
    }),
  },
  addWord: { type: "textbox", name: { zh: "新增按钮文字", en: "Label of the add button" }, localized: true, max: 40 },
  isStepwise: { type: "switch", name: { zh: "按分组逐步填写", en: "Fill in the form group by group" } },
  alertText: {
    type: "textarea",
    name: { zh: "表单上方的说明", en: "Text above the form" },
    localized: true,
    max: 200,
    rows: 2,
  },
});
