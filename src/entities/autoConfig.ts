import { unmaskedSecrets } from "#kit/configuration-secrets.ts";
import { defineEntity } from "#kit/entity.ts";
import { readJsonObject } from "#kit/json-object.ts";
import { formatText } from "#kit/text.ts";

const unmaskedText = {
  zh: "“{name}”是密钥，请在配置表单中填写，不能导入或批量设置",
  en: "“{name}” is a secret. Enter it in the form of the configuration; it cannot be imported or set in bulk.",
};

/**
 * A named configuration of the space (N-045): an object that administrators edit and programs read by its type. Its secrets are kept apart, encrypted,
 * and are masked wherever the object is read (features/configuration).
 */
const autoConfig = defineEntity({
  type: "autoConfig",
  name: { zh: "配置", en: "Configuration" },
  listName: { zh: "配置", en: "Configurations" },
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  titleField: "configType",
  labelField: "name",
  purpose: {
    zh: "按类型保存的配置，供页面与其他程序读取；有配置表单的类型按字段填写，其余为 JSON。密码和密钥单独加密保存，保存后不再显示。",
    en: "Settings, which pages and other programs read by type. Types with a configuration form are filled in field by field, others as JSON. Passwords and keys are encrypted and not shown again after saving.",
  },
  fields: {
    configType: {
      type: "textbox",
      name: { zh: "类型", en: "Type" },
      required: true,
      max: 60,
      search: "contains",
      placeholder: { zh: "例如：ShippingConfig", en: "e.g. ShippingConfig" },
      helpBlock: {
        zh: "程序按类型读取配置。同一类型可以有多条。",
        en: "Programs read configurations by type. Several can have the same type.",
      },
    },
    name: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      max: 60,
      search: "contains",
      helpBlock: { zh: "作为选项显示时的名称。", en: "The label where the configuration is an option." },
    },
    value: {
      type: "jsonobject",
      name: { zh: "内容", en: "Value" },
      required: true,
      value: "{}",
      column: { width: 280 },
      helpBlock: {
        zh: "密码、密钥、令牌保存后不再显示，在 JSON 中为 ••••••••。保留不动则不变，改写则替换，删除则清除。",
        en: "Passwords, keys and tokens are not shown again after saving; in JSON they are ••••••••. Leave that as it is to keep the secret, replace it to change the secret, or delete it.",
      },
    },
    secretKeys: {
      type: "tags",
      name: { zh: "密钥字段", en: "Secret keys" },
      placeholder: { zh: "例如：pin", en: "e.g. pin" },
      helpBlock: {
        zh: "这些字段的值也作为密钥保存。password、token、apiKey 等名称无需填写。",
        en: "The values of these keys are kept as secrets too. Names such as password, token and apiKey need not be listed.",
      },
    },
    audience: {
      type: "dropdownlist",
      name: { zh: "谁可读取", en: "Read by" },
      required: true,
      value: "members",
      search: "eq",
      column: { width: 130 },
      options: [
        { key: "members", name: { zh: "全体成员", en: "All members" } },
        { key: "administrators", name: { zh: "仅管理员", en: "Administrators" } },
      ],
      helpBlock: {
        zh: "通过接口读取此配置的人，不含密钥。",
        en: "Who reads the configuration through the API, without its secrets.",
      },
    },
    sortOrder: {
      type: "number",
      name: { zh: "顺序", en: "Position" },
      max: 9999,
      value: 0,
      column: { width: 90 },
      helpBlock: { zh: "数字小的在前。", en: "Smaller numbers come first." },
    },
  },
  internal: {
    /** The secrets of the value, encrypted (features/configuration/secrets.server.ts). */
    secrets: { type: "text" },
  },
  groups: [
    { name: { zh: "配置", en: "Configuration" }, fields: ["configType", "name", "value", "secretKeys"] },
    { name: { zh: "读取", en: "Access" }, fields: ["audience", "sortOrder"] },
  ],
  list: {
    columns: ["configType", "name", "value", "audience", "sortOrder"],
    sort: { field: "sortOrder", direction: "asc" },
  },
  searchable: ["configType", "name"],
  configuration: { key: ["configType", "name"], secretKeys: "secretKeys" },
  check({ value, secretKeys }) {
    const content = readJsonObject(String(value ?? ""));
    const [name] = content === undefined ? [] : unmaskedSecrets(content, (secretKeys ?? []) as string[]);
    return name === undefined ? {} : { value: formatText(unmaskedText, { name }) };
  },
});

export default autoConfig;
declare module "#kit/entity.ts" {
  interface Entities {
    autoConfig: typeof autoConfig;
  }
}
