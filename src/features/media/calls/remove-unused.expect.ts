import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  stepUp: true,
  input: () => ({ ids: [unknownId] }),
} satisfies Expectation;
