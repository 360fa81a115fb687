import { defineField } from "#kit/field.ts";
import { regionLevel } from "#fields/parts/region-level.tsx";

export default defineField({
  type: "city",
  title: { zh: "城市", en: "City" },
  group: "place",
  settings: {
    province: {
      type: "textbox",
      name: { zh: "省份字段", en: "Field of the province" },
      max: 40,
      placeholder: { zh: "province", en: "province" },
      helpBlock: {
        zh: "只能选择该省份的城市；没有此字段则不限。",
        en: "Only cities of this province can be chosen; all, if there is no such field.",
      },
    },
  },
  message: () => ({ zh: "请从列表中选择城市", en: "Choose a city from the list" }),
  ...regionLevel("city", ({ province = "province" }: { province?: string }) => province),
  examples: {
    field: {},
    valid: ["110100", "440300"],
    invalid: ["110000", "省份", "999999", 110100],
    sample: () => undefined,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The code of a city of China, six digits. `province` names the field of its province, "province" by default. */
    city: { value: string; options: { province?: string } };
  }
}
