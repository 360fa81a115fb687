import { type Expectation, noTicket } from "#kit/expectation.ts";

export default {
  requiredAccess: "anyone",
  input: () => ({ ticket: noTicket }),
  answers: [401],
} satisfies Expectation;
