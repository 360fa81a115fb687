import type { Expectation } from "#kit/expectation.ts";

export default {
  least: "administrator",
  input: () => ({ name: "news-list", value: { heading: { zh: "News", en: "News" }, count: 3 }, language: "en" }),
} satisfies Expectation;
