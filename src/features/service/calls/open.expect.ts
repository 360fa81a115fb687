import type { Expectation } from "#kit/expectation.ts";

/** Tests ask on the platform's site, which offers the platform's packages only. */
export default {
  requiredAccess: "member",
  namesRow: true,
  input: ({ servicePackage }) => ({ packageId: servicePackage, requestId: crypto.randomUUID() }),
  answers: [200, 404],
} satisfies Expectation;
