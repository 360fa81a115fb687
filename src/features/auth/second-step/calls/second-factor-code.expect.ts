import { type Expectation, unknownTicket } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ ticket: unknownTicket }),
  answers: [401],
} satisfies Expectation;
