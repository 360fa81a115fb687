import { defineEntity } from "#kit/entity.ts";

/**
 * A key with which another program uses the rows of the space, with the rights of its roles. The key is shown once, to its creator; its hash and last
 * four characters are stored. It expires at its date, when it is deleted, and when its creator is no longer an administrator of the space.
 */
const apiKey = defineEntity({
  type: "apiKey",
  name: { zh: "API 密钥", en: "API key" },
  listName: { zh: "API 密钥", en: "API keys" },
  access: {
    read: "administrator",
    add: "nobody",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  stepUp: ["update"],
  // A role that could change keys could give a key roles that its holder does not have.
  isGrantable: false,
  titleField: "name",
  purpose: {
    zh: "其他程序使用 API 密钥读写本空间的数据，只拥有所选角色的权限。",
    en: "With an API key, another program reads and changes data of this space. It has only the permissions of the roles you choose.",
  },
  fields: {
    name: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      required: true,
      max: 60,
      search: "contains",
      placeholder: { zh: "例如：ERP 同步", en: "e.g. ERP sync" },
    },
    ending: {
      type: "textbox",
      name: { zh: "末四位", en: "Last four characters" },
      readOnly: true,
      column: { width: 120 },
    },
    roles: {
      type: "relationcheckbox",
      name: { zh: "角色", en: "Roles" },
      entity: "role",
      search: "has",
      helpBlock: {
        zh: "密钥只拥有这些角色的权限。",
        en: "The key has the permissions of these roles and no others.",
      },
    },
    maker: { type: "textbox", name: { zh: "创建人", en: "Created by" }, readOnly: true },
    expiresAt: { type: "datepicker", name: { zh: "到期时间", en: "Expires" }, readOnly: true, column: { width: 170 } },
    lastUsedAt: {
      type: "datepicker",
      name: { zh: "最近使用", en: "Last used" },
      readOnly: true,
      whenEmpty: { zh: "从未", en: "Never" },
      column: { width: 170 },
    },
  },
  internal: {
    /** Hash of the key. */
    keyHash: { type: "text" },
    makerId: { type: "uuid", references: { entity: "member" } },
  },
  groups: [
    { name: { zh: "密钥", en: "Key" }, fields: ["name", "ending", "roles", "maker", "expiresAt", "lastUsedAt"] },
  ],
  list: {
    columns: ["name", "ending", "roles", "maker", "expiresAt", "lastUsedAt"],
    sort: { field: "createdAt", direction: "desc" },
  },
  searchable: ["name"],
  lookups: ["keyHash"],
  unique: [["keyHash"]],
});

export default apiKey;
declare module "#kit/entity.ts" {
  interface Entities {
    apiKey: typeof apiKey;
  }
}
