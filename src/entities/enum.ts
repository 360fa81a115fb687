import { choiceColors } from "#kit/choices.ts";
import { defineEntity } from "#kit/entity.ts";
import type { FieldProblems } from "#kit/problem.ts";

const repeatedKey = { zh: "选项值不能重复", en: "Every value must be different" };

/** The problems of options whose key an earlier option has. */
function check({ keyValue }: Readonly<Record<string, unknown>>): FieldProblems {
  const keys = Array.isArray(keyValue) ? keyValue.map((option: { key?: unknown }) => option.key) : [];
  const firstIndexes = new Map(keys.map((key, index): [unknown, number] => [key, index]).toReversed());
  return Object.fromEntries(
    keys.flatMap((key, index) =>
      typeof key === "string" && key !== "" && firstIndexes.get(key) !== index
        ? [[`keyValue.${index}.key`, repeatedKey]]
        : [],
    ),
  );
}

/** A set of options of the space (N-046), which fields refer to by `name`. Its options are in the order in which people choose from them. */
const enumEntity = defineEntity({
  type: "enum",
  name: { zh: "选项集", en: "Option set" },
  listName: { zh: "选项集", en: "Option sets" },
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  purpose: {
    zh: "选项集是多个字段共用的一组选项，例如客户等级。修改一次，使用它的列表和表单随即更新。",
    en: "An option set is a list of options that several fields share, for example customer levels. Change it once, and every list and form that uses it follows.",
  },
  titleField: "title",
  optionsBy: "name",
  fields: {
    title: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      localized: true,
      required: true,
      max: 60,
      search: "contains",
      placeholder: { zh: "客户等级", en: "Customer levels" },
    },
    name: {
      // Without a dot, so that it never equals the name of a field, `entity.field`.
      type: "identifier",
      name: { zh: "标识", en: "Identifier" },
      required: true,
      writeOnce: true,
      search: "prefix",
      placeholder: { zh: "customerLevel", en: "customerLevel" },
      helpBlock: {
        zh: "字段和接口通过标识引用选项集，保存后不能修改。",
        en: "Fields and API clients refer to the option set by its identifier. You cannot change it later.",
      },
      column: { width: 220, sortable: true },
    },
    keyValue: {
      type: "table",
      name: { zh: "选项", en: "Options" },
      max: 200,
      helpBlock: {
        zh: "修改名称或颜色后，各处随即更新。停用的选项不再可选，已有数据不变。删除选项后，已有数据保留原值，并显示该值。",
        en: "New names and colours show everywhere at once. A disabled option can no longer be chosen; existing records keep it. When you delete an option, existing records keep its value and show the value itself.",
      },
      column: { width: 90 },
      fields: {
        value: { type: "textbox", name: { zh: "名称", en: "Name" }, localized: true, required: true, max: 60 },
        key: {
          type: "textbox",
          name: { zh: "值", en: "Value" },
          required: true,
          max: 40,
          helpBlock: { zh: "数据中存储的值。", en: "What records store." },
        },
        color: {
          type: "dropdownlist",
          name: { zh: "颜色", en: "Colour" },
          options: [...choiceColors],
          placeholder: { zh: "无颜色", en: "No colour" },
        },
        isDisabled: { type: "switch", name: { zh: "停用", en: "Disabled" } },
      },
    },
    isPublic: {
      type: "switch",
      name: { zh: "访客可读", en: "Visitors can read" },
      value: true,
      search: "eq",
      column: { width: 120 },
      helpBlock: {
        zh: "未登录的访客也可通过接口读取选项，供网站表单使用。",
        en: "Visitors who are not signed in can read the options through the API, for forms on your site.",
      },
    },
  },
  groups: [{ name: { zh: "选项集", en: "Option set" }, fields: ["title", "name", "keyValue", "isPublic"] }],
  list: {
    columns: ["title", "name", "keyValue", "isPublic"],
    sort: { field: "name", direction: "asc" },
  },
  searchable: ["title"],
  configuration: { key: ["name"] },
  unique: [["name"]],
  indexes: [["name"]],
  check,
});

export default enumEntity;
declare module "#kit/entity.ts" {
  interface Entities {
    enum: typeof enumEntity;
  }
}
