import type { AutoForm } from "#kit/auto.ts";
import { type FieldConfig, localizeField } from "#kit/field.ts";
import type { Locale, Text } from "#kit/text.ts";
import { fieldTypeOf } from "#records/registry/field-types.server.ts";

/** A form that belongs to no entity. Its values are posted to `url`. */
type ConfigForm = { key: string; name: Text; saveWord: Text; fields: Record<string, FieldConfig>; url: string };

/** The forms that belong to no entity, open to everyone. */
const forms: readonly ConfigForm[] = [
  {
    key: "FindLoginPasswordAutoForm",
    name: { zh: "找回登录密码", en: "Reset your password" },
    saveWord: { zh: "保存密码", en: "Save password" },
    fields: {
      mobile: {
        type: "phoneverifiy",
        name: { zh: "手机号", en: "Mobile number" },
        required: true,
        purpose: "resetPassword",
      },
      password: {
        type: "password",
        name: { zh: "新密码", en: "New password" },
        required: true,
        helpBlock: {
          zh: "6–16 位，须同时包含数字和字母",
          en: "6–16 characters with at least one letter and one digit",
        },
      },
    },
    url: "user/findPassword",
  },
];

/** The form with a key, in any letter case; undefined for an unknown key. */
export function configForm(key: string, locale: Locale): AutoForm | undefined {
  const form = forms.find((candidate) => candidate.key.toLowerCase() === key.toLowerCase());
  if (form === undefined) return undefined;
  return {
    type: form.key,
    name: form.name[locale],
    groups: [],
    columns: Object.entries(form.fields).map(([field, config]) => ({
      field,
      readOnly: false,
      config: localizeField(config, locale, fieldTypeOf),
    })),
    row: null,
    values: Object.fromEntries(Object.keys(form.fields).map((field) => [field, null])),
    hiddenButton: false,
    saveWord: form.saveWord[locale],
    checkSafePassword: false,
    isSingle: false,
    titles: {},
    addable: [],
    url: form.url,
  };
}
