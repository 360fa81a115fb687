import { type Expectation, noTicket } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ ticket: noTicket, code: "000000" }),
  answers: [409],
} satisfies Expectation;
