import { type Expectation, unknownId } from "#kit/expectation.ts";

export default {
  requiredAccess: "administrator",
  input: () => ({ id: unknownId }),
  answers: [404],
  stepUp: true,
} satisfies Expectation;
