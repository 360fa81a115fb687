import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  namesRow: true,
  input: ({ role }) => ({
    name: "ERP",
    address: "https://example.org/hook",
    events: [{ entity: "news", events: ["created"] }],
    roles: [role],
    requestId: crypto.randomUUID(),
  }),
  stepUp: true,
} satisfies Expectation;
