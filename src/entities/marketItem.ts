import { optionsOf } from "#kit/common-fields.ts";
import { defineEntity } from "#kit/entity.ts";
import { json } from "#kit/internal-column.ts";
import { marketClasses, marketKinds, marketStates } from "#kit/market.ts";
import type { MarketDocument, ThemeColors } from "#kit/market-document.ts";

const inReview = {
  zh: "此项目正在审核，请先下架",
  en: "This item is in review. Withdraw the item before you delete it.",
};
const offered = {
  zh: "其他空间可以看到此项目，请先下架",
  en: "Other spaces can see this item. Withdraw the item before you delete it.",
};

/** What a space offers to others in the market. Rows are added by offers (features/builder/market); others see copies, in `market_offer`. */
const marketItem = defineEntity({
  type: "marketItem",
  name: { zh: "市场项目", en: "Market item" },
  listName: { zh: "市场项目", en: "Market items" },
  access: {
    read: "administrator",
    add: "nobody",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  titleField: "name",
  purpose: {
    zh: "在页面设计中选择组件、页面或主题，再选“提供到市场”。审核通过后，其他空间可以复制使用。",
    en: "In the page builder, choose a component, a page or a theme, then “Offer to the market”. Other spaces can copy it once it has passed review.",
  },
  fields: {
    name: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      localized: true,
      required: true,
      max: 60,
      search: "contains",
      helpBlock: {
        zh: "修改后在下次提交审核时一起审核。",
        en: "Changes are reviewed with the next version that you submit.",
      },
    },
    intro: { type: "textarea", name: { zh: "简介", en: "Summary" }, localized: true, max: 200, rows: 2 },
    kind: {
      type: "dropdownlist",
      name: { zh: "种类", en: "Kind" },
      required: true,
      readOnly: true,
      search: "eq",
      options: optionsOf(marketKinds),
      column: { width: 120 },
    },
    classId: {
      type: "dropdownlist",
      name: { zh: "分类", en: "Category" },
      required: true,
      value: "general",
      search: "eq",
      options: optionsOf(marketClasses),
      column: { width: 120 },
    },
    image: { type: "image", name: { zh: "图片", en: "Image" }, column: { width: 90 } },
    state: {
      type: "dropdownlist",
      name: { zh: "状态", en: "Status" },
      required: true,
      readOnly: true,
      value: "draft",
      search: "eq",
      options: optionsOf(marketStates),
      column: { width: 120 },
    },
    edition: { type: "number", name: { zh: "版本", en: "Version" }, readOnly: true, value: 1, column: { width: 90 } },
    offeredEdition: {
      type: "number",
      name: { zh: "上架版本", en: "Offered version" },
      readOnly: true,
      column: { width: 120 },
      whenEmpty: { zh: "无", en: "None" },
    },
    reason: { type: "textarea", name: { zh: "未通过原因", en: "Reason for refusal" }, readOnly: true, max: 500 },
  },
  internal: {
    /** The name of the definition of an item that is one section; empty for others. */
    widgetId: { type: "text", required: true, value: "" },
    languages: { type: "text", required: true, value: "" },
    records: { type: "integer", required: true, value: 0 },
    /** The number of pages that come with a theme. */
    pages: { type: "integer", required: true, value: 0 },
    colors: json<ThemeColors>(),
    /** The edition `edition`, checked. */
    document: json<MarketDocument>(),
    /** Since when it is in review; null in any other state. */
    submittedAt: { type: "timestamp" },
  },
  actions: [
    {
      kind: "link",
      id: "look",
      name: { zh: "查看效果", en: "See it live" },
      icon: "view",
      url: "/outer/market?id={id}",
      if: { field: "offeredEdition", op: "gte", value: 1 },
    },
  ],
  groups: [
    { name: { zh: "市场项目", en: "Market item" }, fields: ["name", "intro", "classId", "image"] },
    { name: { zh: "审核", en: "Review" }, fields: ["kind", "state", "edition", "offeredEdition", "reason"] },
  ],
  whyNotDelete: [
    { when: { field: "state", op: "eq", value: "review" }, text: inReview },
    { when: { field: "offeredEdition", op: "gte", value: 1 }, text: offered },
  ],
  list: {
    columns: ["name", "kind", "classId", "state", "edition", "offeredEdition", "reason"],
    sort: { field: "createdAt", direction: "desc" },
  },
  lookups: ["submittedAt"],
  searchable: ["name"],
});

export default marketItem;
declare module "#kit/entity.ts" {
  interface Entities {
    marketItem: typeof marketItem;
  }
}
