import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ servicePackage }) => ({ packageId: servicePackage, count: 1, requestId: crypto.randomUUID() }),
  stepUp: true,
} satisfies Expectation;
