import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ name: "news-list", value: { heading: { zh: "News", en: "News" }, count: 3 }, language: "en" }),
} satisfies Expectation;
