import { defineField } from "#kit/field.ts";
import { regionLevel } from "#fields/parts/region-level.tsx";

export default defineField({
  type: "county",
  title: { zh: "区县", en: "County" },
  group: "place",
  settings: {
    city: {
      type: "textbox",
      name: { zh: "城市字段", en: "Field of the city" },
      max: 40,
      placeholder: { zh: "city", en: "city" },
      helpBlock: {
        zh: "只能选择该城市的区县；没有此字段则不限。",
        en: "Only counties of this city can be chosen; all, if there is no such field.",
      },
    },
  },
  message: () => ({ zh: "请从列表中选择区县", en: "Choose a county from the list" }),
  ...regionLevel("county", ({ city = "city" }: { city?: string }) => city),
  examples: {
    field: {},
    valid: ["110101", "440305"],
    invalid: ["110000", "城市", "999999", 110100],
    sample: () => undefined,
  },
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    /** The code of a county of China, six digits. `city` names the field of its city, "city" by default. */
    county: { value: string; options: { city?: string } };
  }
}
