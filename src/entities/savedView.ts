import { defineEntity } from "#kit/entity.ts";

/** A saved search of a list: search values, conditions, order and page size, under a name. Personal, or shared in the space. */
const savedView = defineEntity({
  type: "savedView",
  name: { zh: "视图", en: "View" },
  listName: { zh: "视图", en: "Views" },
  // A view is saved from its list, not in a form (features/admin/views).
  access: { read: "member", add: "nobody", update: "member", delete: "member", export: "nobody" },
  owner: "memberId",
  ownRowsBelow: "administrator",
  titleField: "name",
  fields: {
    name: {
      type: "textbox",
      name: { zh: "视图名称", en: "View name" },
      localized: true,
      required: true,
      max: 40,
      search: "contains",
    },
    isShared: { type: "switch", name: { zh: "全员可见", en: "Shared" }, readOnly: true, search: "eq" },
  },
  internal: {
    /** The owner. */
    memberId: { type: "uuid", references: { entity: "member" } },
    /** The type of the listed entity; for an entity that a space defined, the id of its definition, because the type can be renamed. */
    list: { type: "text", required: true, value: "" },
    /** Search and order, as JSON (kit/saved-view.ts). */
    content: { type: "text", required: true, value: "{}" },
  },
  groups: [{ name: { zh: "视图", en: "View" }, fields: ["name", "isShared"] }],
  list: { columns: ["name", "isShared"], sort: { field: "createdAt", direction: "desc" } },
  searchable: ["name"],
  indexes: [["list", "memberId"]],
});

export default savedView;
declare module "#kit/entity.ts" {
  interface Entities {
    savedView: typeof savedView;
  }
}
