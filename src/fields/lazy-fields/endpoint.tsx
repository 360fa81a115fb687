import { defineField } from "#kit/field.ts";
import { lengthSetting } from "#kit/field-settings.ts";
import { fullUrl } from "#kit/url.ts";
import { fullUrlMessage, maxUrlLength, UrlControl } from "#fields/parts/url-control.tsx";

export default defineField({
  type: "endpoint",
  title: { zh: "接收地址", en: "Endpoint address" },
  group: "text",
  storage: "text",
  check: (field, { maxLength, refine, string }) =>
    string().check(
      maxLength(field.max ?? maxUrlLength),
      refine((value) => fullUrl(value) !== undefined),
    ),
  message: () => fullUrlMessage,
  proof: {
    by: "endpoint",
    text: { zh: "此地址不能接收推送", en: "This address cannot receive deliveries" },
    storedValue: (value) => value,
  },
  operators: ["eq", "prefix"],
  settings: lengthSetting,
  Show: ({ value }) => <>{value}</>,
  Edit: (edit) => <UrlControl edit={edit} defaultPlaceholder="https://" />,
  examples: {
    field: {},
    valid: ["https://example.com/a?b=1"],
    invalid: ["/about", "javascript:alert(1)", "https://a:b@example.com/", "//elsewhere.test", 7],
    sample: () => "https://1.1.1.1/hook",
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** An address that the program sends webhooks to. The server saves a new address only if the program may send to it (T-63). */
    endpoint: { value: string; options: { max?: number } };
  }
}
