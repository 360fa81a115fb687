import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  stepUp: true,
  namesRow: true,
  input: ({ theme }) => ({ kind: "theme", themeId: theme, name: { zh: "主题", en: "Theme" } }),
} satisfies Expectation;
