import { isPublished, order, publication, publicationActions } from "#kit/common-fields.ts";
import { defineEntity } from "#kit/entity.ts";

/** A page of the wiki (S-012, S-013). Pages form a tree by `parent`. */
const wiki = defineEntity({
  type: "wiki",
  name: { zh: "文档", en: "Documentation page" },
  listName: { zh: "文档", en: "Documentation" },
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  isLive: isPublished,
  titleField: "title",
  tree: { parent: "parent" },
  fields: {
    slug: {
      type: "textbox",
      name: { zh: "路径名", en: "Slug" },
      required: true,
      max: 60,
      search: "prefix",
      placeholder: { zh: "getting-started", en: "getting-started" },
      helpBlock: { zh: "地址的最后一段：/wiki/路径名", en: "The last part of the address: /wiki/slug" },
      column: { width: 200, sortable: true },
    },
    title: {
      type: "textbox",
      name: { zh: "标题", en: "Title" },
      localized: true,
      required: true,
      max: 120,
      search: "contains",
    },
    parent: { type: "relation", name: { zh: "上级文档", en: "Parent page" }, entity: "wiki" },
    text: {
      type: "markdown",
      name: { zh: "正文", en: "Body" },
      localized: true,
      rows: 20,
    },
    sort: order,
    status: publication,
  },
  actions: publicationActions,
  groups: [
    { name: { zh: "内容", en: "Content" }, fields: ["title", "text"] },
    { name: { zh: "位置", en: "Position" }, fields: ["slug", "parent", "sort", "status"] },
  ],
  list: { columns: ["title", "slug", "sort", "status"], sort: { field: "sort", direction: "asc" } },
  indexes: [["sort"], ["slug"]],
  searchable: ["title", "text"],
  unique: [["slug"]],
});

export default wiki;
declare module "#kit/entity.ts" {
  interface Entities {
    wiki: typeof wiki;
  }
}
