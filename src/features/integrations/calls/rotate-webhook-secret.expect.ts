import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ webhook }) => ({ id: webhook, requestId: crypto.randomUUID() }),
  stepUp: true,
} satisfies Expectation;
