import { defineField } from "#kit/field.ts";
import { regionLevel } from "#fields/parts/region-level.tsx";

export default defineField({
  type: "county",
  title: { zh: "区县", en: "County" },
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
