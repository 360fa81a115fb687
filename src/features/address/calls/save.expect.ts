import type { Expectation } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ name: "Ada", mobile: "13700000005", regionId: 110101, address: "1 Harbour Road" }),
  answers: [200, 409],
} satisfies Expectation;
