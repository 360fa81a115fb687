import { defineEntity } from "#kit/entity.ts";
import { isProgramPlaceholder } from "#kit/placeholder.ts";

const takenName = {
  zh: "此名称由系统使用，请换一个",
  en: "The program uses this name itself. Choose another one.",
};

/**
 * A variable of the space: texts and addresses that its administrators write in definitions name it as `{name}`, and people read its value
 * (records/registry/placeholders.server.ts). The variables of the program, such as `{id}`, are those of kit/placeholder.ts.
 */
const placeHolderVar = defineEntity({
  type: "placeHolderVar",
  name: { zh: "变量", en: "Variable" },
  listName: { zh: "变量", en: "Variables" },
  access: {
    read: "member",
    add: "administrator",
    update: "administrator",
    delete: "administrator",
    export: "administrator",
  },
  purpose: {
    zh: "变量是在多处使用的文字，例如客服电话。在轻应用的文字、操作提示和地址中写 {标识}，修改一次，各处随即更新。",
    en: "A variable is a text that you use in many places, a support number for instance. Write {identifier} in texts, questions and addresses of light apps. Change it once, and it changes everywhere.",
  },
  titleField: "intro",
  fields: {
    intro: {
      type: "textbox",
      name: { zh: "名称", en: "Name" },
      localized: true,
      required: true,
      max: 60,
      search: "contains",
      placeholder: { zh: "客服电话", en: "Support number" },
    },
    name: {
      type: "identifier",
      name: { zh: "标识", en: "Identifier" },
      required: true,
      writeOnce: true,
      search: "prefix",
      placeholder: { zh: "supportPhone", en: "supportPhone" },
      helpBlock: {
        zh: "例如标识为 supportPhone 时，在文字中写 {supportPhone}。保存后不能修改。",
        en: "With the identifier supportPhone, write {supportPhone} in a text. You cannot change it later.",
      },
      column: { width: 220, sortable: true },
    },
    value: {
      type: "textbox",
      name: { zh: "值", en: "Value" },
      localized: true,
      required: true,
      max: 200,
      placeholder: { zh: "400-000-0000", en: "+86 400-000-0000" },
    },
  },
  groups: [{ name: { zh: "变量", en: "Variable" }, fields: ["intro", "name", "value"] }],
  list: { columns: ["intro", "name", "value"], sort: { field: "name", direction: "asc" } },
  searchable: ["intro"],
  configuration: { key: ["name"] },
  unique: [["name"]],
  indexes: [["name"]],
  check: ({ name }) => (typeof name === "string" && isProgramPlaceholder(name) ? { name: takenName } : {}),
});

export default placeHolderVar;
declare module "#kit/entity.ts" {
  interface Entities {
    placeHolderVar: typeof placeHolderVar;
  }
}
