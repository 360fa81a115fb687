import { unknownSecretKey } from "#kit/configuration-secrets.ts";
import { defineEntity } from "#kit/entity.ts";
import { readFormFields } from "#kit/form-definition.ts";
import { formatText } from "#kit/text.ts";

const texts = { noField: { zh: "表单没有名为“{name}”的字段", en: "The form has no field named “{name}”" } };

/** The names of the fields in the JSON of a form, of which a draft may have any values. */
const namesIn = (definition: string): string[] =>
  (readFormFields(definition) ?? []).flatMap((field) => {
    const name = (field as { field?: unknown } | null)?.field;
    return typeof name === "string" ? [name] : [];
  });

/**
 * The form of the configurations with a type: the fields that administrators fill in instead of writing JSON (features/configuration), and that values
 * must fit when they are saved.
 */
const configForm = defineEntity({
  type: "configForm",
  name: { zh: "配置表单", en: "Configuration form" },
  listName: { zh: "配置表单", en: "Configuration forms" },
  access: {
    read: "administrator",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "nobody",
  },
  isGrantable: false,
  titleField: "name",
  purpose: {
    zh: "为一个类型的配置定义字段，管理员便可像填写表单一样填写配置，无需编写 JSON。",
    en: "Define the fields of a type of configuration, so that administrators fill in a form instead of writing JSON.",
  },
  fields: {
    name: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      localized: true,
      required: true,
      max: 40,
      search: "contains",
      placeholder: { zh: "例如：配送设置", en: "e.g. Shipping settings" },
    },
    configType: {
      type: "textbox",
      name: { zh: "类型", en: "Type" },
      required: true,
      max: 60,
      search: "contains",
      placeholder: { zh: "例如：ShippingConfig", en: "e.g. ShippingConfig" },
      helpBlock: {
        zh: "该类型的全部配置都使用此表单。",
        en: "All configurations of this type have the form.",
      },
    },
    definition: {
      type: "formfields",
      name: { zh: "字段", en: "Fields" },
      required: true,
      column: { width: 90 },
    },
    secretKeys: {
      type: "tags",
      name: { zh: "密钥字段", en: "Secret keys" },
      placeholder: { zh: "例如：pin", en: "e.g. pin" },
      helpBlock: {
        zh: "这些文本字段的值加密保存。password、token、apiKey 等名称无需填写。",
        en: "The values of these text fields are encrypted. Names such as password, token and apiKey need not be listed.",
      },
    },
  },
  groups: [
    { name: { zh: "配置表单", en: "Configuration form" }, fields: ["name", "configType"] },
    { name: { zh: "字段", en: "Fields" }, fields: ["definition", "secretKeys"] },
  ],
  list: {
    columns: ["name", "configType", "definition"],
    sort: { field: "createdAt", direction: "desc" },
  },
  searchable: ["name", "configType"],
  check({ definition, secretKeys }) {
    const unknown = unknownSecretKey((secretKeys ?? []) as string[], namesIn(String(definition ?? "")));
    return unknown === undefined ? {} : { secretKeys: formatText(texts.noField, { name: unknown }) };
  },
  configuration: { key: ["configType"] },
  unique: [["configType"]],
});

export default configForm;
declare module "#kit/entity.ts" {
  interface Entities {
    configForm: typeof configForm;
  }
}
