import { type Expectation, unknownTicket } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  input: () => ({ ticket: unknownTicket, code: "000000" }),
  answers: [409],
} satisfies Expectation;
