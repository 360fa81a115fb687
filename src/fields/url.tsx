import { defineField } from "#kit/field.ts";
import { lengthSetting } from "#kit/field-settings.ts";
import { fullUrl, safeUrl } from "#kit/url.ts";
import { fullUrlMessage, maxUrlLength, UrlControl } from "#fields/parts/url-control.tsx";

const anyUrlMessage = {
  zh: "请输入以 /、#、https://、tel: 或 mailto: 开头的链接",
  en: "Enter a link that begins with /, #, https://, tel: or mailto:",
};

export default defineField({
  type: "url",
  title: { zh: "链接", en: "Link" },
  group: "text",
  storage: "text",
  isContent: true,
  check: (field, { maxLength, refine, string }) =>
    string().check(
      maxLength(field.max ?? maxUrlLength),
      refine((value) => (field.isFull === true ? fullUrl(value) : safeUrl(value)) !== undefined),
    ),
  message: ({ isFull }) => (isFull === true ? fullUrlMessage : anyUrlMessage),
  operators: ["eq", "prefix"],
  addressesIn: (value) => [value],
  boundAs: "link",
  settings: {
    ...lengthSetting,
    isFull: { type: "switch", name: { zh: "仅限完整地址", en: "Full addresses only" } },
  },
  Show: ({ value }) => <>{value}</>,
  Edit: (edit) => <UrlControl edit={edit} defaultPlaceholder={edit.field.isFull === true ? "https://" : "/"} />,
  examples: {
    field: {},
    valid: ["/about", "#products", "https://example.com/a?b=1", "tel:+861012345678", "mailto:a@example.com"],
    invalid: ["javascript:alert(1)", "data:text/html,x", "//elsewhere.test", "/\\elsewhere.test", 7],
    sample: ({ isFull }) => (isFull === true ? "https://example.com/a" : "/about"),
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The address of a link: relative, http(s), tel or mailto (T-46). `isFull`: only complete http(s) addresses are valid. */
    url: { value: string; options: { max?: number; isFull?: boolean } };
  }
}
