import { isPublished, order, publication, publicationActions } from "#kit/common-fields.ts";
import { defineEntity } from "#kit/entity.ts";

/** A news item on a space's site. */
const news = defineEntity({
  type: "news",
  name: { zh: "新闻", en: "News" },
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  isLive: isPublished,
  titleField: "title",
  fields: {
    title: {
      type: "textbox",
      name: { zh: "标题", en: "Title" },
      localized: true,
      required: true,
      max: 120,
      search: "contains",
    },
    intro: { type: "textarea", name: { zh: "摘要", en: "Summary" }, localized: true, max: 400, rows: 3 },
    body: { type: "editor", name: { zh: "正文", en: "Body" }, localized: true, rows: 12 },
    cover: { type: "image", name: { zh: "封面", en: "Cover" } },
    kind: {
      type: "dropdownlist",
      name: { zh: "类型", en: "Type" },
      required: true,
      value: "company",
      search: "eq",
      column: { width: 120 },
      options: [
        { key: "company", name: { zh: "公司动态", en: "Company" } },
        { key: "product", name: { zh: "产品更新", en: "Product" } },
        { key: "media", name: { zh: "媒体报道", en: "In the press" } },
      ],
    },
    sourceUrl: {
      type: "url",
      name: { zh: "原文链接", en: "Link to the original article" },
      if: "kind=media",
      required: true,
      placeholder: { zh: "https://", en: "https://" },
      helpBlock: { zh: "媒体报道需要填写原文链接。", en: "Press coverage needs a link to the original article." },
    },
    status: {
      ...publication,
      column: { width: 120, sortable: true },
      options: [...publication.options, { key: "archived", name: { zh: "已归档", en: "Archived" }, color: "azurite" }],
    },
    publishedAt: {
      type: "datepicker",
      name: { zh: "发布时间", en: "Publish date" },
      search: "between",
      column: { width: 170, sortable: true },
    },
    pinned: { type: "switch", name: { zh: "置顶", en: "Pinned" }, value: false, column: { width: 90 } },
    sort: {
      ...order,
      helpBlock: {
        zh: "网站上置顶的在最前，其余按数字从小到大；数字相同的，新发布的在前。",
        en: "On the site, pinned items come first, then the lowest number; equal numbers are ordered newest first.",
      },
    },
  },
  actions: [
    ...publicationActions,
    {
      kind: "request",
      id: "archive",
      name: { zh: "归档", en: "Archive" },
      icon: "archive",
      if: isPublished,
      set: { status: "archived", pinned: false },
      question: {
        title: { zh: "归档“{name}”？访客将无法看到。", en: "Archive {name}? Visitors will no longer see it." },
      },
      done: { zh: "已归档", en: "Archived" },
    },
    {
      kind: "request",
      id: "pin",
      name: { zh: "置顶", en: "Pin to top" },
      icon: "pin",
      if: { field: "pinned", op: "ne", value: true },
      whyNot: [
        {
          when: { field: "status", op: "ne", value: "published" },
          text: { zh: "发布后才能置顶", en: "Publish this item before you pin it" },
        },
      ],
      set: { pinned: true },
      done: { zh: "已置顶", en: "Pinned" },
    },
    {
      kind: "request",
      id: "unpin",
      name: { zh: "取消置顶", en: "Unpin" },
      icon: "unpin",
      if: { field: "pinned", op: "eq", value: true },
      set: { pinned: false },
      done: { zh: "已取消置顶", en: "Unpinned" },
    },
  ],
  groups: [
    { name: { zh: "内容", en: "Content" }, fields: ["title", "intro", "body", "cover"] },
    {
      name: { zh: "发布", en: "Publishing" },
      fields: ["kind", "sourceUrl", "status", "publishedAt", "pinned", "sort"],
    },
  ],
  list: {
    columns: ["title", "kind", "status", "publishedAt", "pinned", "sort"],
    sort: { field: "publishedAt", direction: "desc" },
  },
  publicSort: [
    { field: "pinned", direction: "desc" },
    { field: "sort", direction: "asc" },
    { field: "publishedAt", direction: "desc" },
  ],
  stamps: { publishedAt: "status=published" },
  indexes: [["publishedAt"], ["status", "publishedAt"], ["status", "sort"], ["kind", "publishedAt"], ["sort"]],
  searchable: ["title", "intro"],
});

export default news;
declare module "#kit/entity.ts" {
  interface Entities {
    news: typeof news;
  }
}
