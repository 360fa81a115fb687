import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ dataType: "decimal", column: { controlType: "textbox", name: { zh: "标题", en: "Title" } } }),
} satisfies Expectation;
