import type { Expectation } from "#kit/expectation.ts";

/** An address inside the network, which is refused. */
export default {
  requiredAccess: "administrator",
  input: () => ({
    issuer: "https://127.0.0.1/",
    clientId: "client",
    secret: "secret",
    name: { zh: "员工登录", en: "Staff" },
    isEnabled: true,
    addsMembers: false,
    roleId: null,
    domains: [],
    allowsPassword: true,
  }),
  answers: [422],
  stepUp: true,
} satisfies Expectation;
