import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: "member",
  // No command exists for every entity: the access of each is tested in tests/row-commands.test.ts.
  input: () => ({ type: "news", command: "unknown", ids: [unknownId] }),
  answers: [404],
} satisfies Expectation;
