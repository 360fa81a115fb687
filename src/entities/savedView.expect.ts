import type { EntityExpectation } from "#kit/expectation.ts";

/** The views are spread over several lists, because a person can save up to a hundred views of one list. */
const lists = ["news", "product", "page", "member", "paasWork"];

export default {
  access: { read: "member", add: "nobody", update: "member", delete: "member", export: "nobody" },
  byOwner: true,
  row: ({ text }) => ({ name: text, isShared: false }),
  internal: ({ memberId, number }) => ({ memberId, list: lists[number % lists.length]!, content: "{}" }),
  change: { name: { zh: "changed", en: "changed" } },
} satisfies EntityExpectation;
