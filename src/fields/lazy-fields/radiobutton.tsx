import { defineField } from "#kit/field.ts";
import { radioChoice } from "#fields/parts/radio-choice.tsx";

export default defineField({
  type: "radiobutton",
  title: { zh: "单选", en: "Radio buttons" },
  group: "choice",
  ...radioChoice({ isColumn: false }),
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    radiobutton: { value: string; options: { options: Choice[]; dataSource?: string } };
  }
}
