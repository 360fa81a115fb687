import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ role }) => ({ name: "ERP", roles: [role], days: 30, requestId: crypto.randomUUID() }),
  stepUp: true,
} satisfies Expectation;
