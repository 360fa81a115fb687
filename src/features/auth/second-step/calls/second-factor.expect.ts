import { type Expectation, noTicket } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ ticket: noTicket, method: "totp", code: "000000" }),
  answers: [401],
} satisfies Expectation;
