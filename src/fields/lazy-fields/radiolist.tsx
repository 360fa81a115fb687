import { defineField } from "#kit/field.ts";
import { radioChoice } from "#fields/parts/radio-choice.tsx";

export default defineField({
  type: "radiolist",
  title: { zh: "单选列表", en: "Radio list" },
  group: "choice",
  ...radioChoice({ isColumn: true }),
});

declare module "#kit/field.ts" {
  interface FieldTypes {
    radiolist: { value: string; options: { options: Choice[]; dataSource?: string } };
  }
}
