import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ lightApp }) => ({ pageId: lightApp }),
  stepUp: true,
  // The draft of the fixture is not complete.
  answers: [409],
} satisfies Expectation;
