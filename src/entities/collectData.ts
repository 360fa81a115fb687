import { defineEntity } from "#kit/entity.ts";
import { aggregateNames, aggregates, viewLimits, viewOperators } from "#kit/joined-view.ts";

const aggregateOptions = aggregates.map((key) => ({ key, name: aggregateNames[key] }));
const operatorNames = {
  eq: { zh: "等于", en: "Equals" },
  ne: { zh: "不等于", en: "Does not equal" },
  gt: { zh: "大于", en: "Greater than" },
  gte: { zh: "不小于", en: "At least" },
  lt: { zh: "小于", en: "Less than" },
  lte: { zh: "不大于", en: "At most" },
  contains: { zh: "包含", en: "Contains" },
  empty: { zh: "为空", en: "Is empty" },
};
const pathName = { zh: "字段", en: "Field" };
const aggregateField = {
  type: "dropdownlist",
  name: { zh: "汇总方式", en: "Summary" },
  options: aggregateOptions,
  placeholder: { zh: "不汇总", en: "None" },
  helpBlock: { zh: "多条数据需要汇总。", en: "Several records need a summary." },
} as const;

/**
 * A view of a space: a list that joins the rows of an entity with those that they are related to (records/registry/joined-view.server.ts). It shows
 * nobody more than they may read in the lists of these entities.
 */
const collectData = defineEntity({
  type: "collectData",
  name: { zh: "数据视图", en: "Data view" },
  listName: { zh: "数据视图", en: "Data views" },
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  isGrantable: false,
  purpose: {
    zh: "数据视图把相关数据合并成一个只读列表，例如每位客户的合同数和合同总额。每个人只能看到自己有权查看的数据。",
    en: "A data view joins related records in one read-only list, such as the number and value of each customer’s contracts. People see only what they may read.",
  },
  titleField: "name",
  fields: {
    name: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      localized: true,
      required: true,
      max: 40,
      search: "contains",
      placeholder: { zh: "例如：客户概览", en: "e.g. Customer overview" },
    },
    tableName: {
      type: "identifier",
      name: { zh: "标识", en: "Identifier" },
      required: true,
      writeOnce: true,
      placeholder: { zh: "例如：customerOverview", en: "e.g. customerOverview" },
      helpBlock: {
        zh: "用于网址和接口，以小写字母开头，只含字母和数字，保存后不能修改。",
        en: "Used in addresses and the API: a lowercase letter, then letters and digits. You cannot change it later.",
      },
    },
    base: {
      type: "entityname",
      name: { zh: "主数据", en: "Base" },
      required: true,
      placeholder: { zh: "选择数据类型", en: "Choose a type of records" },
      helpBlock: { zh: "视图的每一行对应一条主数据。", en: "The view has one row for each of these records." },
    },
    columns: {
      type: "viewrows",
      kind: "columns",
      base: "base",
      name: { zh: "列", en: "Columns" },
      required: true,
      max: viewLimits.columns,
      column: { width: 90 },
      fields: {
        path: { type: "viewpath", name: pathName, required: true },
        aggregate: aggregateField,
        title: {
          type: "textbox",
          name: { zh: "列名", en: "Title" },
          localized: true,
          max: 40,
          placeholder: { zh: "与字段同名", en: "Same as the field" },
        },
        isSearchable: { type: "switch", name: { zh: "可搜索", en: "In search form" } },
        sort: {
          type: "dropdownlist",
          name: { zh: "排序", en: "Sort" },
          options: [
            { key: "asc", name: { zh: "升序", en: "Ascending" } },
            { key: "desc", name: { zh: "降序", en: "Descending" } },
          ],
          placeholder: { zh: "不按此列排序", en: "Not sorted by this" },
        },
      },
    },
    conditions: {
      type: "viewrows",
      kind: "conditions",
      base: "base",
      name: { zh: "筛选条件", en: "Conditions" },
      max: viewLimits.conditions,
      helpBlock: {
        zh: "只显示满足所有条件的行。无权查看其中某个字段的人不能打开视图。",
        en: "Only rows that meet all conditions are shown. People who may not read one of these fields cannot open the view.",
      },
      fields: {
        path: { type: "viewpath", name: pathName, required: true },
        aggregate: aggregateField,
        operator: {
          type: "dropdownlist",
          name: { zh: "条件", en: "Condition" },
          required: true,
          options: viewOperators.map((key) => ({ key, name: operatorNames[key] })),
        },
        value: { type: "textbox", name: { zh: "值", en: "Value" }, max: 200 },
      },
    },
    maxRows: {
      type: "number",
      name: { zh: "最多行数", en: "Maximum rows" },
      min: 1,
      max: viewLimits.rows,
      helpBlock: {
        zh: "只显示排序后的前若干行。不填则显示全部。",
        en: "Shows only the first rows in this order. Leave it empty to show all rows.",
      },
    },
    readers: {
      type: "dropdownlist",
      name: { zh: "谁可查看", en: "Who can open it" },
      required: true,
      value: "everyone",
      search: "eq",
      options: [
        { key: "everyone", name: { zh: "有权查看主数据的人", en: "Everyone who may read the base" } },
        { key: "administrators", name: { zh: "仅管理员", en: "Administrators only" } },
      ],
    },
  },
  groups: [
    { name: { zh: "数据视图", en: "Data view" }, fields: ["name", "tableName", "base", "readers"] },
    { name: { zh: "列", en: "Columns" }, fields: ["columns"] },
    {
      name: { zh: "筛选", en: "Conditions" },
      fields: ["conditions", "maxRows"],
    },
  ],
  actions: [
    {
      kind: "link",
      id: "rows",
      name: { zh: "打开视图", en: "Open view" },
      icon: "view",
      url: "/admin/{id}/list",
    },
  ],
  list: {
    columns: ["name", "tableName", "base", "columns", "readers"],
    sort: { field: "createdAt", direction: "desc" },
  },
  searchable: ["name", "tableName"],
  // Views join the entities of light apps.
  configuration: { key: ["tableName"], after: ["lightApp"] },
  unique: [["tableName"]],
});

export default collectData;
declare module "#kit/entity.ts" {
  interface Entities {
    collectData: typeof collectData;
  }
}
