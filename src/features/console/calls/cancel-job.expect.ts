import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: "superAdmin",
  stepUp: true,
  input: () => ({ id: unknownId }),
  answers: [404],
} satisfies Expectation;
