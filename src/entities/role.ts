import { defineEntity } from "#kit/entity.ts";

/** A set of permissions that administrators of a space can assign to members. */
const role = defineEntity({
  type: "role",
  name: { zh: "角色", en: "Role" },
  listName: { zh: "角色", en: "Roles" },
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  stepUp: ["add", "update", "delete"],
  // A role that may change roles could grant itself everything.
  isGrantable: false,
  titleField: "name",
  purpose: {
    zh: "角色在成员的基本权限之外增加权限，例如让编辑修改新闻。成员、API 密钥和 Webhook 都可使用角色。管理员无需角色。",
    en: "Roles add permissions to those of every member, such as editing news. Members, API keys and webhooks have roles. Administrators need none.",
  },
  actions: [
    {
      kind: "link",
      id: "view",
      name: { zh: "以此角色查看", en: "View as this role" },
      icon: "view",
      url: "/paas/role/view?id={id}",
    },
  ],
  fields: {
    name: {
      type: "textbox",
      name: { zh: "角色名称", en: "Role name" },
      localized: true,
      required: true,
      max: 40,
      search: "contains",
      placeholder: { zh: "例如：编辑", en: "e.g. Editor" },
    },
    description: { type: "textarea", name: { zh: "说明", en: "Description" }, localized: true, max: 200, rows: 2 },
    grants: {
      type: "grants",
      name: { zh: "权限", en: "Permissions" },
      helpBlock: {
        zh: "在所有成员已有的权限之外增加的权限，多个角色的权限可叠加。",
        en: "Permissions added to those every member has. Permissions of several roles add up.",
      },
    },
  },
  groups: [
    { name: { zh: "角色", en: "Role" }, fields: ["name", "description"] },
    { name: { zh: "授权范围", en: "Access" }, fields: ["grants"] },
  ],
  list: { columns: ["name", "description", "grants"], sort: { field: "createdAt", direction: "desc" } },
  searchable: ["name"],
  // Permissions name entities.
  configuration: { key: ["name"], after: ["lightApp"] },
});

export default role;
declare module "#kit/entity.ts" {
  interface Entities {
    role: typeof role;
  }
}
