import { defineField } from "#kit/field.ts";
import { regionLevel } from "#fields/parts/region-level.tsx";

export default defineField({
  type: "city",
  title: { zh: "城市", en: "City" },
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
