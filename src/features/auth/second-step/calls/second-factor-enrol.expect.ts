import { type Expectation, noTicket } from "#kit/expectation.ts";

export default {
  least: "anyone",
  input: () => ({ ticket: noTicket }),
  answers: [401],
} satisfies Expectation;
