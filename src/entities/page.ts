import { publication } from "#kit/common-fields.ts";
import { defineEntity } from "#kit/entity.ts";
import { json } from "#kit/internal-column.ts";
import type { PageDocument, StoredPage } from "#kit/page.ts";

/** A page of the tenant's site. Visitors read its published snapshot; the draft is edited in the builder. */
const page = defineEntity({
  type: "page",
  name: { zh: "页面", en: "Page" },
  listName: { zh: "页面", en: "Pages" },
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
    editContent: "administrator",
  },
  // Deletion requires a step-up like publishing, because it takes the page offline.
  stepUp: ["delete"],
  parts: [
    { table: "page_snapshot", column: "page_id" },
    { table: "page_revision", column: "page_id" },
    { table: "page_share", column: "page_id" },
    { table: "page_comment", column: "page_id" },
  ],
  titleField: "title",
  fields: {
    path: {
      type: "path",
      name: { zh: "路径", en: "Path" },
      required: true,
      helpBlock: {
        zh: "已发布的页面在下次发布时启用新路径。",
        en: "A published page moves to a new path when it is published again.",
      },
      search: "prefix",
      placeholder: { zh: "/about", en: "/about" },
      column: { width: 200, sortable: true },
    },
    title: {
      type: "textbox",
      name: { zh: "标题", en: "Title" },
      localized: true,
      required: true,
      max: 80,
      search: "contains",
    },
    description: { type: "textarea", name: { zh: "描述", en: "Description" }, localized: true, max: 200, rows: 2 },
    theme: {
      type: "relation",
      entity: "theme",
      name: { zh: "所属主题", en: "Only in theme" },
      helpBlock: {
        zh: "仅当网站使用此主题时显示，同路径的页面以它为准。留空则始终显示。下次发布时生效。",
        en: "Shown only while the site uses this theme, in place of any page with the same path. Leave empty to always show it. Takes effect when the page is published.",
      },
    },
    status: {
      ...publication,
      column: { width: 170 },
      options: [
        ...publication.options,
        { key: "changed", name: { zh: "有未发布的修改", en: "Unpublished changes" }, color: "azurite" },
      ],
    },
  },
  internal: {
    /** The draft; null until the builder has saved it for the first time. */
    document: json<PageDocument | StoredPage>(),
    /** Revision of the draft: raised by every save in the builder. What each save changed is in `page_revision`. */
    rev: { type: "integer", required: true, value: 0 },
    /** The published snapshot; null for a page that is not published. */
    snapshotId: { type: "uuid", references: { table: "page_snapshot" } },
  },
  groups: [{ name: { zh: "页面", en: "Page" }, fields: ["path", "title", "description", "theme"] }],
  actions: [{ kind: "link", id: "design", name: { zh: "设计", en: "Design" }, icon: "open", url: "/builder/{id}" }],
  list: { columns: ["title", "path", "status"], sort: { field: "path", direction: "asc" } },
  configuration: {
    key: ["path", "theme"],
    state: { field: "status", value: "published", command: "publish" },
  },
  indexes: [["path"]],
  searchable: ["title"],
  unique: [["path", "theme"]],
});

export default page;
declare module "#kit/entity.ts" {
  interface Entities {
    page: typeof page;
  }
}
