import { autoPageBackgrounds, autoPageLimits, periodOptions } from "#kit/auto-page.ts";
import { defineEntity } from "#kit/entity.ts";

/**
 * The index page or the report of a type (N-017): widgets that show figures, lists and forms of the space. A type without one has a page made from its
 * entity (features/autopage).
 */
const autoPage = defineEntity({
  type: "autoPage",
  name: { zh: "自动页面", en: "Auto page" },
  listName: { zh: "自动页面", en: "Auto pages" },
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    // An import would bypass the check of the widgets.
    export: "nobody",
  },
  titleField: "name",
  purpose: {
    zh: "首页和报表由组件组成：指标、图表、表格、表单、列表、文本和树。每位成员只看到自己有权查看的数据。",
    en: "Index pages and reports made of components: figures, charts, tables, forms, lists, texts and trees. Each member sees only the data that they may read.",
  },
  fields: {
    name: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      localized: true,
      required: true,
      max: 60,
      search: "contains",
      placeholder: { zh: "例如：销售月报", en: "e.g. Monthly sales" },
    },
    pageType: {
      type: "identifier",
      name: { zh: "类型", en: "Type" },
      required: true,
      search: "prefix",
      placeholder: { zh: "例如：paasWork", en: "e.g. paasWork" },
      helpBlock: {
        zh: "页面地址为 /paas/类型/index 或 /paas/类型/report。可以是数据类型，也可以自定。",
        en: "The address is /paas/type/index or /paas/type/report. It can be a type of records, or a name of your own.",
      },
    },
    kind: {
      type: "dropdownlist",
      name: { zh: "页面", en: "Kind" },
      required: true,
      value: "report",
      search: "eq",
      column: { width: 110 },
      options: [
        { key: "index", name: { zh: "首页", en: "Index page" } },
        { key: "report", name: { zh: "报表", en: "Report" } },
      ],
    },
    audience: {
      type: "dropdownlist",
      name: { zh: "谁可查看", en: "Visible to" },
      required: true,
      value: "members",
      search: "eq",
      column: { width: 130 },
      options: [
        { key: "members", name: { zh: "全体成员", en: "All members" } },
        { key: "roles", name: { zh: "指定角色", en: "Some roles" } },
        { key: "administrators", name: { zh: "仅管理员", en: "Administrators" } },
      ],
      helpBlock: {
        zh: "只决定谁能打开页面。其中的数据始终按查看者的权限统计。",
        en: "Only decides who can open the page. Its figures always follow the permissions of the reader.",
      },
    },
    roles: {
      type: "relationcheckbox",
      name: { zh: "角色", en: "Roles" },
      entity: "role",
      if: "audience=roles",
    },
    intro: {
      type: "textarea",
      name: { zh: "简介", en: "Intro" },
      localized: true,
      max: 300,
    },
    layout: {
      type: "dropdownlist",
      name: { zh: "布局", en: "Layout" },
      required: true,
      value: "grid",
      options: [
        { key: "grid", name: { zh: "栅格（24 列）", en: "Grid of 24 columns" } },
        { key: "stack", name: { zh: "上下排列", en: "Stacked" } },
        { key: "tab", name: { zh: "选项卡", en: "Tabs" } },
        { key: "fullscreen", name: { zh: "全屏", en: "Full screen" } },
      ],
    },
    gutter: {
      type: "number",
      name: { zh: "间距", en: "Gutter" },
      min: 0,
      max: autoPageLimits.gutter,
      value: 16,
      if: "layout=grid||stack||fullscreen",
    },
    background: {
      type: "dropdownlist",
      name: { zh: "背景", en: "Background" },
      options: [
        { key: autoPageBackgrounds[0], name: { zh: "白", en: "White" } },
        { key: autoPageBackgrounds[1], name: { zh: "浅灰", en: "Light grey" } },
        { key: autoPageBackgrounds[2], name: { zh: "灰", en: "Grey" } },
        { key: autoPageBackgrounds[3], name: { zh: "品牌浅色", en: "Brand tint" } },
      ],
    },
    days: {
      type: "dropdownlist",
      name: { zh: "默认时间", en: "Default period" },
      required: true,
      value: "30",
      if: "kind=report",
      options: periodOptions,
    },
    widgets: {
      type: "pageparts",
      name: { zh: "组件", en: "Components" },
      required: true,
      value: "[]",
    },
  },
  groups: [
    { name: { zh: "页面", en: "Page" }, fields: ["name", "pageType", "kind", "audience", "roles"] },
    { name: { zh: "组件", en: "Components" }, fields: ["widgets"] },
    { name: { zh: "外观", en: "Layout" }, fields: ["intro", "layout", "gutter", "background", "days"] },
  ],
  actions: [
    {
      kind: "link",
      id: "open",
      name: { zh: "打开页面", en: "Open page" },
      icon: "view",
      url: "/admin/autoPage/show?id={id}",
    },
  ],
  list: {
    columns: ["name", "pageType", "kind", "audience", "layout"],
    sort: { field: "createdAt", direction: "desc" },
  },
  searchable: ["name"],
  configuration: { key: ["pageType", "kind"], after: ["lightApp", "collectData"] },
  unique: [["pageType", "kind"]],
});

export default autoPage;
declare module "#kit/entity.ts" {
  interface Entities {
    autoPage: typeof autoPage;
  }
}
