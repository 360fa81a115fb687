import { type Expectation, unknownTicket } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ ticket: unknownTicket, method: "totp", code: "000000" }),
  answers: [401],
} satisfies Expectation;
