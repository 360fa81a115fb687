import { type Expectation, noId } from "#kit/expectation.ts";

export default {
  least: "member",
  // No command is every entity's: what each asks of people is shown by tests/row-commands.test.ts.
  input: () => ({ type: "news", command: "unknown", ids: [noId] }),
  answers: [404],
} satisfies Expectation;
